"""What became of the steps of a sheet that was filed as one plan: the moves that its lines made, or that none was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.core.contract import Desk
from engine.core.moves import Json, Move, Plan, Seat
from engine.table.events import MoveMade
from engine.table.session import Made, Session

Moved: TypeAlias = Sequence[tuple[Plan, Json]]  # moves that plans have made, each with the plan as it stood before


def by_plan(made: Sequence[Made], seat: Seat) -> Moved:
    """What plans of `seat` have done."""
    return [
        (one.plan, one.payload.move)
        for one in made
        if one.plan is not None and isinstance(one.payload, MoveMade) and one.payload.seat == seat
    ]


def moves_of_lines(moved: Moved, now: Sequence[Plan], places: Sequence[int]) -> dict[int, list[Json]]:
    """The moves of each line to which it came, by its place; none where the conditions of all its steps did not hold.

    `now`: what is left of the plans. `places`: of their steps.
    """
    found: dict[int, list[Json]] = {}
    for at, (plan, move) in enumerate(moved):
        steps = plan.steps_come_to(_left(plan, (*(one for one, _ in moved[at + 1 :]), *now)))
        for step in steps:
            found.setdefault(places[step % len(places)], []).extend([move] if step == steps[-1] else [])
    return found


def of_turns(
    queued: Sequence[tuple[range, tuple[int, ...]]], moved: Moved, session: Session, desk: Desk, language: str
) -> tuple[set[int], dict[int, str]]:
    """Of plans for several turns that were begun at once: which lines are kept for later, and what others have done.

    `queued`: the lines of each, and on which of them each of its steps stands.
    """
    kept, said = set[int](), dict[int, str]()
    for places, steps in queued:
        said |= in_words(moves_of_lines(moved, desk.standing, steps), session, desk, language)
        begun = next((plan for plan, _ in moved if len(plan.steps_come_to(None)) == len(steps)), None)
        left = _left(begun, desk.standing) if begun is not None else None
        later = set(steps[-len(left.steps_come_to(None)) :]) if left is not None else set()
        kept |= {place for place in places if max((step for step in steps if step <= place), default=-1) in later}
    return kept, said


def going(
    kept: Sequence[int],
    said: Mapping[int, str],
    planned: Sequence[tuple[range, tuple[Plan, ...]]],
    queued: Sequence[tuple[range, tuple[int, ...]]],
    moved: Moved,
) -> tuple[int, ...]:
    """The places of plans that are kept, and by which their seat has moved already."""
    answered = [plan for plan, _ in moved]
    begun = {place for places, plans in planned if any(plan in answered for plan in plans) for place in places}
    of_turns = {step for _, steps in queued for step in steps}  # each has done something, or is kept
    return tuple(sorted(begun.intersection(kept).difference(of_turns - said.keys())))


def _left(plan: Plan, later: Sequence[Plan]) -> Plan | None:
    """What a plan has become, among those that stand later."""
    return next((one for one in later if _topic(one) == _topic(plan)), None)


def _topic(plan: Plan) -> object:
    return getattr(plan, "topic", plan.kind)


def in_words(moves: Mapping[int, list[Json]], session: Session, desk: Desk, language: str) -> dict[int, str]:
    """What each line of a turn has done, as it may be typed; nothing where nobody wants to know."""
    if not language:
        return {}
    write, read = session.table.game.notation.write, session.table.rules.moves.validate_python

    def said(move: Json) -> str:
        found: Move = read(move)
        return write(found, language, desk)

    return {place: "; ".join(map(said, made)) for place, made in moves.items() if made}
