"""Answers given before the cards are seen: what is kept, given up, added to a payment, or too many (D17-D21).

They name cards in the order in which they are wanted; the first of them that are there when it is asked are meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Json, Move, Silence
from engine.core.plans import Facts, Left, Standing
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import CARDS, DESIGNS, NAME, SLOT
from engine.games.asgards_chosen.moves import Name
from engine.games.asgards_chosen.orders.choices import BEST, NOTHING, SELECTORS
from engine.games.asgards_chosen.rules.follow import at_places, worth
from engine.games.asgards_chosen.rules.muster import events
from engine.games.asgards_chosen.rules.muster.payment import cost, pays
from engine.games.asgards_chosen.state import State

Wanted = Iterator[tuple[Move, Left]]
Ranking = Annotated[tuple[Name, ...], Field(max_length=20)]


class InRound(Standing):
    """A plan that names cards as they are in one round, and lapses with it."""

    round: int

    def lapsed(self, desk: Desk) -> bool:
        """With its round."""
        return bool(desk.view.round > self.round)


def table_of(desk: Desk) -> State:
    """The table as far as the seat knows it; what it cannot know is drawn anew."""
    state: State = desk.imagine(SeededChance(b"plans")).state
    return state


class FollowUp(InRound):
    """`god Odin keep best`, `charm Aarni top Thor`, `Mamuna[keep none]`: what is chosen once it is seen (D21)."""

    kind: Literal["follow"] = "follow"
    why: str = ""  # the card whose question it answers; empty: any
    choices: Ranking
    ground: str = ""  # of a battle: which one

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each card."""
        return (self.kind, self.why)

    def lapsed(self, desk: Desk) -> bool:
        """With its round, or its battle."""
        fray = desk.view.fray
        return super().lapsed(desk) or (self.ground != "" and (fray is None or fray.ground != self.ground))

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """As many as may be chosen, in the order of the ranking."""
        if decision.kind == "choose" and self.why in ("", decision.text("why")):
            yield m.Choose(cards=chosen(self.choices, desk, decision)), None


def chosen(choices: tuple[str, ...], desk: Desk, decision: Decision) -> tuple[str, ...]:
    """The cards that a ranking means at this question."""
    state, whose = table_of(desk), decision.number("whose")
    left = at_places(state, whose, list(decision.numbers("places")))
    most, found = decision.number("most"), list[int]()
    for choice in choices:
        if choice == NOTHING:
            break
        while left and len(found) < most:
            card = _selected(choice, state, whose, left)
            if card is None:
                break
            left.remove(card)
            found.append(card)
            if choice not in SELECTORS:
                break
    return tuple(NAME[card] for card in found)


def _selected(choice: str, state: State, whose: int, left: list[int]) -> int | None:
    if choice not in SELECTORS:
        return state.named(left, choice)
    best = max if choice == BEST else min
    return best(left, key=lambda card: worth(state, whose, card))


class EventPlan(InRound):
    """`event sac Troll, Nixie`, `event remove T4`, `event take Thor`: for any event that asks for that (D17)."""

    kind: Literal["event_plan"] = "event_plan"
    what: Literal["sacrifice", "god", "marker"]
    cards: Ranking = ()
    markers: Annotated[tuple[m.Place, ...], Field(max_length=9)] = ()

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each thing that is asked for."""
        return (self.kind, self.what)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """As many of these cards as are wanted; the first of these markers that can go."""
        if decision.kind != "event" or decision.text("what") != self.what:
            return
        if self.what == "marker":
            for place in self.markers:
                yield m.EventChoice(marker=place), self
            return
        state = table_of(desk)
        there = events.options(state, desk.seat, self.what)
        names = _held(self.cards, state, there, min(decision.number("most"), len(there)))
        if len(names) >= min(decision.number("least"), len(there)):
            yield m.EventChoice(cards=names), self


def event_plan(move: m.EventChoice, round_: int) -> EventPlan:
    """An answer to an event that has not come yet."""
    if move.marker is not None:
        return EventPlan(what="marker", markers=(move.marker,), round=round_)
    gods = not move.cards or DESIGNS[move.cards[0]].sort == "god"
    return EventPlan(what="god" if gods else "sacrifice", cards=move.cards, round=round_)


class DropPlan(InRound):
    """`drop Nixie, Troll`: what goes first at the limit of the hand (D19)."""

    kind: Literal["drop_plan"] = "drop_plan"
    cards: Ranking

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """As many as are too many; else its owner is asked."""
        if decision.kind == "drop":
            state = table_of(desk)
            names = _held(self.cards, state, state.hands[desk.seat], decision.number("count"))
            if len(names) == decision.number("count"):
                yield m.Drop(cards=names), self

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """Too few of its cards are in hand."""
        return "short" if decision.kind == "drop" else ""


class AddPlan(InRound):
    """`add Troll, Nixie`: what is added to an open payment until it is enough; nothing if that is too little (D21)."""

    kind: Literal["add_plan"] = "add_plan"
    cards: Ranking

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The cards that make it enough."""
        if decision.kind != "add":
            return
        state, power = table_of(desk), decision.number("power")
        bought = CARDS[state.tisch[SLOT[decision.text("slot")]]]
        left, paid = list(state.hands[desk.seat]), list[str]()
        for name in self.cards:
            card = state.named(left, name)
            more = None if card is None else pays(state, card, bought)
            if card is not None and more is not None and power < cost(state, bought):
                left.remove(card)
                paid.append(name)
                power += more
        enough = power >= cost(state, bought)
        yield m.AddPay(pay=tuple(m.Pay(card=one) for one in paid if enough)), self


def _held(cards: tuple[str, ...], state: State, pile: list[int], most: int) -> tuple[str, ...]:
    """The first of these cards that lie in a pile."""
    left, found = list(pile), list[str]()
    for name in cards:
        card = state.named(left, name)
        if card is not None and len(found) < most:
            left.remove(card)
            found.append(name)
    return tuple(found)


def held_still(cards: tuple[str, ...], desk: Desk) -> tuple[str, ...]:
    """Those of these cards that are in the hand of the desk's seat; `all` and `gods` written out."""
    hand = [name for name in desk.view.players[desk.seat].hand if name in DESIGNS]
    if "all" in cards:
        return tuple(hand)
    gods = tuple(name for name in hand if DESIGNS[name].sort == "god") if "gods" in cards else ()
    left = [name for name in hand if name not in gods or "gods" not in cards]
    found = list(gods)
    for name in cards:
        if name in left:
            left.remove(name)
            found.append(name)
    return tuple(found)
