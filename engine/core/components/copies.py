"""Copies of states: made from the fields by name, so that a field more or less shifts nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def copier(state: type[T]) -> Callable[[T], T]:
    """A function that copies states of this class: lists and sets to any depth, states inside states; all else is
    shared, for it is never changed (numbers, words, tuples, moves, frames).

    It is written out and compiled once, at import: copying is what search and replay do most.
    """
    hints = get_type_hints(state)
    names: dict[str, Any] = {"_State": state}
    parts = [f"{one.name}={_copy(f'old.{one.name}', hints[one.name], names, 0)}" for one in fields(state)]  # type: ignore[arg-type]
    source = f"def copy(old):\n    return _State({', '.join(parts)})\n"
    exec(compile(source, f"<copy of {state.__name__}>", "exec"), names)  # noqa: S102  written here, of field names
    made: Callable[[T], T] = names["copy"]
    return made


def _copy(name: str, kind: Any, names: dict[str, Any], depth: int) -> str:
    """The expression that copies a value of this type."""
    origin, args = get_origin(kind), get_args(kind)
    if type(None) in args:
        inner = next(one for one in args if one is not type(None))
        copied = _copy(name, inner, names, depth)
        return name if copied == name else f"(None if {name} is None else {copied})"
    if origin in (list, set, dict):
        return _copied(name, origin, args, names, depth)
    plain = origin or kind
    if isinstance(plain, type) and callable(getattr(plain, "copy", None)) and hasattr(plain, "__dataclass_fields__"):
        return f"{name}.copy()"
    return name


def _copied(name: str, origin: Any, args: tuple[Any, ...], names: dict[str, Any], depth: int) -> str:
    item = f"x{depth}"
    inner = _copy(item, args[-1], names, depth + 1)
    if inner == item:
        return f"{name}.copy()"
    if origin is dict:
        return f"{{k{depth}: {inner} for k{depth}, {item} in {name}.items()}}"
    return f"[{inner} for {item} in {name}]"
