"""What became of the steps of a sheet that was filed as one plan: the moves that its lines made, or that none was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.contract import Desk, Order
from engine.core.moves import IllegalMove, Plan, Seat
from engine.table.events import MoveMade
from engine.table.session import Session

Moved: TypeAlias = Sequence[tuple[Plan, str]]  # moves that plans have made, in words, with the plan as it stood before
Planned: TypeAlias = tuple[Sequence[int], tuple[Plan, ...]]  # lines, and the plans that stand on them

OLD = "E_OLD_PROMPT"  # an answer to what was asked before
MOST_SAID = 8  # moves of one line that are read out: a plan may answer for a whole phase


@dataclass(frozen=True, slots=True)
class Turns:
    """A plan of steps that was filed, its lines, and on which of them each step stands."""

    plan: Plan
    places: tuple[int, ...]
    steps: tuple[int, ...]


def by_plan(session: Session, since: int, seat: Seat, language: str) -> Moved:
    """What plans of `seat` have done since so many events: as the lists say it, or as it may be typed."""
    write, read = session.table.game.notation.write, session.table.rules.moves.validate_python
    desk, found = session.table.desk(seat, session.names), list[tuple[Plan, str]]()
    for one in session.made[since:]:
        if one.plan is not None and isinstance(one.payload, MoveMade) and one.payload.seat == seat:
            said = one.said or (write(read(one.payload.move), language, desk) if language else "")
            found.append((one.plan, said))
    return found


def for_later(order: Order, desk: Desk) -> None:
    """Raises IllegalMove OLD for an order that is not for what is to come alone: an answer, or steps of a turn that are
    to be done at once.
    """
    at_once = order.moves or order.then or order.rest or any(plan.steps_left(desk) for plan in order.plans)
    if at_once or not order.plans:
        raise IllegalMove(OLD)


def moves_of_lines(moved: Moved, now: Sequence[Plan], places: Sequence[int]) -> dict[int, list[str]]:
    """The moves of each line to which it came, by its place; none where the conditions of all its steps did not hold.

    `now`: what is left of the plans. `places`: of their steps.
    """
    found: dict[int, list[str]] = {}
    for at, (plan, move) in enumerate(moved):
        steps = plan.steps_come_to(_left(plan, (*(one for one, _ in moved[at + 1 :]), *now)))
        for step in steps:
            found.setdefault(places[step % len(places)], []).extend([move] if step == steps[-1] else [])
    return found


def placed(order: Order, places: range) -> tuple[list[Planned], list[Turns], list[int]]:
    """The lines of an order with the plans that stand on them, its plans of steps, and the lines that others replaced.

    `places`: of its lines.
    """
    if not order.lines:
        return [(places, order.plans)] if not (order.moves or order.then) else [], [], []
    planned, turns, single = list[Planned](), list[Turns](), dict[int, tuple[Plan, ...]]()
    heads = {line for lines in order.lines for line in lines}
    heads_of = [max((head for head in heads if head <= line), default=-1) for line in range(len(places))]
    for plan, lines in zip(order.plans, order.lines, strict=False):
        if not plan.steps_come_to(None):
            single |= {line: (*single.get(line, ()), plan) for line in lines}
            continue
        own = tuple(places[line] for line, head in enumerate(heads_of) if head in lines)  # with those to fall back on
        planned.append((own, (plan,)))
        turns.append(Turns(plan, own, tuple(places[line] for line in lines)))
    planned += [(places[line : line + 1], plans) for line, plans in sorted(single.items())]
    topics = [plan.topic for plan in order.plans]  # of two plans of one topic the later one stands
    stand = {*dict(zip(topics, order.lines, strict=False)).values(), *order.lines[len(topics) :]}
    return planned, turns, [places[line] for line in sorted(heads.difference(*stand))]


def of_turns(queued: Sequence[Turns], moved: Moved, desk: Desk) -> tuple[set[int], dict[int, str], list[int]]:
    """Of plans for several turns that were begun at once: which lines are kept for later, what others have done, and
    which were passed over.
    """
    kept, said, passed = set[int](), dict[int, str](), list[int]()
    for turns in queued:
        mine = [(plan, move) for plan, move in moved if plan.topic == turns.plan.topic]
        moves = moves_of_lines(mine, desk.standing, turns.steps)
        said |= in_words(moves)
        begun = next((plan for plan, _ in mine if len(plan.steps_come_to(None)) == len(turns.steps)), None)
        left = _left(begun, desk.standing) if begun is not None else None
        later = set(turns.steps[-len(left.steps_come_to(None)) :]) if left is not None else set()
        above = {place: max((step for step in turns.steps if step <= place), default=-1) for place in turns.places}
        kept |= {place for place, step in above.items() if step in later}
        passed += [place for place, step in above.items() if step not in later and moves.get(step) == []]
    return kept, said, passed


def going(
    kept: Sequence[int],
    said: Mapping[int, str],
    planned: Sequence[Planned],
    queued: Sequence[Turns],
    moved: Moved,
) -> tuple[int, ...]:
    """The places of plans that are kept, and by which their seat has moved already."""
    answered = [plan for plan, _ in moved]
    begun = {place for places, plans in planned if any(plan in answered for plan in plans) for place in places}
    of_turns = {place for turns in queued for place in turns.places}  # each has done something, or is kept
    return tuple(sorted(begun.intersection(kept).difference(of_turns - said.keys())))


def missed(planned: Sequence[Planned], moved: Moved, desk: Desk, held: Sequence[Plan]) -> list[Planned]:
    """The lines of which nothing came: all their plans were for questions that do not come any more.

    `held`: the plans that may still answer one.
    """
    answered = [plan for plan, _ in moved]
    idle = [plan for plan in desk.standing if plan not in held and plan not in answered]
    return [(places, plans) for places, plans in planned if plans and all(plan in idle for plan in plans)]


def displaced(session: Session, seat: Seat, stood: Sequence[Plan], told: Sequence[Plan]) -> tuple[Plan, ...]:
    """What became of the plans that stood before the sheet, where plans of the sheet took their places.

    Without those of which their owner was told that nothing asks for them, and without the sheet's own.
    """
    before = {plan.topic for plan in stood if plan not in told}
    first = dict[object, Plan]()  # of a topic: what came later is of the sheet
    for whose, plan in session.displaced:
        if whose == seat and plan.topic in before:
            first.setdefault(plan.topic, plan)
    return tuple(plan for plan in first.values() if plan not in session.table.plans(seat))


def _left(plan: Plan, later: Sequence[Plan]) -> Plan | None:
    """What a plan has become, among those that stand later."""
    return next((one for one in later if one.topic == plan.topic), None)


def in_words(moves: Mapping[int, list[str]]) -> dict[int, str]:
    """What each line has done; nothing where nobody wants to know, or it is so much that the news tell it better."""
    found = {place: [one for one in made if one] for place, made in moves.items()}
    return {place: "; ".join(made) for place, made in found.items() if 0 < len(made) <= MOST_SAID}


def of_standing(planned: Sequence[Planned], moved: Moved) -> dict[int, list[str]]:
    """What orders of one line that are no steps of a turn have answered at once, by their places."""
    lines = [(places[0], plan) for places, plans in planned if len(places) == 1 for plan in plans]
    place_of = {plan.topic: place for place, plan in lines if not plan.steps_come_to(None)}
    found: dict[int, list[str]] = {}
    for plan, said in moved:
        if plan.topic in place_of:
            found.setdefault(place_of[plan.topic], []).append(said)
    return found
