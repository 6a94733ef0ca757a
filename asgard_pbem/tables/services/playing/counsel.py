"""Counsel among players of one team: proposals to whoever is on turn, and who stands behind them.

Neither answers a question nor shows anything: nothing can be learned by it and taken back, and no deadline moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from engine.core.counsel import Advised
from engine.core.decisions import Decision
from engine.core.grammar.text import MAX_LINE, is_too_long
from engine.core.moves import IllegalMove, Seat
from engine.table import counsel
from engine.table.events import Endorsed, Proposed
from engine.table.orders import LINE_LONG
from engine.table.table import topic_of


def propose(
    game_id: UUID, *, seat: Seat, player: Player, lines: Sequence[str], cause: UUID, to: Seat | None = None
) -> int:
    """Propose orders, one a line, to whoever is on turn; the number of the proposal.

    `to`: to whom, where several are asked, or whose turn is still to come. Whoever is asked now is told by mail. Raises
    ServiceError E_NO_COUNSEL (nobody can be advised now, or not by this seat), E_COUNSEL_WHOM (several could),
    E_OWN_COUNSEL, E_MANY_PROPOSALS, E_COUNSEL_LONG, and those of `submit_orders`; IllegalMove, where a line cannot be
    read or be done.
    """

    def act(acting: Acting) -> int:
        acting.running()
        acting.holds(seat, player.pk)
        decision, advisers = _advised(acting, seat, player, to)
        table, topic = acting.course.table, topic_of(decision)
        own = [one for one in table.counsel() if (one.seat, one.to, one.topic) == (seat, decision.seat, topic)]
        if len(own) >= counsel.MOST_STANDING:
            acting.refuse("E_MANY_PROPOSALS", most=counsel.MOST_STANDING)
        orders = _read(acting, seat, decision, lines)
        number = table.proposed + 1
        team = tuple(sorted({decision.seat, *advisers}))
        acting.session.record(
            Proposed(seat=seat, to=decision.seat, team=team, number=number, topic=topic, orders=tuple(orders))
        )
        if decision in table.pending():  # who is asked later reads of it in that prompt
            _tell(acting, decision.seat, number)
        return number

    return append(game_id, act, cause=uuid5(cause, "propose"), within=True).result


def endorse(game_id: UUID, *, seat: Seat, player: Player, number: int, cause: UUID) -> int:
    """Stand behind a proposal; how many do now. Raises ServiceError E_NO_PROPOSAL, E_OWN_COUNSEL, E_ENDORSED."""

    def act(acting: Acting) -> int:
        acting.running()
        acting.holds(seat, player.pk)
        found = next((one for one in acting.course.table.counsel() if one.number == number), None)
        if found is None or seat not in found.team:
            acting.refuse("E_NO_PROPOSAL", number=number)
        if acting.holders[found.to].player == player.pk:
            acting.refuse("E_OWN_COUNSEL")
        if seat in found.endorsed:
            acting.refuse("E_ENDORSED", number=number)
        acting.session.record(Endorsed(seat=seat, team=found.team, number=number))
        return len(found.endorsed) + 1

    return append(game_id, act, cause=uuid5(cause, "endorse"), within=True).result


def _advised(acting: Acting, seat: Seat, player: Player, to: Seat | None) -> tuple[Decision, tuple[Seat, ...]]:
    """The question that the seat may advise on, and all who may."""
    taking = counsel.taking(acting.course.table)
    found = [(one, seats) for one, seats in taking if seat in seats and to in {None, one.seat}]
    if not found and to is not None and (coming := counsel.to_come(acting.course.table, to)) is not None:
        found = [coming] if seat in coming[1] else []
    others = [(one, seats) for one, seats in found if acting.holders[one.seat].player != player.pk]
    if not others:
        own = any(acting.holders[one.seat].player == player.pk for one, _ in taking if to in {None, one.seat})
        acting.refuse("E_OWN_COUNSEL" if own else "E_NO_COUNSEL")
    if len({one.seat for one, _ in others}) > 1:
        acting.refuse("E_COUNSEL_WHOM")
    return others[0]


def _read(acting: Acting, seat: Seat, decision: Decision, lines: Sequence[str]) -> list[Advised]:
    written = [line for line in lines if line.strip()]
    if not written or len(written) > counsel.MOST_LINES:
        acting.refuse("E_COUNSEL_LONG", most=counsel.MOST_LINES)
    if any(map(is_too_long, written)):
        raise IllegalMove(LINE_LONG, most=MAX_LINE)
    return counsel.read(acting.course.table, acting.session.names, seat, decision, written)


def _tell(acting: Acting, to: Seat, number: int) -> None:
    """A mail to whoever is on turn: a prompt that has gone out cannot show what came after it."""
    acting.notify((to,), f"counsel:{acting.game.id}:{number}", what="proposed", number=number)
