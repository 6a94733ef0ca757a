"""Orders for battles (P4, P5): for the one that is on or comes next, for the next one in a province, or for any.

The nearest order speaks: this battle, then its province, then whatever battle it is. Those of this battle lapse with
it, which they know by its number; the others with their Age. An order for a province becomes one for the battle there
as soon as it is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Json, Move, Plan
from engine.core.plans import Facts, Left, Standing
from engine.games.blood_rage.data import BY_CODE, FJORD_OF, PLACE
from engine.games.blood_rage.moves import (
    BattleCard,
    Blessing,
    CallMove,
    CallPass,
    Code,
    KeepCards,
    LateCard,
    LatePass,
    LeaderMove,
    TideKeep,
    Volur,
)
from engine.games.blood_rage.rules.strength import single_highest, totals
from engine.games.blood_rage.view import Fray, View

Wanted: TypeAlias = Iterator[tuple[Move, Left]]
NEXT = 1
ANY = "any"  # the scope of orders for whatever battle comes


def next_battle(desk: Desk | None) -> int:
    """The number of the battle that an order is about: the one that is on, else the next one."""
    if desk is None:
        return NEXT
    view: View = desk.view
    return view.battles + (view.fray is None)


def age_of(desk: Desk | None) -> int:
    """The Age in which an order is written."""
    return 1 if desk is None else desk.view.round


class OfBattle(Standing):
    """A plan for one battle by its number, for the next one in `place`, or (neither) for any of its Age."""

    battle: int = 0
    place: str = ""
    age: int = 0  # 0: of a plan that knows its battle, or is of no battle at all
    subject: ClassVar[str]

    @property
    def scope(self) -> str:
        """A province, `ANY`, or empty: one battle, or none in particular."""
        return self.place or (ANY if self.age and not self.battle else "")

    @property
    def nearness(self) -> int:
        """What speaks first: this battle, this province, any battle."""
        return 1 if self.place else 2 if self.scope else 0

    @property
    def topic(self) -> tuple[Json, ...]:
        """Plans for the same battles replace each other."""
        return (self.subject, self.scope) if self.scope else (self.subject,)

    def lapsed(self, desk: Desk) -> bool:
        """When the battle, or the Age, is over."""
        if self.battle:
            return self.battle < next_battle(desk)
        over = bool(self.age) and self.age != age_of(desk)
        return over or (bool(self.place) and _is_spent(desk.view, self.place))

    def due(self, desk: Desk) -> bool:
        """Whether it is about the battle that is on."""
        view: View = desk.view
        if self.battle:
            return self.battle == next_battle(desk)
        return view.fray is not None and self.place in ("", view.fray.province)

    def left(self, desk: Desk, rest: Self | None) -> Left:
        """What stands when it has spoken, `rest` of it for this battle: that of a province serves no later one."""
        bound = rest and rest.model_copy(update={"battle": next_battle(desk), "place": "", "age": 0})
        if self.scope != ANY:
            return bound
        return (self, bound) if bound is not None else self


def _is_spent(view: View, place: str) -> bool:
    """Whether no battle comes there any more in this Age: it is pillaged, and nobody can pillage it again."""
    on = view.fray is not None and view.fray.province == place
    again = any(code == "YCH" for clan in view.clans for code in (*clan.sheet, *clan.hand))
    return view.provinces[PLACE[place]].pillaged and not (on or again)


class Entry(BaseModel):
    """`L<YGG reply`: a figure that answers the call, and when."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    figure: Code
    source: Code
    guard: Literal["always", "contested", "behind", "reply"] = "always"


