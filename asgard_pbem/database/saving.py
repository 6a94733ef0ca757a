"""Rows as they are written with every mail; the text of each statement is made once.

Django makes it anew each time, looks for signals that nobody hears, and for parents that no model of ours has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db import connections, router
from django.db.models import Field, Model


def insert(row: Model) -> None:
    """Insert `row`. Raises IntegrityError if a constraint says that it is there."""
    using = router.db_for_write(type(row))
    text, fields = _insertion(type(row), using)
    with connections[using].cursor() as cursor:
        cursor.execute(text, _values(row, fields, using, new=True))
    row._state.adding, row._state.db = False, using  # noqa: SLF001  as `save` leaves it


def insert_new(row: Model) -> bool:
    """Insert `row`, unless a constraint says that it is there; whether it was inserted. Waits for whoever does so now.

    One statement, which says itself how many rows it wrote: Django's `bulk_create(ignore_conflicts=True)` does not
    tell, and a look afterwards is a second one.
    """
    using = router.db_for_write(type(row))
    text, fields = _insertion(type(row), using)
    with connections[using].cursor() as cursor:
        cursor.execute(f"{text} ON CONFLICT DO NOTHING", _values(row, fields, using, new=True))
        written = bool(cursor.rowcount == 1)
    row._state.adding, row._state.db = not written, using  # noqa: SLF001  as `bulk_create` leaves it
    return written


def insert_or_touch(row: Model, name: str) -> None:
    """Insert `row`, or write its field `name` where its key is there already; either way the row is locked."""
    using = router.db_for_write(type(row))
    text, fields = _insertion(type(row), using)
    columns: list[Any] = [row._meta.pk, row._meta.get_field(name)]  # noqa: SLF001  public in Django
    key, touched = (connections[using].ops.quote_name(one.column) for one in columns)
    with connections[using].cursor() as cursor:
        cursor.execute(
            f"{text} ON CONFLICT ({key}) DO UPDATE SET {touched} = EXCLUDED.{touched}",
            _values(row, fields, using, new=True),
        )


def save_fields(row: Model, names: Sequence[str]) -> None:
    """Write these fields of a row that is there. Raises `DoesNotExist` of its model if it is not."""
    using = router.db_for_write(type(row))
    text, fields = _change(type(row), tuple(names), using)
    with connections[using].cursor() as cursor:
        cursor.execute(text, [*_values(row, fields, using, new=False), row.pk])
        if cursor.rowcount != 1:
            raise type(row).DoesNotExist  # type: ignore[attr-defined]  # of every model


def _values(row: Model, fields: Sequence[Field[Any, Any]], using: str, *, new: bool) -> list[Any]:
    return [one.get_db_prep_save(one.pre_save(row, new), connections[using]) for one in fields]


@cache
def _insertion(model: type[Model], using: str) -> tuple[str, Sequence[Field[Any, Any]]]:
    quote: Callable[[Any], str] = connections[using].ops.quote_name
    fields = model._meta.concrete_fields  # noqa: SLF001  public in Django
    columns, places = ", ".join(quote(one.column) for one in fields), ", ".join(["%s"] * len(fields))
    table = quote(model._meta.db_table)  # noqa: SLF001
    return f"INSERT INTO {table} ({columns}) VALUES ({places})", fields  # noqa: S608  no values


@cache
def _change(model: type[Model], names: tuple[str, ...], using: str) -> tuple[str, Sequence[Field[Any, Any]]]:
    quote: Callable[[Any], str] = connections[using].ops.quote_name
    meta = model._meta  # noqa: SLF001
    fields: list[Any] = [meta.get_field(name) for name in names]
    columns = ", ".join(f"{quote(one.column)} = %s" for one in fields)
    key = quote(meta.pk.column)
    return f"UPDATE {quote(meta.db_table)} SET {columns} WHERE {key} = %s", fields  # noqa: S608  names, no values
