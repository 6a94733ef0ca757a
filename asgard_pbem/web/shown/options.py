"""A game's options as form fields, made from its pydantic model: flags, choices and small numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from engine.core.contract import Words, told_apart
from engine.table.options import choice, kind_of

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
    kind = kind_of(info)
    if kind is bool:
        return forms.BooleanField(**common)
    if kind is int:
        return forms.IntegerField(min_value=_bound(info, "ge"), max_value=_bound(info, "le"), **common)
    if (found := choice(info)) is None:
        return None
    said = [(str(value), words.setting(name, str(value)) or _label(str(value))) for value in found.values]
    coerce = {str(value): value for value in found.values}.__getitem__
    if found.many:
        boxes = forms.CheckboxSelectMultiple
        return forms.TypedMultipleChoiceField(choices=said, coerce=coerce, empty_value=[], widget=boxes, **common)
    return forms.TypedChoiceField(choices=said, coerce=coerce, empty_value=None, **common)


def _bound(info: FieldInfo, name: str) -> int | None:
    return next((int(getattr(mark, name)) for mark in info.metadata if hasattr(mark, name)), None)
