"""Values in a line of text: names, numbers, codes, players. Each reads what it writes; `grammar` makes verbs of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from engine.core.contract import Desk
from engine.core.grammar.lexicon import Lexicon
from engine.core.moves import IllegalMove, Seat
from engine.core.speech import numbered

T = TypeVar("T")
_TOKEN = re.compile(r"<=|>=|[^\W_][\w'.~-]*|[^\w\s]")
_PIECE = re.compile(r"[^\W\d_]|[0-9]+|[^\w\s]")
_TIGHT_LEFT, _TIGHT_RIGHT = frozenset(":;,])<@="), frozenset("[(<@+=")


@dataclass(frozen=True, slots=True)
class At:
    """For whom text is read or written: the language that is written, and the desk for the names of seats."""

    lexicon: Lexicon
    language: str = "en"
    desk: Desk | None = None


class No(Exception):
    """Text that a part cannot read. What it has read of it is put back by whoever tries something else."""


class Text:
    """A line as tokens: how far it has been read, and how far it ever was, which is where a refusal points."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.furthest = 0
        self._at = 0

    @classmethod
    def of(cls, line: str) -> Text:
        """The tokens of a line: words, numbers, signs."""
        return cls(list(_tokens(line)))

    @property
    def at(self) -> int:
        """The number of the next token."""
        return self._at

    @at.setter
    def at(self, number: int) -> None:
        self._at = number
        self.furthest = max(self.furthest, number)

    @property
    def left(self) -> int:
        return len(self.tokens) - self._at

    @property
    def near(self) -> str:
        """The token at which reading stopped; empty at the end of the line."""
        return self.tokens[self.furthest] if self.furthest < len(self.tokens) else ""

    def peek(self, count: int = 1) -> str:
        """The next tokens, as one text; fewer at the end."""
        return " ".join(self.tokens[self._at : self._at + count])


@lru_cache(maxsize=512)  # one line is tried with one grammar after another
def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line))


class Tight(str):
    """A token that is written without blanks around it: the `>` of `Y>R`."""

    __slots__ = ()


class Value(Protocol[T]):
    """What stands for one value in a line."""

    def read(self, text: Text, at: At) -> T:
        """Raises No, or IllegalMove for what was meant and cannot be."""

    def write(self, value: T, at: At) -> str: ...


@dataclass(frozen=True, slots=True)
class Name:
    """A thing of the lexicon, by any of its names in any language; the longest name that fits is taken."""

    kind: str

    def read(self, text: Text, at: At) -> str:
        """Its code. Raises No, IllegalMove E_AMBIGUOUS."""
        unclear = None
        for count in range(min(at.lexicon.longest(self.kind), text.left), 0, -1):
            try:
                code = at.lexicon.find(self.kind, text.peek(count))
            except IllegalMove as why:
                unclear = unclear or why
                continue
            if code is not None:
                text.at += count
                return code
        if unclear is not None:
            raise unclear
        raise No

    def write(self, value: str, at: At) -> str:
        """What it is called in the reader's language."""
        return at.lexicon.say(self.kind, value, at.language)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`."""

    low: int = 0
    high: int = 999

    def read(self, text: Text, at: At) -> int:
        """Raises No."""
        word = text.peek()
        if not (word.isascii() and word.isdigit() and len(word) < 10 and self.low <= int(word) <= self.high):
            raise No
        text.at += 1
        return int(word)

    def write(self, value: int, at: At) -> str:
        return str(value)

    def of(self, model: Callable[..., T], name: str) -> Of[T]:
        """The number alone, for a model that has but this field."""
        return Of(model, name, self)


@dataclass(frozen=True, slots=True)
class Of(Generic[T]):
    """A model of one field, written as the value of that field alone: `9 8 7` for three moves."""

    model: Callable[..., T]
    name: str
    value: Value[Any]

    def read(self, text: Text, at: At) -> T:
        """Raises No."""
        return self.model(**{self.name: self.value.read(text, at)})

    def write(self, value: T, at: At) -> str:
        return self.value.write(getattr(value, self.name), at)


@dataclass(frozen=True, slots=True)
class Code:
    """A word of a fixed shape, such as a card's id: `pattern` in lower case; `upper`: kept in capitals."""

    pattern: str
    upper: bool = True

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        word = text.peek()
        if re.fullmatch(self.pattern, word.lower()) is None:
            raise No
        text.at += 1
        return word.upper() if self.upper else word.lower()

    def write(self, value: str, at: At) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Says:
    """A word of the lexicon's keys that stands for one value: `rest` for None."""

    word: str
    value: Any
    kind: str = "key"

    def read(self, text: Text, at: At) -> Any:
        """Raises No."""
        if at.lexicon.find(self.kind, text.peek() or " ") != self.word:
            raise No
        text.at += 1
        return self.value

    def writes(self, value: Any) -> bool:
        """Whether the word stands for this value."""
        return bool(value == self.value)

    def write(self, value: Any, at: At) -> str:
        """The word in the reader's language."""
        return at.lexicon.say(self.kind, self.word, at.language)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: `P2`, in Russian `И2`, or what the player is called."""

    def read(self, text: Text, at: At) -> Seat:
        """Raises No."""
        word = text.peek().casefold()
        if match := re.fullmatch(r"[pрпи]([1-9])", word):
            text.at += 1
            return int(match[1]) - 1
        names = at.desk.names if at.desk is not None else ()
        found = [seat for seat, name in enumerate(names) if name.casefold() == word]
        if len(found) != 1:
            raise No
        text.at += 1
        return found[0]

    def write(self, value: Seat, at: At) -> str:
        return numbered(value, at.language)


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """A seat by its number alone, as people count: from 1 to as many as sit at the table."""

    def read(self, text: Text, at: At) -> Seat:
        """Raises No."""
        return Number(1, len(at.desk.view.scores) if at.desk is not None else 9).read(text, at) - 1

    def write(self, value: Seat, at: At) -> str:
        return str(value + 1)


@dataclass(frozen=True, slots=True)
class Glued(Generic[T]):
    """A value of several parts in one word, such as `P2.S~1`: its parts see each letter, number and sign by itself."""

    value: Value[T]

    def read(self, text: Text, at: At) -> T:
        """Raises No."""
        pieces = Text(_PIECE.findall(text.peek()))
        found = self.value.read(pieces, at)
        if pieces.left:
            raise No
        text.at += 1
        return found

    def write(self, value: T, at: At) -> str:
        return self.value.write(value, at).replace(" ", "")


def joined(tokens: Iterable[str]) -> str:
    """Tokens as people write them: no blank before `:` or after `+`."""
    line, tight = "", True
    for token in tokens:
        if token:
            tight = tight or isinstance(token, Tight) or token[0] in _TIGHT_LEFT or line[-1] in _TIGHT_RIGHT
            line += token if tight else f" {token}"
            tight = isinstance(token, Tight)
    return line
