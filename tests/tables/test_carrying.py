"""What `deploy/citus.sql` makes of owed mails, tried on one server: they lie beside the game, and are carried once."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player
from asgard_pbem.tables.store import carrying
from asgard_pbem.tables.store import sql as store
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db
DEPLOY = Path(__file__).parents[2] / "deploy"
SCRIPTS = "".join((DEPLOY / f"{name}.sql").read_text() for name in ("citus", "citus-functions"))
OWING = r"DO \$owed\$.*?END \$owed\$;"


@pytest.fixture(autouse=True)
def _spread(settings: Any, db: None) -> None:
    """The parts of the script that need no cluster; taken back with the test."""
    as_owner(
        r"CREATE TABLE tables_owed .*?;.*?;",
        OWING,
        r"CREATE OR REPLACE FUNCTION owed_put.*?\$put\$;",
        r"CREATE OR REPLACE FUNCTION owed_taken.*?\$taken\$;",
    )
    settings.DATABASE_SPREAD = True


def migration(name: str) -> Any:
    return import_module(f"asgard_pbem.tables.migrations.{name}")


def as_owner(*patterns: str) -> None:
    """Carry out what the scripts say there."""
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        for pattern in patterns:
            part = re.search(pattern, SCRIPTS, re.DOTALL)
            assert part is not None
            cursor.execute(part[0])


def lying() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tables_owed")
        return int(cursor.fetchone()[0])


def test_within_a_transaction_mails_are_in_the_outbox_at_once_and_taken_from_the_game_after_it(
    open_toy: OpenToy, people: list[Player], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = open_toy(2)
        asked = Outbox.objects.filter(game=game, purpose="prompt").count()
        assert (asked, lying() > 0) == (2, True)
    assert (Outbox.objects.filter(game=game, purpose="prompt").count(), lying()) == (2, 0)


def test_what_a_process_that_died_has_left_is_carried_once(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "owed", lambda game_id, mails: None)  # it came no further than its commit
    game = open_toy(2)
    assert not Outbox.objects.filter(game=game).exists()
    soon, ago = timezone.now() + timedelta(seconds=1), timezone.now() - timedelta(minutes=1)
    assert (carrying.carry_left(ago), carrying.carry_left(soon), carrying.carry_left(soon)) == (0, 1, 0)
    owed = list(Outbox.objects.filter(game=game).values_list("key", "state", "payload", "due_at"))
    assert len({key for key, *_ in owed}) == len(owed) == 2
    carrying.carry(game.pk)
    assert list(Outbox.objects.filter(game=game).values_list("key", "state", "payload", "due_at")) == owed


def test_a_prompt_that_is_on_its_way_is_newer_than_the_one_that_is_answered(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_toy(2)
    old = store.newest_prompt(game.pk, 0)
    monkeypatch.setattr(carrying, "owed", lambda game_id, mails: None)
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    new = store.newest_prompt(game.pk, 0)
    assert old is not None
    assert new is not None
    assert new > old
    with pytest.raises(services.ServiceError, match="E_OLD_PROMPT"):
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=uuid4(), prompt=old)


def test_until_the_script_is_run_a_move_of_a_cluster_is_not_tried_in_one_trip(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """Migration 0054: it would be written by the names of all shards, and its mails into the outbox."""
    game = open_toy(2)
    written, apart = (
        migration("0044_a_move_locks_by_what_it_writes").MOVE,
        migration("0054_a_move_in_one_trip_on_a_cluster").APART,
    )

    def text(schema: str) -> str:
        cursor.execute("SELECT pg_get_functiondef(%s::regprocedure)", [f"{schema}.game_move(uuid, text, text, jsonb)"])
        return str(cursor.fetchone()[0])

    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute(f"{written}; CREATE SCHEMA by_shard; {apart}; {apart}")  # as often as one likes
        cursor.execute("SELECT game_move(%s, %s, %s, %s)", [game.pk, "0" * 64, "1", "{}"])
        assert cursor.fetchone() == (None,)
        kept = text("by_shard")
    as_owner(OWING)
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        made = text("by_shard")
        assert ("tables_outbox" in kept, "tables_outbox" in made, "tables_owed" in made) == (True, False, True)
        assert "by_shard." in text("public")
