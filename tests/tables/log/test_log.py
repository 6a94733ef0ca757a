"""The log table itself: what the application's role may do to it.

What is asked here holds on one server and on a cluster (`make citus`), where the log's pieces are no partitions beside
it but shards on other machines, and where one transaction is one role's.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DatabaseError, ProgrammingError
from django.utils import timezone

from asgard_pbem.database import base
from asgard_pbem.tables.models import Event, Game, GameSecret

pytestmark = pytest.mark.django_db


def begun() -> Event:
    game = Game.objects.create(key="toy", rules_version=1, seats=2, commitment="0" * 64, head_hash="0" * 64)
    return Event.objects.create(
        game=game, seq=1, kind="game_opened", version=1, payload={"a": 1}, salt="00", recorded_at=timezone.now(),
        cause=uuid.uuid4(), prev_hash="0" * 64, hash="1" * 64,
    )  # fmt: skip


@pytest.fixture
def event() -> Event:
    return begun()


@pytest.fixture
def as_owner(db: None) -> Iterator[None]:
    with connection.as_owner():  # type: ignore[attr-defined]  # of our backend
        yield
    transaction.set_rollback(True)  # what one role wrote no other may read in one transaction, on a cluster


def refused(statement: str) -> str:
    """The error that `statement` ends with; empty when it went through."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as why:
        return str(why)
    return ""


def test_the_application_works_as_its_own_role(event: Event) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("asgard_app",)


CHANGES = ("UPDATE {} SET kind = 'other'", "DELETE FROM {}")


@pytest.mark.parametrize("statement", [*CHANGES, "TRUNCATE {}", "TRUNCATE {} CASCADE"])
def test_the_application_has_no_right_to_change_the_log(event: Event, statement: str) -> None:
    assert "permission denied" in refused(statement.format("event"))


@pytest.mark.parametrize("statement", CHANGES)
def test_even_the_owner_is_stopped_by_the_trigger(as_owner: None, statement: str) -> None:
    begun()
    assert "the log is written once" in refused(statement.format("event"))


def test_not_even_the_owner_empties_the_log(as_owner: None) -> None:
    begun()
    assert "TRUNCATE is refused" in refused("TRUNCATE event CASCADE")


def test_flush_empties_no_log_but_that_of_tests(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.settings_dict["NAME"] in base.MADE_FOR_TESTS
    monkeypatch.setattr(base, "MADE_FOR_TESTS", set())
    with pytest.raises(DatabaseError, match="TRUNCATE is refused"), transaction.atomic():
        connection.ops.execute_sql_flush(["TRUNCATE event"])


def add(event: Event, **fields: object) -> str:
    """The error that one more event ends with; empty when it went in."""
    row = {
        "game": event.game, "seq": 2, "kind": "x", "version": 1, "payload": {}, "salt": "", "hash": "2" * 64,
        "recorded_at": timezone.now(), "cause": uuid.uuid4(), "prev_hash": event.hash,
    }  # fmt: skip
    try:
        with transaction.atomic():
            Event.objects.create(**row | fields)
    except DatabaseError as why:
        return str(why)
    return ""


@pytest.mark.parametrize(
    "fields", [{"seq": 10_002}, {"seq": 3}, {"prev_hash": "f" * 64}, {"prev_hash": "0" * 64}, {"prev_hash": ""}]
)
def test_an_event_that_follows_none_is_refused(event: Event, fields: dict[str, object]) -> None:
    assert "does not follow" in add(event, **fields)
    assert add(event) == ""


def test_a_first_event_follows_nothing(event: Event) -> None:
    other = Game.objects.create(key="toy", rules_version=1, seats=2, commitment="0" * 64, head_hash="0" * 64)
    assert "does not follow" in add(event, game=other)
    assert "does not follow" in add(event, game=other, seq=1)
    assert add(event, game=other, seq=1, prev_hash="0" * 64) == ""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_gamesecret SET seed = ''",
        "UPDATE tables_gamesecret SET seed = '', chance_key = ''",
        "DELETE FROM tables_gamesecret",
        "TRUNCATE tables_gamesecret",
        """INSERT INTO tables_gamesecret (game_id, seed) SELECT game_id, '' FROM tables_gamesecret
           ON CONFLICT (game_id) DO UPDATE SET seed = excluded.seed""",
    ],
)
def test_the_application_puts_no_other_seed_in_place_of_a_tables(event: Event, statement: str) -> None:
    GameSecret.objects.create(game=event.game, seed=b"sealed")
    assert "permission denied" in refused(statement)


