"""The pieces of an order's line: signs, keys, values, flags, lists, clauses. Each reads what it writes.

`engine.core.grammar` makes verbs of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from engine.core.grammar.values import At, No, Text, Tight, Value

T = TypeVar("T")
_NOT_KEPT = frozenset({"kind"})


class Part(Protocol):
    """A piece of a verb's line."""

    @property
    def fields(self) -> frozenset[str]:
        """The fields of the move that it fills."""

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Fill fields. Raises No."""

    def write(self, source: Any, at: At) -> list[str]:
        """The tokens, in order."""


@dataclass(frozen=True, slots=True)
class _The:
    name: str
    value: Value[Any]

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        into[self.name] = self.value.read(text, at)

    def write(self, source: Any, at: At) -> list[str]:
        return [self.value.write(getattr(source, self.name), at)]


def the(name: str, value: Value[Any]) -> Part:
    """One value, for the field `name`."""
    return _The(name, value)


@dataclass(frozen=True, slots=True)
class _Sign:
    text: str
    must: bool = True
    tight: bool = False
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if text.peek() == self.text:
            text.at += 1
        elif self.must:
            raise No

    def write(self, source: Any, at: At) -> list[str]:
        return [Tight(self.text) if self.tight else self.text]


def sign(text: str, *, must: bool = True, tight: bool = False) -> Part:
    """A sign such as `>` or `:`. Always written (`tight`: without blanks around it); `must` False: not always typed."""
    return _Sign(text, must, tight)


@dataclass(frozen=True, slots=True)
class _Key:
    word: str
    kind: str
    must: bool
    said: bool
    loose: bool
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if (self.loose and text.left) or at.lexicon.find(self.kind, text.peek() or " ") == self.word:
            text.at += 1
        elif self.must:
            raise No

    def write(self, source: Any, at: At) -> list[str]:
        return [at.lexicon.say(self.kind, self.word, at.language)] if self.said else []


@dataclass(frozen=True, slots=True)
class _Skip:
    signs: tuple[str, ...]
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        while text.left and text.peek() in self.signs:
            text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return []


def skip(*signs: str) -> Part:
    """Signs that people may type here and that say nothing, any number of them. Never written."""
    return _Skip(signs)


def key(word: str, *, kind: str = "key", must: bool = True, said: bool = True, loose: bool = False) -> Part:
    """A word of the lexicon's keys (`from`, `pay`). `must` False: it need not be typed; `said` False: not written.

    `loose`: any other word will do (`steal g of hel`).
    """
    return _Key(word, kind, must, said, loose)


@dataclass(frozen=True, slots=True)
class _Flag:
    name: str
    mark: str

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        ahead = text.at + bool(self.mark)
        marked = not self.mark or text.peek() == self.mark
        word = text.tokens[ahead] if marked and ahead < len(text.tokens) else " "
        into[self.name] = at.lexicon.find("key", word) == self.name
        if into[self.name]:
            text.at = ahead + 1

    def write(self, source: Any, at: At) -> list[str]:
        return [self.mark, at.lexicon.say("key", self.name, at.language)] if getattr(source, self.name) else []


def flag(name: str, *, mark: str = "+") -> Part:
    """`+succor`: the field is True when it stands there. The word is the key of the field's name."""
    return _Flag(name, mark)


@dataclass(frozen=True, slots=True)
class _Mark:
    name: str
    text: str
    yes: Any
    no: Any

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        marked = text.peek() == self.text
        text.at += marked
        into[self.name] = self.yes if marked else self.no

    def write(self, source: Any, at: At) -> list[str]:
        return [self.text] if getattr(source, self.name) == self.yes else []


def mark(name: str, text: str, *, yes: Any = True, no: Any = False) -> Part:
    """A sign that stands there or not: the field is `yes` or `no`."""
    return _Mark(name, text, yes, no)


@dataclass(frozen=True, slots=True)
class _Many:
    name: str
    value: Value[Any]
    between: Part
    least: int
    most: int
    tight: bool
    none: str

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if self.none and at.lexicon.find("key", text.peek() or " ") == self.none:
            text.at += 1
            into[self.name] = ()
            return
        found: list[Any] = []
        while text.left and len(found) < self.most:
            start = text.at
            try:
                if found:
                    self.between.read(text, at, {})
                found.append(self.value.read(text, at))
            except No:
                text.at = start
                break
        if len(found) < self.least:
            raise No
        into[self.name] = tuple(found)

    def write(self, source: Any, at: At) -> list[str]:
        tokens: list[str] = []
        if self.none and not getattr(source, self.name):
            return [at.lexicon.say("key", self.none, at.language)]
        for number, one in enumerate(getattr(source, self.name)):
            tokens += self.between.write(source, at) if number else []
            tokens.append(self.value.write(one, at))
        return ["".join(tokens)] if self.tight else tokens


