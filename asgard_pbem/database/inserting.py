"""A row that may be there already."""

from __future__ import annotations

from django.db import connections, router
from django.db.models import Model
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery


def insert_new(row: Model) -> bool:
    """Insert `row`, unless a constraint says that it is there; whether it was inserted. Waits for whoever does so now.

    One statement, which says itself how many rows it wrote: Django's `bulk_create(ignore_conflicts=True)` does not
    tell, and a look afterwards is a second one.
    """
    using = router.db_for_write(type(row))
    fields = row._meta.concrete_fields  # noqa: SLF001  a public name of Django's
    query = InsertQuery(type(row), on_conflict=OnConflict.IGNORE)
    query.insert_values(fields, [row])
    ((text, values),) = query.get_compiler(using=using).as_sql()
    with connections[using].cursor() as cursor:
        cursor.execute(text, values)
        written = bool(cursor.rowcount == 1)
    row._state.adding, row._state.db = not written, using  # noqa: SLF001  as `bulk_create` leaves it
    return written