def test_the_application_hands_no_tables_seed_to_another(event: Event) -> None:
    GameSecret.objects.create(game=event.game, seed=b"sealed")
    said = refused(f"UPDATE tables_gamesecret SET game_id = '{uuid.uuid4()}'")
    assert ("partition value" if settings.DATABASE_SPREAD else "permission denied") in said  # a cluster lets nobody


def test_the_key_of_chance_may_be_added_to_a_seed(event: Event) -> None:
    GameSecret.objects.create(game=event.game, seed=b"sealed")
    assert GameSecret.objects.update(chance_key=b"key") == 1


def test_a_number_is_given_once(event: Event) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Event.objects.create(
            game=event.game, seq=1, kind="x", version=1, payload={}, salt="", recorded_at=timezone.now(),
            cause=uuid.uuid4(), prev_hash="", hash="",
        )  # fmt: skip
    assert Event.objects.filter(game=event.game).count() == 1


def test_the_application_may_not_alter_the_schema(event: Event) -> None:
    with pytest.raises(ProgrammingError, match="must be owner"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER event_insert_only")


# --- The pieces that the log lies in ---------------

PARTITIONS = """
SELECT inhrelid::regclass::text, NULL, NULL, inhrelid = (SELECT tableoid FROM event LIMIT 1)
FROM pg_inherits WHERE inhparent = 'event'::regclass
"""
SHARDS = """
SELECT shard_name, nodename, nodeport, shardid = get_shard_id_for_distribution_column('event',
    (SELECT game_id FROM event LIMIT 1)) FROM citus_shards WHERE table_name = 'event'::regclass
"""
EMPTIED = "it is a shard of a distributed table" if settings.DATABASE_SPREAD else "TRUNCATE is refused"
FIELDS = "kind, version, seat, payload, salt, recorded_at, cause, hash"
GAP = f"INSERT INTO {{0}} (game_id, seq, prev_hash, {FIELDS}) SELECT game_id, 7, hash, {FIELDS} FROM {{0}}"


def pieces() -> list[tuple[str, str | None, int | None, bool]]:
    """Name of each, the machine it lies on (None: this one), and whether the one event is in it."""
    with connection.cursor() as cursor:
        cursor.execute(SHARDS if settings.DATABASE_SPREAD else PARTITIONS)
        return list(cursor.fetchall())


def entered(host: str | None, port: int | None, role: str | None) -> psycopg.Connection[tuple[object, ...]]:
    """A session on a machine of the log, as whoever gets hold of it may have one."""
    known = connection.get_connection_params()
    kept = {name: known.get(name) for name in ("host", "port", "user", "password", "dbname")}
    there = {"host": host, "port": port} if host else {}
    raw = psycopg.connect(**{**kept, **there}, autocommit=True)  # type: ignore[arg-type]  # of Django's own
    if host:
        raw.execute("SET citus.override_table_visibility = off")
    raw.execute(f"SET ROLE {role or 'NONE'}")
    raw.execute("SET lock_timeout = '5s'")
    return raw


def said(raw: psycopg.Connection[tuple[object, ...]], attack: str) -> str:
    """The error that an attack ends with; empty when it went through. Nothing of it stays."""
    try:
        with raw.transaction(force_rollback=True):
            raw.execute(attack)  # type: ignore[call-overload]  # our own text
    except psycopg.Error as why:
        return str(why)
    return ""


@pytest.mark.django_db(transaction=True)
def test_who_names_a_piece_of_the_log_changes_it_no_more_than_the_whole() -> None:
    begun()
    found = pieces()
    assert len(found) == (32 if settings.DATABASE_SPREAD else 16)
    ((piece, host, port, _),) = [one for one in found if one[3]]  # where the event is
    with entered(host, port, settings.DATABASE_ROLE) as raw:
        for attack in CHANGES:
            assert "permission denied" in said(raw, attack.format(piece)), attack
        emptied = EMPTIED if settings.DATABASE_SPREAD else "permission denied"  # a cluster says so before it asks who
        for attack in ("TRUNCATE {}", "TRUNCATE {} CASCADE"):
            assert emptied in said(raw, attack.format(piece)), attack
        assert "does not follow" in said(raw, GAP.format(piece))
    with entered(host, port, None) as raw:
        for attack in CHANGES:
            assert "the log is written once" in said(raw, attack.format(piece)), attack
        assert "does not follow" in said(raw, GAP.format(piece))
    for piece, host, port, _ in found:
        with entered(host, port, None) as raw:
            assert EMPTIED in said(raw, f"TRUNCATE {piece} CASCADE"), piece
