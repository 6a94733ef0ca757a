"""The log of a game that has settled, packed into one row: the same events for every reader, and as immutable."""

from __future__ import annotations

import io
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Logged, PackedEvents, Player, Snapshot
from asgard_pbem.tables.reading import checking, history, logfile
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.keeping import forgetting, packing
from tests.review.test_tampered_rows import as_superuser
from tests.tables.conftest import OpenToy
from tests.tables.log.test_log import refused
from tests.tables.test_play import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(open_toy: OpenToy, people: list[Player]) -> UUID:
    """A game that was played to its end, with an undo and plans in it."""
    return played(open_toy, people)


def played(open_toy: OpenToy, people: list[Player]) -> UUID:
    game = open_toy(2, options={"hand": 3})
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    play_out(game, people)
    return game.pk


def refused_to_owner(statement: str) -> str:
    with connection.as_owner():  # type: ignore[attr-defined]  # of our backend
        return refused(statement)


def test_a_packed_log_is_the_same_events_to_every_reader(over: UUID) -> None:
    head = history.row_of(over).head_seq
    rows, told = store.events(over), [logfile.export(over, viewer=None), history.history(over, None, since=0, upto=9)]
    state = history.state_at(over, head // 2)
    through_model = list(Logged.objects.filter(game=over).order_by("seq").values())
    assert packing.pack(over) == head == len(rows)
    loading.shelf.clear()
    assert not Event.objects.filter(game=over).exists()
    assert PackedEvents.objects.filter(game=over).count() == 1
    assert store.events(over) == rows
    assert store.events(over, after=3, upto=5) == rows[3:5]
    assert list(Logged.objects.filter(game=over).order_by("seq").values()) == through_model
    assert [logfile.export(over, viewer=None), history.history(over, None, since=0, upto=9)] == told
    assert history.state_at(over, head // 2) == state
    for _ in range(2):
        assert checking.check(over).faults == []
        call_command("rebuild", str(over), stdout=io.StringIO())
    assert packing.pack(over) == 0, "once is enough"


def test_what_was_caused_is_found_in_a_packed_log(over: UUID) -> None:
    """So that a form that is sent once more is known, however late."""
    cause = store.events(over)[4].cause
    before = store.look(over, cause=cause, lock=False)
    packing.pack(over)
    assert store.look(over, cause=cause, lock=False) == before
    assert before is not None
    assert before.caused is not None
    assert services.was_done(over, cause)


@pytest.mark.parametrize("statement", ["UPDATE {} SET first_seq = 2", "DELETE FROM {}", "TRUNCATE {}",
                                       "INSERT INTO {} SELECT * FROM event_packed"])  # fmt: skip
def test_the_application_has_no_right_to_change_what_is_packed(over: UUID, statement: str) -> None:
    packing.pack(over)
    assert "permission denied" in refused(statement.format("event_packed"))


@pytest.mark.parametrize("statement", ["UPDATE event_packed SET first_seq = 2", "DELETE FROM event_packed",
                                       "TRUNCATE event_packed"])  # fmt: skip
def test_even_the_owner_is_stopped_by_the_triggers(over: UUID, statement: str) -> None:
    packing.pack(over)
    assert "the log is written once" in refused_to_owner(statement)


@pytest.mark.parametrize("statement", ["INSERT INTO event_all SELECT * FROM event_all", "DELETE FROM event_all"])
def test_nobody_writes_through_the_view(over: UUID, statement: str) -> None:
    assert refused(statement)
    assert refused_to_owner(statement)


def test_a_game_that_goes_on_is_not_packed(open_toy: OpenToy) -> None:
    game = open_toy(2)
    assert "is not over" in refused(f"SELECT game_pack('{game.pk}')")
    assert packing.pack(game.pk) == 0
    assert Event.objects.filter(game=game).count() == game.head_seq
    assert "is not over" in refused(f"SELECT game_pack('{uuid4()}')")


@pytest.mark.tampers
@pytest.mark.parametrize(
    "change",
    ["payload = payload || '{\"more\": 1}'", "hash = repeat('0', 64)", "salt = 'no hex'", "salt = upper(salt)",
     "seat = 1 - seat", "recorded_at = now()", "cause = gen_random_uuid()"],
)  # fmt: skip
def test_a_log_that_does_not_prove_itself_stays_as_it_was_found(over: UUID, change: str) -> None:
    seq = next(row.seq for row in store.events(over)[5:] if row.seat is not None)
    as_superuser(f"UPDATE event SET {change} WHERE game_id = %s AND seq = %s", over, seq)
    rows = store.events(over)
    assert packing.pack(over) == 0
    assert store.events(over) == rows
    assert Event.objects.filter(game=over).count() == len(rows)
    assert not PackedEvents.objects.exists()
    assert checking.check(over).faults


@pytest.mark.tampers
def test_what_cannot_be_packed_as_it_is_is_not_packed_by_the_database_either(over: UUID) -> None:
    as_superuser("UPDATE event SET salt = upper(salt) WHERE game_id = %s AND seq = 5", over)
    assert "is not what its events say" in refused(f"SELECT game_pack('{over}')")
    change = "UPDATE event SET prev_hash = repeat('1', 64), salt = lower(salt) WHERE game_id = %s AND seq = 5"
    as_superuser(change, over)
    assert "is not what its events say" in refused(f"SELECT game_pack('{over}')")
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = 5", over)
    assert "is not what its events say" in refused(f"SELECT game_pack('{over}')")


@pytest.mark.tampers
def test_nothing_goes_that_is_not_packed_as_it_is(over: UUID) -> None:
    """Also for the owner."""
    delete = f"DELETE FROM event WHERE game_id = '{over}'"
    as_superuser("CREATE TEMP TABLE kept AS SELECT * FROM event WHERE game_id = %s", over)
    packing.pack(over)
    as_superuser("INSERT INTO event SELECT * FROM kept")
    assert not refused_to_owner(delete), "what is packed may go"
    as_superuser("INSERT INTO event SELECT * FROM kept WHERE seq < 5")
    as_superuser("UPDATE event SET hash = repeat('1', 64) WHERE game_id = %s AND seq = 3", over)
    assert "the log is written once" in refused_to_owner(delete)
    as_superuser("UPDATE event SET seq = 10000 WHERE game_id = %s AND seq = 3", over)
    assert "the log is written once" in refused_to_owner(delete)


def event_after(game: UUID, seq: int, prev: str, mark: str = "2" * 64) -> str:
    """The error that one more event ends with."""
    try:
        with transaction.atomic():
            Event.objects.create(
                game_id=game, seq=seq, kind="x", version=1, payload={}, salt="", recorded_at=timezone.now(),
                cause=uuid4(), prev_hash=prev, hash=mark,
            )  # fmt: skip
    except DatabaseError as why:
        return str(why)
    return ""


def test_people_go_on_talking_after_a_game_is_packed(over: UUID, people: list[Player]) -> None:
    """What they say follows the packed events, and is packed when they are packed once more."""
    head = packing.pack(over)
    loading.shelf.clear()
    cause = uuid4()
    for _ in range(2):
        services.send_press(over, seat=0, player=people[0], to=None, text="Well played!", cause=cause)
    assert Event.objects.filter(game=over).count() == 1
    rows = store.events(over)
    assert [row.seq for row in rows] == list(range(1, head + 2))
    assert (packing.pack(over), packing.pack(over)) == (1, 0)
    assert store.events(over) == rows


@pytest.mark.tampers
def test_what_comes_after_follows_the_packed_ones_and_is_packed_beside_them(over: UUID) -> None:
    last = store.events(over)[-1]
    packing.pack(over)
    assert "does not follow" in event_after(over, 1, "0" * 64), "a number is given once"
    assert "does not follow" in event_after(over, last.seq, last.prev_hash, last.hash)
    assert "does not follow" in event_after(over, last.seq + 1, "0" * 64)
    assert "does not follow" in event_after(over, last.seq + 2, last.hash)
    assert event_after(over, last.seq + 1, last.hash) == ""
    assert event_after(over, last.seq + 2, "2" * 64, "3" * 64) == ""
    assert [row.seq for row in store.events(over)] == list(range(1, last.seq + 3))
    rows = store.events(over)
    assert store.pack(over) == 2
    assert store.events(over) == rows
    assert "does not follow" in event_after(over, last.seq + 1, last.hash)
    assert event_after(over, last.seq + 3, "3" * 64, "4" * 64) == ""


def test_nothing_settles_while_the_release_before_may_work(over: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would look for a packed log among the loose events."""
    now = timezone.now()
    monkeypatch.setattr(settings, "PACK_AFTER_S", 86400)
    assert forgetting.settle_some(now, now) == 0
    assert Event.objects.filter(game=over).exists()
    monkeypatch.setattr(settings, "PACK_AFTER_S", 0)
    assert forgetting.settle_some(now, now) == 1
    assert not Event.objects.filter(game=over).exists()


def test_on_a_cluster_a_game_settles_and_its_log_stays_loose(over: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard's trigger cannot ask for the packed events of its game."""
    monkeypatch.setattr(settings, "DATABASE_SPREAD", True)
    now, rows = timezone.now(), store.events(over)
    assert forgetting.settle_some(now, now) == 1
    call_command("pack", stdout=io.StringIO())
    assert not PackedEvents.objects.exists()
    assert Event.objects.filter(game=over).count() == len(rows)
    assert Game.objects.get(pk=over).settled_at == now


def test_the_command_packs_what_had_settled_before(over: UUID) -> None:
    call_command("pack", stdout=(out := io.StringIO()))
    assert "packed: 0" in out.getvalue()
    Snapshot.objects.filter(game=over).exclude(seq=history.row_of(over).last_snapshot).delete()
    Game.objects.filter(pk=over).update(settled_at=timezone.now())
    call_command("pack", stdout=(out := io.StringIO()))
    assert "packed: 1" in out.getvalue()
