"""Migrations run beside the release before: they lock nothing for long, and take nothing away that it uses.

Held to it are all from FIRST on: those before are released as they are. A rule that must be broken is named in ALLOWED,
with its reason.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.postgres import operations as postgres
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader

OURS = ("tables", "mail", "web", "alerts", "embedded")
FIRST = {"tables": 26, "mail": 7, "web": 3, "alerts": 2, "embedded": 3}
ALLOWED: dict[tuple[str, str], str] = {  # (app, name): why
    ("mail", "0010_no_state_between"): "choices alone, of which the database knows nothing: no SQL",
    ("mail", "0012_another_address"): "choices, as above, and a column that may be empty",
    ("tables", "0055_another_address"): "choices alone, as above",
    ("tables", "0031_receipts_with_the_next_question"): "a default alone: no row is read, and old code writes its own",
    ("tables", "0037_packed_logs"): "a trigger of the new table says UPDATE; no row is changed",
    ("tables", "0043_who_sits_is_one_version"): "triggers and functions that say UPDATE; no row is changed",
    ("tables", "0050_no_uses_of_tokens"): "a column that no code names since 0049, a release ago",
}
TAKES_AWAY = (
    operations.RemoveField, operations.DeleteModel, operations.RenameField, operations.RenameModel,
    operations.AlterModelTable,
)  # fmt: skip
IN_TWO_STEPS = "add it NOT VALID, and VALIDATE it in a later migration"
BESIDE_WRITERS = (postgres.AddIndexConcurrently, postgres.RemoveIndexConcurrently)
WORDS = {
    r"\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)": "an index is made CONCURRENTLY",
    r"\bADD\s+CONSTRAINT\b(?!.*\bNOT\s+VALID\b)": IN_TWO_STEPS,
    r"\bDROP\s+(?:TABLE|COLUMN)\b|\bRENAME\b": "the release before still uses it",
    r"\bSET\s+NOT\s+NULL\b|\bTYPE\b": "the whole table is locked and read",
    r"\b(?:UPDATE|DELETE\s+FROM)\s+\w+\s+(?!.*\bLIMIT\b)": "all rows in one transaction; a task does it in steps",
}


def complaints(migration: Migration) -> list[str]:
    """What of a migration would hold up or break the release before."""
    made = {one.name.lower() for one in migration.operations if isinstance(one, operations.CreateModel)}
    found = [why for one in migration.operations for why in of_one(one, made)]
    beside = [one for one in migration.operations if isinstance(one, BESIDE_WRITERS)]
    if beside and len(beside) < len(migration.operations):
        found.append("what is made CONCURRENTLY stands in a migration of its own, so that it can be run again")
    return found


def of_one(one: Any, made: set[str]) -> list[str]:
    if isinstance(one, operations.SeparateDatabaseAndState):
        return [why for each in one.database_operations for why in of_one(each, made)]
    if isinstance(one, operations.RunSQL):
        return of_words(one.sql)
    if isinstance(one, TAKES_AWAY):
        return [f"{one.describe()}: the release before still uses it; take it away one release later"]
    if getattr(one, "model_name_lower", "") in made or getattr(one, "name_lower", "") in made:
        return []  # nobody uses a table that is being made
    if isinstance(one, operations.AddIndex) and not isinstance(one, BESIDE_WRITERS):
        return [f"{one.describe()}: AddIndexConcurrently, beside writers"]
    if isinstance(one, operations.AddConstraint) and not isinstance(one, postgres.AddConstraintNotValid):
        return [f"{one.describe()}: {IN_TWO_STEPS}"]
    if isinstance(one, operations.AddField):
        return of_column(one)
    if isinstance(one, operations.AlterField):
        return [f"{one.describe()}: the whole table may be locked and read; look, and allow it with a reason"]
    return []


def of_column(one: operations.AddField) -> list[str]:
    field: Any = one.field
    found = []
    if not field.null and not field.has_db_default() and not field.many_to_many:
        found.append(f"{one.describe()}: the release before writes none, so it needs db_default or null")
    if isinstance(field, models.ForeignKey) and field.db_constraint:
        found.append(f"{one.describe()}: {IN_TWO_STEPS}")
    if getattr(field, "db_index", False) or field.unique:
        found.append(f"{one.describe()}: its index is made CONCURRENTLY, by a migration of its own")
    return found


def of_words(sql: Any) -> list[str]:
    """A statement, or several of them. Bodies of functions are no statements of the migration."""
    text = sql if isinstance(sql, str) else ";\n".join(one if isinstance(one, str) else one[0] for one in sql or ())
    text = re.sub(r"\$(\w*)\$.*?\$\1\$|--[^\n]*", "", text, flags=re.DOTALL)
    parts = [part for part in text.split(";") if part.strip()]
    return [f"{part.strip()[:60]}: {why}" for part in parts for words, why in WORDS.items()
            if re.search(words, part, re.IGNORECASE | re.DOTALL)]  # fmt: skip


NEW = {
    key: migration
    for key, migration in MigrationLoader(None).disk_migrations.items()
    if key[0] in OURS and int(key[1][:4]) >= FIRST[key[0]]
}


@pytest.mark.parametrize("key", sorted(NEW), ids="-".join)
def test_a_migration_runs_beside_the_release_before(key: tuple[str, str]) -> None:
    assert complaints(NEW[key]) == [] or ALLOWED.get(key)


def test_reasons_are_given_for_migrations_that_are_there() -> None:
    assert set(ALLOWED) <= set(NEW)


def held(*given: Any) -> list[str]:
    migration = Migration("held", "tables")
    migration.operations = list(given)
    return complaints(migration)


PLAIN = models.Index(fields=["seats"], name="by_seats")


@pytest.mark.parametrize(
    "given",
    [
        [operations.AddIndex("game", PLAIN)],
        [operations.AddConstraint("game", models.CheckConstraint(condition=models.Q(seats__gt=0), name="some"))],
        [operations.AddField("game", "colour", models.CharField(max_length=9, default="red"))],
        [operations.AddField("game", "by", models.ForeignKey("tables.Player", models.CASCADE, null=True))],
        [operations.AddField("game", "colour", models.CharField(max_length=9, null=True, db_index=True))],
        [operations.AlterField("game", "title", models.TextField())],
        [operations.RemoveField("game", "title")],
        [operations.RenameField("game", "title", "name")],
        [operations.DeleteModel("Game")],
        [operations.RunSQL("CREATE INDEX by_seats ON tables_game (seats)")],
        [operations.RunSQL("ALTER TABLE tables_game ADD CONSTRAINT some CHECK (seats > 0)")],
        [operations.RunSQL(["ALTER TABLE tables_game ALTER COLUMN seats TYPE bigint"])],
        [operations.RunSQL("UPDATE tables_game SET title = ''")],
        [postgres.AddIndexConcurrently("game", PLAIN), operations.AddField("game", "x", models.TextField(null=True))],
    ],
    ids=lambda given: given[0].describe(),
)
def test_what_would_hold_up_or_break_it_is_found(given: list[Any]) -> None:
    assert held(*given)


def test_what_does_not_is_let_through() -> None:
    check = models.CheckConstraint(condition=models.Q(seats__gt=0), name="some")
    assert held(postgres.AddIndexConcurrently("game", PLAIN)) == []
    assert held(postgres.AddConstraintNotValid("game", check)) == []
    assert held(postgres.ValidateConstraint("game", "some")) == []
    assert held(operations.AddField("game", "colour", models.CharField(max_length=9, db_default="red"))) == []
    new = operations.CreateModel("Chest", [("id", models.BigAutoField(primary_key=True))])
    assert held(new, operations.AddIndex("chest", models.Index(fields=["id"], name="x"))) == []