def many(
    name: str,
    value: Value[Any],
    *,
    between: str | Part = "",
    least: int = 1,
    most: int = 999,
    tight: bool = False,
    none: str = "",
) -> Part:
    """`least` to `most` values for a field that is a tuple, with a sign or part `between` them (none: blanks alone).

    `tight`: written without blanks, `H>O>F`. `none`: the key that stands there instead of no values at all.
    """
    if isinstance(between, str):
        between = sign(between) if between else skip()
    return _Many(name, value, between, least, most, tight, none)


@dataclass(frozen=True, slots=True)
class _Maybe:
    parts: tuple[Part, ...]
    empty: dict[str, Any] = field(hash=False)

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(self.empty)

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        start = text.at
        try:
            into |= read_all(self.parts, text, at)
        except No:  # a refusal of the whole line points to the furthest place, which is here
            text.at = start
            into |= self.empty

    def write(self, source: Any, at: At) -> list[str]:
        if all(getattr(source, name) == value for name, value in self.empty.items()):
            return []
        return [token for part in self.parts for token in part.write(source, at)]


def maybe(*parts: Part, empty: Any = None) -> Part:
    """Parts that stand there together or not at all; without them their fields are `empty`: one value, or by name."""
    names = [name for part in parts for name in part.fields]
    by_name = empty if isinstance(empty, Mapping) else dict.fromkeys(names, empty)
    return _Maybe(parts, {name: by_name[name] for name in names})


@dataclass(frozen=True, slots=True)
class _Clauses:
    clauses: tuple[Part, ...]
    between: _Sign
    lead: str
    each: frozenset[str]

    @property
    def fields(self) -> frozenset[str]:
        return frozenset().union(*(clause.fields for clause in self.clauses))

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        for clause in self.clauses:
            clause.read(Text([]), at, into)  # what is empty unless a clause says it
        parted = True
        while text.left:
            while text.peek() == self.between.text:
                text.at += 1
                parted = True
            if not parted or not any(_read_clause(clause, text, at, into) for clause in self.clauses):
                return
            parted = not self.between.text

    def write(self, source: Any, at: At) -> list[str]:
        said = [tokens for clause in self.clauses for tokens in self._written(clause, source, at) if tokens]
        parted = [token for tokens in said for token in (*self.between.write(source, at), *tokens)]
        return [self.lead, *parted[1:]] if self.lead and parted else parted if not self.lead else []

    def _written(self, clause: Part, source: Any, at: At) -> list[list[str]]:
        names = clause.fields & self.each
        if not names:
            return [clause.write(source, at)]
        name = next(iter(names))
        return [clause.write(SimpleNamespace(**{name: (entry,)}), at) for entry in getattr(source, name)]


def _read_clause(clause: Part, text: Text, at: At, into: dict[str, Any]) -> bool:
    """Whether a clause begins here; its tuples are added to what earlier ones said."""
    start, found = text.at, dict[str, Any]()
    clause.read(text, at, found)
    if text.at == start:
        return False
    for name, value in found.items():
        into[name] = (*into[name], *value) if isinstance(value, tuple) and into.get(name) else value
    return True


def clauses(*found: Part, between: str = ";", lead: str = "", each: Iterable[str] = ()) -> Part:
    """Clauses (each a `maybe`) in any order, with a sign `between` them: `hire o; disc front; hire w`.

    Written in the order of declaration: after `lead`, or after `between` where there is no lead. A clause for a tuple
    may stand there several times; `each`: tuples that are written with a clause for every entry.
    """
    return _Clauses(found, _Sign(between), lead, frozenset(each))


def read_all(parts: Iterable[Part], text: Text, at: At) -> dict[str, Any]:
    into: dict[str, Any] = {}
    for part in parts:
        part.read(text, at, into)
    return into


def made_of(value: Any, model: type[Any], given: Mapping[str, Any]) -> bool:
    return isinstance(value, model) and all(getattr(value, name) == one for name, one in given.items())


def check(model: type[BaseModel], parts: Iterable[Part], given: Iterable[str] = ()) -> None:
    """Every field of the model has a part; a field without one would be lost when the move is written."""
    filled = {name for part in parts for name in part.fields} | set(given) | _NOT_KEPT
    lost = [name for name in model.model_fields if name not in filled]
    unknown = filled - set(model.model_fields) - _NOT_KEPT
    if lost or unknown:
        raise ValueError(f"{model.__name__}: no part for {lost}, no field for {sorted(unknown)}")


def built(model: Callable[..., T], fields: dict[str, Any]) -> T:
    try:
        return model(**fields)
    except ValidationError:  # shapes that the parts let through and the model does not
        raise No from None
