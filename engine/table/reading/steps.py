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
        later = (*(one for one, _ in moved[at + 1 :]), *now)
        steps = plan.steps_come_to(next((one for one in later if one.kind == plan.kind), None))
        for step in steps:
            found.setdefault(places[step % len(places)], []).extend([move] if step == steps[-1] else [])
    return found


def in_words(moves: Mapping[int, list[Json]], session: Session, desk: Desk, language: str) -> dict[int, str]:
    """What each line of a turn has done, as it may be typed; nothing where nobody wants to know."""
    if not language:
        return {}
    write, read = session.table.game.notation.write, session.table.rules.moves.validate_python

    def said(move: Json) -> str:
        found: Move = read(move)
        return write(found, language, desk)

    return {place: "; ".join(map(said, made)) for place, made in moves.items() if made}
