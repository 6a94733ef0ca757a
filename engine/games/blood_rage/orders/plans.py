"""Standing and conditional orders (P2, P5): what a seat wants done when it is asked, without being asked.

Those of battles stand in `fighting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Move, Plan, Silence
from engine.core.plans import Facts, KitPlanner, Line, Plans, Queue, Standing
from engine.games.blood_rage.data import AGES, BY_CODE, FJORDS, PICKS, PLACE, Stat
from engine.games.blood_rage.moves import Action, BattleCard, Code, DraftPick, KeepCard, Protect, RaiseStat
from engine.games.blood_rage.orders.fighting import (
    CallNever,
    CallPlan,
    CardPlan,
    LatePlan,
    OfBattle,
    Prepared,
    age_of,
    enemies,
    held,
)
from engine.games.blood_rage.rules.gifts import design_rank
from engine.games.blood_rage.view import View

Wanted: TypeAlias = Iterator[tuple[Move, Plan | None]]
MOST_LINES = 5  # of a queue (P2)


class Draft(Standing):
    """`draft rank FIR FSU`: in this Age, after its draft in the next one, keep the first of these that is in the pack.

    `rest`: where none of them is, what a time-out would keep (`draft rank FIR FSU any`); else the owner is asked.
    """

    kind: Literal["draft_rank"] = "draft_rank"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=102)]
    age: int
    rest: bool = False

    def lapsed(self, desk: Desk) -> bool:
        """After its draft."""
        view: View = desk.view
        return view.round > self.age or (view.round == self.age and view.stage != "gifts")

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The first named ones; a second card of a two-player step as a time-out would choose it."""
        view: View = desk.view
        if decision.kind != "draft" or view.round != self.age:
            return
        left, count = list(view.pack), PICKS[len(view.clans)]
        chosen: list[str] = []
        for code in (*self.cards, *sorted(left, key=lambda code: design_rank(BY_CODE[code]))):
            if code in left and len(chosen) < count:
                left.remove(code)
                chosen.append(code)
        if self.rest or set(chosen) & set(self.cards):
            yield DraftPick(cards=tuple(chosen)), self

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """None of the cards is in the pack."""
        return "gone" if decision.kind == "draft" and desk.view.round == self.age else ""


def draft_age(desk: Desk | None) -> int:
    """The Age whose draft an order is about. Raises IllegalMove E_NO_DRAFT after the last one."""
    if desk is None:
        return 1
    age: int = desk.view.round + (desk.view.stage != "gifts")
    if age > AGES:
        raise IllegalMove("E_NO_DRAFT")
    return age


class TurnQueue(Queue[Annotated[Action, Field(discriminator="kind")]]):
    """`then` lines: one each own turn, as long as guards hold and moves are legal (P2)."""

    kind: Literal["queue"] = "queue"
    asked: Literal["action"] = "action"
    age: int
    turn: int  # how many turns the clan has taken before the first line is due

    def lapsed(self, desk: Desk) -> bool:
        """When a turn went by otherwise, and with its Age."""
        view: View = desk.view
        return view.round != self.age or view.turns[desk.seat] > self.turn

    def rest(self) -> Self:
        """The others are due one turn later."""
        return super().rest().model_copy(update={"turn": self.turn + 1})


class Saving(Standing):
    """`protect L S max 2`: whom Frigga's Protection saves, best first, as far as Rage goes (P5)."""

    kind: Literal["saving"] = "saving"
    figures: Annotated[tuple[Code, ...], Field(max_length=12)]
    most: int = Field(default=12, ge=0, le=12)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Those that are about to be destroyed."""
        if decision.kind != "protect":
            return
        view: View = desk.view
        room = min(self.most, view.clans[desk.seat].rage)
        yield Protect(figures=tuple(held(self.figures, view.doomed)[:room])), self


class Keeping(Standing):
    """`keep TY5 QAL1`: for the next Age the first of these that is left in hand (R13.1)."""

    kind: Literal["keeping"] = "keeping"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=12)]
    age: int

    def lapsed(self, desk: Desk) -> bool:
        """With its Age."""
        return self.age != age_of(desk)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The cards in their order."""
        if decision.kind == "keep":
            for card in self.cards:
                yield KeepCard(card=card), None


class Preference(Standing):
    """`stats axes horns rage`: every raise takes the first of these that can be chosen."""

    kind: Literal["preference"] = "preference"
    stats: Annotated[tuple[Stat, ...], Field(min_length=1, max_length=3)]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """In their order."""
        if decision.kind == "stat":
            for stat in self.stats:
                yield RaiseStat(stat=stat), self


# --- Guards (P2) ---------------


def _pillaged(desk: Desk, code: str) -> int:
    return int(desk.view.provinces[PLACE[code]].pillaged)


FACTS = Facts(
    {
        "pillaged": _pillaged,
        "unpillaged": lambda desk, code: 1 - _pillaged(desk, code),
        "rage": lambda desk, _: desk.view.clans[desk.seat].rage,
        "empty": lambda desk, code: desk.view.provinces[PLACE[code]].empty,
        "foe": lambda desk, code: enemies(desk.view, desk.seat, code),
    }
)

QueueLine: TypeAlias = Line[Annotated[Action, Field(discriminator="kind")]]
AnyPlan: TypeAlias = (
    Draft | TurnQueue | CallPlan | CallNever | CardPlan | LatePlan | Prepared | Saving | Keeping | Preference
)  # fmt: skip
PLANS: TypeAdapter[Any] = TypeAdapter(Annotated[AnyPlan, Field(discriminator="kind")])


class RagePlanner(KitPlanner):
    """The kit's; of orders for battles the nearest one speaks first, and nobody plans to play what they do not hold."""

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """See the kit. Raises IllegalMove E_NOT_IN_HAND, while a draft goes on for no card, as nobody knows what they
        will hold; E_DESTROYED, E_FJORD_GONE: no place comes back.
        """
        for plan in new:
            if isinstance(plan, TurnQueue):
                _check_standing(plan, desk)
            if isinstance(plan, CardPlan | LatePlan | Keeping) and desk.view.stage in ("action", "battle"):
                _check_held(plan.cards, desk)
        return super().file(standing, new, desk)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """The battle that is on, then its province, then any."""
        return tuple(sorted(plans, key=lambda plan: plan.nearness if isinstance(plan, OfBattle) else 3))


def _check_standing(queue: TurnQueue, desk: Desk) -> None:
    """The places that its moves name; one that names none of the board is left to its own check."""
    view: View = desk.view
    moves = (move for line in queue.lines for move in line.choices)
    for code in (getattr(move, part, None) for move in moves for part in ("source", "to", "province")):
        if code in PLACE and view.provinces[PLACE[code]].destroyed:
            raise IllegalMove("E_FJORD_GONE" if PLACE[code] in FJORDS else "E_DESTROYED", place=code)


def _check_held(cards: Iterable[str], desk: Desk) -> None:
    """Those of the hand, or lying in the battle that is on: they may come back."""
    view: View = desk.view
    laid = [view.answer.card] if isinstance(view.answer, BattleCard) else []
    fray = view.fray
    fought = fray.played[fray.fighters.index(desk.seat)] if fray and desk.seat in fray.fighters else ()
    for code in cards:
        if code not in (*view.clans[desk.seat].hand, *laid, *fought):
            raise IllegalMove("E_NOT_IN_HAND", card=code)
