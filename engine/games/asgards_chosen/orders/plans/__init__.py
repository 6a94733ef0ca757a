"""All plans, and what they mean when a question comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Candidate, Desk
from engine.core.decisions import Decision
from engine.core.moves import Plan
from engine.core.plans import KitPlanner, Plans, Standing
from engine.games.asgards_chosen.moves import Done, Muster, No, PassTurn
from engine.games.asgards_chosen.orders.plans.battles import (
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
    TargetPolicy,
    Wanted,
)
from engine.games.asgards_chosen.orders.plans.following import AddPlan, DropPlan, EventPlan, FollowUp, table_of
from engine.games.asgards_chosen.orders.plans.market import Musters, Sleep
from engine.games.asgards_chosen.orders.plans.sheets import PHASES, Ahead, NoAppeasing, Paused, Unasked
from engine.games.asgards_chosen.orders.plans.starting import AutoTiles, ItemRank
from engine.games.asgards_chosen.rules.campaign import ready
from engine.games.asgards_chosen.rules.muster.turns import market_open
from engine.games.asgards_chosen.rules.phases import could_appease
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View

AnyPlan: TypeAlias = (
    Keep | Running | Defend | AttackPlan | BlockPolicy | LatePolicy | StandPolicy | RetreatPolicy | ShiftPolicy
    | TargetPolicy | Ahead | Paused | NoAppeasing | Unasked | FollowUp | EventPlan | DropPlan | AddPlan | Musters
    | Sleep | AutoTiles | ItemRank
)  # fmt: skip
PLANS: TypeAdapter[Any] = TypeAdapter(Annotated[AnyPlan, Field(discriminator="kind")])
SURPRISES = frozenset({"interrupt", "late"})  # nobody is waited for: such cards are usually not there (P2)
# Of these nobody is asked whom all can see to have but one answer, nor whoever has ordered `pass if none`.
IDLE = frozenset({"god", "charm", "campaign", "muster", "event", "choose", "drop", "tile", "town", "item"})
PASSED_OVER = SURPRISES | IDLE
_SEEN = frozenset({"tile", "town", "item"})  # all know how much is left there
_LIES_OPEN = ("marker", "god")  # what an event takes that all can see; gods come from a discard pile
_BY_HAND = frozenset({"god", "charm", "after", "muster", "event"})  # of these a hand decides whether there is a choice


def tells_by_asking(state: State, decision: Decision) -> bool:
    """See `Game.tells_by_asking`: nobody knows who has ordered `pass if none`, which lets it be seen.

    In a campaign turn only the hand has a choice left where no hero can move.
    """
    idle = decision.kind == "campaign" and not ready(state, decision.seat)
    return idle or decision.kind in _BY_HAND


class ChosenPlanner(KitPlanner):
    """What is running goes on first; of defence plans the first that fits decides; nobody waits for surprises."""

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """New orders for a phase take the place of those that were given for it before."""
        phases = {one.phase for one in new if isinstance(one, Ahead)}
        left: Plans = tuple(one for one in standing if not (isinstance(one, Ahead) and one.phase in phases))
        said: Plans = ()
        for plan in new:
            left, said = (tuple(one for one in some if not _instead(plan, one)) for some in (left, said))
            said = (*said, plan)
        return super().file(left, said, desk)

    def candidates(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """Moves that the plans want here; orders of this round to which it did not come are kept, to be told of."""
        missed = tuple(one for one in standing if isinstance(one, Ahead) and one.missed(desk))
        for one in self._proposed(desk, decision, standing):
            yield replace(one, keep=(*one.keep, *missed))

    def _proposed(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """A window for a surprise is passed over, unless its owner wants it asked."""
        plans = self.in_force(standing, desk)
        kept = frozenset(card for one in plans if isinstance(one, Keep) for card in one.cards)
        for plan in self.speaking(plans, decision):
            wanted = self._wanted(plan, desk, decision, kept)
            at = next(number for number, one in enumerate(plans) if one is plan)
            for move, left in wanted:
                instead = left if isinstance(left, tuple) else () if left is None else (left,)
                yield Candidate(move, _after(move, plan, (*plans[:at], *instead, *plans[at + 1 :])), plan=plan)
            if isinstance(plan, Defend) and decision.kind == "defend" and plan.fits(desk.view, desk.seat):
                return
        yield from _no_more(plans, decision)
        if decision.kind in SURPRISES and not any(_asks(one, decision) for one in plans):
            yield Candidate(No(), plans, passed=True)
        elif decision.kind in IDLE:
            yield from _lone(plans, desk, decision)

    def _wanted(self, plan: Plan, desk: Desk, decision: Decision, kept: frozenset[str]) -> Wanted:
        if isinstance(plan, Listing):
            yield from plan.speaks(desk, decision, kept)
        elif isinstance(plan, Standing):
            yield from plan.wants(desk, decision, self.facts)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """Those that may speak: a list that is being played alone; that there has been enough before all else."""
        running = tuple(one for one in plans if isinstance(one, Running) and one.step == decision.kind)
        if running:
            return running
        if any(isinstance(one, Paused) for one in plans):
            return tuple(one for one in plans if not isinstance(one, Ahead) or one.phase == "renew")
        return tuple(sorted(plans, key=_turn))


def _lone(plans: Plans, desk: Desk, decision: Decision) -> Iterable[Candidate]:
    """The only answer, where its owner wills that it is given unasked, or it is no secret that there is but one."""
    paused = any(isinstance(one, Paused) for one in plans)  # `then ask` was said of this question, the other of all
    will = None if paused else next((one for one in plans if isinstance(one, Unasked)), None)
    only = desk.menus(decision).single()
    if only is not None and (will is not None or not _hidden(desk, decision)):
        yield Candidate(only, plans, passed=will is None, plan=will)


def _hidden(desk: Desk, decision: Decision) -> bool:
    """Whether the others cannot tell how many answers there are (R2.6).

    They see how many cards a hand has, the board, the Tisch and the discard piles, not what the hand leaves open.
    """
    view: View = desk.view
    if len(view.players) == 1 or not view.players[desk.seat].hand:
        return False
    if decision.kind == "choose":
        return len(decision.numbers("places")) > decision.number("least")
    if decision.kind == "campaign":
        return could_appease(table_of(desk), desk.seat, "campaign")
    if decision.kind == "muster":
        return market_open(table_of(desk), desk.seat)
    return decision.kind not in _SEEN and decision.subject.get("what") not in _LIES_OPEN


def _turn(plan: Plan) -> int:
    """What is said of one hero or one card goes before what is said of any; that there has been enough before all."""
    if isinstance(plan, StandPolicy | FollowUp):
        general = not plan.hero if isinstance(plan, StandPolicy) else not plan.why
        return 3 if general else 1
    if isinstance(plan, BlockPolicy):
        return 2 if plan.kinds else 3
    return 0 if isinstance(plan, Musters) else 2


def _instead(later: Plan, earlier: Plan) -> bool:
    """Whether one of two policies names no card, for all surprises of its kind, and the other can but contradict it."""
    if isinstance(later, BlockPolicy) and isinstance(earlier, BlockPolicy):
        all_of_them = later.item is None and later.when == "never"
        return not later.kinds and (all_of_them or (not earlier.kinds and None in (later.item, earlier.item)))
    return isinstance(later, LatePolicy) and isinstance(earlier, LatePolicy) and None in (later.card, earlier.card)


def _after(move: Any, plan: Plan, left: Plans) -> Plans:
    """What stands when a line of a market sheet has been carried out: one less of them may be."""
    if not (isinstance(plan, Ahead) and isinstance(move, Muster)):
        return left
    if plan.then_ask:
        return tuple(one for one in left if not (isinstance(one, Musters) or _for_muster(one)))
    return tuple(one.one_more if isinstance(one, Musters) else one for one in left)


def _for_muster(plan: Plan) -> bool:
    return isinstance(plan, Paused | Ahead) and plan.phase == "muster"


def _no_more(plans: Plans, decision: Decision) -> Iterable[Candidate]:
    """Whoever has written a sheet is done with a phase for which it says no more, and passes where nothing fits."""
    sheet = [one for one in plans if isinstance(one, Ahead)]
    if decision.kind in ("god", "charm") and not any(isinstance(one, Paused) for one in plans):
        later = [one for one in sheet if PHASES.index(decision.kind) < PHASES.index(one.phase) < PHASES.index("renew")]
        if later and not any(one.phase == decision.kind for one in sheet):
            yield Candidate(Done(), plans)
    elif decision.kind == "after" and any(isinstance(one, NoAppeasing) for one in plans):
        yield Candidate(Done(), plans)
    elif decision.kind == "muster" and any(isinstance(one, Musters) for one in plans):
        yield Candidate(PassTurn(), plans)


def _asks(plan: Plan, decision: Decision) -> bool:
    """Whether the owner wants to be asked at such a window."""
    if isinstance(plan, BlockPolicy):
        return plan.when == "ask" and plan.fits(decision)
    return isinstance(plan, LatePolicy) and plan.when == "ask" and decision.kind == "late"
