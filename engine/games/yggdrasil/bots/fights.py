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
    HAMMERS,
    NO_DIE,
    NO_POWERS,
    PARTS,
    PLUS_ONE,
    RUNE_OF,
    START_ELVES,
    VIKINGS,
)
from engine.games.yggdrasil.play import force_of, giants_force, power
from engine.games.yggdrasil.rules.combat import bonus_of
from engine.games.yggdrasil.state import State

TOP = -1
MOST, MOST_ELVES = VIKINGS + 1, max(START_ELVES.values()) + 1
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


class Fights:
    """The fights of the god on turn."""

    __slots__ = (
        "_best", "_dead", "_die", "_elves", "_foes", "_lacking", "_spaces", "_vikings", "goods", "own", "seat", "state",
        "track",
    )  # fmt: skip

    def __init__(self, state: State, seat: Seat, track: Track, goods: Goods) -> None:
        self.state, self.seat, self.track, self.goods = state, seat, track, goods
        self.own: Stock = (state.vikings[seat], state.elves[seat])
        self._spaces = tuple(state.spaces)
        self._die = DIE[rolls_of(state, seat)]
        self._dead = W.dead * goods.late
        self._lacking = [force_of(state, one) - bonus_of(state, seat, code) for one, code in enumerate(ENEMIES)]
        # What so many are worth to this god, as far as a turn may bring them together.
        self._vikings = [goods.vikings(seat, count) for count in range(MOST)]
        self._elves = [goods.elves(seat, count) for count in range(MOST_ELVES)]
        self._best: dict[tuple[Stock, int], float] = {}
        self._foes: list[tuple[float, int]] | None = None

    # --- Enemies ---------------

    def best(self, own: Stock, armed: int = TOP) -> float:
        """What the best fight against an Enemy promises with this stock; `armed`: against whom one more level helps."""
        found = self._best.get((own, armed))
        if found is None:
            found = self._best[own, armed] = self._best_of(own, armed)
        return found

    def _best_of(self, own: Stock, armed: int) -> float:
        """Enemies with whom less is to be won than the best promises so far are not looked at: this is asked often."""
        if self._foes is None:
            found = ((self._gain(enemy, self.own), enemy) for enemy, space in enumerate(self._spaces) if space)
            self._foes = sorted(found, reverse=True)
        best, price, have = 0.0, self._vikings, own[0]
        for gain, enemy in self._foes:
            if gain <= best:
                break
            lacking = self._lacking[enemy] - (enemy == armed)
            for vikings in range(max(0, lacking - own[1] - _MOST), min(have, max(0, lacking)) + 1):
                costs = price[have] - price[have - vikings] + self._dead * vikings
                if gain - costs <= best:
                    break
                best = max(best, self._by_die(lacking - vikings, gain, own[1])[0] - costs)
        return best

    def _gain(self, enemy: int, left: Stock) -> float:
        """What it is worth to drive an Enemy back."""
        worth = self.track.worth
        return worth(_back(self._spaces, enemy), left) - worth(self._spaces, left)

    def ways(self, enemy: int) -> list[Way]:
        """The ways to fight an Enemy that may be won."""
        own, worth, found = self.own, self.track.worth, []
        lacking, before = self._lacking[enemy], self.track.worth(self._spaces, self.own)
        for vikings in range(max(0, lacking - own[1] - _MOST), min(own[0], max(0, lacking)) + 1):
            left = (own[0] - vikings, own[1])
            promise, elves = self._promise(lacking - vikings, self._gain(enemy, left), vikings)
            found.append(Way(worth(self._spaces, left) - before + promise, enemy, vikings, elves))
        return found

    def _promise(self, lacking: int, gain: float, vikings: int) -> tuple[float, int]:
        """What a fight for a gain promises, and how many Elves it is worth."""
        value, elves = self._by_die(lacking, gain, self.own[1])
        have = self.own[0]
        return value + self._vikings[have - vikings] - self._vikings[have] - self._dead * vikings, elves

    def _by_die(self, lacking: int, gain: float, elves: int) -> tuple[float, int]:
        """What die and Elves make of it, and how many Elves are worth it."""
        value, most, price = 0.0, 0, self._elves
        for hammers, chance in self._die:
            short = lacking - hammers
            if short <= 0:
                value += chance * gain
            elif short <= elves and (costs := price[elves] - price[elves - short]) < gain:
                value += chance * (gain - costs)
                most = max(most, short)
        return value, most

    # --- Giants ---------------

    def giants(self) -> list[Way]:
        """The best way to fight each Giant, and the top of the pile."""
        state, found = self.state, []
        lacking = giants_force(state) - power(state, self.seat, "combat", 0)
        for target in (*state.active, *((TOP,) if state.pile else ())):
            gain = self.unknown() if target == TOP else self.fallen(target)
            for vikings in range(min(self.own[0], max(0, lacking)) + 1):
                promise, elves = self._promise(lacking - vikings, gain, vikings)
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
        return self._gain(enemy, self.own)


def _back(spaces: tuple[int, ...], enemy: int) -> tuple[int, ...]:
    """Where the Enemies stand when one has gone back a space."""
    return (*spaces[:enemy], spaces[enemy] - 1, *spaces[enemy + 1 :])
