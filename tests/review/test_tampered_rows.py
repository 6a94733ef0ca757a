"""A superuser with the triggers off: what `rebuild --check` finds, names, and does not fall over."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from threading import Thread
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from asgard_pbem.tables import services
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret, Moment, Player, Snapshot
from asgard_pbem.tables.reading import checking, logfile, projecting
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from engine.__main__ import INCOMPLETE
from engine.__main__ import main as engine
from engine.log.chain import Head, event_hash, payload_digest
from tests.tables.conftest import OpenToy, lay
from tests.tables.test_play import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]
Tampering = Callable[[Game], int | None]  # gives the seq of the event that it broke, if it broke one


@pytest.fixture
def games(open_toy: OpenToy, people: list[Player]) -> tuple[Game, Game]:
    """A game that runs, with choices and an undo in it, and one that is over."""
    running, over = open_toy(3, options={"hand": 4}), open_toy(2, options={"hand": 3})
    for game in (running, over):
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    lay(running, 0, people[0])
    play_out(over, people)
    return Game.objects.get(pk=running.pk), Game.objects.get(pk=over.pk)


def as_superuser(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("SET ROLE asgard_app")


def check() -> tuple[str, str, int]:
    """What the command says of the broken, its last line, and its exit code."""
    errors, out = io.StringIO(), io.StringIO()
    try:
        call_command("rebuild", check=True, stdout=out, stderr=errors)
    except CommandError as why:
        return errors.getvalue(), str(why), why.returncode
    return errors.getvalue(), out.getvalue(), 0


def _set(column: str, value: str) -> Tampering:
    """One column of event 5."""

    def tamper(game: Game) -> int:
        as_superuser(f"UPDATE event SET {column} = {value} WHERE game_id = %s AND seq = 5", game.pk)
        return 5

    tamper.__name__ = column.split("'", maxsplit=1)[0]
    return tamper


def _commitment_of_event_1(game: Game) -> int:
    as_superuser(
        "UPDATE event SET payload = jsonb_set(payload, '{commitment}', %s::jsonb) WHERE game_id = %s AND seq = 1",
        json.dumps("f" * 64), game.pk,
    )  # fmt: skip
    return 1


def _illegal_move(game: Game) -> int:
    """Not even its own hashes are wrong: the whole chain is made anew."""
    seq = game.events.filter(kind="move_made").order_by("-seq").values_list("seq", flat=True)[0]
    as_superuser(
        "UPDATE event SET payload = jsonb_set(payload, '{move}', '{\"kind\": \"commit\", \"card\": 104}')"
        " WHERE game_id = %s AND seq = %s",
        game.pk, seq,
    )  # fmt: skip
    chain_anew(game.pk)
    return int(seq)


def _move_of_no_shape(game: Game) -> int:
    seq = game.events.filter(kind="move_made").order_by("-seq").values_list("seq", flat=True)[0]
    as_superuser("UPDATE event SET payload = '[]' WHERE game_id = %s AND seq = %s", game.pk, seq)
    return int(seq)


def _word_of_another(game: Game) -> int:
    as_superuser(
        "UPDATE event SET payload = jsonb_set(payload, '{entropy}', %s::jsonb) WHERE game_id = %s AND seq = 3",
        json.dumps("e" * 64), game.pk,
    )  # fmt: skip
    chain_anew(game.pk)
    return int(game.events.get(kind="game_started").seq)


def _event_in_the_middle_is_gone(game: Game) -> int:
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = 5", game.pk)
    return 5


def _swapped(game: Game) -> int:
    as_superuser("UPDATE event SET seq = -seq + 100000 WHERE game_id = %s AND seq IN (5, 6)", game.pk)
    as_superuser(
        "UPDATE event SET seq = CASE seq WHEN 99995 THEN 6 ELSE 5 END WHERE game_id = %s AND seq > 9999", game.pk
    )
    return 5


def _row(column: str, value: object) -> Tampering:
    """One column of the game's row."""

    def tamper(game: Game) -> None:
        as_superuser(f"UPDATE tables_game SET {column} = %s WHERE id = %s", value, game.pk)

    tamper.__name__ = f"{column}_of_the_row"
    return tamper


def _seed(game: Game) -> None:
    as_superuser("UPDATE tables_gamesecret SET seed = %s WHERE game_id = %s", crypto.encrypt(b"\x01" * 32), game.pk)


def _seed_under_a_lost_key(game: Game) -> None:
    as_superuser("UPDATE tables_gamesecret SET seed = %s WHERE game_id = %s", b"gAAAA", game.pk)


