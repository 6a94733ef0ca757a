"""The columns of the write path stand in one place, `store/rows.py`: what the database holds is held to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from asgard_pbem.tables.store.rows import CHANGED, ONCE, EventRow, GameRow, MomentRow, QuestionRow, SnapshotRow

pytestmark = pytest.mark.django_db
DEPLOY = Path(__file__).parents[2] / "deploy"
LOOK, WRITE = "game_look(uuid, uuid, boolean)", "game_write(uuid, jsonb)"
MOVE = "game_move(uuid, text, text, jsonb)"


def source(function: str) -> str:
    with connection.cursor() as cursor:
        schema = "by_shard" if settings.DATABASE_SPREAD else "public"  # of a cluster, as they are for any shard
        cursor.execute("SELECT pg_get_functiondef(%s::regprocedure)", [f"{schema}.{function}"])
        return str(cursor.fetchone()[0])


def test_the_look_at_a_game_gives_its_columns_in_the_order_of_the_row() -> None:
    looks = re.findall(r"json_build_array\(((?:g\.\w+(?:, )?)+)\)", source(LOOK))
    row = [{"opened_by": "opened_by_id"}.get(name, name) for name in GameRow._fields]
    assert [one.replace("g.", "").split(", ") for one in looks] == [row, row]


@pytest.mark.parametrize(
    "table, row",
    [
        ("event", EventRow),
        ("tables_moment", MomentRow),
        ("tables_opendecision", QuestionRow),
        ("tables_snapshot", SnapshotRow),
    ],
)
def test_the_write_takes_the_values_of_a_row_in_its_order(table: str, row: type[tuple[object, ...]]) -> None:
    found = re.search(rf"INSERT INTO {table} AS d \(game_id, (.*)\)\s+VALUES \(wanted, (.*)\)", source(WRITE))
    assert found is not None
    assert found[1].split(", ") == list(row._fields)  # type: ignore[attr-defined]  # a NamedTuple
    assert [int(one) for one in re.findall(r"e ->>? (\d+)", found[2])] == list(range(len(row._fields)))  # type: ignore[attr-defined]


def test_the_write_changes_of_a_game_what_an_append_may_change() -> None:
    text = source(WRITE)
    changed = re.search(r"UPDATE tables_game g SET (.*?)\s+WHERE", text, re.DOTALL)
    assert changed is not None
    found = re.findall(r"(\w+) = \(?e ->>? (\d+)", changed[1]) + re.findall(r"now_(\w+) := .*?e ->>? (\d+)", text)
    assert found == [(name, str(number)) for number, name in enumerate((*CHANGED, *ONCE))]
    assert re.findall(r"(\w+) = coalesce\(now_\1, g\.\1\)", changed[1]) == list(ONCE)


def test_every_part_of_the_write_names_the_game_so_that_a_cluster_finds_it_in_one_place() -> None:
    """deploy/citus.sql: a part without the game's id would be carried out on every machine, or on none."""
    parts = [one.split(";")[0] for one in re.split(r"(?=INSERT INTO|DELETE FROM|UPDATE tables)", source(WRITE))[1:]]
    looks = re.findall(
        r"FROM (?!tables_player)\w+ \w+ (?:LEFT JOIN tables_player p ON \S+ = \S+ )?WHERE .*?;", source(LOOK)
    )
    assert (len(parts), len(looks)) == (8, 4)
    for part in parts:
        column = "id" if "tables_game" in part else "game_id"
        assert re.search(rf"\({column}, [^)]*\)\s+VALUES \(wanted, |\.{column} = wanted", part), part
    assert all(re.search(r"\.(game_)?id = wanted", look) for look in looks)


def test_every_table_is_named_where_a_cluster_puts_the_name_of_a_shard_instead() -> None:
    """deploy/citus-functions.sql: each function once for every shard, by the names of that shard's tables."""
    script = (DEPLOY / "citus.sql").read_text()
    spread = re.search(r"FROM unnest\(ARRAY\[(.*?)\]\)", script, re.DOTALL)
    assert spread is not None
    names = {"tables_game", "tables_player", *re.findall(r"'(\w+)'", spread[1])}
    assert len(names) > 9
    for function in (LOOK, WRITE, MOVE):
        text = re.sub(r"\bevent_all\b", "event", source(function))
        left = re.sub(rf"\b(FROM|INTO|UPDATE|JOIN) ({'|'.join(names)})\b", "", text)
        assert left != text
        assert set(re.findall(r"\w+", left)) & names == set()


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
        ("tables_pulse", "unended"),
        ("tables_pulse", "place"),
        ("tables_setaside", "deaths"),
        ("tables_outbox", "error"),
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
