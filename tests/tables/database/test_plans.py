"""What is asked over and over costs no more when years of games lie there: plans, asked of analyzed tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.mail.answering import judging
from asgard_pbem.mail.forgetting import erasing
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.read import ParsedMail
from asgard_pbem.tables import services
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.guards.locking import hold_all_of
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import analysing, archive
from asgard_pbem.web.shown.finding import lists
from engine.table import registry
from tests.tables.conftest import INSTALLED
from tests.web.finding.rows import games_of_the_past

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]  # games of rows alone, without a log
MANY, MAILS = 2000, 20_000
RUNNING: dict[str, Any] = {"status": "running", "winners": None, "ended_at": None}


@pytest.fixture(autouse=True)
def _installed_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)  # the lists keep what they found of them


def analyze(*tables: str) -> None:
    """As autovacuum does when a table has grown. Of anybody but the owner it is refused with a warning alone."""
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute("ANALYZE " + ", ".join(tables))


def plans(act: Callable[[], object]) -> str:
    """How PostgreSQL carries out what `act` asks, one plan below the other."""
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        act()
    found = []
    with connection.cursor() as cursor:
        for one in asked.captured_queries:
            if one["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN {one['sql']}")
                found += [line for (line,) in cursor.fetchall()]
    return "\n".join(found)


def person(name: str) -> Player:
    return Player.objects.create(email=f"{name}@home.example", name=name)


@pytest.fixture
def anna() -> Player:
    """Somebody of few games, among many of others that have settled."""
    anna, bjorn, eir = map(person, ("anna", "bjorn", "eir"))
    games_of_the_past(MANY, bjorn, eir, settled_at=timezone.now(), opened_by=eir)
    games_of_the_past(3, anna, eir, opened_by=anna)
    games_of_the_past(1, eir, anna, **RUNNING)
    analyze("tables_game", "tables_seat", "tables_player")
    return anna


OWN: dict[str, Callable[[Player], object]] = {
    "own games that ended": lambda player: archive.page(archive.Search(mine=player)),
    "own games that run": lambda player: archive.page(archive.Search(mine=player, running=True)),
    "the years of them": lambda player: archive.years(archive.Search(mine=player)),
    "the home page": lambda player: lists.my_games(player, "en"),
    "one more seat": limits.seat,
    "all locks of a person": hold_all_of,
}


@pytest.mark.parametrize("what", OWN)
def test_own_tables_are_found_without_a_look_at_all_others(what: str, anna: Player) -> None:
    found = plans(lambda: OWN[what](anna))
    assert "Seq Scan on tables_game" not in found, found


def test_games_without_an_analysis_are_looked_for_among_those_that_have_not_settled(anna: Player) -> None:
    found = plans(lambda: analysing.unfinished(timezone.now()))
    assert "game_unsettled" in found, found
    assert "Seq Scan on tables_game" not in found, found


def test_readers_by_the_turn_are_looked_for_at_games_that_run(anna: Player) -> None:
    services.set_digest(anna, "turn")
    Player.objects.bulk_create(Player(email=f"{at}@home.example", turns_seen_at=timezone.now()) for at in range(200))
    analyze("tables_player")
    found = plans(lambda: services.owe_digests(timezone.now()))
    assert "Seq Scan on tables_seat" not in found, found


def test_what_mails_said_is_forgotten_without_a_look_at_all_that_was_forgotten_before() -> None:
    now, anna = timezone.now(), person("anna")
    times = [now - timedelta(minutes=5 * at) for at in range(MAILS)]  # 69 days
    InboundMail.objects.bulk_create(map(mail, times))
    Outbox.objects.bulk_create(
        Outbox(key=str(at), player=anna, purpose="receipt", state="sent", payload={}, created_at=at) for at in times
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_outbox SET receipt = '\\x00' WHERE created_at > %s", [now - timedelta(days=29)])
        cursor.execute(
            "UPDATE mail_inboundmail SET envelope_from = 'anna@home.example' WHERE received_at > %s",
            [now - timedelta(days=29)],
        )
    analyze("tables_outbox", "mail_inboundmail")
    found = plans(lambda: [step() for step in erasing.steps(now - timedelta(days=30))])
    assert {index for index in ("inbound_unforgotten", "outbox_unforgotten") if index not in found} == set(), found


def test_a_reference_to_a_mail_of_ours_is_looked_for_among_those_to_its_writer() -> None:
    people = [person(f"p{at}") for at in range(100)]
    Outbox.objects.bulk_create(
        Outbox(key=str(at), player=people[at % 100], purpose="notice", state="sent", message_id=f"{at}@in.example")
        for at in range(MANY)
    )
    analyze("tables_outbox", "tables_player")
    parsed = ParsedMail(
        kind="reply", reason="", refusal=None, sha256="", message_id="", sender=people[0].email,
        our_referred=("0@in.example", "1@in.example"),
    )  # fmt: skip
    named = judging.referred(parsed)
    assert named is not None
    assert named.player == people[0]
    found = plans(lambda: judging.referred(parsed))
    assert "Seq Scan on tables_outbox" not in found, found


def mail(at: datetime) -> InboundMail:
    """A mail that was read, of which nothing is left that was said."""
    return InboundMail(received_at=at, source="test", sha256=uuid4().hex * 2, size_bytes=1, state="done")


ALL_TABLES: dict[str, Callable[[Player], object]] = {
    "an absence": lambda player: services.set_absence(player, since=None, until=timezone.now() + timedelta(days=1)),
    "a name": lambda player: services.update_player(player, name="Anna the Bold"),
    "a digest": lambda player: services.owe_digest(player, timezone.now() + timedelta(days=8)),
}


@pytest.mark.parametrize("what", ALL_TABLES)
def test_what_concerns_all_tables_of_a_person_is_few_statements_however_many_they_are(what: str) -> None:
    few, many = person("anna"), person("bjorn")
    games_of_the_past(2, few, "greedy")
    games_of_the_past(60, many, "greedy")
    asked = []
    for player in (few, many):
        services.set_digest(player, "daily")
        with CaptureQueriesContext(connection) as queries:
            ALL_TABLES[what](player)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_games_that_are_over_are_not_held_for_what_does_not_concern_them(anna: Player) -> None:
    with transaction.atomic():
        assert len(hold_all_of(anna)) == 4
        assert Game.objects.get(pk__in=hold_all_of(anna, ended=False)).status == Game.Status.RUNNING


BEGINNINGS = """
SELECT less.indexrelid::regclass::text || ' of ' || more.indexrelid::regclass::text
FROM pg_index less JOIN pg_index more ON more.indrelid = less.indrelid AND more.indexrelid <> less.indexrelid
JOIN pg_class ON pg_class.oid = less.indrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = 'public' AND NOT less.indisunique AND less.indpred IS NULL AND more.indpred IS NULL
AND less.indexprs IS NULL AND more.indexprs IS NULL AND more.indkey::text LIKE less.indkey::text || ' %'
AND more.indclass::text LIKE less.indclass::text || ' %'
"""


def test_no_index_is_the_beginning_of_another() -> None:
    """It would be written with each row, and what is searched in it is found in the other."""
    with connection.cursor() as cursor:
        cursor.execute(BEGINNINGS)
        found = [name for (name,) in cursor.fetchall() if not name.startswith(("auth_", "django_"))]  # Django's own
    assert found == []
