"""How the Enemies stand, and what may come of it: the worth of their spaces, and the risk of the next two cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.moves import Seat
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.cards.giants import blocks
from engine.games.yggdrasil.data import (
    BONUS,
    CARD_ROWS,
    CARDS,
    DEFEATS,
    ENEMIES,
    ENEMY,
    FORCE,
    LAST_SPACE,
    NO_DIE,
    PLUS_ONE,
    SPACES,
    VANIR,
)
from engine.games.yggdrasil.play import power
from engine.games.yggdrasil.rules.odds import at_least
from engine.games.yggdrasil.rules.worlds.sacred import enemies_on
from engine.games.yggdrasil.state import State

Spaces = Sequence[int]
Stock = tuple[int, int]  # Vikings, Elves
_KINDS = {code: number for number, code in enumerate(CARD_ROWS)}
KIND = tuple(_KINDS[code] for code in CARDS)  # by card
STEPS = tuple(tuple((ENEMY[one], int(row["advance"])) for one in enemies_on(code)) for code, row in CARD_ROWS.items())
ODDS = [[float(at_least(hammers, rolls)) for hammers in range(40)] for rolls in range(3)]

# Of each space, one bit set a line: sums of these tell at once whether too many are beyond one.
_LINES = tuple((16**number, count, line) for number, (_, count, line) in enumerate(DEFEATS))
BEYOND = tuple(sum(unit for unit, _, line in _LINES if space >= line) for space in SPACES)
_AT = tuple(-sum(W.lines[:reached]) for reached in (sum(space >= line for _, _, line in DEFEATS) for space in SPACES))
NEAR_FIX = 3  # an Enemy before the first line undoes no defeat
SAVING_SQUARE = 4


def is_lost(beyond: int) -> bool:
    """Whether this sum of `BEYOND` is a defeat (R12.1)."""
    return any((beyond // unit) % 16 >= count for unit, count, _ in _LINES)


LOST = tuple(is_lost(beyond) for beyond in range(16**3))


def chances(lacking: int, rolls: int) -> float:
    """How likely the die shows what is lacking."""
    return ODDS[rolls][lacking] if lacking > 0 else 1.0


class Track:
    """The Enemies of one table, as the god thinks of them who is on turn."""

    __slots__ = ("_alone", "_known", "cards", "kinds", "seat", "state", "steps")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat, self.cards = state, seat, len(state.deck)
        self._alone = state.seats < 3  # one of the next two turns is of the same god
        counts = [0] * len(STEPS)
        for card in state.deck:
            counts[KIND[card]] += 1
        self.kinds = [(STEPS[kind], count) for kind, count in enumerate(counts) if count]
        self.steps = [0] * len(ENEMIES)  # that each Enemy will go by its cards
        for moved, count in self.kinds:
            for enemy, far in moved:
                self.steps[enemy] += far * count
        self._known: dict[tuple[tuple[int, ...], Stock | None], float] = {}

    def need(self, enemy: int) -> float:
        """How far an Enemy will still have to be fought: 0 to 1."""
        return min(1.0, max(0, self.state.spaces[enemy] + self.steps[enemy] - 1) / W.soon)

    def worth(self, spaces: Spaces, own: Stock) -> float:
        """What these spaces are worth at the end of this turn; `own`: what the god on turn has then."""
        key = (tuple(spaces), own if self._alone else None)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worth(key[0], own)
        return found

    def _worth(self, spaces: tuple[int, ...], own: Stock) -> float:
        value, beyond, steps = 0.0, 0, self.steps
        for enemy, space in enumerate(spaces):
            beyond += BEYOND[space]
            value += _AT[space] - W.push * space * min(1.0, (space + steps[enemy]) / W.soon)
        if LOST[beyond]:
            value -= W.lost
        if not self.cards:
            return value
        wall, door = beyond % 16, beyond // 16 % 16
        value -= sum(W.wall[: max(0, wall - 2)]) + sum(W.door[:door])
        if wall > 2 or door:
            value -= sum(W.risks[ahead] * self.risk(spaces, beyond, ahead + 1, own) for ahead in (0, 1))
        return value

    def risk(self, spaces: Spaces, beyond: int, ahead: int, own: Stock) -> float:
        """How likely the card of the turn after `ahead` others leads to a defeat which its god cannot avert."""
        state = self.state
        if state.daeg >= ahead or self.cards < ahead:
            return 0.0
        risk, seat = 0.0, (self.seat + ahead) % state.seats
        for moved, count in self.kinds:
            after, sum_after = spaces, beyond
            for enemy, far in moved:
                space = spaces[enemy]
                sum_after += BEYOND[min(LAST_SPACE, space + far)] - BEYOND[space]
            if LOST[sum_after]:
                after = list(spaces)
                for enemy, far in moved:
                    after[enemy] = min(LAST_SPACE, spaces[enemy] + far)
                risk += count * (1.0 - self._averts(seat, after, sum_after, ahead, own))
        return risk / self.cards

    def _averts(self, seat: Seat, spaces: Spaces, beyond: int, ahead: int, own: Stock) -> float:
        """How likely a god drives back one of those that are too many, with all that the god has now."""
        state = self.state
        vikings, elves = own if seat == self.seat else (state.vikings[seat], state.elves[seat])
        fixes = [
            enemy for enemy, space in enumerate(spaces)
            if space >= NEAR_FIX and not LOST[beyond - BEYOND[space] + BEYOND[space - 1]]
        ]  # fmt: skip
        if not fixes:
            return 0.0
        if ahead == 1 and state.vanir >= SAVING_SQUARE and not blocks(state, VANIR):
            return 1.0
        has = vikings + elves + power(state, seat, "combat", 0)
        bonus, active = state.artifacts[seat], state.active
        lacking = min(FORCE[spaces[one]] + (PLUS_ONE[one] in active) - BONUS[bonus[one]] for one in fixes) - has
        return chances(lacking, rolls_of(state, seat))


def rolls_of(state: State, seat: Seat) -> int:
    """How often a god rolls in a combat."""
    return 0 if NO_DIE in state.active else power(state, seat, "rolls", 1)
