"""All plans, and what they mean when a question comes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Candidate, Decision, Desk
from engine.core.moves import Plan
from engine.core.plans import KitPlanner, Plans, Standing
from engine.games.asgards_chosen.moves import Done, No, PassTurn
from engine.games.asgards_chosen.orders.battles import (
    AttackPlan,
    BlockPolicy,
    Defend,
    Keep,
    LatePolicy,
    Listing,
    RetreatPolicy,
    Running,
    ShiftPolicy,
    StandPolicy,
    Wanted,
)
from engine.games.asgards_chosen.orders.sheets import PHASES, Ahead

AnyPlan: TypeAlias = (
    Keep | Running | Defend | AttackPlan | BlockPolicy | LatePolicy | StandPolicy | RetreatPolicy | ShiftPolicy | Ahead
)
PLANS: TypeAdapter[Any] = TypeAdapter(Annotated[AnyPlan, Field(discriminator="kind")])
PASSED_OVER = frozenset({"interrupt", "late"})  # nobody is waited for: such cards are usually not there (P2)


class ChosenPlanner(KitPlanner):
    """What is running goes on first; of defence plans the first that fits decides; nobody waits for surprises."""

    def candidates(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """Moves that the plans want here; a window for a surprise is passed over, unless its owner wants it asked."""
        plans = self.in_force(standing, desk)
        kept = frozenset(card for one in plans if isinstance(one, Keep) for card in one.cards)
        for plan in self.speaking(plans, decision):
            wanted = self._wanted(plan, desk, decision, kept)
            at = next(number for number, one in enumerate(plans) if one is plan)
            for move, left in wanted:
                instead = left if isinstance(left, tuple) else () if left is None else (left,)
                yield Candidate(move, (*plans[:at], *instead, *plans[at + 1 :]))
            if isinstance(plan, Defend) and decision.kind == "defend" and plan.fits(desk.view, desk.seat):
                return
        yield from _no_more(plans, decision)
        if decision.kind in PASSED_OVER and not any(_asks(one, decision.kind) for one in plans):
            yield Candidate(No(), plans)

    def _wanted(self, plan: Plan, desk: Desk, decision: Decision, kept: frozenset[str]) -> Wanted:
        if isinstance(plan, Listing):
            yield from plan.speaks(desk, decision, kept)
        elif isinstance(plan, Standing):
            yield from plan.wants(desk, decision, self.facts)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """Those that may speak."""
        running = tuple(one for one in plans if isinstance(one, Running) and one.step == decision.kind)
        return running or plans


def _no_more(plans: Plans, decision: Decision) -> Iterable[Candidate]:
    """Whoever has written a sheet is done with a phase for which it says no more, and passes where nothing fits."""
    sheet = [one for one in plans if isinstance(one, Ahead)]
    if decision.kind in ("god", "charm", "after"):
        here = "campaign" if decision.kind == "after" else decision.kind
        later = [one for one in sheet if PHASES.index(one.phase) > PHASES.index(here)]
        if later and not any(one.phase == here for one in sheet):
            yield Candidate(Done(), plans)
    elif decision.kind == "muster" and any(one.phase == "muster" for one in sheet):
        yield Candidate(PassTurn(), plans)


def _asks(plan: Plan, kind: str) -> bool:
    """Whether the owner wants to be asked at such a window."""
    if isinstance(plan, BlockPolicy):
        return kind == "interrupt" and plan.when == "ask"
    return isinstance(plan, LatePolicy) and kind == "late" and plan.when == "ask"
