"""Letting a table rest, and letting it go on.

A table rests while all its people want it to: each has asked, and one is enough to let it go on. So nobody stalls a
game for the others, and no host decides over their time. Whoever runs the service pauses tables as well, after an
outage or a faulty release; that holds against everybody at the table. Moves count all the while: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from uuid import UUID, uuid5

from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from engine.core.moves import Seat
from engine.table.events import PauseAsked, Paused, WentOn


@dataclass(frozen=True, slots=True)
class Asking:
    """What became of asking for a rest: the seats of people who have not asked yet; none: the table rests."""

    wait_for: tuple[Seat, ...]


def ask_pause(game_id: UUID, *, player: Player, cause: UUID) -> Asking:
    """Ask that the table rest. It does once everybody there has asked within a week, bots aside.

    Raises ServiceError E_GAME_OVER, E_NOT_STARTED, E_NOT_YOURS, E_RESTS, E_MANY_PAUSES.
    """
    mark = uuid5(cause, "pause")
    limits.rest(game_id, player, mark)

    def act(acting: Acting) -> Asking:
        own = _own(acting, player)
        if acting.course.rest.since is not None:
            acting.refuse("E_RESTS")
        new = [seat for seat in own if seat not in acting.course.rest.wanted_by(acting.at)]
        for seat in new:
            acting.session.record(PauseAsked(seat=seat))
        wanted = acting.course.rest.wanted_by(acting.at)
        others = tuple(one.seat for one in acting.holders if one.player is not None and one.seat not in wanted)
        if not others:
            _pause(acting, own[0])
        elif new:
            _tell(acting, "pause_asked", own[0], others)
        return Asking(others)

    return append(game_id, act, cause=mark, within=True).result


def go_on(game_id: UUID, *, player: Player, cause: UUID) -> None:
    """Let the table go on, or say no to a rest that somebody asks for.

    Raises ServiceError E_GAME_OVER, E_NOT_STARTED, E_NOT_YOURS, E_GOES_ON, E_PAUSED_BY_SERVICE.
    """

    def act(acting: Acting) -> None:
        own, rest = _own(acting, player), acting.course.rest
        if rest.service:
            acting.refuse("E_PAUSED_BY_SERVICE")
        if rest.since is None and not rest.wanted_by(acting.at):
            acting.refuse("E_GOES_ON")
        _go_on(acting, own[0])

    append(game_id, act, cause=uuid5(cause, "go on"), within=True)


def pause_table(game_id: UUID, *, why: str, cause: UUID) -> None:
    """Pause a running table in the name of the service. `why`: for its people, as it is.

    Raises ServiceError E_GAME_OVER, E_NOT_STARTED, E_RESTS (the service has paused it before), E_UNKNOWN_RULES.
    """

    def act(acting: Acting) -> None:
        acting.running()
        if acting.course.rest.service:
            acting.refuse("E_RESTS")
        _pause(acting, None, why)

    append(game_id, act, cause=cause)


def let_go_on(game_id: UUID, *, cause: UUID) -> None:
    """End the service's pause; what the table's people have agreed on beside it stands.

    Raises ServiceError E_GAME_OVER, E_NOT_STARTED, E_GOES_ON, E_UNKNOWN_RULES.
    """

    def act(acting: Acting) -> None:
        acting.running()
        if not acting.course.rest.service:
            acting.refuse("E_GOES_ON")
        _go_on(acting, None)

    append(game_id, act, cause=cause)


def to_pause() -> Iterator[UUID]:
    """All running tables; those that rest by their people's will too, for they may let them go on any time."""
    return Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True).iterator()


def to_go_on() -> Iterator[UUID]:
    """All running tables that rest, by whomever."""
    return (
        Game.objects.filter(status=Game.Status.RUNNING, paused_at__isnull=False)
        .order_by("pk").values_list("pk", flat=True).iterator()
    )  # fmt: skip


def _own(acting: Acting, player: Player) -> list[Seat]:
    acting.running()
    own = [one.seat for one in acting.holders if one.player == player.pk]
    if not own:
        acting.refuse("E_NOT_YOURS")
    return own


def _pause(acting: Acting, seat: Seat | None, why: str = "") -> None:
    rested = acting.course.rest.since is not None
    acting.session.record(Paused(seat=seat))
    _keep(acting, why)
    if not rested:
        _tell(acting, "paused", seat, range(len(acting.holders)))


def _go_on(acting: Acting, seat: Seat | None) -> None:
    rested = acting.course.rest.since is not None
    acting.session.record(WentOn(seat=seat))
    _keep(acting, "")
    if acting.course.rest.since is None:
        _tell(acting, "went_on" if rested else "pause_declined", seat, range(len(acting.holders)))


def _keep(acting: Acting, why: str) -> None:
    """In the game's row too, for whoever asks many tables at once."""
    rest = acting.course.rest
    row = {"paused_at": rest.since, "paused_by_service": rest.service, "paused_why": why}
    acting.after.append(partial(Game.objects.filter(pk=acting.game.id).update, **row))


def _tell(acting: Acting, what: str, by: Seat | None, seats: Iterable[Seat]) -> None:
    """One mail to each person, but not to whoever did it. When the table goes on it asks again what is open."""
    mover = acting.holders[by].player if by is not None else None
    others = [seat for seat in seats if mover is None or acting.holders[seat].player != mover]
    acting.notify(others, f"{what}:{acting.game.id}:{{seat}}:{acting.game.head_seq}", what=what, seat=by)
