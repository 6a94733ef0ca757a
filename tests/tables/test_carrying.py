"""What `deploy/citus.sql` makes of owed mails, tried on one server: they lie beside the game, and are carried once."""

from __future__ import annotations

import re
from datetime import timedelta
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


@pytest.fixture(autouse=True)
def _spread(settings: Any, db: None) -> None:
    """The parts of the script that need no cluster; taken back with the test."""
    parts = [
        re.search(pattern, SCRIPTS, re.DOTALL)
        for pattern in (
            r"CREATE TABLE tables_owed .*?;.*?;",
            r"DO \$owed\$.*?END \$owed\$;",
            r"CREATE OR REPLACE FUNCTION owed_put.*?\$put\$;",
            r"CREATE OR REPLACE FUNCTION owed_taken.*?\$taken\$;",
        )
    ]
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        for part in parts:
            assert part is not None
            cursor.execute(part[0])
    settings.DATABASE_SPREAD = True


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
