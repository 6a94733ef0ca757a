"""Rows as they are written with every mail; the text of each statement is made once.

Django makes it anew each time, looks for signals that nobody hears, and for parents that no model of ours has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connections, router
from django.db.models import Model

from asgard_pbem.database.asking import Text


def insert_with_commit(row: Model) -> None:
    """Insert `row` when the transaction commits, which fails if it is there; at once outside of one."""
    text, fields = _insertion(type(row), "", "")
    text.with_commit(*_values(row, fields, new=True))
    row._state.adding, row._state.db = False, router.db_for_write(type(row))  # noqa: SLF001  as Django leaves it


def insert_new(row: Model) -> bool:
    """Insert `row`, unless a constraint says that it is there; whether it was inserted. Waits for whoever does so now.

    One statement, which says itself how many rows it wrote: Django's `bulk_create(ignore_conflicts=True)` does not
    tell, and a look afterwards is a second one.
    """
    return _inserted(row, "DO NOTHING")


def insert_or_touch(row: Model, name: str) -> None:
    """Insert `row`, or write its field `name` where its key is there already; either way the row is locked."""
    _inserted(row, "DO UPDATE", name)


def save_with_commit(row: Model, names: Sequence[str]) -> None:
    """Write these fields of a row that this transaction has locked, when it commits."""
    text, fields = _change(type(row), tuple(names))
    text.with_commit(*_values(row, (*fields, _meta(type(row)).pk), new=False))


def _inserted(row: Model, conflict: str, touched: str = "") -> bool:
    text, fields = _insertion(type(row), conflict, touched)
    written = text.changed(*_values(row, fields, new=True)) == 1
    row._state.adding, row._state.db = not written, router.db_for_write(type(row))  # noqa: SLF001  as Django leaves it
    return written


def _values(row: Model, fields: Sequence[Any], *, new: bool) -> tuple[Any, list[Any]]:
    """The connection by which `row` is written, and what these fields of it are there."""
    connection = connections[router.db_for_write(type(row))]
    return connection, [one.get_db_prep_save(one.pre_save(row, new), connection) for one in fields]


@cache
def _insertion(model: type[Model], conflict: str, touched: str) -> tuple[Text, Sequence[Any]]:
    meta = _meta(model)
    columns, places = (
        ", ".join(_quoted(one) for one in meta.concrete_fields),
        ", ".join(["%s"] * len(meta.concrete_fields)),
    )
    text = f'INSERT INTO "{meta.db_table}" ({columns}) VALUES ({places})'  # noqa: S608  names, no values
    if touched:
        column = _quoted(meta.get_field(touched))
        text += f" ON CONFLICT ({_quoted(meta.pk)}) {conflict} SET {column} = EXCLUDED.{column}"
    elif conflict:
        text += f" ON CONFLICT {conflict}"
    return Text(text), meta.concrete_fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[Text, Sequence[Any]]:
    meta = _meta(model)
    fields = tuple(meta.get_field(name) for name in names)
    columns = ", ".join(f"{_quoted(one)} = %s" for one in fields)
    return Text(f'UPDATE "{meta.db_table}" SET {columns} WHERE {_quoted(meta.pk)} = %s'), fields  # noqa: S608  see above


def _meta(model: type[Model]) -> Any:
    return model._meta  # noqa: SLF001  public in Django


def _quoted(field: Any) -> str:
    return f'"{field.column}"'
