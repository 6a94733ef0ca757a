"""A game stays on the rules it began with, is played on under them, and goes over to newer ones by an event."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from asgard_pbem.tables import services
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, Moment, OpenDecision, Player, Snapshot
from asgard_pbem.tables.reading import checking, history, logfile, projecting
from asgard_pbem.tables.store import folding, loading
from engine.log import exported as log
from engine.table import registry
from tests.review.test_tampered_rows import as_superuser
from tests.tables.conftest import INSTALLED, OpenToy, lay
from tests.tables.test_play import play_out
from tests.toys import toy

pytestmark = pytest.mark.django_db


class LowestCard(toy.HighestCard):
    """Version 2: the lowest card wins."""

    version = 2

    def _open(self, state: toy.Table) -> toy.RoundWon:
        won = super()._open(state)
        lowest = won.cards.index(min(won.cards))
        assert won.seat is not None
        state.wins[won.seat] -= 1
        state.wins[lowest] += 1
        return toy.RoundWon(lowest, won.cards)


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Installs version 2 beside version 1."""

    def install() -> None:
        game = replace(toy.game, versions={1: toy.HighestCard(), 2: LowestCard()})
        monkeypatch.setattr(registry, "games", lambda: {game.key: game})
        loading.shelf.clear()  # packages change between processes

    return install


def test_a_running_game_is_played_on_under_its_own_rules(open_toy: OpenToy, people: list[Player], raised: Any) -> None:
    old = open_toy(2)
    raised()
    new = open_toy(2)
    assert (old.rules_version, new.rules_version) == (1, 2)
    for game, best in ((old, max), (new, min)):
        lay(game, 0, people[0])
        won = lay(game, 1, people[1]).faces[-1]
        assert isinstance(won, toy.RoundWon)
        assert won.cards.index(best(won.cards)) == won.seat
    with pytest.raises(services.IllegalMove, match="E_NOT_IN_HAND"):
        services.submit_move(old.pk, seat=0, player=people[0], move={"kind": "commit", "card": 104}, cause=uuid4())


def test_raising_the_rules_is_an_event_and_the_log_still_proves_itself(
    open_toy: OpenToy, people: list[Player], raised: Any
) -> None:
    game = open_toy(2, options={"hand": 6})
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    raised()
    services.raise_rules(game.pk, version=2, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_OLDER_RULES"):
        services.raise_rules(game.pk, version=1, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_UNKNOWN_RULES"):
        services.raise_rules(game.pk, version=3, cause=uuid4())
    play_out(game, people)
    found = Game.objects.get(pk=game.pk)
    assert found.rules_version == 2
    assert list(projecting.differences(game.pk)) == []
    assert log.verify(logfile.export(game.pk, viewer=None)).events == found.head_seq
    wins = [face for entry in history.history(game.pk, None) for face in entry.faces if isinstance(face, toy.RoundWon)]
    assert [won.cards.index(max(won.cards)) == won.seat for won in wins] == [True, False, False, False, False, False]


def test_an_undo_reaches_back_over_raised_rules_without_lowering_them(
    open_toy: OpenToy, people: list[Player], raised: Any
) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    raised()
    services.raise_rules(game.pk, version=2, cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).rules.version == 2
    assert list(projecting.differences(game.pk)) == []


@pytest.mark.tampers
def test_of_a_game_that_nothing_installed_plays_the_chain_is_proved_and_the_rows_are_left_as_they_are(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a game was taken out of an installation its logs are kept, and are no fault."""
    game = open_toy(2)
    lay(game, 0, people[0])
    monkeypatch.setattr(registry, "games", lambda: {toy.game.key: replace(toy.game, versions={2: LowestCard()})})
    loading.shelf.clear()
    known = open_toy(2)
    kept = [list(model.objects.filter(game=game).values()) for model in (Moment, OpenDecision, Snapshot)]
    for check, done in ((True, "1 games equal their logs"), (False, "1 games rebuilt")):
        call_command("rebuild", check=check, stdout=(out := io.StringIO()), stderr=(errors := io.StringIO()))
        assert out.getvalue() == f"{done}; 1 of unknown rules.\n"
        assert errors.getvalue() == f"{game.pk}: nothing installed plays highest_card, rules version 1; left as it is\n"
    assert [list(model.objects.filter(game=game).values()) for model in (Moment, OpenDecision, Snapshot)] == kept
    as_superuser("UPDATE tables_gamesecret SET seed = %s WHERE game_id = %s", crypto.encrypt(b"\x01" * 32), game.pk)
    assert checking.check(game.pk).faults == ["the seed is not the one that event 1 commits to"]
    assert checking.check(known.pk).faults == []


@pytest.mark.tampers
def test_a_snapshot_of_another_shape_is_as_good_as_none(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    for seat in (0, 1):
        lay(game, seat, people[seat])
    row = history.row_of(game.pk)
    before = loading.course_at(row, row.head_seq)
    made = Snapshot.objects.filter(game=game)
    assert made.exists()
    for state in ({"hands": [[1], [2]]}, {"shape": "of a release before", "state": {"hands": []}}):
        made.update(state=state)
        assert loading.course_at(row, row.head_seq).table.state == before.table.state
        assert history.history(game.pk, 0)
        loading.shelf.clear()
        assert history.table_now(game.pk).state == before.table.state
        assert checking.check(game.pk).faults == []  # a copy of the release before is none that is damaged
    seq = made.values_list("seq", flat=True)[0]
    made.filter(seq=seq).update(state={"shape": folding.shape(before.table, rested=False), "state": {"hands": []}})
    assert checking.check(game.pk).faults == [f"snapshot {seq} differs"]
    made.filter(seq=seq).delete()
    assert checking.check(game.pk).faults == [f"snapshot {seq} is missing"]


def test_games_of_a_version_that_was_played_before_go_on_beside_those_of_the_next(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Yggdrasil, whose second version deals three gods fewer special cards at its hardest level."""
    both = INSTALLED()["yggdrasil"]
    before = replace(both, versions={1: both.versions[1]})
    decks: dict[int, int] = {}
    opened: list[Game] = []
    for installed in (before, both):  # the second as after an upgrade: packages change between processes
        monkeypatch.setattr(registry, "games", lambda one=installed: {one.key: one})
        loading.shelf.clear()
        new = services.open_table(
            opened_by=people[0], key="yggdrasil", seats=3, options={"difficulty": "ragnarok", "deal_gods": True},
            several_seats=True, sit=[0, 1, 2], cause=uuid4(), seed=b"s" * 32,
        )  # fmt: skip
        opened.append(new)
        for game in opened:
            turn_by_default(game, people[0])
    for game in opened:
        now = history.table_now(game.pk)
        assert now.state.turn > 1
        decks[now.rules.version] = sum(card >= 48 for card in (*now.state.deck, *now.state.discard))
        assert list(projecting.differences(game.pk)) == []
        services.close_table(game.pk, by=None, cause=uuid4())
        found = log.verify(logfile.export(game.pk, viewer=None))
        assert found.events == Game.objects.get(pk=game.pk).head_seq
    assert decks == {1: 4, 2: 3}


def turn_by_default(game: Game, player: Player) -> None:
    """What the clock would play, to the end of the turn."""
    turn = history.table_now(game.pk).state.turn
    while (table := history.table_now(game.pk)).state.turn == turn:
        (asked,) = table.pending()
        move = table.rules.default(table.state, asked).model_dump(mode="json")
        services.submit_move(game.pk, seat=asked.seat, player=player, move=move, cause=uuid4())
