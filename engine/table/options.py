"""What a person can choose when a table is opened, as a game's options say it by their types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo


@dataclass(frozen=True, slots=True)
class Choice:
    """The values of an option, in the order in which the game names them; `many`: any of them at once, each once."""

    values: tuple[Any, ...]
    many: bool = False


def kind_of(info: FieldInfo) -> Any:
    """The type of an option; of one that may also be left open, what it is if it is not."""
    kind = info.annotation
    if get_origin(kind) in (Union, UnionType):
        rest = [one for one in get_args(kind) if one is not type(None)]
        return rest[0] if len(rest) == 1 else None
    return kind


def choice(info: FieldInfo) -> Choice | None:
    """Of what an option is chosen; None: it is no such choice, as flags and numbers are."""
    kind = kind_of(info)
    many = get_origin(kind) is tuple
    values = _values(get_args(kind)[0] if many else kind)
    return Choice(values, many) if values else None


def _values(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(one.value for one in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()
