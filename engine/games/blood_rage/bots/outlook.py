"""What a clan may hope for in each province, seen from its seat: counted once, asked for each answer that it weighs.

Of the table it looks at what everybody sees, at the own cards, and at cards of others that the seat has seen.
"""

from __future__ import annotations

import math

from engine.core.moves import Seat
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.data import (
    ADJACENT,
    AGES,
    AXES,
    CARDS,
    DOOM_GLORY,
    EMPTY,
    FJORD_OF,
    FJORDS,
    MOST_RAGE,
    PROVINCES,
    REGION,
    STRENGTH,
    SUPPORTS,
    VALHALLA,
    WARRIORS,
    YGGDRASIL,
    Design,
)
from engine.games.blood_rage.rules.strength import of_warriors
from engine.games.blood_rage.state import State

# What the best card of a hand adds to its clan, by Age and by the cards in hand; and what a clan's figures beside the
# province add, where they can come.
CARD = (
    (0.0, 1.3, 2.0, 2.5, 2.9, 3.2, 3.4, 3.5),
    (0.0, 1.6, 2.6, 3.2, 3.6, 3.9, 4.1, 4.2),
    (0.0, 1.7, 2.8, 3.4, 3.9, 4.2, 4.4, 4.5),
)
JOINING, COMING, SPREAD = 0.4, 0.45, 2.0
KEPT = 0.65  # of what a pillage promises, while somebody may come between
STAYS, STANDING = 0.75, 0.35  # a figure is still there when the Age ends; what a strength is worth in the next one
FALLEN = 0.8  # a figure less until the Age ends


