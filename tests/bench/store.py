"""The event store: the whole write path beside bare INSERTs, any state, the slider, and ten thousand open tables.

Everything happens in a database of its own, made before and dropped after. Connections of a figure are processes.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from tests.bench.rows import Row, paired_seconds, rounds, row

if TYPE_CHECKING:
    from asgard_pbem.tables.models import Player

DATABASE = "bench_asgard"
SEATS = 4
GAMES = rounds(3)  # of each process at a time
BARE_INSERTS = rounds(1200, 100)
READY_S = 60.0
LONG = ("yggdrasil", "asgard", "asgards_chosen", "blood_rage")[: rounds(4)]  # games with more events than aesir
CURVE = (100, 1_000, 10_000)[: rounds(3)]
BARE = "CREATE TABLE IF NOT EXISTS bench_bare (id bigserial PRIMARY KEY, game uuid NOT NULL, payload jsonb NOT NULL)"


def rows() -> list[Row]:
    """All figures of the store."""
    with database():
        record = Record.played(1)
        long = map(long_game, LONG)
        return [*write_path(record), *reading(record), *long, *curve(record)]


@contextmanager
def database() -> Iterator[None]:
    """Django set up on a database that is there for the measuring only; on the one that is open already, if one is."""
    if os.environ.get("TEST_DB_NAME") == DATABASE:
        yield
        return
    os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
    os.environ["TEST_DB_NAME"] = DATABASE
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    from asgard_pbem.tables import notify

    made = setup_databases(verbosity=0, interactive=False)
    try:
        with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
            cursor.execute(BARE)
        with notify.quietly():
            yield
    finally:
        teardown_databases(made, verbosity=0)
        del os.environ["TEST_DB_NAME"]


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game: what each seat answered. The same seed deals the same cards, so it can be played again."""

    seed: int
    moves: list[tuple[int, Any]]

    @classmethod
    def played(cls, seed: int) -> Record:
        """A random game of people, with all the mail it owes."""
        from asgard_pbem.tables.reading import history

        people, game = open_table(seed)
        rng, moves = random.Random(seed), []
        while pending := history.table_now(game).pending():
            seat, table = pending[0].seat, history.table_now(game)
            move = rng.choice([move for _, _, move in table.rules.menu(table.state, pending[0]).leaves()])
            moves.append((seat, move.model_dump(mode="json")))
            submit(game, people, moves[-1])
        return cls(seed, moves)

    def play(self) -> UUID:
        """The game again, through the whole write path. Returns its id."""
        people, game = open_table(self.seed)
        for move in self.moves:
            submit(game, people, move)
        return game

    def timed(self, ready: Callable[[], object] = lambda: None) -> float:
        """Moves a second of some games. The opening is not counted: `ready` is called between it and the first move."""
        tables = [open_table(self.seed) for _ in range(GAMES)]
        ready()
        began = time.perf_counter()
        for people, game in tables:
            for move in self.moves:
                submit(game, people, move)
        return len(tables) * len(self.moves) / (time.perf_counter() - began)


