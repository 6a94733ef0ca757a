"""A move is two trips: one that begins, locks and looks, one that writes and commits. What fails commits nothing.

Where a process made the last move of a table itself, it is one (tests/tables/log/test_one_trip.py).
"""

from __future__ import annotations

import os
import select
import signal
from functools import partial
from typing import Any, cast
from uuid import uuid4

import pytest
from django.db import DatabaseError, connections, transaction
from django.db.utils import IntegrityError, OperationalError
from psycopg.errors import ConnectionTimeout

from asgard_pbem.database import patience
from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.database.patience import Patient
from asgard_pbem.database.together import Statement, Together
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Tally
from asgard_pbem.tables.store import sql as store
from tests.tables.test_races import open_with, people

pytestmark = pytest.mark.django_db(transaction=True)
COUNT = Statement(b"INSERT INTO tables_tally (key, until, count) VALUES ($1, now(), 1)", (b"one",))


def wrapper() -> DatabaseWrapper:
    return cast("DatabaseWrapper", connections["default"])


def count(times: int) -> None:
    with transaction.atomic():
        for _ in range(times):
            wrapper().with_commit(COUNT)


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """Each trip of the write path: how many statements, and whether it committed."""
    found: list[tuple[int, bool]] = []
    go = Together.go

    def counted(self: Together, statements: Any, *, commit: bool = False) -> Any:
        found.append((len(statements), commit))
        return go(self, statements, commit=commit)

    monkeypatch.setattr(Together, "go", counted)
    return found


def test_a_move_is_two_round_trips(trips: list[tuple[int, bool]]) -> None:
    players = people(2)
    game = open_with(players)
    trips.clear()
    services.submit_orders(game.pk, seat=0, player=players[0], lines=["1"], cause=uuid4())
    assert trips == [(1, False), (1, True)]
    assert Event.objects.filter(game=game, kind="move_made").count() == 1


def test_what_goes_with_the_commit_is_there_for_whoever_asks_before_it() -> None:
    with transaction.atomic():
        wrapper().with_commit(COUNT)
        assert Tally.objects.count() == 1
    assert Tally.objects.count() == 1


def test_what_goes_with_the_commit_is_gone_with_a_roll_back() -> None:
    with transaction.atomic():
        wrapper().with_commit(COUNT)
        transaction.set_rollback(True)
    assert Tally.objects.count() == 0


def test_inside_another_transaction_nothing_waits(trips: list[tuple[int, bool]]) -> None:
    with transaction.atomic():
        with transaction.atomic():
            wrapper().with_commit(COUNT)
            assert trips == [(1, False)]
        transaction.set_rollback(True)
    assert Tally.objects.count() == 0


def test_a_statement_that_fails_commits_nothing_before_it_and_the_connection_goes_on() -> None:
    for _ in range(2):  # prepared the second time
        with pytest.raises(IntegrityError):
            count(times=2)
        assert Tally.objects.count() == 0
    count(times=1)
    assert Tally.objects.count() == 1


def test_a_write_that_the_database_refuses_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal comes with the commit: whoever moved is told of it, and nothing of the move is there."""
    players = people(2)
    game = open_with(players)
    before = Game.objects.get(pk=game.pk)
    make = store._write

    def broken(game_id: Any, rows: Any) -> Statement:
        events = [one._replace(prev_hash="f" * 64) for one in rows["events"]]
        return make(game_id, {**rows, "events": events})

    with monkeypatch.context() as patch:
        patch.setattr(store, "_write", broken)
        with pytest.raises(DatabaseError, match="does not follow"):
            services.submit_orders(game.pk, seat=0, player=players[0], lines=["1"], cause=uuid4())
    assert Game.objects.get(pk=game.pk).head_hash == before.head_hash
    assert not Event.objects.filter(game=game, kind="move_made").exists()
    services.submit_orders(game.pk, seat=0, player=players[0], lines=["1"], cause=uuid4())
    assert Event.objects.filter(game=game, kind="move_made").count() == 1


def test_whoever_is_interrupted_while_waiting_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's time limit may strike anywhere: the next statement must not read the answer of this one."""
    raw = Patient.connect(**{k: v for k, v in wrapper().get_connection_params().items() if k in LOGIN})

    class Struck:
        def register(self, *_: Any) -> None: ...

        def poll(self, _: float | None) -> None:
            raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(select, "poll", Struck)
        with pytest.raises(TimeoutError):
            Together(raw, prepare=True).go([Statement(b"SELECT pg_sleep(0.05)")])
    assert raw.closed


@pytest.mark.parametrize("together", [False, True])
def test_a_server_that_says_nothing_is_given_up_and_asked_anew(*, together: bool) -> None:
    """Stopped, it ends no statement by itself, and the kernel keeps the line alive."""
    ours = wrapper()
    ours.ensure_connection()
    ask = partial(ours.together, COUNT) if together else Tally.objects.count
    raw, pid = ours.connection, ours.connection.info.backend_pid
    raw.silence_s = 0.2
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(OperationalError) as problem, transaction.atomic():
            ask()
    finally:
        os.kill(pid, signal.SIGCONT)
    assert isinstance(problem.value.__cause__, ConnectionTimeout)
    assert raw.closed
    assert Tally.objects.count() == 0
    assert ours.connection.silence_s > patience.STATEMENT_S  # whoever is slow is broken off by the server
    with ours.as_owner():
        assert ours.connection.silence_s is None


LOGIN = ("host", "port", "user", "password", "dbname")
