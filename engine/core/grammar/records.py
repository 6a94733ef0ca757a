"""Values that have parts of their own: models inside a move, and the choice between several."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from engine.core.grammar.parts import Part, built, check, made_of, read_all
from engine.core.grammar.values import At, No, Says, Text, Value, joined

T = TypeVar("T")
B = TypeVar("B", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Record(Generic[T]):
    """A value that has parts of its own: a pydantic model inside a move."""

    model: type[T]
    parts: tuple[Part, ...]
    given: dict[str, Any] = field(hash=False)

    def read(self, text: Text, at: At) -> T:
        """Raises No."""
        return built(self.model, read_all(self.parts, text, at) | self.given)

    def writes(self, value: Any) -> bool:
        """Whether a value is written by this record."""
        return made_of(value, self.model, self.given)

    def write(self, value: T, at: At) -> str:
        return joined(token for part in self.parts for token in part.write(value, at))


def record(model: type[B], *parts: Part, **given: Any) -> Record[B]:
    """A value made of parts. `given`: fields that they do not say. Raises ValueError when a field has neither."""
    check(model, parts, given)
    return Record(model, parts, given)


@dataclass(frozen=True, slots=True)
class Either:
    """The first of several values that can be read.

    Written by a word that `Says` it, else by the record of its model which gives most fields, else by the first.
    """

    values: tuple[Value[Any], ...]

    def read(self, text: Text, at: At) -> Any:
        """Raises No."""
        start = text.at
        for value in self.values:
            text.at = start
            try:
                return value.read(text, at)
            except No:
                continue
        raise No

    def write(self, value: Any, at: At) -> str:
        return max(self.values, key=lambda one: _fits(one, value)).write(value, at)


def _fits(one: Value[Any], value: Any) -> int:
    """How well `one` writes a value; less than nothing: not at all."""
    if isinstance(one, Says | Record) and not one.writes(value):
        return -1
    return 1000 if isinstance(one, Says) else len(one.given) if isinstance(one, Record) else 0
