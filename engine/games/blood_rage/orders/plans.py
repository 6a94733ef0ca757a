"""Standing and conditional orders (P2-P5): what a seat wants done when it is asked, without being asked.

Those of a battle hold for the one that is on, or else for the next one, and lapse with it; they know it by its number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.contract import Decision, Desk
from engine.core.moves import Json, Move, Plan
from engine.core.plans import Facts, Line, Queue, Standing
from engine.games.blood_rage.data import BY_CODE, FJORD_OF, PICKS, PLACE, Stat
from engine.games.blood_rage.moves import (
    Action,
    BattleCard,
    Blessing,
    CallMove,
    CallPass,
    Code,
    DraftPick,
    KeepCard,
    KeepCards,
    LateCard,
    LatePass,
    LeaderMove,
    Protect,
    RaiseStat,
    TideKeep,
    Volur,
)
from engine.games.blood_rage.rules.gifts import price
from engine.games.blood_rage.rules.strength import single_highest, totals
from engine.games.blood_rage.view import Fray, View

Wanted: TypeAlias = Iterator[tuple[Move, Plan | None]]
MOST_LINES = 5  # of a queue (P2)
NEXT = 1


def next_battle(desk: Desk | None) -> int:
    """The number of the battle that an order is about: the one that is on, else the next one."""
    if desk is None:
        return NEXT
    view: View = desk.view
    return view.battles + (view.fray is None)


def age_of(desk: Desk | None) -> int:
    """The Age in which an order is written."""
    return 1 if desk is None else desk.view.round


class Draft(Standing):
    """`draft rank FIR FSU`: in this Age keep the first of these that is in the pack."""

    kind: Literal["draft_rank"] = "draft_rank"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=102)]
    age: int

    def lapsed(self, desk: Desk) -> bool:
        """After its draft."""
        view: View = desk.view
        return view.round != self.age or view.stage != "gifts"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The first named ones; a second card of a two-player step as a time-out would choose it."""
        view: View = desk.view
        if decision.kind != "draft":
            return
        left, count = list(view.pack), PICKS[len(view.clans)]
        chosen: list[str] = []
        for code in (*self.cards, *sorted(left, key=_worth)):
            if code in left and len(chosen) < count:
                left.remove(code)
                chosen.append(code)
        if set(chosen) & set(self.cards):
            yield DraftPick(cards=tuple(chosen)), self


def _worth(code: str) -> tuple[int, int]:
    design = BY_CODE[code]
    if design.kind == "battle":
        return 0, -design.plus
    return (1, price(design)) if design.is_upgrade else (2, 0)


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

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The first line; the others are due one turn later."""
        if decision.kind != self.asked or not self.lines or not facts.hold(self.lines[0].guard, desk):
            return
        rest = self.model_copy(update={"lines": self.lines[1:], "turn": self.turn + 1})
        for move in self.lines[0].choices:
            yield move, rest if rest.lines else None


class _OfBattle(Standing):
    """A plan for one battle."""

    battle: int

    def lapsed(self, desk: Desk) -> bool:
        """When the battle is over."""
        return self.battle < next_battle(desk)


class Entry(BaseModel):
    """`L<YGG reply`: a figure that answers the call, and when."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    figure: Code
    source: Code
    guard: Literal["always", "contested", "behind", "reply"] = "always"


