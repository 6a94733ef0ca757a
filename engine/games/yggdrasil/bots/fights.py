"""What a fight promises: the gain by its odds, less Vikings and Elves; and what a fallen Giant is worth."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.moves import Seat
from engine.games.yggdrasil.bots.goods import Goods
from engine.games.yggdrasil.bots.track import Stock, Track, chances, rolls_of
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.cards.runes import FAR, MANY, RAISED, SKIPPED
from engine.games.yggdrasil.data import (
    ENEMIES,
    FIRST_GIANT,
    HAMMERS,
    NO_DIE,
    NO_POWERS,
    PARTS,
    PLUS_ONE,
    RUNE_OF,
)
from engine.games.yggdrasil.play import force_of, giants_force, power
from engine.games.yggdrasil.rules.combat import bonus_of
from engine.games.yggdrasil.state import State

TOP = -1
_MOST = max(HAMMERS)
DIE = tuple(
    tuple(
        (hammers, chances(hammers, rolls) - chances(hammers + 1, rolls))
        for hammers in range((_MOST if rolls else 0) + 1)
        if chances(hammers, rolls) > chances(hammers + 1, rolls)
    )
    for rolls in range(3)
)  # by rolls: how likely each number of hammers is


class Way(NamedTuple):
    """One way to fight."""

    promise: float
    target: int  # Enemy, or card of a Giant, or TOP
    vikings: int
    elves: int  # at most


NOTHING = Way(0.0, TOP, 0, 0)


class Fights:
    """The fights of the god on turn."""

    __slots__ = ("_best", "_dead", "_giants", "_lacking", "_rolls", "goods", "own", "seat", "state", "track")

    def __init__(self, state: State, seat: Seat, track: Track, goods: Goods) -> None:
        self.state, self.seat, self.track, self.goods = state, seat, track, goods
        self.own: Stock = (state.vikings[seat], state.elves[seat])
        self._rolls = rolls_of(state, seat)
        self._dead = W.dead * goods.late
        self._lacking = [force_of(state, one) - bonus_of(state, seat, code) for one, code in enumerate(ENEMIES)]
        self._best: dict[tuple[Stock, int], Way] = {}

    # --- Enemies ---------------

    def best(self, own: Stock, armed: int = TOP) -> Way:
        """The best fight against an Enemy with this stock; `armed`: against whom one more level is at hand."""
        found = self._best.get((own, armed))
        if found is None:
            foes = (enemy for enemy, space in enumerate(self.state.spaces) if space)
            ways = [way for enemy in foes for way in self.ways(enemy, own, armed)]
            found = self._best[own, armed] = max(ways, default=NOTHING)
        return found

    def ways(self, enemy: int, own: Stock, armed: int = TOP) -> list[Way]:
        """The ways to fight an Enemy that may be won."""
        spaces = self.state.spaces
        pushed = [space - (one == enemy) for one, space in enumerate(spaces)]
        lacking, worth = self._lacking[enemy] - (enemy == armed), self.track.worth
        before, found = worth(spaces, own), []
        for vikings in range(max(0, lacking - own[1] - _MOST), min(own[0], max(0, lacking)) + 1):
            left = (own[0] - vikings, own[1])
            lost = worth(spaces, left)
            promise, elves = self._promise(lacking - vikings, worth(pushed, left) - lost, own, vikings)
            found.append(Way(lost - before + promise, enemy, vikings, elves))
        return found

    def _promise(self, lacking: int, gain: float, own: Stock, vikings: int) -> tuple[float, int]:
        """What a fight for a gain promises, and how many Elves it is worth."""
        goods, seat, elves = self.goods, self.seat, 0
        value = -self._dead * vikings
        if vikings:
            value += goods.vikings(seat, own[0] - vikings) - goods.vikings(seat, own[0])
        for hammers, chance in DIE[self._rolls]:
            short = lacking - hammers
            if short <= 0:
                value += chance * gain
            elif short <= own[1]:
                price = goods.elves(seat, own[1]) - goods.elves(seat, own[1] - short)
                if price < gain:
                    value += chance * (gain - price)
                    elves = max(elves, short)
        return value, elves

    # --- Giants ---------------

    def giants(self) -> list[Way]:
        """The best way to fight each Giant, and the top of the pile."""
        state, found = self.state, []
        lacking = giants_force(state) - power(state, self.seat, "combat", 0)
        for target in (*state.active, *((TOP,) if state.pile else ())):
            gain = self.unknown() if target == TOP else self.fallen(target)
            for vikings in range(min(self.own[0], max(0, lacking)) + 1):
                promise, elves = self._promise(lacking - vikings, gain, self.own, vikings)
                found.append(Way(promise, target, vikings, elves))
        return found

    def unknown(self) -> float:
        """What the top of the pile is worth on the average."""
        pile = self.state.pile
        return sum(self.part(one) for one in pile) / len(pile)

    def fallen(self, giant: int) -> float:
        """What it is worth that an active Giant falls."""
        return self.burden(giant) + self.part(giant)

    def burden(self, giant: int) -> float:
        """How much an active Giant weighs."""
        heavy = {NO_DIE: W.diceless, NO_POWERS: W.powerless}.get(giant)
        if heavy is None:
            heavy = W.giant
            if giant in PLUS_ONE:
                heavy = W.giant / 2 + W.stronger * self.goods.needs[PLUS_ONE.index(giant)]
        return heavy * min(1.0, self.goods.late + 0.2)

    def part(self, giant: int) -> float:
        """What the part of a rune is worth that a Giant carries; the last one brings what the rune does."""
        rune = RUNE_OF[giant]
        parts = self.state.parts(rune)
        if parts < PARTS - 1:
            return W.parts[parts] * self.goods.late
        return self._rune(rune) - sum(W.parts) * self.goods.late

    def _rune(self, rune: str) -> float:
        spaces, state = list(self.state.spaces), self.state
        if rune == "daeg":
            return SKIPPED * W.daeg
        if rune == "sigel":
            each = min(RAISED, state.dead) // state.seats
            have = zip(range(state.seats), state.vikings, strict=True)
            return sum(self.goods.vikings(one, own + each) - self.goods.vikings(one, own) for one, own in have)
        before = self.track.worth(spaces, self.own)
        far, many = (FAR, 1) if rune == "mann" else (1, MANY)
        for enemy in self.driven_back(far)[:many]:
            spaces[enemy] = max(0, spaces[enemy] - far)
        return self.track.worth(spaces, self.own) - before

    def driven_back(self, far: int) -> list[int]:
        """The Enemies that can go back, those first with whom most is won by so many spaces."""
        spaces = self.state.spaces

        def worth(enemy: int) -> float:
            after = [max(0, space - far) if one == enemy else space for one, space in enumerate(spaces)]
            return self.track.worth(after, self.own)

        return sorted((one for one, space in enumerate(spaces) if space), key=worth, reverse=True)

    def pushed(self, enemy: int) -> float:
        """What is won when an Enemy goes back a space without a fight."""
        spaces = self.state.spaces
        after = [space - (one == enemy) for one, space in enumerate(spaces)]
        return self.track.worth(after, self.own) - self.track.worth(spaces, self.own)


def is_top(target: int) -> bool:
    """Whether that is the top of the pile."""
    return target < FIRST_GIANT