def _hash_of_a_moment(game: Game) -> None:
    as_superuser("UPDATE tables_moment SET hash = %s WHERE game_id = %s AND number = 2", "f" * 64, game.pk)


TAMPERINGS = [
    _set("salt", f"'{'0' * 32}'"), _set("recorded_at", "recorded_at - interval '1 second'"),
    _set("cause", f"'{UUID(int=7)}'"), _set("hash", f"'{'f' * 64}'"), _set("prev_hash", f"'{'f' * 64}'"),
    _set("kind", "'undone'"), _set("version", "2"), _set("seat", "1"),
    _set("payload", "payload || '{\"by\": \"timeout\"}'"), _commitment_of_event_1, _illegal_move, _move_of_no_shape,
    _word_of_another, _event_in_the_middle_is_gone, _swapped,
    _row("commitment", "f" * 64), _row("options", '{"hand": 9}'), _row("forked_from", UUID(int=7)),
    _row("key", "chess"), _row("seats", 4), _row("head_hash", "f" * 64), _seed, _seed_under_a_lost_key,
    _hash_of_a_moment,
]  # fmt: skip


def chain_anew(game_id: UUID) -> None:
    """Hashes that fit whatever the log now holds, in every row that has one."""
    prev = "0" * 64
    for row in store.events(game_id):
        raw = logfile.event_json(row)
        head = Head(str(game_id), row.seq, row.kind, row.version, row.seat, raw["recorded_at"], raw["cause"], prev)
        mark = event_hash(head, payload_digest(row.salt, row.payload))
        as_superuser(
            "UPDATE event SET prev_hash = %s, hash = %s WHERE game_id = %s AND seq = %s", prev, mark, game_id, row.seq
        )
        as_superuser("UPDATE tables_moment SET hash = %s WHERE game_id = %s AND seq = %s", mark, game_id, row.seq)
        prev = mark
    last = Moment.objects.filter(game_id=game_id).order_by("number").last()
    assert last is not None
    as_superuser("UPDATE tables_game SET head_hash = %s, moment_hash = %s WHERE id = %s", prev, last.hash, game_id)


@pytest.mark.parametrize("place", [0, 1], ids=["running", "over"])
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda one: one.__name__.strip("_"))
def test_a_tampering_is_found_and_its_game_and_event_are_named(
    tamper: Tampering, place: int, games: tuple[Game, Game]
) -> None:
    assert check()[2] == 0
    game, other = games[place], games[1 - place]
    seq = tamper(game)
    said, last, code = check()
    assert (last, code) == ("1 of 2 games differ from their logs.", 1)
    assert str(game.pk) in said
    assert str(other.pk) not in said
    if seq is not None:
        assert f"{game.pk}: log: first divergence at seq {seq}:" in said


def test_every_broken_game_is_named_not_only_the_first(games: tuple[Game, Game]) -> None:
    for game in games:
        _illegal_move(game)
    said, last, _ = check()
    assert last == "2 of 2 games differ from their logs."
    assert all(str(game.pk) in said for game in games)


def test_a_game_that_cannot_be_rebuilt_is_named_and_stops_no_other(games: tuple[Game, Game]) -> None:
    _move_of_no_shape(games[0])
    errors = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 games could not be rebuilt"):
        call_command("rebuild", stderr=errors, stdout=io.StringIO())
    assert str(games[0].pk) in errors.getvalue()
    assert list(projecting.differences(games[1].pk)) == []


@pytest.mark.parametrize("place", [0, 1], ids=["running", "over"])
def test_a_last_event_that_is_gone_is_called_incomplete(place: int, games: tuple[Game, Game]) -> None:
    game = games[place]
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = %s", game.pk, game.head_seq)
    said, _, code = check()
    assert f"{game.pk}: INCOMPLETE" in said
    assert code == 3


