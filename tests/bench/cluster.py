"""`python -m tests.bench cluster`: what deploy/citus.sql makes of the write path, on clusters that are there.

CITUS_URL is a coordinator's database that was spread, PLAIN_URL a migrated one of a single server to compare with,
CITUS_ONE_URL (if given) a spread one with one worker. All are played in: scratch databases. `make citus` runs it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import Any
from uuid import UUID

import psycopg
from psycopg.errors import Diagnostic

from tests.bench import UNBOUND
from tests.bench.rows import Row, paired, row
from tests.bench.store import Record, open_table, submit

ROUNDS = 5
CONNECTIONS = 4
# The last one is Citus' own: no trigger of ours stands before a shard's TRUNCATE.
REFUSALS = ("permission denied", "the log is written once", "does not follow", "it is a shard of a distributed table")
Pool = ProcessPoolExecutor


def rows() -> list[Row]:
    """All figures of a cluster."""
    cluster, plain, one = os.environ["CITUS_URL"], os.environ["PLAIN_URL"], os.environ.get("CITUS_ONE_URL")
    with ExitStack() as stack:
        pools = {url: stack.enter_context(_pool(url, spread=url != plain)) for url in (cluster, plain, one) if url}
        found = [*_one_task(pools[cluster]), *_refusals(cluster), *_moved(pools[cluster], cluster)]
        found += _times(pools[cluster], pools[plain])
        return [*found, _workers(pools[cluster], pools[one])] if one else found


@contextmanager
def _pool(url: str, *, spread: bool) -> Iterator[Pool]:
    """Processes that work on this database."""
    with Pool(CONNECTIONS, mp_context=get_context("spawn"), initializer=_use, initargs=(url, spread)) as pool:
        yield pool


def _use(url: str, spread: bool) -> None:
    os.environ.update(dict.fromkeys(UNBOUND, "1000000"))
    os.environ |= {"DATABASE_URL": url, "DATABASE_SPREAD": str(int(spread)), "LOG_LEVEL": "WARNING"}
    os.environ.setdefault("SECRET_KEY", "only for this measure" * 3)
    os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
    import django

    django.setup()


# --- One task, one machine ---------------


def _one_task(pool: Pool) -> list[Row]:
    found = pool.submit(_followed).result()
    tasks, moves = found.tasks, found.moves
    places = max(len({place for _, place in move}) for move in moves)
    names = [", ".join(_name(text) for text, _ in move) for move in moves]
    plain = sum(one == "game_move" for one in names)
    row_ = partial(row, baseline=None)
    return [
        row_(f"tasks of each of {len(tasks)} statements of the write path", max(tasks), "tasks", target="1",
             met=set(tasks) == {1}),
        row_(f"machines that one of {len(moves)} moves reaches", places, "machines", target="1", met=places == 1),
        row_("two-phase commits, whole game", found.prepared, "", target="0", met=found.prepared == 0),
        row_("rows of people written anew anywhere, whole game", found.people, "", target="0", met=not found.people),
        row_(f"of {len(moves)} moves, sent as game_move and nothing else", plain, "moves",
             target="all but the last, which reads the seed", met=plain >= len(moves) - 1),
    ]  # fmt: skip


def _name(text: str) -> str:
    """What one of our statements is called: its function, or its first word."""
    called = re.match(r"SELECT (?:\w+\.)?(\w+)\(", text)
    return called[1] if called else re.split(r"[ ;]", text, maxsplit=1)[0]


@dataclass
class Followed:
    """What the coordinator sends while a game is played: statements with the machine they go to, move by move."""

    tasks: list[int]  # of each statement of the write path
    moves: list[list[tuple[str, str]]]
    prepared: int
    people: int  # differences between the copies of the people before and after


def _followed() -> Followed:
    from django.db import connection

    from asgard_pbem.tables import notify
    from asgard_pbem.tables.store import loading

    told: list[tuple[str, str]] = []

    def listens(note: Diagnostic) -> None:
        told.append(((note.message_primary or "").removeprefix("issuing "), note.message_detail or ""))

    moves, everything = [], []
    with notify.quietly():
        record = _record()
        people, game = open_table(1)
        for move in record.moves[:8]:  # the functions' plans are made
            submit(game, people, move)
        before = _people()
        with connection.cursor() as cursor:
            cursor.execute("SET citus.log_remote_commands = on; SET client_min_messages = log")
        connection.connection.add_notice_handler(listens)
        for move in record.moves[8:]:
            told.clear()
            submit(game, people, move)
            everything += [text for text, _ in told]
            moves.append(_until_commit(told))
        connection.connection.remove_notice_handler(listens)
        with connection.cursor() as cursor:
            cursor.execute("SET citus.log_remote_commands = off; SET client_min_messages = warning")
        loading.shelf.clear()
    prepared = sum("PREPARE TRANSACTION" in text for text in everything)
    return Followed(_tasks(game), moves, prepared, len(before ^ _people()))


def _until_commit(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The move itself, with its COMMIT where it has one; what is carried to the outbox after it is no part of it."""
    end = next(at for at, (text, _) in enumerate(told) if _name(text) in ("game_move", "COMMIT"))
    return told[: end + 1]