def open_table(seed: int) -> tuple[list[Player], UUID]:
    """A table of `aesir` at which four people sit."""
    from asgard_pbem.simulation import direct as simulation
    from asgard_pbem.tables import services

    people = [services.player_for(f"bench{seat}@home.example") for seat in range(SEATS)]
    game = services.open_table(
        opened_by=people[0], key="aesir", seats=SEATS, cause=uuid4(), seed=simulation.seed_bytes(seed)
    )
    for player in people[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return people, game.pk


def submit(game: UUID, people: list[Player], move: tuple[int, Any]) -> None:
    """One move, as the web makes it."""
    from asgard_pbem.tables import services

    services.submit_move(game, seat=move[0], player=people[move[0]], move=move[1], cause=uuid4())


# --- Writing ---------------


def bare_rate(inserts: int, ready: Callable[[], object] = lambda: None) -> float:
    """Rows a second of INSERT and COMMIT of one small row, with the driver alone, from `ready` on."""
    import psycopg
    from django.db import connection

    info = connection.get_connection_params()
    with psycopg.connect(host=info["host"], user=info["user"], dbname=info["dbname"], port=info.get("port") or None,
                         password=info.get("password") or None) as raw:  # fmt: skip
        ready()
        began = time.perf_counter()
        for _ in range(inserts):
            raw.execute("INSERT INTO bench_bare (game, payload) VALUES (%s, %s)", [uuid4(), '{"kind": "move_made"}'])
            raw.commit()
        return inserts / (time.perf_counter() - began)


class Writer:
    """A process of a pool that works on the database which the parent made. All begin at once: while one of them opens
    its tables or its connection, the others are not measured beside that.
    """

    begin: Any  # a barrier of all processes of the pool

    @classmethod
    def enter(cls, begin: Any) -> None:
        os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
        import django

        django.setup()
        from django.db import connection

        from asgard_pbem.serving import memory

        memory.settle()  # as in every process of the service that stays
        connection.settings_dict["NAME"] = DATABASE
        cls.begin = begin

    @classmethod
    def rate(cls, task: tuple[str, Record]) -> float:
        from asgard_pbem.tables import notify

        what, record = task
        ready = partial(cls.begin.wait, READY_S)
        with notify.quietly():
            return bare_rate(BARE_INSERTS, ready) if what == "bare" else record.timed(ready)


def together(connections: int, what: str, record: Record, pool: ProcessPoolExecutor) -> float:
    """The sum of the rates of several processes that work at once."""
    return sum(pool.map(Writer.rate, [(what, record)] * connections))


def write_path(record: Record) -> list[Row]:
    """Moves a second at one and at four connections, each beside bare INSERTs at the same time."""
    found = []
    for connections in (1, 4):
        spawning = get_context("spawn")
        begin = spawning.Barrier(connections)
        with ProcessPoolExecutor(connections, spawning, initializer=Writer.enter, initargs=(begin,)) as pool:
            together(connections, "write", record, pool)  # connects, prepares, imports
            pairs = [
                (together(connections, "write", record, pool), together(connections, "bare", record, pool))
                for _ in range(rounds(7))
            ]
        share = statistics.median(ours / theirs for ours, theirs in pairs)
        ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
        plural = "connections" if connections > 1 else "connection"
        found.append(
            row(
                f"moves through the write path, {connections} {plural}", ours, "moves/s", baseline=theirs,
                target=">= 40 % of bare INSERT+COMMIT", met=share >= 0.4,
            )
        )  # fmt: skip
    return found


# --- Reading ---------------


def reading(record: Record) -> list[Row]:
    """Any state of a finished game, and the slider through all of it."""
    from asgard_pbem.tables.reading import history

    game = record.play()
    head = history.row_of(game).head_seq

    def slider() -> None:
        for frame in history.frames(game, None):
            assert frame.entry.number

    def forward() -> None:
        for step in history.walk(history.row_of(game)):
            assert step.row.seq

    each, bare = any_state(game, head)
    through, replay = paired_seconds(slider, forward, times=9)
    return [
        row("any state of a finished 4-seat game", each, "ms", baseline=bare,
            target="<= 5 ms (baseline: reading one event)", met=each <= 5),
        row("the slider through a whole game", through * 1000, "ms", baseline=replay * 1000,
            target="<= 1.5x one forward replay", met=through <= 1.5 * replay),
    ]  # fmt: skip


def any_state(game: UUID, head: int) -> tuple[float, float]:
    """Milliseconds to rebuild the state after an event, on average over all of them; and to read just that event."""
    from asgard_pbem.tables.reading import history
    from asgard_pbem.tables.store import sql as store

    def rebuilt() -> None:
        for seq in range(5, head + 1):
            history.state_at(game, seq)

    def read() -> None:
        for seq in range(5, head + 1):
            store.events(game, after=seq - 1, upto=seq)

    ours, theirs = paired_seconds(rebuilt, read, times=5)
    return ours / (head - 4) * 1000, theirs / (head - 4) * 1000


def long_game(key: str) -> Row:
    """Any state of a game that four bots played to its end."""
    from asgard_pbem.simulation import direct as simulation

    played = simulation.play_directly(key=key, seats=SEATS, seed=1, bots=("greedy",))
    each, bare = any_state(UUID(played.game), played.events)
    return row(f"any state of a finished 4-seat game of {key}", each, "ms", baseline=bare,
               target="<= 10 ms (baseline: reading one event)", met=each <= 10)  # fmt: skip


# --- Many tables ---------------


def curve(record: Record) -> list[Row]:
    """Listing and writing with a hundred, a thousand and ten thousand running tables."""
    from asgard_pbem.simulation import direct as simulation
    from asgard_pbem.tables import services

    found: list[Row] = []
    first: dict[str, float] = {}
    host = services.player_for("host@home.example")
    model = services.open_table(
        opened_by=host, key="aesir", seats=SEATS, sit=range(SEATS), cause=uuid4(),
        seed=simulation.seed_bytes(record.seed),
    )  # fmt: skip
    games = [model.pk]
    for size in CURVE:
        games += cloned(model.pk, size - len(games))
        sample = random.Random(size).sample(games, 40)
        figures = {
            "a page of the list (baseline: 50 rows by key)": paired_seconds(_listed, partial(_by_key, games[:50])),
            "a first move, table not in memory (baseline: bare INSERT)": _writing(sample, host, record.moves[0]),
        }
        for what, (ours, theirs) in figures.items():
            base = first.setdefault(what, ours / theirs)
            found.append(
                row(f"{size:,} running tables: {what}", ours * 1000, "ms", baseline=theirs * 1000,
                    target=f"ratio <= 2x that of {CURVE[0]} tables", met=ours / theirs <= 2 * base)
            )  # fmt: skip
    return found


CLONED = (  # table, the column that holds the game's id
    ("tables_game", "id"), ("tables_gamesecret", "game_id"), ("tables_seat", "game_id"), ("event", "game_id"),
    ("tables_moment", "game_id"), ("tables_opendecision", "game_id"), ("tables_snapshot", "game_id"),
)  # fmt: skip


def cloned(model: UUID, count: int) -> list[UUID]:
    """So many copies of a running table, row by row in SQL: opening them one by one would take minutes."""
    from django.db import DatabaseError, connection

    games = [uuid4() for _ in range(count)]
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        for table, key in CLONED:
            cursor.execute(f"SELECT * FROM {table} LIMIT 0")
            columns = [one.name for one in cursor.description]
            taken = ", ".join("new.id" if name == key else f"old.{name}" for name in columns)
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"
                f" SELECT {taken} FROM {table} old, unnest(%s::uuid[]) AS new (id) WHERE old.{key} = %s",
                [games, model],
            )
            cursor.execute(f"ANALYZE {table}")  # as autovacuum does when a table has grown
        with suppress(DatabaseError):  # a role may lack the right
            cursor.execute("CHECKPOINT")  # so that writing all this out is not measured with what follows
    return games


def _listed() -> list[Any]:
    from asgard_pbem.tables.models import Game

    return list(Game.objects.filter(status="running", visibility="public").order_by("-opened_at")[:50])


def _by_key(games: list[UUID]) -> list[Any]:
    from asgard_pbem.tables.models import Game

    return list(Game.objects.filter(pk__in=games))


def _writing(sample: list[UUID], host: Player, move: tuple[int, Any]) -> tuple[float, float]:
    """Median seconds of a first move at each of these tables, none of them in memory, and of a bare INSERT each."""
    from asgard_pbem.tables.store import loading

    ours, theirs = [], []
    for game in sample:
        loading.shelf.clear()
        began = time.perf_counter()
        submit(game, [host] * SEATS, move)
        ours.append(time.perf_counter() - began)
        theirs.append(1 / bare_rate(10))
    return statistics.median(ours), statistics.median(theirs)