class CallPlan(OfBattle):
    """`call W<GIM; L<YGG reply`: at each opportunity the first of these that may, else pass (P4)."""

    kind: Literal["call_plan"] = "call_plan"
    subject: ClassVar[str] = "call"
    entries: tuple[Entry, ...] = ()  # none: to stay out of it

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Each entry is used once a battle."""
        if decision.kind != "call" or not self.due(desk):
            return
        for number, entry in enumerate(self.entries):
            if _holds(entry.guard, desk):
                rest = self.model_copy(update={"entries": (*self.entries[:number], *self.entries[number + 1 :])})
                yield CallMove(figure=entry.figure, source=entry.source), self.left(desk, rest)
        yield CallPass(), self.left(desk, self)


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
    """`call never`: pass at every call for which nothing nearer says otherwise, until it is dropped."""

    kind: Literal["call_never"] = "call_never"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """To pass."""
        if decision.kind == "call":
            yield CallPass(), self


class CardPlan(OfBattle):
    """`card TY5 TY3`: the first of these in hand, after a Watch the next; `card TY5; then card TY3` says the same."""

    kind: Literal["card_plan"] = "card_plan"
    subject: ClassVar[str] = "card"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=12)]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The cards in their order."""
        if decision.kind != "card" or not self.due(desk):
            return
        for number, card in enumerate(self.cards):
            rest = (*self.cards[:number], *self.cards[number + 1 :])
            spent = not rest or self.scope == ANY  # a list for any battle is read anew after a Watch, too
            yield BattleCard(card=card), self.left(desk, None if spent else self.model_copy(update={"cards": rest}))


class LatePlan(OfBattle):
    """`late HEY HGA if wins`, `late HEY always`, `late none` (P5)."""

    kind: Literal["late_plan"] = "late_plan"
    subject: ClassVar[str] = "late"
    cards: Annotated[tuple[Code, ...], Field(max_length=12)] = ()
    when: Literal["wins", "always", "none"] = "none"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """A card that helps as it was said, else to pass."""
        if decision.kind != "late" or not self.due(desk):
            return
        view: View = desk.view
        mine = held(self.cards, view.clans[desk.seat].hand)
        if mine and (self.when == "always" or (view.fray is not None and _would_win(view.fray, desk.seat, mine))):
            yield LateCard(card=mine[0]), self.left(desk, None if self.scope == ANY else self._without(mine[0]))
        yield LatePass(), self.left(desk, None if self.scope == ANY else self)

    def _without(self, card: str) -> LatePlan:
        at = self.cards.index(card)
        return self.model_copy(update={"cards": (*self.cards[:at], *self.cards[at + 1 :])})


def held(cards: tuple[str, ...], hand: tuple[str, ...]) -> list[str]:
    """Those of the named cards that are in hand, each as often as it is there."""
    left = Counter(hand)
    found = []
    for code in cards:
        if left[code]:
            left[code] -= 1
            found.append(code)
    return found


def _would_win(fray: Fray, seat: int, mine: list[str]) -> bool:
    """Whether the clan is not the single highest now, but would be with the first one, two, ... of these cards."""
    me = fray.fighters.index(seat)
    played = [list(one) for one in fray.plus]
    if single_highest(totals(fray.strengths, played)) == me:
        return False
    for code in mine:
        played[me].append(BY_CODE[code].plus)
        if single_highest(totals(fray.strengths, played)) == me:
            return True
    return False


Preparable: TypeAlias = TideKeep | KeepCards | LeaderMove | Blessing | Volur | CallPass


class Prepared(OfBattle):
    """An answer given before it is asked for: `tide L`, `volur yes`. That of no battle stands on."""

    kind: Literal["prepared"] = "prepared"
    subject: ClassVar[str] = "prepared"
    move: Annotated[Preparable, Field(discriminator="kind")]
    asked: ClassVar[dict[str, str]] = {"call_pass": "call"}  # the question, where it is not called like its answer

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each kind of answer."""
        return (*super().topic, self.move.kind)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The answer."""
        of_one = bool(self.battle or self.place)
        if (self.due(desk) or not (of_one or self.age)) and decision.kind == self.asked.get(
            self.move.kind, self.move.kind
        ):
            move = self.move
            yield _kept(move, desk) if isinstance(move, KeepCards) else move, None if of_one else self


def _kept(move: KeepCards, desk: Desk) -> KeepCards:
    """Those of the cards that lie there, as many as there is Rage for; where none does, as it was said."""
    view: View = desk.view
    assert view.fray is not None
    there = held(move.cards, view.fray.played[view.fray.fighters.index(desk.seat)])
    return KeepCards(cards=tuple(there[: view.clans[desk.seat].rage])) if there else move


def scoped(plan: Plan, place: str, age: int) -> Plan:
    """The same order for the next battle in a province (empty: for any) of this Age."""
    return plan.model_copy(update={"battle": 0, "place": place, "age": age})


def unscoped(plan: OfBattle) -> OfBattle:
    """The same order for one battle, as it is written behind its scope."""
    return plan.model_copy(update={"battle": NEXT, "place": "", "age": 0})
