"""The commands, as an operator calls them."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Moment, OpenDecision, Player, Seat, Snapshot
from asgard_pbem.tables.reading import logfile, projecting
from asgard_pbem.tables.store import loading
from engine.__main__ import main as engine
from engine.log import exported as log
from engine.log.proof import Divergence
from engine.table.table import Table
from tests.tables.conftest import OpenToy, lay
from tests.tables.test_play import play_out

pytestmark = pytest.mark.django_db


def run(command: str, *arguments: object, **options: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


@pytest.fixture
def over(open_toy: OpenToy, people: list[Player]) -> Game:
    """A finished game with a plan, an undo and a message in it."""
    game = open_toy(2, options={"hand": 4})
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    services.send_press(game.pk, seat=0, player=people[0], to=[1], text="Well met", cause=uuid4())
    lay(game, 0, people[0])
    services.submit_orders(game.pk, seat=1, player=people[1], lines=["3", "later 1 in 2"], cause=uuid4())
    play_out(game, people)
    return Game.objects.get(pk=game.pk)


def test_a_game_is_called_by_the_digits_in_the_subjects_of_its_mails(over: Game) -> None:
    alike = UUID(int=over.pk.int ^ 1 << 100)  # in the seventh digit it is another
    other = Game.objects.create(pk=alike, key="toy", rules_version=1, seats=2)
    assert run("export", over.pk.hex[:7]) == run("export", f"{over.pk}"[:9]) == run("export", over.pk)
    assert "1 games equal their logs" in run("rebuild", over.pk.hex[:7], check=True)
    for wrong, said in (
        (over.pk.hex[:6], f"several games begin with {over.pk.hex[:6]}: {other.pk} (toy, opened "),
        ("ffffff" if over.pk.hex[0] != "f" else "000000", "there is no game whose id begins with"),
        (over.pk.hex[:5], "nor the beginning of one"), ("nonsense", "nor the beginning of one"),
        (f"{over.pk}0", "nor the beginning of one"),
    ):  # fmt: skip
        with pytest.raises(CommandError, match=re.escape(said)):
            run("export", wrong)
    with pytest.raises(CommandError, match="There is no game"):
        run("export", uuid4())


def test_rebuild_makes_every_projection_again(over: Game, open_toy: OpenToy, people: list[Player]) -> None:
    running = open_toy(3, days_per_decision=3)
    lay(running, 1, people[1])
    assert "2 games equal their logs" in run("rebuild", check=True)
    kept = (Moment, OpenDecision, Snapshot, Game, Seat)
    before = {model: list(model.objects.order_by("pk").values()) for model in kept}
    for model in (Moment, OpenDecision, Snapshot):
        model.objects.all().delete()
    Game.objects.update(moment=0, moment_hash="", round=0, scores=[], names=[], head_seq=1, moved_at=None)
    Game.objects.update(started_at=None, ended_at=None, winners=None)
    Seat.objects.update(began=None, entropy="")
    with pytest.raises(CommandError, match="2 of 2 games differ"):
        run("rebuild", check=True)
    assert "2 games rebuilt" in run("rebuild")
    assert "2 games equal their logs" in run("rebuild", check=True)
    assert before == {model: list(model.objects.order_by("pk").values()) for model in before}


@pytest.mark.parametrize("lost", ["began", "taken_at"])
def test_who_sat_when_is_compared_too(over: Game, lost: str) -> None:
    Seat.objects.filter(seat=1).update(**{lost: None})
    assert list(projecting.differences(over.pk)) == ["who sat when at seat 1 differs"]
    run("rebuild")
    assert list(projecting.differences(over.pk)) == []


def test_an_export_verifies_without_django(over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.log"
    file.write_bytes(run("export", over.pk).encode())
    assert engine(["verify", str(file)]) == 0
    assert f"{over.head_seq} events, head {over.head_hash}" in capsys.readouterr().out


def test_any_altered_byte_is_found_and_named(over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = logfile.export(over.pk, viewer=None)
    for at in (*range(0, len(data), 11), len(data) - 1):
        altered = bytearray(data)
        altered[at] ^= 0x01
        with pytest.raises(Divergence) as found:
            log.verify(bytes(altered))
        line = data[:at].count(b"\n")  # the game's id, in the header, is first missed in event 1
        assert found.value.seq == line or (line, found.value.seq) == (0, 1), at
    file = tmp_path / "game.log"
    file.write_bytes(data.replace(b'"seat":1', b'"seat":0', 1))
    assert engine(["verify", str(file)]) == 1
    assert "first divergence at seq" in capsys.readouterr().out


def test_a_line_left_out_or_doubled_is_found(over: Game) -> None:
    lines = logfile.export(over.pk, viewer=None).splitlines(keepends=True)
    for altered in (lines[:-2] + lines[-1:], lines[:4] + lines[5:], lines[:4] + lines[3:], lines[:-1]):
        with pytest.raises(Divergence):
            log.verify(b"".join(altered))


def test_an_imported_game_is_the_exported_one(people: list[Player], tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    before = transaction.savepoint()
    game = Game.objects.get(pk=json.loads(run("simulate", "highest_card", "--seats", 2, "--seed", 3, "--json"))["game"])
    file.write_bytes(logfile.export(game.pk, viewer=None))
    with pytest.raises(CommandError, match="is here already"):
        run("import", file)
    transaction.savepoint_rollback(before)
    assert not Game.objects.exists()
    assert str(game.pk) in run("import", file)
    again = Game.objects.get(pk=game.pk)
    assert (again.status, again.winners, again.head_hash) == (game.status, game.winners, game.head_hash)
    assert logfile.export(game.pk, viewer=None) == file.read_bytes()
    assert list(projecting.differences(game.pk)) == []


def test_what_was_exported_before_the_end_is_not_imported_and_a_line_says_why(
    people: list[Player], open_toy: OpenToy, tmp_path: Path
) -> None:
    """It verifies, and holds what one viewer may know: no log."""
    file = tmp_path / "game.log"
    file.write_bytes(logfile.export(open_toy(2).pk, viewer=None))
    with pytest.raises(CommandError, match="is not over: only complete logs can be imported"):
        run("import", file)


def test_a_log_that_does_not_verify_is_not_imported(over: Game, tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    file.write_bytes(logfile.export(over.pk, viewer=None).replace(str(over.pk).encode(), str(uuid4()).encode()))
    with pytest.raises(CommandError, match="first divergence at seq 1"):
        run("import", file)
    assert Game.objects.count() == 1


def test_while_a_game_runs_an_export_tells_only_what_its_reader_knows(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast", "2", "later 1 in 4"], cause=uuid4())
    own, other, spectator = (logfile.export(game.pk, viewer=viewer) for viewer in (0, 1, None))
    assert own.count(b'"laid"') == 1
    assert b"plans_filed" in own
    for strange in (other, spectator):
        assert b"laid" not in strange
        assert b"plans_filed" not in strange
        assert b'"seq"' not in strange
        assert log.verify(strange).events == Game.objects.get(pk=game.pk).moment
    with pytest.raises(Divergence):
        log.verify(own.replace(b'"undone":false', b'"undone":true', 1))


def test_replay_shows_a_state_with_each_viewers_eyes(over: Game) -> None:
    text = run("replay", over.pk)
    assert "Anna boasts. (taken back)" in text
    assert "Hand: -" in text
    seen = json.loads(run("replay", over.pk, "--at", 5, "--as", 0, "--format", "json"))
    assert len(seen["views"]["0"]["hand"]) == 4
    everything = json.loads(run("replay", over.pk, "--at", 5, "--as", "table", "--format", "json"))
    assert len(everything["state"]["hands"]) == 2
    with pytest.raises(CommandError, match="events 1 to"):
        run("replay", over.pk, "--at", 4000)


@pytest.mark.parametrize("command", ["export", "replay"])
def test_of_a_game_whose_rules_fail_a_command_says_where_in_a_line(
    command: str, open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])

    def failing(self: Table, event: object) -> None:
        raise RuntimeError("a card that somebody holds")

    loading.shelf.clear()  # as in a command, which is a process of its own
    with monkeypatch.context() as patched:
        patched.setattr(Table, "advance", failing)
        with pytest.raises(CommandError, match=rf"^{game.pk}: fails, RuntimeError at \S+:\d+ in failing$") as why:
            run(command, game.pk)
    assert "card" not in str(why.value)


def test_simulate_plays_the_same_game_for_the_same_seed(people: list[Player]) -> None:
    one, two = (json.loads(run("simulate", "highest_card", "--seats", 3, "--seed", 8, "--json")) for _ in range(2))
    fields = {
        "game",
        "key",
        "seats",
        "seed",
        "winners",
        "scores",
        "causes",
        "rounds",
        "moves",
        "events",
        "mails_in",
        "mails_out",
        "answers",
        "seconds",
        "asked",
    }
    assert set(one) == fields
    assert {name: one[name] for name in fields - {"game", "seconds"}} == {
        name: two[name] for name in fields - {"game", "seconds"}
    }
    assert Event.objects.filter(game_id=one["game"]).count() == one["events"]
    assert list(projecting.differences(Game.objects.get(pk=one["game"]).pk)) == []


def test_simulate_refuses_what_cannot_be_played(people: list[Player]) -> None:
    with pytest.raises(CommandError, match="Nothing installed plays"):
        run("simulate", "chess", "--seats", 2, "--seed", 1)
    with pytest.raises(CommandError, match="2 to 8 seats"):
        run("simulate", "highest_card", "--seats", 9, "--seed", 1)
    with pytest.raises(CommandError, match="The bots of"):
        run("simulate", "highest_card", "--seats", 2, "--seed", 1, "--bots", "genius")
    with pytest.raises(CommandError, match=r"no such options: mode: extra inputs .*\. Its options: hand") as unknown:
        run("simulate", "highest_card", "--seats", 2, "--seed", 1, "--option", "mode=saga")
    with pytest.raises(CommandError, match=r"hand: input should be .*integer") as wrong:
        run("simulate", "highest_card", "--seats", 2, "--seed", 1, "--option", "hand=x")
    assert all("pydantic" not in str(one.value) and "\n" not in str(one.value) for one in (unknown, wrong))


def test_a_person_is_erased_by_the_operator_and_again_in_an_older_copy(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("forget", "anna@home.example") == "1 erased.\n"
    assert run("forget", list=True) == f"{people[0].pk}\n"
    with pytest.raises(CommandError):
        run("forget", "boris@home.example", "anna@home.example")
    assert not Player.objects.filter(erased_at=None, name="").exists()
    Player.objects.filter(pk=people[0].pk).update(email="anna@home.example", erased_at=None)  # a copy from before
    run("forget", "boris@home.example")
    erased = Player.objects.get(pk=people[1].pk).erased_at
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{people[1].pk}\n{people[0].pk}\n{uuid4()}\n"))
    assert run("forget", "-") == "1 erased.\n"
    assert Player.objects.get(pk=people[1].pk).erased_at == erased, "that one was forgotten before"
    assert not Player.objects.filter(email="anna@home.example").exists()


@pytest.mark.parametrize("command", ["export", "replay"])
@pytest.mark.parametrize("viewer", ["-1", "2", "²", "nobody"])
def test_a_seat_that_is_none_is_refused(over: Game, command: str, viewer: str) -> None:
    with pytest.raises(CommandError, match="--as is a seat from 0 to 1"):
        run(command, over.pk, viewer=viewer)


def test_what_people_are_told_of_a_pause_is_never_cut(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    with pytest.raises(CommandError, match="has 201 characters; 200 is the most"):
        run("pause", game.pk, why="x" * 201)
    assert Game.objects.get(pk=game.pk).paused_at is None
    run("pause", game.pk, why="x" * 200)


def test_whom_to_forget_has_to_be_said_and_who_is_unknown_is_named(people: list[Player]) -> None:
    with pytest.raises(CommandError, match="Name persons by address or id"):
        run("forget")
    with pytest.raises(CommandError, match=r"no such person: nobody@home\.example\. Nobody was erased"):
        run("forget", people[0].email, "nobody@home.example")
    assert Player.objects.get(pk=people[0].pk).erased_at is None
