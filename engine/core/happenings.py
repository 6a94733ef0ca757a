"""What moves cause: facts for the log. Replay makes them all again; nothing of them is stored.

A game declares what of a happening is secret beside the field itself, and everything else follows:

    @happening("card_drawn", reveals=True)  # shows somebody what they did not know: such a move cannot be undone
    class CardDrawn(Happening):
        seat: Seat
        card: str | None = own()            # only `seat` may see it; all others get None

(The same as `@dataclass(slots=True)` with `kind` and `reveals` as class variables.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform, get_args

from pydantic import TypeAdapter

from engine.core.moves import Json, Seat

_OWN, _EACH, _SEATED = "own", "each", "seated"
# What it is to whoever reads of it later: an answer that lies ready unseen, what tells all such answers, a fight or
# points, the begin of a round or of a part of one.
Role: TypeAlias = Literal["", "choice", "opening", "landmark", "round", "phase"]


def own(*, default: Any = MISSING, hidden: Any = None, when: Callable[[Any], bool] | None = None) -> Any:
    """A field that only the happening's `seat` may see; for everybody else it is `hidden`.

    `when`: asked of the happening, where the field is no secret in every case (a card that lay open is seen by all).
    """
    seen = {"sees": _OWN, "hidden": hidden, "when": when}
    return field(metadata=seen) if default is MISSING else field(default=default, metadata=seen)


def each() -> Any:
    """A field with one entry for each seat, of which a viewer may see the own one; the others are None."""
    return field(metadata={"sees": _EACH})


def seated() -> Any:
    """A field that everybody at the table may see, and no spectator: what a team knows of its own; for them None."""
    return field(metadata={"sees": _SEATED})


def later(default: Any) -> Any:
    """A field that happenings of this kind once did not have: left out of their JSON where it says nothing, as of games
    whose rules do not tell it.
    """
    return field(default=default, metadata={"later": True})


@dataclass(slots=True)
class Happening:
    """One fact. `kind` is its name for ever: exports and recorded games use it, so that a class may be renamed.

    `private`: nobody but its `seat` learns that it happened at all. `role`: the news of a mail tell of choices in one
    line and of none that an opening has told, leave out no landmark however much there is to tell, and begin anew where
    a round does. What begins for all, a round or a phase of it, is nobody's deed.
    """

    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    private: ClassVar[bool] = False
    role: ClassVar[Role] = ""

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        """The face of this happening that `viewer` (None: a spectator) may see; None when not even the fact."""
        secret = _secret(type(self))
        if not secret and not self.private:
            return self
        seat: Seat | None = getattr(self, "seat", None)
        mine = seat is not None and viewer == seat
        if self.private and not mine:
            return None
        hidden = {one.name: _face(self, one, viewer) for one in secret if _is_secret(self, one, viewer, mine=mine)}
        return replace(self, **hidden) if hidden else self

    def as_json(self) -> Json:
        """`{"kind": ..., field: value, ...}`, ready for JSON."""
        found = ((one, getattr(self, one.name)) for one in fields(self))
        told = ((one, value) for one, value in found if not ("later" in one.metadata and value == one.default))
        return {"kind": self.kind} | {one.name: _plain(value) for one, value in told}


H = TypeVar("H", bound=Happening)


@dataclass_transform(field_specifiers=(own, each, seated, later, field))
def happening(
    kind: str, *, reveals: bool = False, private: bool = False, role: Role = ""
) -> Callable[[type[H]], type[H]]:
    """Makes a class of happenings: a dataclass with slots, called `kind` for ever."""

    def make(one: type[H]) -> type[H]:
        made = dataclass(slots=True)(one)
        made.kind, made.reveals, made.private, made.role = kind, reveals, private, role
        return made

    return make


_secrets: dict[type[Happening], tuple[Field[Any], ...]] = {}


def _secret(kind: type[Happening]) -> tuple[Field[Any], ...]:
    """The fields of a class that not everybody may see, found once."""
    if kind not in _secrets:
        _secrets[kind] = tuple(one for one in fields(kind) if "sees" in one.metadata)
    return _secrets[kind]


def _is_secret(happening: Happening, one: Field[Any], viewer: Seat | None, *, mine: bool) -> bool:
    if one.metadata["sees"] == _EACH:
        return True
    if one.metadata["sees"] == _SEATED:
        return viewer is None
    when = one.metadata["when"]
    return not mine and (when is None or when(happening))


def _face(happening: Happening, one: Field[Any], viewer: Seat | None) -> Any:
    if one.metadata["sees"] != _EACH:
        return one.metadata.get("hidden")
    return tuple(entry if seat == viewer else None for seat, entry in enumerate(getattr(happening, one.name)))


def _plain(value: Any) -> Json:
    """A value of a happening as JSON: tuples and sets as lists, parts by their fields."""
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    return value


class Kinds:
    """The happenings of one game by kind, to read back what `as_json` wrote.

    Raises ValueError for a class without a kind and for two classes of one.
    """

    def __init__(self, happenings: Iterable[type[Happening]]) -> None:
        self._by_kind: dict[str, TypeAdapter[Any]] = {}
        for one in happenings:
            if not one.kind or one.kind in self._by_kind:
                raise ValueError(f"{one.__name__} needs a kind of its own")
            self._by_kind[one.kind] = TypeAdapter(one)

    @classmethod
    def of(cls, union: Any) -> Kinds:
        """Those of a union of classes."""
        return cls(get_args(union) or (union,))

    def __contains__(self, kind: object) -> bool:
        return kind in self._by_kind

    def read(self, raw: Json) -> Happening:
        """The happening that wrote `raw`. Raises KeyError for a kind of no class here, pydantic.ValidationError."""
        given = dict(raw)
        found: Happening = self._by_kind[given.pop("kind")].validate_python(given)
        return found