class Outlook:
    """The board as it looks to one clan."""

    __slots__ = (
        "axes", "card", "certain", "doom", "each", "empty", "figures", "hurry", "lost", "mine", "most", "near",
        "others", "quests", "seat", "sheet", "stands", "state", "strength", "threats", "tokens", "troops", "warriors",
    )  # fmt: skip

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.sheet: tuple[Design, ...] = tuple(CARDS[card] for card in state.sheets[seat] if card != EMPTY)
        self.others = [one for one in range(state.seats) if one != seat]
        self.troops = [_troops(state, one) for one in range(state.seats)]  # by seat, by place: Warriors, others
        self.strength = [_strengths(state, one, self.troops[one]) for one in range(state.seats)]
        self.most = [max(self.strength[one][place] for one in self.others) for place in PROVINCES]
        self.warriors = [of_warriors(state, seat, count) for count in range(len(WARRIORS) + 1)]  # own ones together
        self.empty = [state.empty_villages(place) for place in PROVINCES]
        self.mine = self.strength[seat]
        self.figures = [sum(1 for where in state.places[seat] if where in (place, FJORD_OF[place]))
                        for place in PROVINCES]  # fmt: skip
        self.axes = float(state.value(seat, AXES))
        self.card = own_card(state, seat)
        self.doom = state.doom[state.age - 1]
        self.each = self._each()
        self.lost = self._lost()
        self.tokens: dict[int, float] = {}
        self.threats: dict[int, list[tuple[float, float]]] = {}
        self.near: dict[tuple[Seat, int], float] = {}
        self.quests = self._quests()
        self.hurry = sum(state.rage[one] for one in self.others) / MOST_RAGE  # how much others may still change
        self.certain = {goal: self._met(goal, {}) for goal in self.quests}  # how likely each is met as things stand
        self.stands = STANDING if state.age < AGES else 0.0

    # --- What figures are worth ---------------

    def _loki(self) -> float:
        """What a figure in Valhalla pays when the Age ends."""
        return float(sum(one.effect["glory"] for one in self.sheet if "release" in one.at))

    def _each(self) -> float:
        """What a figure that Ragnarok takes in this Age pays more than one that stays."""
        factor = 2 if any("ragnarok" in one.at for one in self.sheet) else 1
        stays = 0.6 if self.state.age < AGES else 3.0 if prices.ending(self.sheet) else 0.0
        return DOOM_GLORY[self.state.age - 1] * factor + self._loki() - stays

    def _lost(self) -> float:
        """What is lost with a figure that falls in a battle; below 0: it is gladly lost."""
        death = any(CARDS[one].effect["kind"] == "figures_in_valhalla" for one in self._wanted())
        base = FALLEN if self.state.age < AGES else 3.0 if prices.ending(self.sheet) else 0.4
        return base - self._loki() - (1.3 if death and self.dead < 4 else 0.0)

    @property
    def dead(self) -> int:
        """Own figures in Valhalla."""
        return self.state.places[self.seat].count(VALHALLA)

    def _wanted(self) -> list[int]:
        state, seat = self.state, self.seat
        return [one for one in (*state.hands[seat], *state.quests[seat]) if CARDS[one].kind == "quest"]

    def strength_with(self, place: int, warriors: int, others: float) -> float:
        """Own strength in a province if so many Warriors and so much other strength were added."""
        if not warriors:
            return self.mine[place] + others
        mine = self.troops[self.seat][place][0]
        return self.mine[place] + self.warriors[mine + warriors] - self.warriors[mine] + others

    # --- What a pillage promises ---------------

    def token(self, place: int) -> float:
        """The reward of a pillage, with what figures and the Leader add."""
        if place not in self.tokens:
            self.tokens[place] = prices.of_token(self.state, self.seat, place)
        return self.tokens[place]

    def beside(self, seat: Seat, place: int) -> float:
        """The strength that a clan could bring from beside, as far as there are villages."""
        key = (seat, place)
        if key not in self.near:
            troops = self.troops[seat]
            around = sum(troops[other][0] + troops[other][1] for other in ADJACENT[place])
            self.near[key] = min(around, 2.5 * self.empty[place])
        return self.near[key]

    def threatened(self, place: int) -> list[tuple[float, float]]:
        """What others may come to there, each as (total, how likely it is that they fight there)."""
        if place not in self.threats:
            self.threats[place] = self.threats_with(place, {})
        return self.threats[place]

    def threats_with(self, place: int, fallen: dict[Seat, float]) -> list[tuple[float, float]]:
        """The same after clans have lost so much strength there."""
        found = []
        for seat in self.others:
            here = self.strength[seat][place] - fallen.get(seat, 0.0)
            near = self.beside(seat, place)
            if here > 0:
                found.append((here + self.likely(seat) + JOINING * near, 1.0))
            elif near > 0 and self.empty[place] > 0:
                found.append((self.likely(seat) + 0.7 * near, COMING))
        return found

    def likely(self, seat: Seat) -> float:
        """What the card of another clan adds, as far as this seat can know."""
        state, bit = self.state, 1 << self.seat
        hand = state.hands[seat]
        known = [_plus(card) for card in hand if state.seen[card] & bit]
        unknown = len(hand) - len(known)
        return max(CARD[state.age - 1][min(unknown, 7)], max(known, default=0.0))

    def winning(self, place: int, strength: float, threats: list[tuple[float, float]] | None = None) -> float:
        """How likely a battle there is won with so much strength on the board."""
        mine = strength + self.card + JOINING * self.beside(self.seat, place)
        chance = 1.0
        for total, shows in self.threatened(place) if threats is None else threats:
            chance *= 1.0 - shows * (1.0 - surer((mine - total) / SPREAD))
        return chance

    def promise(
        self, place: int, strength: float, figures: int, threats: list[tuple[float, float]] | None = None
    ) -> float:
        """What a pillage there would bring with so many figures of so much strength."""
        found = self.threatened(place) if threats is None else threats
        won = self.winning(place, strength, found)
        fought = max((shows for _, shows in found), default=0.0)
        return won * (self.token(place) + fought * self.axes) - (1.0 - won) * self.lost * figures

    def open(self, place: int) -> bool:
        """Whether it can be pillaged."""
        return not self.state.pillaged[place] and not self.state.destroyed[place]

    # --- What a place is worth ---------------

    def place(
        self, place: int, strength: float, figures: int, *, raiding: bool = True,
        threats: list[tuple[float, float]] | None = None,
    ) -> float:  # fmt: skip
        """So much strength in so many figures in a province, quests apart. `raiding`: there is Rage left to pillage."""
        if not figures:
            return 0.0
        value = 0.0
        if raiding and self.open(place):
            value += KEPT * max(0.0, self.promise(place, strength, figures, threats))
        if place == self.doom:
            return value + STAYS * figures * self.each
        return value + self.stands * strength

    # --- Quests ---------------

    def _quests(self) -> dict[str, float]:
        """What own quests pay, by the region that they ask for; one of many dead is kept apart."""
        doubled = 2.0 if any("quest" in one.at for one in self.sheet) else 1.0
        found: dict[str, float] = {}
        for card in self._wanted():
            goal = goal_of(CARDS[card])
            found[goal] = found.get(goal, 0.0) + CARDS[card].glory * doubled + prices.best_step(self.state, self.seat)
        return found

    def leading(self, place: int, strength: float) -> float:
        """How likely so much strength is the most there when the Age ends."""
        if strength <= 0 or self.state.destroyed[place]:
            return 0.0
        return surer((strength - self.most[place] - 0.6 - 0.5 * self.hurry) / (0.7 + 0.9 * self.hurry))

    def met(self, goal: str) -> float:
        """How likely a quest is met as things stand."""
        return self.certain[goal] if goal in self.certain else self._met(goal, {})

    def _met(self, goal: str, changed: dict[int, float]) -> float:
        """The same if own strength were changed in these provinces."""
        if goal == DEAD:
            return (0.15, 0.25, 0.4, 0.65, 1.0)[min(4, self.dead)]
        mine, best = self.mine, 0.0
        for place in GOALS[goal]:
            best = max(best, self.leading(place, changed.get(place, mine[place])))
        return best

    def questing(self) -> float:
        """What all own quests promise as things stand."""
        return sum(pays * self.certain[goal] for goal, pays in self.quests.items())

    def more_questing(self, changed: dict[int, float]) -> float:
        """By how much more they promise, if own strength were changed in these provinces."""
        more = 0.0
        for goal, pays in self.quests.items():
            if goal != DEAD and not changed.keys().isdisjoint(GOALS[goal]):
                more += pays * (self._met(goal, changed) - self.certain[goal])
        return more


