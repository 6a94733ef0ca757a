"""The columns of the write path stand in one place, `store/rows.py`: what the database holds is held to it."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.db import connection

from asgard_pbem.tables.store.rows import CHANGED, EventRow, GameRow, MomentRow, QuestionRow, SnapshotRow

pytestmark = pytest.mark.django_db


def test_the_look_at_a_game_gives_its_columns_in_the_order_of_the_row() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('table_look(uuid, uuid, boolean)'::regprocedure)")
        (source,) = cursor.fetchone()
    tuples = re.findall(r"jsonb_build_array\(((?:g\.\w+(?:, )?)+)\)", source)
    assert [one.replace("g.", "").split(", ") for one in tuples] == [
        [{"opened_by": "opened_by_id"}.get(name, name) for name in GameRow._fields]
    ]


@pytest.mark.parametrize(
    "model, row, beside",
    [
        ("Event", EventRow, {"game_id"}),
        ("Moment", MomentRow, {"game_id"}),
        ("OpenDecision", QuestionRow, {"game_id", "reminded_at"}),
        ("Snapshot", SnapshotRow, {"game_id"}),
    ],
)
def test_a_row_has_every_column_of_its_table(model: str, row: type[tuple[object, ...]], beside: set[str]) -> None:
    fields = {one.column for one in apps.get_model("tables", model)._meta.concrete_fields if one.column != "id"}
    assert fields - beside == set(row._fields)  # type: ignore[attr-defined]  # a NamedTuple


def test_what_an_append_changes_of_a_game_is_read_by_it_too() -> None:
    assert set(CHANGED) <= set(GameRow._fields)


@pytest.mark.parametrize(
    "table, column",
    [
        ("tables_player", "digest"),
        ("tables_player", "receipts"),
        ("tables_moment", "measures"),
        ("tables_opendecision", "asked_at"),
    ],
)
def test_a_column_that_came_later_may_be_left_out_by_the_release_before(table: str, column: str) -> None:
    """While a release is brought out its predecessor still writes, and a restored copy is written to as of old."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_default FROM information_schema.columns WHERE table_name = %s AND column_name = %s",
            [table, column],
        )
        assert cursor.fetchone() != (None,)
