"""Orders as text: a verb declared once is read and written by the same declaration.

    FIGURE, PLACE = Name("figure"), Name("province")
    GRAMMAR = Grammar(LEXICON, "verb", [
        Verb("invade", Invade, the("figure", FIGURE), the("to", PLACE), flag("succor"), flag("pillage")),
        Verb("march", March, the("source", PLACE), sign(">"), the("to", PLACE), sign(":"), many("figures", FIGURE)),
    ])

    GRAMMAR.read("march gim > ygg: leader w", at)      -> March(source="GIM", to="YGG", figures=("L", "W"))
    GRAMMAR.write(March(...), at)                      -> "march GIM > YGG: Leader Warrior"

Parts read what they write, so `read(write(move)) == move` holds by construction; a verb that leaves a field of its
move without a part is refused when it is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from engine.core.contract import Desk
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.values import At, No, Text, Value, joined
from engine.core.moves import IllegalMove

SYNTAX = "E_SYNTAX"
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


# --- Parts ---------------


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
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if text.peek() == self.text:
            text.at += 1
        elif self.must:
            raise No

    def write(self, source: Any, at: At) -> list[str]:
        return [self.text]


def sign(text: str, *, must: bool = True) -> Part:
    """A sign such as `>` or `:`. Always written; `must` False: it need not be typed."""
    return _Sign(text, must)


@dataclass(frozen=True, slots=True)
class _Key:
    word: str
    kind: str
    must: bool
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if at.lexicon.find(self.kind, text.peek() or " ") == self.word:
            text.at += 1
        elif self.must:
            raise No

    def write(self, source: Any, at: At) -> list[str]:
        return [at.lexicon.say(self.kind, self.word, at.language)]


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


def key(word: str, *, kind: str = "key", must: bool = True) -> Part:
    """A word of the lexicon's keys (`from`, `pay`); `must` False: it need not be typed."""
    return _Key(word, kind, must)


@dataclass(frozen=True, slots=True)
class _Flag:
    name: str
    kind: str
    mark: str = "+"

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        into[self.name] = False
        marked = text.peek() == self.mark and text.left > 1
        if marked and at.lexicon.find(self.kind, text.tokens[text.at + 1]) == self.name:
            text.at += 2
            into[self.name] = True

    def write(self, source: Any, at: At) -> list[str]:
        return [self.mark, at.lexicon.say(self.kind, self.name, at.language)] if getattr(source, self.name) else []


def flag(name: str, *, kind: str = "key") -> Part:
    """`+succor`: the field is True when it stands there. The word is the lexicon's for the field's name."""
    return _Flag(name, kind)


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

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
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
        for number, one in enumerate(getattr(source, self.name)):
            tokens += self.between.write(source, at) if number else []
            tokens.append(self.value.write(one, at))
        return ["".join(tokens)] if self.tight else tokens


def many(
    name: str, value: Value[Any], *, between: str | Part = "", least: int = 1, most: int = 999, tight: bool = False
) -> Part:
    """`least` to `most` values for a field that is a tuple, with a sign or part `between` them (none: blanks alone).

    `tight`: written without blanks, `H>O>F`.
    """
    if isinstance(between, str):
        between = sign(between) if between else skip()
    return _Many(name, value, between, least, most, tight)


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
            into |= _read_all(self.parts, text, at)
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


def _read_all(parts: Iterable[Part], text: Text, at: At) -> dict[str, Any]:
    into: dict[str, Any] = {}
    for part in parts:
        part.read(text, at, into)
    return into


@dataclass(frozen=True, slots=True)
class Record(Generic[T]):
    """A value that has parts of its own: a pydantic model inside a move."""

    model: type[T]
    parts: tuple[Part, ...]

    def read(self, text: Text, at: At) -> T:
        """Raises No."""
        return _built(self.model, _read_all(self.parts, text, at))

    def write(self, value: T, at: At) -> str:
        return joined(token for part in self.parts for token in part.write(value, at))


def record(model: type[BaseModel], *parts: Part) -> Record[Any]:
    """A value made of parts. Raises ValueError when a field of the model has none."""
    _check(model, parts)
    return Record(model, parts)


@dataclass(frozen=True, slots=True)
class Either:
    """The first of several values that can be read; written by the first whose model it is."""

    values: tuple[Record[Any], ...]

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
        found = next(one for one in self.values if isinstance(value, one.model))
        return found.write(value, at)


