"""Chance: every shuffle, draw and roll is asked for by label, comes from the game's key, and is recorded.

The key is derived from the table's secret seed and what the players added; see docs/fair-play.md for every byte.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict

from engine.core.moves import SYNTAX, IllegalMove

COMMITMENT = b"asgard-pbem/commitment/v1\x00"
KEY = b"asgard-pbem/chance-key/v1\x00"
DRAW = b"asgard-pbem/draw/v1\x00"
WORDS = 1 << 64  # how many different words there are: no number is drawn below a greater size


class Draw(BaseModel):
    """One recorded act of chance: what was asked and what came. For a shuffle `outcome` is the whole permutation."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    label: str
    size: int
    outcome: tuple[int, ...]


class Chance(Protocol):
    """What the rules may ask."""

    def draw(self, label: str, size: int) -> int:
        """A number from 0 to size - 1."""

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """A permutation of range(size): the card at place i of the new order is the old number `result[i]`."""


class ChanceMismatch(Exception):
    """Replay asked for another act of chance than the log holds."""


class Ask(NamedTuple):
    """Whether a whole permutation is wanted, or one number."""

    label: str
    size: int
    whole: bool


def commitment(seed: bytes) -> str:
    """What the table publishes when it opens: hex SHA-256 of the seed under its own domain label."""
    return hashlib.sha256(COMMITMENT + seed).hexdigest()


def chance_key(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """The key of a game: HMAC-SHA256 under the seed of what each seat added, by seat, length first (4 bytes)."""
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in entropy)
    return hmac.digest(seed, KEY + joined, "sha256")


class SeededChance:
    """Chance from a key. `made` counts the draws of the whole game so far; `draws` collects those made here."""

    def __init__(self, key: bytes, made: int = 0) -> None:
        self._key = key
        self._made = made
        self.draws: list[Draw] = []

    def draw(self, label: str, size: int) -> int:
        return self._record(Ask(label, size, whole=False))[0]

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        return self._record(Ask(label, size, whole=True))

    def take(self) -> tuple[Draw, ...]:
        """The draws made since the last call."""
        taken, self.draws = tuple(self.draws), []
        return taken

    def _record(self, ask: Ask) -> tuple[int, ...]:
        outcome = outcome_of(self._key, self._made, ask)
        self._made += 1
        self.draws.append(Draw(label=ask.label, size=ask.size, outcome=outcome))
        return outcome


class NoChance(SeededChance):
    """Refuses to draw: what is only tried must not use up a draw."""

    def __init__(self) -> None:
        super().__init__(b"")

    def _record(self, ask: Ask) -> tuple[int, ...]:
        raise IllegalMove(SYNTAX, label=ask.label)


class RecordedChance:
    """Chance read back from the log; a label or size that does not fit names the first divergence."""

    __slots__ = ("_left",)

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._left = iter(draws)

    def draw(self, label: str, size: int) -> int:
        return self._next(label, size)[0]

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        return self._next(label, size)

    def close(self) -> None:
        """Raises ChanceMismatch when the log holds more draws than were asked for."""
        for left in self._left:
            raise ChanceMismatch(f"draw {left.label!r} was recorded and never asked for")

    def _next(self, label: str, size: int) -> tuple[int, ...]:
        found = next(self._left, None)
        if found is None:
            raise ChanceMismatch(f"draw {label!r} was asked for and never recorded")
        if found.label != label or found.size != size:
            raise ChanceMismatch(f"asked for {label!r} of {size}, recorded {found.label!r} of {found.size}")
        return found.outcome


_NONE_RECORDED = RecordedChance(())


def recorded(draws: Sequence[Draw]) -> RecordedChance:
    """Chance that gives these draws again. Moves that drew nothing, most of a log, share one that gives nothing."""
    return RecordedChance(draws) if draws else _NONE_RECORDED


def outcome_of(key: bytes, number: int, ask: Ask) -> tuple[int, ...]:
    """What draw `number` (from 0 in the game) of this label must give."""
    words = _Words(key, DRAW + ask.label.encode() + b"\x00" + number.to_bytes(8, "big"))
    if not ask.whole:
        return (words.below(ask.size),)
    order = list(range(ask.size))
    for i in range(ask.size - 1, 0, -1):
        j = words.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


class _Words:
    """The stream of 64-bit big-endian words of one draw: HMAC-SHA256 blocks numbered from 0 (4 bytes)."""

    def __init__(self, key: bytes, message: bytes) -> None:
        self._key, self._message, self._block, self._left = key, message, 0, b""

    def below(self, size: int) -> int:
        """A uniform number below `size`: words at or above the largest multiple of `size` are thrown away."""
        if not 1 <= size <= WORDS:  # of a greater size no word would ever be small enough
            raise ValueError(f"a draw of {size}")
        limit = WORDS - WORDS % size
        while True:
            if not self._left:
                self._left = hmac.digest(self._key, self._message + self._block.to_bytes(4, "big"), "sha256")
                self._block += 1
            word, self._left = int.from_bytes(self._left[:8], "big"), self._left[8:]
            if word < limit:
                return word % size
