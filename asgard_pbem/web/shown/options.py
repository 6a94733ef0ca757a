"""A game's options as form fields, made from its pydantic model: flags, choices and small numbers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from django import forms
from django.utils.translation import gettext
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from engine.core.contract import Words, told_apart

PREFIX = "option_"


def option_fields(model: type[BaseModel], words: Words[Any]) -> dict[str, forms.Field]:
    """One form field for every option that a person can choose, in the game's words; others keep their defaults."""
    made = ((name, _field(name, info, words)) for name, info in model.model_fields.items())
    return {PREFIX + name: field for name, field in made if field is not None}


def read_options(model: type[BaseModel], cleaned: dict[str, Any], words: Words[Any]) -> BaseModel:
    """The options chosen. Raises forms.ValidationError when the game does not allow them together."""
    chosen = {name.removeprefix(PREFIX): value for name, value in cleaned.items() if name.startswith(PREFIX)}
    try:
        return model.model_validate({name: value for name, value in chosen.items() if value not in ("", None)})
    except ValidationError as refused:
        raise forms.ValidationError([_complaint(error, words) for error in refused.errors()]) from None


def _complaint(error: Mapping[str, Any], words: Words[Any]) -> str:
    """What is wrong, in the reader's language where the game says which options do not go together."""
    if names := told_apart(error):
        called = ", ".join(words.setting(name) or _label(name) for name in names)
        return gettext("These do not go together: %(options)s.") % {"options": called}
    place = error["loc"]
    return f"{words.setting(str(place[0])) or _label(str(place[0]))}: {error['msg']}" if place else str(error["msg"])


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _field(name: str, info: FieldInfo, words: Words[Any]) -> forms.Field | None:
    common: dict[str, Any] = {
        "label": words.setting(name) or info.title or _label(name),
        "help_text": info.description or "",
        "required": False,
        "initial": None if info.is_required() else info.get_default(call_default_factory=True),
    }
    kind = _without_none(info.annotation)
    if kind is bool:
        return forms.BooleanField(**common)
    if kind is int:
        return forms.IntegerField(min_value=_bound(info, "ge"), max_value=_bound(info, "le"), **common)
    if values := _values(kind):
        said = [(str(value), words.setting(name, str(value)) or _label(str(value))) for value in values]
        field = forms.TypedChoiceField(choices=said, empty_value=None, **common)
        field.coerce = {str(value): value for value in values}.__getitem__
        return field
    if get_origin(kind) is tuple and (values := _values(get_args(kind)[0])):  # any of them, each once
        said = [(str(value), words.setting(name, str(value)) or _label(str(value))) for value in values]
        return forms.MultipleChoiceField(choices=said, widget=forms.CheckboxSelectMultiple, **common)
    return None


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        rest = [one for one in get_args(kind) if one is not type(None)]
        return rest[0] if len(rest) == 1 else None
    return kind


def _values(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(one.value for one in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def _bound(info: FieldInfo, name: str) -> int | None:
    return next((int(getattr(mark, name)) for mark in info.metadata if hasattr(mark, name)), None)
