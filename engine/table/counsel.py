"""Proposals: read and tried when they are made, and again when they are followed.

A proposal is orders in notation, kept as the moves and plans that they mean. Whoever makes it knows no more than their
own seat does: it is tried on a table on which all that they cannot know has been dealt again, so that no refusal tells
them anything. What chance will bring or another player answer nobody can know: below the first order that
asks for it, orders are only read.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Game, Notation, Order, Rules
from engine.core.counsel import Advised, Proposal
from engine.core.decisions import Decision
from engine.core.grammar.text import fold_order
from engine.core.menu import is_numbers
from engine.core.moves import IllegalMove, Seat
from engine.table.events import MoveMade
from engine.table.headings import called
from engine.table.session import UNREADABLE, Made, Session, cannot_be_unseen
from engine.table.table import Table, topic_of

MOST_LINES = 20  # of one proposal: a turn has far fewer
MOST_STANDING = 5  # proposals of one seat for one turn
DO = re.compile(r"(?:do|follow|сделать|делать|выполнить) (?:proposal |counsel |предложение |совет )?#?([0-9]{1,6})")
DO_WHAT = re.compile(
    r"(?:do|follow) what (.{1,40}) (?:proposes|proposed|suggests|says)"
    r"|(?:сделать|делать|выполнить|сделай) (?:то,? )?что (?:предлагает|предложил|предложила|советует) (.{1,40})"
)
NO_PROPOSAL, IN_WORDS = "E_NO_PROPOSAL", "E_COUNSEL_WORDS"
CODES = frozenset({NO_PROPOSAL, IN_WORDS})


def taking(table: Table) -> tuple[tuple[Decision, tuple[Seat, ...]], ...]:
    """The questions that take counsel now, each with the seats that may give it; none of those behind a veil: whom
    one may advise would tell who is asked.
    """
    counsel = table.game.counsel
    if counsel is None:
        return ()
    asked = ((one, counsel.advisers(table.state, one, table.seats)) for one in table.pending() if not one.concealed)
    return tuple((decision, seats) for decision, seats in asked if seats)


def coming(table: Table) -> tuple[tuple[Decision, tuple[Seat, ...]], ...]:
    """The questions that are sure to come and take counsel before they do, each with the seats that may give it."""
    rule = table.game.counsel
    if rule is None:
        return ()
    found = ((one, rule.advisers(table.state, one, table.seats)) for one in table.coming())
    return tuple((decision, seats) for decision, seats in found if seats)


def to_come(table: Table, to: Seat) -> tuple[Decision, tuple[Seat, ...]] | None:
    """The next question of a seat that is sure to come, and who may advise on it; None where that is not known."""
    return next((one for one in coming(table) if one[0].seat == to), None)


def read(table: Table, names: Sequence[str], seat: Seat, decision: Decision, lines: Sequence[str]) -> list[Advised]:
    """What `seat` proposes to whoever is asked `decision`, an order a line. Raises IllegalMove.

    Numbers of a menu are refused: the list that they would mean is another seat's.
    """
    trial = _imagined(table, names, seat)
    if table.game.counsel is not None and decision not in table.pending():
        lines = table.game.counsel.ahead(lines)
    known, found = True, []
    folded = [text for line in lines if (text := fold_order(line)) and not text.startswith("#")]
    while folded:
        if is_numbers(folded[0]):
            raise IllegalMove(IN_WORDS, line=folded[0])
        order = table.game.notation.read(folded, trial.table.desk(decision.seat, names))
        if known:
            trial.carry_out(decision.seat, order)
            drawn = any(map(cannot_be_unseen, trial.made))
            known = not drawn and trial.of_that_turn(decision) is not None
        found.append(_advised(order))
        folded = [order.rest, *folded[order.used :]] if order.rest else folded[order.used :]
    return found


def _imagined(table: Table, names: Sequence[str], seat: Seat) -> Session:
    """A table that might be the true one, as far as the seat knows. Its chance is not the game's."""
    chance = SeededChance(f"counsel {table.proposed}".encode())
    known = table.copy()
    known.state = table.rules.redeal(table.state, seat, chance)
    # What others plan is as hidden as their hands.
    known.standing = [plans if own == seat else () for own, plans in enumerate(table.standing)]
    chance.take()
    return Session(known, chance, tuple(names))


def _advised(order: Order) -> Advised:
    moves = tuple(move.model_dump(mode="json") for move in order.moves)
    return Advised(moves=moves, plans=tuple(plan.model_dump(mode="json") for plan in order.plans))