class CallPlan(_OfBattle):
    """`call W<GIM; L<YGG reply`: at each opportunity the first of these that may, else pass (P4)."""

    kind: Literal["call_plan"] = "call_plan"
    entries: tuple[Entry, ...]

    @property
    def topic(self) -> tuple[Json, ...]:
        """It takes the place of `call never`, and the other way round."""
        return ("call",)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Each entry is used once."""
        if decision.kind != "call" or self.battle != next_battle(desk):
            return
        for number, entry in enumerate(self.entries):
            if _holds(entry.guard, desk):
                rest = (*self.entries[:number], *self.entries[number + 1 :])
                yield CallMove(figure=entry.figure, source=entry.source), self.model_copy(update={"entries": rest})
        yield CallPass(), self


def _holds(guard: str, desk: Desk) -> bool:
    view: View = desk.view
    fray = view.fray
    if fray is None:
        return False
    province = view.provinces[PLACE[fray.province]]
    mine = province.strength[desk.seat]
    others = [strength for seat, strength in enumerate(province.strength) if seat != desk.seat]
    if guard == "contested":
        return enemies(view, desk.seat, fray.province) > 0
    if guard == "behind":
        return mine <= max(others)
    return guard == "always" or fray.reply


def enemies(view: View, seat: int, code: str) -> int:
    """How many figures of others are in a province and its fjord."""
    place = PLACE[code]
    places = [place] if place >= len(FJORD_OF) or FJORD_OF[place] < 0 else [place, FJORD_OF[place]]
    return sum(
        len(figures) for one in places for other, figures in enumerate(view.provinces[one].figures) if other != seat
    )


class CallNever(Standing):
    """`call never`: pass at every call, until it is replaced."""

    kind: Literal["call_never"] = "call_never"

    @property
    def topic(self) -> tuple[Json, ...]:
        """As `CallPlan.topic`."""
        return ("call",)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """To pass."""
        if decision.kind == "call":
            yield CallPass(), self


class CardPlan(_OfBattle):
    """`card TY5; then card TY3`: the card for this battle, and for the round after a Watch."""

    kind: Literal["card_plan"] = "card_plan"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=12)]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The first card; the others are left."""
        if decision.kind == "card" and self.battle == next_battle(desk):
            rest = self.cards[1:]
            yield BattleCard(card=self.cards[0]), self.model_copy(update={"cards": rest}) if rest else None


class LatePlan(_OfBattle):
    """`late HEY HGA if wins`, `late HEY always`, `late none` (P5)."""

    kind: Literal["late_plan"] = "late_plan"
    cards: Annotated[tuple[Code, ...], Field(max_length=12)] = ()
    when: Literal["wins", "always", "none"] = "none"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """A card that helps as it was said, else to pass."""
        if decision.kind != "late" or self.battle != next_battle(desk):
            return
        view: View = desk.view
        held = _held(self.cards, view.clans[desk.seat].hand)
        if held and (self.when == "always" or (view.fray is not None and _would_win(view.fray, desk.seat, held))):
            yield LateCard(card=held[0]), self._without(held[0])
        yield LatePass(), self

    def _without(self, card: str) -> LatePlan:
        at = self.cards.index(card)
        return self.model_copy(update={"cards": (*self.cards[:at], *self.cards[at + 1 :])})


def _held(cards: tuple[str, ...], hand: tuple[str, ...]) -> list[str]:
    """Those of the named cards that are in hand, each as often as it is there."""
    left = Counter(hand)
    found = []
    for code in cards:
        if left[code]:
            left[code] -= 1
            found.append(code)
    return found


def _would_win(fray: Fray, seat: int, held: list[str]) -> bool:
    """Whether the clan is not the single highest now, but would be with the first one, two, ... of these cards."""
    me = fray.fighters.index(seat)
    played = [list(one) for one in fray.plus]
    if single_highest(totals(fray.strengths, played)) == me:
        return False
    for code in held:
        played[me].append(BY_CODE[code].plus)
        if single_highest(totals(fray.strengths, played)) == me:
            return True
    return False


Preparable: TypeAlias = TideKeep | KeepCards | LeaderMove | Blessing | Volur | KeepCard | CallPass


class Prepared(Standing):
    """An answer given before it is asked for: `tide L`, `volur yes`, `keep TY5`."""

    kind: Literal["prepared"] = "prepared"
    move: Annotated[Preparable, Field(discriminator="kind")]
    battle: int = 0  # 0: of no battle
    age: int = 0  # 0: of every Age
    asked: ClassVar[dict[str, str]] = {"call_pass": "call"}  # the question, where it is not called like its answer

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each kind of answer."""
        return (self.kind, self.move.kind)

    def lapsed(self, desk: Desk) -> bool:
        """With its battle, with its Age."""
        gone = bool(self.battle) and self.battle < next_battle(desk)
        return gone or (bool(self.age) and self.age != age_of(desk))

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The answer; it stands on if it is of no battle."""
        due = not self.battle or self.battle == next_battle(desk)
        if due and decision.kind == self.asked.get(self.move.kind, self.move.kind):
            yield self.move, None if self.battle or self.age else self


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
        yield Protect(figures=tuple(_held(self.figures, view.doomed)[:room])), self


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
    Draft | TurnQueue | CallPlan | CallNever | CardPlan | LatePlan | Prepared | Saving | Preference
)  # fmt: skip
PLANS: TypeAdapter[Any] = TypeAdapter(Annotated[AnyPlan, Field(discriminator="kind")])