def test_a_log_cut_short_with_its_row_still_has_no_end(
    games: tuple[Game, Game], tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    over = games[1]
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = %s", over.pk, over.head_seq)
    as_superuser("UPDATE tables_game SET head_seq = head_seq - 1 WHERE id = %s", over.pk)
    assert "INCOMPLETE" in check()[0]
    file = tmp_path / "cut.log"  # type: ignore[operator]  # a path
    file.write_bytes(logfile.export(over.pk, viewer=None))
    assert engine(["verify", str(file)]) == INCOMPLETE


@pytest.mark.parametrize("knows", ["moment", "snapshot", "nothing but that it was over"])
def test_a_log_cut_short_with_its_row_is_incomplete_where_anything_knows_of_more(
    knows: str, games: tuple[Game, Game]
) -> None:
    game = games["nothing" in knows]
    first = max((Snapshot if knows == "snapshot" else Moment).objects.filter(game=game).values_list("seq", flat=True))
    for table in {"event", "tables_moment", "tables_snapshot"} - {f"tables_{knows}"}:
        as_superuser(f"DELETE FROM {table} WHERE game_id = %s AND seq >= %s", game.pk, first)
    as_superuser("UPDATE tables_game SET head_seq = %s WHERE id = %s", first - 1, game.pk)
    said, _, code = check()
    assert f"{game.pk}: INCOMPLETE" in said
    assert code == 3


@pytest.mark.parametrize("tamper", [_seed, _row("options", '{"hand": 9}')], ids=["seed", "options"])
def test_a_log_that_is_short_and_forged_is_not_called_merely_incomplete(
    tamper: Tampering, games: tuple[Game, Game]
) -> None:
    """A copy from before ends early by itself; in this one somebody has been at work."""
    over = games[1]
    tamper(over)
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = %s", over.pk, over.head_seq)
    said, _, code = check()
    assert "INCOMPLETE" not in said
    assert code == 1


def test_one_short_log_makes_a_forged_one_beside_it_no_smaller_matter(games: tuple[Game, Game]) -> None:
    as_superuser("DELETE FROM event WHERE game_id = %s AND seq = %s", games[0].pk, games[0].head_seq)
    assert check()[2] == 3
    _illegal_move(games[1])
    assert check()[1:] == ("2 of 2 games differ from their logs.", 1)


def test_a_log_that_is_gone_is_said_to_be(games: tuple[Game, Game]) -> None:
    as_superuser("DELETE FROM event WHERE game_id = %s", games[0].pk)
    said, last, code = check()
    assert f"{games[0].pk}: log: there is none\n" in said
    assert (last, code) == ("1 of 2 games differ from their logs.", 1)


def test_a_key_that_gives_other_draws_than_the_seed_is_found_and_made_again(games: tuple[Game, Game]) -> None:
    running, _ = games
    key = loading.chance_key(running.pk)
    as_superuser(
        "UPDATE tables_gamesecret SET chance_key = %s WHERE game_id = %s", crypto.encrypt(b"\x01" * 32), running.pk
    )
    said, _, code = check()
    assert (said, code) == (f"{running.pk}: the key of chance differs\n", 1)
    call_command("rebuild", str(running.pk), stdout=io.StringIO())
    assert loading.chance_key(running.pk) == key
    assert check()[2] == 0


def test_a_seed_that_is_gone_is_missed(games: tuple[Game, Game]) -> None:
    as_superuser("DELETE FROM tables_gamesecret WHERE game_id = %s", games[0].pk)
    assert "the seed is missing" in check()[0]
    assert GameSecret.objects.count() == 1


def test_no_game_at_all_is_a_failure_where_games_are_expected(people: list[Player]) -> None:
    with pytest.raises(CommandError, match="should be at least 1") as found:
        call_command("rebuild", "--check", "--least=1", stdout=io.StringIO())
    assert found.value.returncode == 2
    with pytest.raises(CommandError, match="There is no game"):
        call_command("rebuild", str(uuid4()), "--check", stdout=io.StringIO())


def test_as_many_games_as_are_expected_are_enough(games: tuple[Game, Game]) -> None:
    call_command("rebuild", "--check", "--least=2", stdout=(out := io.StringIO()))
    assert out.getvalue() == "2 games equal their logs; 0 of unknown rules.\n"
    with pytest.raises(CommandError, match="There are 2 games, and should be at least 3"):
        call_command("rebuild", "--check", "--least=3", stdout=io.StringIO())


@pytest.mark.django_db(transaction=True)
def test_a_game_that_goes_on_while_it_is_checked_gives_no_false_alarm(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, options={"hand": 4})

    def play() -> None:
        lay(game, 0, people[0])
        lay(game, 1, people[1])
        connection.close()

    with checking.one_look():
        before = store.look(game.pk, cause=None, lock=False)
        thread = Thread(target=play)
        thread.start()
        thread.join()
        assert store.look(game.pk, cause=None, lock=False) == before
        assert checking.check(game.pk).faults == []
    assert checking.check(game.pk).faults == []
    assert Game.objects.get(pk=game.pk).head_seq > (before.game.head_seq if before else 0)