DEAD = "dead"  # the goal of a quest that wants figures in Valhalla
GOALS: dict[str, tuple[int, ...]] = {
    **{region: tuple(place for place in PROVINCES if REGION[place] == region) for region in set(REGION) if region},
    "yggdrasil": (YGGDRASIL,),
}


def goal_of(design: Design) -> str:
    """Where a quest wants the most strength, or DEAD."""
    if design.effect["kind"] == "figures_in_valhalla":
        return DEAD
    return str(design.effect.get("region") or "yggdrasil")


def surer(lead: float) -> float:
    """A chance from a lead in spreads."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, 1.7 * lead))))


def _plus(card: int) -> float:
    return 3.0 if CARDS[card].code == "HSI" else float(CARDS[card].plus)


def own_card(state: State, seat: Seat) -> float:
    """What the own cards add to a battle; the best one is not there for each."""
    best = sorted((_plus(card) for card in state.hands[seat]), reverse=True)[:2]
    return best[0] if len(best) == 1 else 0.7 * best[0] + 0.3 * best[1] if best else 0.0


def _troops(state: State, seat: Seat) -> list[list[int]]:
    """By place: how many Warriors, and the strength of all others."""
    found = [[0, 0] for _ in range(FJORDS.stop)]
    for figure, where in enumerate(state.places[seat]):
        if where >= 0:
            if figure in WARRIORS:
                found[where][0] += 1
            else:
                code = state.kind(seat, figure)
                found[where][1] += 3 if code == "ELF" and where == YGGDRASIL else STRENGTH[code]
    return found


def _strengths(state: State, seat: Seat, troops: list[list[int]]) -> list[float]:
    """By province, with the ships of its fjord: what `rules.strength.in_province` counts one by one."""
    found: list[float] = [others + (of_warriors(state, seat, warriors) if warriors else 0)
             for warriors, others in troops[: YGGDRASIL + 1]]  # fmt: skip
    for fjord, provinces in SUPPORTS.items():
        if troops[fjord][1]:
            for place in provinces:
                found[place] += troops[fjord][1]
    return found