def orders(rules: Rules[Any], raw: Sequence[Advised]) -> tuple[Order, ...]:
    """A proposal as orders again. Raises IllegalMove when today's code cannot read it any more."""
    move, plan = rules.moves.validate_python, rules.plans.validate_python
    try:
        return tuple(Order(1, tuple(map(move, one.moves)), tuple(map(plan, one.plans))) for one in raw)
    except ValidationError as why:
        raise IllegalMove(UNREADABLE) from why


def written(game: Game[Any], raw: Sequence[Advised], language: str) -> list[str]:
    """The orders of a proposal as they are typed; nothing where they cannot be read any more."""
    try:
        found = orders(game.rules, raw)
    except IllegalMove:
        return []
    return [line for one in found for line in _lines(game.notation, one, language)]


def _lines(notation: Notation, order: Order, language: str) -> Iterator[str]:
    """The moves, of which the first legal one is made, on one line; a line for each of a plan."""
    if order.moves:
        yield " / ".join(notation.write(move, language) for move in order.moves)
    for plan in order.plans:
        yield from notation.write_plan(plan, language).replace(":\n", ": ").split("\n")


def followed(line: str, table: Table, seat: Seat, names: Sequence[str]) -> Order | None:
    """What a line such as `do 14` means for the seat that writes it, or `do what freyja proposes`; None for any other.

    Of several proposals of one seat the last is meant. Raises IllegalMove E_NO_PROPOSAL.
    """
    if table.game.counsel is None:
        return None
    wanted = DO.fullmatch(line)
    own = [one for one in table.counsel() if one.to == seat]
    if wanted is not None:
        found = next((one for one in own if one.number == int(wanted[1])), None)
        if found is None:
            raise IllegalMove(NO_PROPOSAL, number=int(wanted[1]))
    else:
        whose = _whose(line, table, seat, names)
        found = next((one for one in reversed(own) if one.seat == whose), None)
    if found is None:
        return None
    first, *below = orders(table.rules, found.orders)
    return Order(1, first.moves, first.plans, tuple(below))


def _whose(line: str, table: Table, seat: Seat, names: Sequence[str]) -> Seat | None:
    """The seat whose proposal a line speaks of by name."""
    said = DO_WHAT.fullmatch(line)
    if said is None:
        return None
    view, seats = table.rules.view(table.state, seat), range(table.seats)
    titles = {one: tuple(table.game.called(view, one).values()) for one in seats}
    return called(seats, names, titles).get((said[1] or said[2]).strip())


def is_do(line: str, desk: Desk) -> bool:
    """Whether a folded line says to do what was proposed, at a game that knows such lines."""
    return any(one.fullmatch(line) for one in (DO, DO_WHAT)) and desk.counsel is not None


def carried(table: Table, decision: Decision, holders: Sequence[Hashable | None]) -> Proposal | None:
    """What is played when whoever is asked `decision` lets the time pass: the latest proposal with enough behind it.

    `holders`: the person on each seat, None for a bot. A person counts once, however many seats are theirs.
    """
    rule = table.game.counsel
    if rule is None:
        return None
    advisers = rule.advisers(table.state, decision, table.seats)
    others = {holders[seat] for seat in advisers} - {None, holders[decision.seat]}
    for one in reversed(table.counsel()):
        if (one.to, one.topic) != (decision.seat, topic_of(decision)):
            continue
        behind = {holders[seat] for seat in one.endorsed if seat in advisers} & others
        if rule.carries(len(behind), len(others)):
            return one
    return None


def play_late(session: Session, decision: Decision, proposal: Proposal) -> bool:
    """Play a proposal for a seat whose time is up, down to the first order that cannot be carried out.

    Whether that is all: a question without a turn is answered once, for an equal one has a time of its own.
    """
    try:
        todo = orders(session.table.rules, proposal.orders)
    except IllegalMove:
        return False
    before = len(session.made)
    for order in todo:
        played = _played_late(session, decision, order)
        if not decision.clock and any(_moves(made, decision.seat) for made in session.made[before:]):
            return True
        if not played:
            break
    return False


def _moves(made: Made, seat: Seat) -> bool:
    return isinstance(made.payload, MoveMade) and made.payload.seat == seat


def _played_late(session: Session, decision: Decision, order: Order) -> bool:
    """Whether it could be carried out."""
    if session.of_that_turn(decision) is None:
        return False
    try:
        session.carry_out(decision.seat, order, "timeout")
    except IllegalMove:
        return False
    session.settle()
    return True
