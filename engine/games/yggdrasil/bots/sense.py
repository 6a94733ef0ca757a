"""What a sensible team does, found without search: the policy by which bots play on in worlds that they imagine.

Every action promises something: what the table is worth after it less what it is worth before (`track`, `goods`), on
the average of what chance may bring. What arms a god promises the better fight too that the same turn may still hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from engine.core.moves import Move, Seat
from engine.games.yggdrasil.bots.fights import TOP, Fights
from engine.games.yggdrasil.bots.goods import Goods, draws
from engine.games.yggdrasil.bots.track import Stock, Track
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.cards.giants import is_whirlpool
from engine.games.yggdrasil.data import (
    ADJACENT,
    ALL_CARDS,
    ASGARD,
    BAGS,
    CLEARED,
    DARKNESS,
    DEAD,
    ELVES,
    ENEMIES,
    FIRE,
    FORGE,
    GODS,
    ICE,
    ISLANDS,
    LAST_SQUARE,
    LEVELS,
    MIDGARD,
    RETURNED,
    SEARCHED,
    VANIR,
)
from engine.games.yggdrasil.moves import (
    AnyMove,
    ClearBag,
    EndTurn,
    FightEnemy,
    FightGiant,
    Forge,
    Midgard,
    ReturnVikings,
    TakeElf,
    Trade,
    VanirAdvance,
    VanirUse,
)
from engine.games.yggdrasil.play import power
from engine.games.yggdrasil.rules.turns import NINE, actions_left, is_legal, shut
from engine.games.yggdrasil.rules.worlds.midgard import can_search
from engine.games.yggdrasil.rules.worlds.sacred import RAISED
from engine.games.yggdrasil.state import State

FIGHTS = (ASGARD, ICE)


class Promise(NamedTuple):
    """What an action promises, in Vikings."""

    worth: float
    world: int
    move: type[Move]
    says: dict[str, Any]

    def made(self) -> Move:
        """The move."""
        return self.move.model_validate(self.says)


def best_action(state: State, seat: Seat) -> Move:
    """The legal action that promises most; the end where none promises anything."""
    return next(promising(state, seat))


def promising(state: State, seat: Seat) -> Iterator[Move]:
    """Legal actions that promise something, the one to take now first; the end of the turn last."""
    yield from (one.made() for one in ranked(state, seat))
    yield EndTurn()


def ranked(state: State, seat: Seat) -> Iterator[Promise]:
    """What legal actions promise that promise something: the one to take now first, the others from the best on."""
    found = sorted(Sense(state, seat).promises(), key=_worth, reverse=True)
    first = _first(found, actions_left(state))
    for one in ([first] if first else []) + [one for one in found if one is not first]:
        if is_legal(state, seat, cast("AnyMove", one.made())):
            yield one


def _worth(one: Promise) -> float:
    return one.worth


def _first(found: list[Promise], actions: int) -> Promise | None:
    """Which to take first of the best of as many worlds as there are actions: what arms a god comes before fights."""
    best: dict[int, Promise] = {}
    for one in found:
        best.setdefault(one.world, one)
    wanted = list(best.values())[:actions]
    arming = [one for one in wanted if one.world not in FIGHTS]
    giants = [one for one in wanted if one.world == ICE]
    return next(iter((arming if actions > 1 else []) + (giants if actions > 1 else []) + wanted), None)


class Sense:
    """All that a god may do now, with what it promises."""

    __slots__ = ("base", "fights", "goods", "own", "seat", "state", "track", "worlds")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.track = Track(state, seat)
        self.goods = Goods(state, seat, self.track)
        self.fights = Fights(state, seat, self.track, self.goods)
        self.own: Stock = self.fights.own
        self.worlds = [one.number for one in NINE if shut(state, seat, one) is None]
        then = actions_left(state) > 1 and ASGARD in self.worlds
        self.base = self.fights.best(self.own) if then else None

    def promises(self) -> Iterator[Promise]:
        """Those that promise more than nothing."""
        ways = {
            ASGARD: self._asgard, MIDGARD: self._midgard, FORGE: self._forge, ELVES: self._elves,
            DARKNESS: self._darkness, DEAD: self._dead, FIRE: self._fire, ICE: self._ice, VANIR: self._vanir,
        }  # fmt: skip
        for number in self.worlds:
            for worth, move, says in ways[number]():
                if worth > 1e-9:
                    yield Promise(worth, number, move, says)

    def _armed(self, own: Stock, armed: int = TOP) -> float:
        """How much better the fight of this turn gets with this stock."""
        return 0.0 if self.base is None else self.fights.best(own, armed) - self.base

    def _gets(self, vikings: int, elves: int) -> float:
        """What more Vikings and Elves are worth to this god."""
        had, goods = self.own, self.goods
        own = (had[0] + vikings, had[1] + elves)
        return goods.stock(self.seat, *own) - goods.stock(self.seat, *had) + self._armed(own)

    # --- Fights ---------------

    def _asgard(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        for enemy, space in enumerate(self.state.spaces):
            if space:
                for way in self.fights.ways(enemy):
                    says = {"enemy": ENEMIES[enemy], "vikings": way.vikings, "elves": {"most": way.elves}}
                    yield way.promise, FightEnemy, says

    def _ice(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        for way in self.fights.giants():
            target = "top" if way.target == TOP else ALL_CARDS[way.target]
            yield way.promise, FightGiant, {"target": target, "vikings": way.vikings, "elves": {"most": way.elves}}

    # --- Supplies ---------------

    def _midgard(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        state, goods = self.state, self.goods
        count, now = power(state, self.seat, "search", SEARCHED), goods.place(state.valkyries)
        for island in (state.valkyries, *ADJACENT[state.valkyries]):
            to = None if island == state.valkyries else ISLANDS[island]
            if to is not None and is_whirlpool(state, island):
                continue
            if can_search(state, island):
                found = draws(state.bag_vikings[island], state.bag_fires[island], count)
                mean = sum(vikings * chance for vikings, chance in found)
                worth = sum(chance * self._gets(vikings, 0) for vikings, chance in found)
                yield worth + goods.place(island, island, -mean) - now, Midgard, {"to": to, "search": True}
            elif to is not None:
                yield goods.place(island) - now, Midgard, {"to": to}

    def _elves(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        yield self._gets(0, 1), TakeElf, {}

    def _forge(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        for enemy, owned in enumerate(self.state.artifacts[self.seat]):
            if owned + 1 in LEVELS and self.state.owner(enemy, owned + 1) is None:
                worth = self.goods.forged(enemy) + self._armed(self.own, enemy)
                yield worth, Forge, {"enemy": ENEMIES[enemy], "level": owned + 1}

    def _darkness(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        state = self.state
        for other in state.around(self.seat)[1:]:
            for vikings, elves in _trades(self.own, (state.vikings[other], state.elves[other])):
                give = {"vikings": max(0, -vikings), "elves": max(0, -elves)}
                take = {"vikings": max(0, vikings), "elves": max(0, elves)}
                god = GODS[state.gods[other]]
                yield self._traded(other, vikings, elves), Trade, {"god": god, "give": give, "take": take}

    def _traded(self, other: Seat, vikings: int, elves: int) -> float:
        """What it is worth that so many come from another god."""
        goods, state = self.goods, self.state
        theirs = (state.vikings[other], state.elves[other])
        costs = goods.stock(other, *theirs) - goods.stock(other, theirs[0] - vikings, theirs[1] - elves)
        return self._gets(vikings, elves) - costs

    def _dead(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        goods, here = self.goods, self.state.valkyries
        count, now = min(RETURNED, self.state.dead), goods.place(here)
        for bag in BAGS:
            worth = goods.place(here, bag, count) - now + count * W.dead * goods.late
            yield worth, ReturnVikings, {"bag": ISLANDS[bag]}

    def _fire(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        goods, here = self.goods, self.state.valkyries
        now = goods.place(here)
        for bag in goods.places():
            counters = self.state.counters(bag)
            if counters:
                gone = min(CLEARED, counters) * self.state.bag_fires[bag] / counters
                yield goods.place(here, bag, 0.0, -gone) - now, ClearBag, {"bag": ISLANDS[bag]}

    def _vanir(self) -> Iterator[tuple[float, type[Move], dict[str, Any]]]:
        state, goods = self.state, self.goods
        late = 1.0 if goods.cards else 0.0
        back = -(state.vanir - 1) * W.vanir * late
        if state.vanir < LAST_SQUARE:
            yield W.vanir * late, VanirAdvance, {}
        now = goods.place(state.valkyries)
        for island in ADJACENT[state.valkyries]:
            yield back + goods.place(island) - now, VanirUse, {"square": 1, "island": ISLANDS[island]}
        if state.vanir >= 2 and state.dead:
            count = min(RAISED, state.dead)
            yield back + self._gets(count, 0) + count * W.dead * goods.late, VanirUse, {"square": 2}
        if state.vanir >= 4:
            for enemy, space in enumerate(state.spaces):
                if space:
                    yield back + self.fights.pushed(enemy), VanirUse, {"square": 4, "enemy": ENEMIES[enemy]}
        if state.vanir >= 5:
            for giant in state.pile:
                yield back + self.fights.part(giant), VanirUse, {"square": 5, "giant": ALL_CARDS[giant]}


def _trades(own: Stock, theirs: Stock) -> Iterator[Stock]:
    """Trades worth a thought: what comes of Vikings and Elves; what goes is below 0."""
    some = [count for count in (1, 2, 3, 4, 6) if count < theirs[0]] + ([theirs[0]] if theirs[0] else [])
    for vikings in some:
        yield vikings, theirs[1]
        if theirs[1]:
            yield vikings, 0
    if theirs[1]:
        yield 0, theirs[1]
    for vikings in range(1, own[0] + 1):
        yield -vikings, 0
        if own[1]:
            yield -vikings, -own[1]
        if theirs[1]:
            yield -vikings, theirs[1]
    if own[1]:
        yield 0, -own[1]
