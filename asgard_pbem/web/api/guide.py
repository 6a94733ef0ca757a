"""The description as a page for people: put together from OpenAPI on our side, so that it needs no scripts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from asgard_pbem.web.api.service import service

SUBJECTS: Final = {
    "games": _("Games"),
    "tables": _("Tables"),
    "seats": _("Seats and invitations"),
    "moments": _("Moments and boards"),
    "playing": _("Questions and answers"),
    "talking": _("Messages, counsel, notes"),
    "people": _("You and others"),
}
Schema = Mapping[str, Any]
_CODE, _END = mark_safe("<code>"), mark_safe("</code>")


@dataclass(frozen=True, slots=True)
class Field:
    """One value that is sent or answered."""

    name: str
    kind: str
    shape: str  # name of a shape that it holds; empty: none
    required: bool
    said: SafeString


@dataclass(frozen=True, slots=True)
class Operation:
    """One address and method."""

    id: str
    method: str
    path: str
    summary: str
    public: bool
    parameters: tuple[Field, ...]
    body: str  # name of the shape that is sent; empty: none
    answers: tuple[tuple[str, str, str], ...]  # (status, shape, media type)


@dataclass(frozen=True, slots=True)
class Subject:
    """Operations that belong together."""

    tag: str
    title: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of data."""

    name: str
    said: SafeString
    fields: tuple[Field, ...]


@cache
def description() -> Schema:
    """OpenAPI 3.1, as `openapi.json` gives it."""
    made: Schema = service.get_openapi_schema()
    return made


def subjects() -> tuple[Subject, ...]:
    """Every operation by subject, in the reader's language."""
    by: dict[str, list[Operation]] = defaultdict(list)
    for path, methods in description()["paths"].items():
        for method, one in methods.items():
            by[one["tags"][0]].append(_operation(path, method, one))
    return tuple(Subject(tag, gettext(title), tuple(by[tag])) for tag, title in SUBJECTS.items())


@cache
def shapes() -> tuple[Shape, ...]:
    """Every shape, by name."""
    found = description()["components"]["schemas"]
    return tuple(
        Shape(name, _marked(one.get("description", "")), tuple(_fields(one)))
        for name, one in sorted(found.items())
        if "properties" in one
    )


def _operation(path: str, method: str, one: Schema) -> Operation:
    content = one.get("requestBody", {}).get("content", {}).get("application/json", {})
    return Operation(
        id=one["operationId"],
        method=method.upper(),
        path=path,
        summary=gettext(str(one["summary"])),
        public={} in one.get("security", []),
        parameters=tuple(
            Field(each["name"], _kind(each["schema"]), "", each["required"], _marked(each.get("description", "")))
            for each in one.get("parameters", [])
        ),
        body=_shape(content.get("schema", {})),
        answers=tuple(_answers(one["responses"])),
    )


def _answers(responses: Schema) -> Iterator[tuple[str, str, str]]:
    for status, one in responses.items():
        if str(status).endswith("XX"):
            continue
        for media, content in (one.get("content") or {"": {}}).items():
            yield str(status), _shape(content.get("schema", {})), media


def _fields(one: Schema) -> Iterator[Field]:
    for name, each in one["properties"].items():
        yield Field(
            name, _kind(each), _shape(each), name in one.get("required", []), _marked(each.get("description", ""))
        )


def _marked(text: str) -> SafeString:
    """A description with what stands between backticks as code."""
    parts = text.split("`")
    return format_html_join(
        "", "{}{}{}", ((_CODE if at % 2 else "", part, _END if at % 2 else "") for at, part in enumerate(parts))
    )


def _shape(schema: Schema) -> str:
    """The name of the shape that a schema is, or holds."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    inner = [schema["items"]] if isinstance(schema.get("items"), Mapping) else schema.get("anyOf", [])
    return next((name for one in inner if (name := _shape(one))), "")


def _kind(schema: Schema) -> str:
    """What a value is, in a few words."""
    if "$ref" in schema:
        return _shape(schema)
    if "enum" in schema:
        return " | ".join(f"“{one}”" for one in schema["enum"])
    if "const" in schema:
        return str(schema["const"]).lower()
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    low, high = schema.get("minimum"), schema.get("maximum")
    bounds = f" {low}–{high}" if low is not None and high is not None else ""
    return f"{schema.get('format') or schema.get('type', 'any')}{bounds}"
