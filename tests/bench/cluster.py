"""`python -m tests.bench cluster`: what deploy/citus.sql makes of the write path, on clusters that are there.

CITUS_URL is a coordinator's database that was spread, PLAIN_URL a migrated one of a single server to compare with,
CITUS_ONE_URL (if given) a spread one with one worker. All are played in: scratch databases. `make citus` runs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from multiprocessing import get_context
from typing import Any

import psycopg
from psycopg.errors import Diagnostic

from tests.bench import UNBOUND
from tests.bench.rows import Row, paired, row
from tests.bench.store import Record, open_table, submit

ROUNDS = 3
CONNECTIONS = 4
# The last one is Citus' own: no trigger of ours stands before a shard's TRUNCATE.
REFUSALS = ("permission denied", "the log is written once", "does not follow", "it is a shard of a distributed table")
Pool = ProcessPoolExecutor


def rows() -> list[Row]:
    """All figures of a cluster."""
    cluster, plain, one = os.environ["CITUS_URL"], os.environ["PLAIN_URL"], os.environ.get("CITUS_ONE_URL")
    with ExitStack() as stack:
        pools = {url: stack.enter_context(_pool(url, spread=url != plain)) for url in (cluster, plain, one) if url}
        found = [*_one_task(pools[cluster]), *_refusals(cluster), *_times(pools[cluster], pools[plain])]
        return [*found, _workers(pools[cluster], pools[one])] if one else found


@contextmanager
def _pool(url: str, *, spread: bool) -> Iterator[Pool]:
    """Processes that work on this database."""
    with Pool(CONNECTIONS, mp_context=get_context("spawn"), initializer=_use, initargs=(url, spread)) as pool:
        yield pool


def _use(url: str, spread: bool) -> None:
    os.environ.update(dict.fromkeys(UNBOUND, "1000000"))
    os.environ |= {"DATABASE_URL": url, "DATABASE_SPREAD": str(int(spread)), "SECRET_KEY": "only for this measure" * 3}
    os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
    import django

    django.setup()


# --- One task, one machine ---------------


def _one_task(pool: Pool) -> list[Row]:
    sent, tasks = pool.submit(_sent).result()
    places = len({place for _, place in sent})
    prepared = sum("PREPARE TRANSACTION" in text for text, _ in sent)
    words = [text.split("(")[0].split(";")[0].split(" TRANSACTION")[0] for text, _ in sent]
    return [
        row("tasks of each statement of a move", max(tasks), "tasks", baseline=None, target="1", met=set(tasks) == {1}),
        row("machines that a move writes to", places, "machines", baseline=None, target="1", met=places == 1),
        row("two-phase commits of a move", prepared, "", baseline=None, target="0", met=prepared == 0),
        row(f"sent for a move: {', '.join(words)}", len(sent), "", baseline=None, target="4", met=len(sent) == 4),
    ]  # fmt: skip


def _sent() -> tuple[list[tuple[str, str]], list[int]]:
    """What the coordinator sends while one move is made, and to whom; how many tasks each of our statements has."""
    from django.db import connection

    from asgard_pbem.tables import notify

    with notify.quietly():
        record = Record.played(1)
        people, game = open_table(1)
        for move in record.moves[:8]:
            submit(game, people, move)
        told: list[tuple[str, str]] = []
        with connection.cursor() as cursor:
            cursor.execute("SET citus.log_remote_commands = on; SET client_min_messages = log")

        def listens(note: Diagnostic) -> None:
            told.append((note.message_primary or "", note.message_detail or ""))

        connection.connection.add_notice_handler(listens)
        submit(game, people, record.moves[8])
        connection.connection.remove_notice_handler(listens)
        tasks = []
        with connection.cursor() as cursor:
            cursor.execute("SET client_min_messages = warning")
            for call in (f"game_look('{game}', NULL, true)", f"game_write('{game}', '{{}}')"):
                cursor.execute(f"EXPLAIN (COSTS OFF) SELECT {call}")
                plan = "\n".join(line for (line,) in cursor.fetchall())
                tasks.append(int(plan.split("Task Count: ")[1].split()[0]))
    move = [(text.removeprefix("issuing "), place) for text, place in told if "tables_owed" not in text]
    end = next(at for at, (text, _) in enumerate(move) if text == "COMMIT")
    return move[: end + 1], tasks


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