# --- Verbs ---------------------------------------------------------------------------------------------------------


class Verb:
    """A kind of line: its word (a code of the lexicon), the model that it makes, and its parts in order.

    A verb without a word (`""`) is a line that begins with its first part. `given`: fields that the line does not say;
    a function is asked what they are at the reader's desk. Raises ValueError when a field of the model has no part.
    """

    def __init__(self, word: str, model: type[BaseModel], /, *parts: Part, **given: Any) -> None:
        _check(model, parts, given)
        self.word, self.model, self.parts = word, model, parts
        self.given = {name: one for name, one in given.items() if not callable(one)}
        self.asked = {name: one for name, one in given.items() if callable(one)}

    def read(self, text: Text, at: At) -> Any:
        """The model of what stands behind the word. Raises No, IllegalMove."""
        found = _read_all(self.parts, text, at)
        return _built(self.model, found | self.given | {name: one(at.desk) for name, one in self.asked.items()})

    def writes(self, value: Any) -> bool:
        """Whether a value is written by this verb."""
        return isinstance(value, self.model) and all(getattr(value, name) == one for name, one in self.given.items())

    def write(self, value: Any, at: At, kind: str) -> str:
        """The line."""
        tokens = [token for part in self.parts for token in part.write(value, at)]
        return joined([at.lexicon.say(kind, self.word, at.language) if self.word else "", *tokens])


@dataclass(frozen=True, slots=True)
class Clause:
    """One of several verbs as a value: a whole line, or a part of one such as an alternative of a plan.

    `kind`: where the lexicon has their words. Several verbs may have one word.
    """

    kind: str
    verbs: tuple[Verb, ...]

    def read(self, text: Text, at: At, *, whole: bool = False) -> Any:
        """What the first verb that fits makes of it. `whole`: of all that is left. Raises No, IllegalMove."""
        start, word = text.at, at.lexicon.find(self.kind, text.peek() or " ")
        for verb in self.verbs:
            if verb.word and verb.word != word:
                continue
            text.at = start + bool(verb.word)
            try:
                found = verb.read(text, at)
            except No:
                continue
            if not (whole and text.left):
                return found
        raise No

    def write(self, value: Any, at: At) -> str:
        """Raises ValueError when no verb writes such a value."""
        for verb in self.verbs:
            if verb.writes(value):
                return verb.write(value, at, self.kind)
        raise ValueError(f"no verb writes {type(value).__name__}")


class Grammar:
    """The verbs of a game, as lines. `kind`: where the lexicon has their words."""

    def __init__(self, lexicon: Lexicon, kind: str, verbs: Sequence[Verb]) -> None:
        self.lexicon, self.kind, self.lines = lexicon, kind, Clause(kind, tuple(verbs))

    def knows(self, line: str) -> bool:
        """Whether a line begins with a verb."""
        try:
            return self.lexicon.find(self.kind, Text.of(line).peek() or " ") is not None
        except IllegalMove:  # the beginning of several verbs
            return True

    def read(self, line: str, desk: Desk | None = None) -> Any:
        """What a line says. Raises IllegalMove E_SYNTAX (`line`, `near`: where reading stopped), E_AMBIGUOUS."""
        text = Text.of(line)
        try:
            return self.lines.read(text, At(self.lexicon, desk=desk), whole=True)
        except No:
            raise IllegalMove(SYNTAX, line=line, near=text.near) from None

    def write(self, value: Any, language: str, desk: Desk | None = None) -> str:
        """One line that `read` makes this value of again. Raises ValueError when no verb writes such a value."""
        return self.lines.write(value, At(self.lexicon, language, desk))


def _check(model: type[BaseModel], parts: Iterable[Part], given: Iterable[str] = ()) -> None:
    """Every field of the model has a part; a field without one would be lost when the move is written."""
    filled = {name for part in parts for name in part.fields} | set(given) | _NOT_KEPT
    lost = [name for name in model.model_fields if name not in filled]
    unknown = filled - set(model.model_fields) - _NOT_KEPT
    if lost or unknown:
        raise ValueError(f"{model.__name__}: no part for {lost}, no field for {sorted(unknown)}")


def _built(model: Callable[..., T], fields: dict[str, Any]) -> T:
    try:
        return model(**fields)
    except ValidationError:  # shapes that the parts let through and the model does not
        raise No from None