def _tasks(game: UUID) -> list[int]:
    """How many tasks the plan of each statement of the write path has that reaches the spread tables."""
    from django.db import connection

    from asgard_pbem.tables.store import carrying, sql

    texts = [one.decode() for one in (sql.LOOK, sql.WRITE, sql.MOVE, sql.EVENTS, sql.SNAPSHOT, sql.ENDED, sql.CAUSES,
                                      sql.PROMPT_ON_ITS_WAY)]  # fmt: skip
    given = {"LOOK": ["NULL", "true"], "WRITE": ["'{}'"], "MOVE": ["''", "''", "'{}'"]}
    for name, rest in given.items():
        text = getattr(sql, name).decode()
        texts[texts.index(text)] = _filled(text, [f"'{game}'", *rest])
    plain = [_filled(text, [f"'{game}'", "0", "9"]) for text in texts]
    mine = [carrying._LYING.replace("%s", f"'{game}'"), _filled(carrying._TAKEN.decode(), [f"'{game}'", "'{}'"])]
    found = []
    with connection.cursor() as cursor:
        for text in (*plain, *mine):
            cursor.execute(f"EXPLAIN (COSTS OFF) {text}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            found.append(int(plan.split("Task Count: ")[1].split()[0]))
    return found


def _filled(text: str, values: list[str]) -> str:
    for number, value in enumerate(values, 1):
        text = text.replace(f"${number}", value)
    return text


def _people() -> set[tuple[object, ...]]:
    """Every copy of every person on every machine, and which transaction wrote it where: written anew, another one."""
    from django.db import connection

    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute("SELECT shard_name FROM citus_shards WHERE table_name = 'tables_player'::regclass LIMIT 1")
        (shard,) = cursor.fetchone()
        cursor.execute(
            "SELECT nodeid, success, result FROM run_command_on_all_nodes(%s)",
            [f"SELECT coalesce(string_agg(id::text || xmin || ctid, ' ' ORDER BY id), '') FROM {shard}"],
        )
        rows = cursor.fetchall()
    assert all(success for _, success, _ in rows), rows
    return {(node, one) for node, _, people in rows for one in people.split()}


# --- The log on its shards ---------------


def _refusals(cluster: str) -> list[Row]:
    """Each attack on the log, on the coordinator and on a shard itself, by the service's role and by the owner."""
    with psycopg.connect(cluster, autocommit=True) as raw:
        found = raw.execute(
            "SELECT s.shard_name, s.nodename, s.nodeport, e.game_id, e.seq FROM (SELECT game_id, seq FROM event"
            " ORDER BY seq DESC LIMIT 1) e JOIN citus_shards s ON s.table_name = 'event'::regclass"
            " AND s.shardid = get_shard_id_for_distribution_column('event', e.game_id)"
        ).fetchone()
        assert found is not None
        shard, host, port, game, seq = found
        there = psycopg.conninfo.make_conninfo(cluster, host=host, port=port)
        kept = [_refused(raw, "event", game, seq)]
    for role in ("asgard_app", None):
        with psycopg.connect(there, autocommit=True) as raw:
            raw.execute("SET citus.override_table_visibility = off")
            if role:
                raw.execute(f"SET ROLE {role}")
            kept.append(_refused(raw, shard, game, seq))
    count = sum(map(sum, kept))
    return [row("attacks on the log refused, whole and on its shard", count, "of 12", baseline=None, target="12",
                met=count == 12)]  # fmt: skip


def _refused(raw: psycopg.Connection[Any], table: str, game: Any, seq: int) -> list[bool]:
    fields = "kind, version, seat, payload, salt, recorded_at, cause, prev_hash, hash"
    attacks = (
        f"UPDATE {table} SET kind = 'x' WHERE game_id = '{game}' AND seq = {seq}",
        f"DELETE FROM {table} WHERE game_id = '{game}' AND seq = {seq}",
        f"TRUNCATE {table} CASCADE",
        f"INSERT INTO {table} (game_id, seq, {fields})"  # noqa: ISC004 - one statement
        f" SELECT game_id, seq + 5, {fields} FROM {table} WHERE game_id = '{game}' AND seq = {seq}",
    )
    return [_is_refused(raw, one) for one in attacks]


def _is_refused(raw: psycopg.Connection[Any], attack: str) -> bool:
    try:
        with raw.transaction(force_rollback=True):
            raw.execute(attack)  # type: ignore[call-overload]  # our own text
    except psycopg.Error as why:
        said = str(why)
        return any(one in said for one in REFUSALS)
    return False


# --- A shard that is moved ---------------


def _moved(pool: Pool, cluster: str) -> list[Row]:
    """A game is played while its shards go from machine to machine: nothing is written where they no longer are."""
    game = pool.submit(_opened).result()
    playing = pool.submit(_played_slowly, game)
    with psycopg.connect(cluster, autocommit=True) as raw:
        times = 0
        while not playing.done():
            raw.execute(
                "SELECT citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport,"
                " 'block_writes') FROM citus_shards s JOIN pg_dist_node n ON n.shouldhaveshards AND n.isactive AND"
                " (n.nodename, n.nodeport) <> (s.nodename, s.nodeport) WHERE s.table_name = 'tables_game'::regclass"
                " AND s.shardid = get_shard_id_for_distribution_column('tables_game', %s) LIMIT 1",
                [game],
            )
            times += 1
            time.sleep(0.5)
        found = raw.execute(
            "SELECT g.head_seq, g.status, count(e.seq), count(DISTINCT e.seq) FROM tables_game g"
            " JOIN event e ON e.game_id = g.id WHERE g.id = %s GROUP BY g.id, g.head_seq, g.status",
            [game],
        ).fetchone()
    assert found is not None
    head, status, events, different = found
    moves, refused = playing.result()
    whole = (status, events, different) == ("over", head, head)
    return [
        row(f"events lost of {moves} moves whose shards went elsewhere {times} times", head - events, "events",
            baseline=None, target="0, and the game is at its end", met=whole and times > 1),
        row("moves refused by that, and made again", refused, "moves", baseline=None, target="at most one each time",
            met=refused <= times),
    ]  # fmt: skip


def _opened() -> UUID:
    from asgard_pbem.tables import notify

    with notify.quietly():
        return open_table(1)[1]


def _played_slowly(game: UUID) -> tuple[int, int]:
    """A recorded game with pauses; a move that is refused is made again. Returns how many moves, how many refusals."""
    from django.db import DatabaseError

    from asgard_pbem.tables import notify
    from asgard_pbem.tables.models import Player

    refused = 0
    with notify.quietly():
        moves = _record().moves
        people = list(Player.objects.filter(held_seats__game=game).order_by("held_seats__seat"))
        for move in moves:
            for last in (False, False, True):
                try:
                    submit(game, people, move)
                    break
                except DatabaseError:
                    if last:
                        raise
                    refused += 1
            time.sleep(0.03)
    return len(moves), refused


# --- Times ---------------


def _played() -> float:
    """Moves a second of a recorded game, as the web makes them."""
    from asgard_pbem.tables import notify

    with notify.quietly():
        return _record().timed()


@cache
def _record() -> Record:
    return Record.played(1)


def _rate(pool: Pool, connections: int) -> float:
    return sum(one.result() for one in [pool.submit(_played) for _ in range(connections)])


def _times(cluster: Pool, plain: Pool) -> list[Row]:
    found = []
    for connections in (1, CONNECTIONS):
        ours, theirs = paired(partial(_rate, cluster, connections), partial(_rate, plain, connections), ROUNDS)
        found.append(
            row(f"a move on the cluster, {connections} at once", 1000 * connections / ours, "ms",
                baseline=1000 * connections / theirs, target="<= 3x a single server", met=theirs <= 3 * ours)
        )  # fmt: skip
    return found


def _workers(two: Pool, one: Pool) -> Row:
    ours, theirs = paired(partial(_rate, two, CONNECTIONS), partial(_rate, one, CONNECTIONS), ROUNDS)
    return row(f"moves with all machines, {CONNECTIONS} at once", ours, "moves/s", baseline=theirs,
               target="(baseline: a cluster of one worker)", met=None)  # fmt: skip
