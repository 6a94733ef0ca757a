"""What standing plans mean together: which stand beside each other, and which speaks first."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.contract import Candidate, Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Plan
from engine.core.plans import Facts, KitPlanner
from engine.games.asgard import moves
from engine.games.asgard.orders.plans import GodsPlan
from engine.games.asgard.orders.steps import ActStep, EndPlan, StepsPlan
from engine.games.asgard.pieces import COLOURS, GOD_NUMBER, WORLD_SLOT, Colour, side_of_god
from engine.games.asgard.rules.odin import check_shown
from engine.games.asgard.view import View

Plans = tuple[Plan, ...]
PASSED_OVER = frozenset({"colour"})  # it changes nothing in the game, and took each player a mail and perhaps days
OF_SEAT: tuple[Colour, ...] = ("red", "blue", "yellow", "purple")  # as near to their marks as may be


class AsgardPlanner(KitPlanner):
    """Standing orders of Asgard."""

    def __init__(self) -> None:
        super().__init__(Facts({}))

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """New plans replace earlier ones of their topic. Raises IllegalMove for what can never be carried out."""
        for plan in new:
            if isinstance(plan, GodsPlan):
                _check_gods(plan, desk)
            elif isinstance(plan, StepsPlan):
                _check_acts(plan, desk.view)
        if any(isinstance(plan, EndPlan) for plan in new):
            standing = tuple(one.without_leading_extras() if isinstance(one, StepsPlan) else one for one in standing)
        return super().file(standing, new, desk)

    def candidates(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """What the plans want; of a colour nobody is asked: each seat has its own, or the next that is free."""
        yield from super().candidates(desk, decision, standing)
        if decision.kind == "colour":
            wanted = (*OF_SEAT[desk.seat :], *OF_SEAT)
            free = next(one for one in wanted if COLOURS.index(one) not in desk.view.colours)
            yield Candidate(moves.ChooseColour(colour=free), standing, passed=True)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """What was said of one disc before what was said of the rest; the end of a turn before what is left of it."""
        return tuple(sorted(plans, key=lambda one: isinstance(one, StepsPlan) or getattr(one, "slot", "") is None))


def _check_gods(plan: GodsPlan, desk: Desk) -> None:
    rises = desk.view.table.components.rises
    for god in plan.gods:
        if plan.gods.count(god) > 1:
            raise IllegalMove("E_GOD_DUPLICATE", god=god)
        if rises[GOD_NUMBER[god]] > plan.round:
            raise IllegalMove("E_GOD_NOT_RISEN", god=god)


def _check_acts(plan: StepsPlan, view: View) -> None:
    """What an action names must be there, or still able to be, when it is written."""
    for step in plan.steps:
        options = step.options or () if isinstance(step, ActStep) else ()
        for act in options:
            if isinstance(act, moves.Request) and isinstance(act.skill, moves.NewOrder):
                for accept in act.skill.accept:
                    check_shown(view.table, accept)
        builds = [act for act in options if isinstance(act, moves.Temple)]
        taken = [act for act in builds if _is_taken(act, view)]
        for act in taken:
            # a line above may have taken it, and fall-backs are for that; a slot of the other side is a slip of the pen
            if len(taken) == len(options) or WORLD_SLOT[act.to or ""] % 2 != side_of_god(GOD_NUMBER[act.god]):
                raise IllegalMove("E_WORLD_SLOT", slot=act.to, god=act.god)


def _is_taken(act: moves.Temple, view: View) -> bool:
    """Whether the slot that a god tile shall go to is not free, and so never will be."""
    side = side_of_god(GOD_NUMBER[act.god])
    return act.to is not None and WORLD_SLOT[act.to] not in view.table.free_world_slots(side)
