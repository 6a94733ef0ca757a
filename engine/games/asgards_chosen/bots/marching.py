"""Campaign turns: which hero goes where, and what he attacks (R7)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias

from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.abilities import stand
from engine.games.asgards_chosen.bots.offering import appeasements
from engine.games.asgards_chosen.bots.outlook import Outlook, land_value
from engine.games.asgards_chosen.data import (
    CARDS,
    ELEMENT_BITS,
    ENEMY,
    KIND,
    MASTERY,
    MASTERY_POWER,
    NONE,
    OPPOSING,
    SORT,
    TERRITORIES,
    TOWN,
)
from engine.games.asgards_chosen.moves import Attack, Hero, MoveHero, PassTurn
from engine.games.asgards_chosen.rules.campaign import attacks, hemmed_in, ready, stops
from engine.games.asgards_chosen.state import State

Offer: TypeAlias = tuple[float, Move]
NAMES: tuple[Hero, Hero] = ("F", "M")
SPREAD = 1.8  # how uncertain the militia is
REVEALED = 0.6  # what it costs alone that cards of the creature deck are turned, events among them
COST = 0.5  # what a point of power costs that is spent in battle
REPLY = 1.0  # what each card in the defender's hand adds, on the average
JOIN = (0.56, 0.66)  # how likely a card of the creature deck joins: on a terrain, in a town
MIGHT = (2.35, 3.6)  # what it adds then, by deck


def campaign(state: State, decision: Decision) -> Move:
    """The attack or move that promises most; a god first, if it can be appeased."""
    look = Outlook(state, decision.seat)
    found = [(value, move) for value, move in appeasements(look, "campaign") if value > 0]
    if found:
        return max(found, key=lambda one: one[0])[1]
    return weighed(look)[0][1]


def weighed(look: Outlook) -> list[Offer]:
    """What heroes can do, best first."""
    state, seat = look.state, look.seat
    rest = rests(look)
    found: list[Offer] = [(prices.DRAWN if rest.draw else 0.0, rest)]
    heroes = ready(state, seat)
    hands = Hands(look)
    for hero in heroes:
        found += _moves(look, hero)
        best: dict[int, Offer] = {}
        for origin, ground in attacks(state, seat, hero):
            value = hands.promise(hero, origin, ground) - stand(state, look.side, state.at[hero]) * 0.5
            if ground not in best or value > best[ground][0]:
                best[ground] = (
                    value,
                    Attack(hero=NAMES[hero % 2], source=TERRITORIES[origin], ground=TERRITORIES[ground]),
                )
        found += best.values()
    return sorted(found, key=lambda one: -one[0])


def rests(look: Outlook) -> PassTurn:
    """To move nobody; where nobody can attack in the first round of an introductory game, with a card."""
    return PassTurn(draw=hemmed_in(look.state, look.seat))


def _moves(look: Outlook, hero: int) -> Iterator[Offer]:
    """To where a hero stands well when the round ends; in the last one nothing of that is left."""
    state = look.state
    if look.ending:
        return
    here = stand(state, look.side, state.at[hero])
    for at in stops(state, look.seat, hero) - {state.at[hero]}:
        value = stand(state, look.side, at) - here
        if value > 0 and state.lands_work:
            yield (
                value - 0.2,
                MoveHero(hero=NAMES[hero % 2], to=TERRITORIES[at]),
            )


class Hands:
    """What the own hand can do in a battle, counted once for each set of matching terrains."""

    def __init__(self, look: Outlook) -> None:
        self.look = look
        self.strength: dict[tuple[int, int, int], float] = {}

    def promise(self, hero: int, origin: int, ground: int) -> float:
        """What an attack is worth: land, what gods ask, less the cards."""
        look, state = self.look, self.look.state
        power = self.power(hero, origin, ground)
        foe = self._foe(ground)
        chance = 1.0 / (1.0 + math.exp((foe + 0.7 - power) / SPREAD))
        value = land_value(look, ground) if KIND[ground] <= TOWN else 0.5
        value += self._deeds(hero, ground)
        value += stand(state, look.side, ground) if KIND[ground] > TOWN else 0.0
        other = state.hero_at(ground)
        if other != NONE and not state.down[other]:
            value += prices.UP
        idle = REVEALED if look.alone else 0.15
        return chance * (value - COST * min(foe + 1.0, power)) - idle - 0.15 * (KIND[ground] > TOWN)

    def power(self, hero: int, origin: int, ground: int) -> float:
        """All that the hand adds there, and what stands there by itself."""
        state, look = self.look.state, self.look
        bits = state.land.terrains[ground] if KIND[ground] < TOWN else 0
        bits |= 1 << KIND[origin] if KIND[origin] < TOWN else 0
        key = (bits, KIND[ground], hero % 2)
        if key not in self.strength:
            self.strength[key] = sum(self._adds(card, bits, KIND[ground], hero % 2) for card in look.hand)
        return self.strength[key] + self._mastery(hero, origin, ground) + self._favors()

    def _adds(self, card: int, bits: int, ground: int, gender: int) -> float:
        design, look = CARDS[card], self.look
        if SORT[card] == "god":
            promise = look.promise(design.name)
            return 1.0 if promise < 0.6 * prices.GOD else 0.3
        if SORT[card] == "item":
            if design.what == "battle_power":
                fits = design.effect.get("hero") in (None, ("female", "male")[gender])
                return float(design.number) if fits else 0.0
            return 2.0 if design.what == "battle_power_per_own_creature" else 0.0
        if ground < TOWN and OPPOSING[design.terrain] == ground:
            return 0.0
        if not bits >> design.terrain & 1:
            return float(design.power)
        return design.power + design.bonus + _SWING.get(design.what, 0.0)

    def _mastery(self, hero: int, origin: int, ground: int) -> float:
        state = self.look.state
        if KIND[ground] > TOWN or not state.lands_work:
            return 0.0
        bits, total = state.land.terrains[ground], 0
        for one in state.heroes(self.look.side):
            at = origin if one == hero else state.at[one]
            if at != NONE and not state.down[one] and KIND[at] in MASTERY:
                total += MASTERY_POWER if bits & ELEMENT_BITS[MASTERY[KIND[at]]] else 0
        return float(total)

    def _favors(self) -> float:
        state, seat = self.look.state, self.look.seat
        names = {"thor": 1.0, "tyr": 3.0}
        return sum(names.get(CARDS[card].name, 0.0) for card in state.shown[seat] if card not in state.spent)

    def _foe(self, ground: int) -> float:
        """Militia and what else defends, on the average."""
        state, look = self.look.state, self.look
        might, kind = MIGHT[state.second], KIND[ground]
        marker = state.markers[ground]
        if kind > TOWN:
            total, defender = 0.0, state.hero_at(ground) // 2
        else:
            count = look.mode.militia(state, ground) + state.keeps("militia_extra")
            total = might * JOIN[kind == TOWN] * count + (0.4 if look.mode.chain(state) else 0.0)
            defender = marker if 0 <= marker < state.sides else NONE
        if defender == NONE or look.alone:
            return max(total, might * 0.6)
        hero = state.hero_at(ground)
        if hero != NONE and not state.down[hero]:
            total += might * 0.6
        return total + REPLY * min(len(state.hands[defender]), 5)

    def _deeds(self, hero: int, ground: int) -> float:
        """What gods have of a victory who may be appeased for it."""
        look, state = self.look, self.look.state
        value = 0.0
        if hero not in state.wins:
            half = any(one in state.wins for one in state.heroes(look.side))
            value += look.near("heimdall") * prices.GOD * look.ready("heimdall") * (1.0 if half else 0.6)
        other = state.hero_at(ground)
        if look.alone:
            if state.markers[ground] == ENEMY and hero not in state.raids:
                value += look.near("thor") * prices.GOD * look.raiding(hero)
        elif other != NONE and not state.down[other] and look.seat not in state.felled:
            value += look.near("thor") * 0.8 * prices.GOD
        return value


_SWING = {
    "convert_militia": 2.5, "take_militia_to_discard": 1.2, "banish_militia_or_withhold": 2.2, "discard_for_power": 1.0,
    "copy_ability": 1.0, "cancel_militia_bonus": 0.7, "take_from_barrows": 1.0, "draw": 0.8,
}  # fmt: skip
