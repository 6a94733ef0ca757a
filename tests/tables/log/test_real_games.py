"""The installed games through the services: with plans and undos, and everything that is projected from their logs."""

from __future__ import annotations

import random
from uuid import uuid4

import pytest

from asgard_pbem.bots import driver
from asgard_pbem.simulation import direct as simulation
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from engine.log import exported as log
from engine.table import registry
from tests.tables.conftest import INSTALLED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_are_installed(_toy_is_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)


def open_table(key: str, people: list[Player], seed: int) -> Game:
    game = services.open_table(
        opened_by=people[0], key=key, seats=len(people), cause=uuid4(), seed=simulation.seed_bytes(seed)
    )
    for player in people[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def play_wildly(game: Game, people: list[Player], rng: random.Random, moves: int) -> None:
    """Random moves, now and then a plan from the examples, now and then an undo."""
    for _ in range(moves):
        pending = history.table_now(game.pk).pending()
        if not pending:
            return
        seat = rng.choice(pending).seat
        desk = history.desk(game.pk, seat)
        assert desk is not None
        decision = desk.asked()
        assert decision is not None
        lines = [order for order, _ in history.words(game, "en").plan_examples(decision, desk.view)]
        if lines and rng.random() < 0.3:
            try_orders(game, people, seat, rng.choice(lines))
            continue
        move = rng.choice([move for _, _, move in desk.menus(decision).leaves()])
        services.submit_move(game.pk, seat=seat, player=people[seat], move=move.model_dump(mode="json"), cause=uuid4())
        if rng.random() < 0.2 and history.may_undo(game.pk, seat):
            services.undo(game.pk, seat=seat, player=people[seat], cause=uuid4())


def try_orders(game: Game, people: list[Player], seat: int, line: str) -> None:
    """File a plan; what cannot be planned just now is refused and changes nothing."""
    before = Game.objects.get(pk=game.pk).head_hash
    try:
        services.submit_orders(game.pk, seat=seat, player=people[seat], lines=line.splitlines(), cause=uuid4())
    except services.Refused:
        assert Game.objects.get(pk=game.pk).head_hash == before


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_what_is_projected_is_what_the_log_says(key: str, seed: int, people: list[Player]) -> None:
    game = open_table(key, people[: 2 + seed], seed)
    play_wildly(game, people, random.Random(seed), 80)
    assert list(projecting.differences(game.pk)) == []
    states = {
        step.row.seq: step.course.table.state.copy()
        for step in history.walk(history.row_of(game.pk))
        if step.course.table.state is not None
    }
    for seq in random.Random(seed).sample(sorted(states), 8):
        assert history.state_at(game.pk, seq).state == states[seq]


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_a_complete_game_is_proved_and_every_frame_can_be_shown(key: str, people: list[Player]) -> None:
    game = open_table(key, people[:2], 5)
    rng = random.Random(5)
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        play_wildly(game, people, rng, 50)
    assert log.verify(logfile.export(game.pk, viewer=None)).checked.endswith("result")
    words = history.words(game, "ru")
    for viewer in (None, 0, 1):
        shown = list(history.frames(game.pk, viewer))
        assert [frame.entry.number for frame in shown] == list(range(1, Game.objects.get(pk=game.pk).moment + 1))
        assert all(frame.view is None or words.status(frame.view) for frame in shown)
        assert shown[-1].over
    assert Outbox.objects.filter(game=game, purpose="result").count() == 2


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_a_stranger_is_told_of_nobodys_unseen_acts(key: str, people: list[Player]) -> None:
    game = open_table(key, people[:3], 7)
    play_wildly(game, people, random.Random(7), 40)
    assert all(entry.notes == [] for entry in history.history(game.pk, None))
    for seat in range(3):
        notes = [note for entry in history.history(game.pk, seat) for note in entry.notes]
        assert all(note.seat == seat or note.faces for note in notes)
        filed = [note for note in notes if note.what == "plans_filed"]
        assert {note.seat for note in filed} <= {seat}


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_a_fork_in_the_middle_is_played_to_its_end_by_bots(key: str, people: list[Player]) -> None:
    game = open_table(key, people[:2], 11)
    play_wildly(game, people, random.Random(11), 15)
    moment = Game.objects.get(pk=game.pk).moment
    fork = services.fork(game.pk, moment=moment, viewer=1, player=people[1], cause=uuid4())
    theirs, ours = (history.table_at_moment(one, at) for one, at in ((game.pk, moment), (fork.pk, fork.moment)))
    assert ours.rules.view(ours.state, 1) == theirs.rules.view(theirs.state, 1)
    services.resign(fork.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    assert driver.play(fork.pk).made
    assert Game.objects.get(pk=fork.pk).status == Game.Status.OVER
    assert log.verify(logfile.export(fork.pk, viewer=None)).events
