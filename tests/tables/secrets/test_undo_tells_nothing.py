"""Taking back tells nobody what others did unseen: neither the button, nor a refusal, nor what stands afterwards."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from engine.core.chance import SeededChance
from engine.games.asgard.play import Play
from engine.games.asgard.rules import battles
from engine.log import exported as log
from engine.table import registry
from tests.tables.conftest import INSTALLED, OpenToy
from tests.tables.log.test_real_games import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)


def answer(game: Game, people: list[Player], seat: int, number: int = 0) -> None:
    """The menu's answer with this number, from 0."""
    desk = history.desk(game.pk, seat)
    assert desk is not None
    leaves = [move for _, _, move in desk.menus(desk.decisions[0]).leaves()]
    move = leaves[number % len(leaves)].model_dump(mode="json")
    services.submit_move(game.pk, seat=seat, player=people[seat], move=move, cause=uuid4())


def test_a_pick_replaced_in_secret_neither_bars_an_undo_nor_gets_lost_by_it(
    all_installed: None, people: list[Player]
) -> None:
    game = open_table("aesir", people[:3], 3)
    for seat in (1, 0):
        answer(game, people, seat)
    assert history.may_undo(game.pk, 0)
    answer(game, people, 1, 3)
    replaced = history.table_now(game.pk).state.picks[1]
    assert history.may_undo(game.pk, 0)
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state.picks == [-1, replaced, -1]
    assert list(projecting.differences(game.pk)) == []


def test_a_sealed_answer_is_withdrawn_whoever_else_has_answered(all_installed: None, people: list[Player]) -> None:
    game = open_table("aesir", people[:3], 3)
    for seat in (0, 1):
        answer(game, people, seat)
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    first = history.table_now(game.pk).state.picks
    assert (first[0], first[1] >= 0) == (-1, True)
    services.undo(game.pk, seat=1, player=people[1], cause=uuid4())
    for seat in (2, 1):
        answer(game, people, seat, 1)
    assert history.may_undo(game.pk, 1)
    answer(game, people, 0)  # all lie open now
    for seat in range(3):
        assert not history.may_undo(game.pk, seat)
    assert list(projecting.differences(game.pk)) == []


@pytest.fixture
def battle(all_installed: None, people: list[Player], monkeypatch: pytest.MonkeyPatch) -> Game:
    """Asgard at four seats begins with battles: seats 1 and 3 are asked for orders, for several discs each."""
    rules = registry.game("asgard").rules
    state, _ = rules.setup(rules.Options(), 4, SeededChance(bytes(32)))
    state.battle[:] = [slot % 4 for slot in range(14)]
    state.own_recruits = [[3, 3, 3] for _ in range(4)]
    state.round, state.colours = 1, [0, 1, 2, 3]
    battles.begin(Play(state, SeededChance(bytes(32))))
    monkeypatch.setattr(type(rules), "setup", lambda *_: (state.copy(), []))
    game = open_table("asgard", people, 1)
    asked = history.table_now(game.pk).state.fighting
    assert all(len(asked[seat]) > 1 for seat in SEVERAL)
    return game


SEVERAL = (1, 3)


def test_battle_orders_of_others_do_not_change_what_one_may_take_back(battle: Game, people: list[Player]) -> None:
    """Phase 4 of Asgard: one has answered, another answers for the first of several discs, unseen."""
    game, (one, other) = battle, SEVERAL
    answer(game, people, one)
    seen = history.may_undo(game.pk, one), _pages(game, one)
    answer(game, people, other)
    assert (history.may_undo(game.pk, one), _pages(game, one)) == seen
    assert seen[0]
    before = history.table_now(game.pk).state.fighting[other]
    services.undo(game.pk, seat=one, player=people[one], cause=uuid4())
    assert history.table_now(game.pk).state.fighting[other] == before
    assert list(projecting.differences(game.pk)) == []


def _pages(game: Game, viewer: int) -> object:
    table = history.table_now(game.pk)
    waited = [one.seat for one in table.pending()]
    return table.rules.view(table.state, viewer), waited, history.history(game.pk, viewer)


def test_a_public_move_of_another_still_bars(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=uuid4())
    services.submit_orders(game.pk, seat=2, player=people[2], lines=["2"], cause=uuid4())  # nobody sees it
    assert history.may_undo(game.pk, 0)
    answer(game, people, 1)
    assert not history.may_undo(game.pk, 0)  # the round is over
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    assert history.may_undo(game.pk, 0)


def test_a_log_with_withdrawn_answers_is_proved(settings: Any, all_installed: None, people: list[Player]) -> None:
    settings.UNDOS_AN_HOUR = 1000  # what is looked at is the log, not how often one may take back
    game = open_table("aesir", people[:2], 9)
    while pending := history.table_now(game.pk).pending():
        if len(pending) == 2:
            answer(game, people, 0)
            answer(game, people, 0, 2)
            services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
        answer(game, people, history.table_now(game.pk).pending()[-1].seat, 1)
    assert log.verify(logfile.export(game.pk, viewer=None)).checked.startswith("chain, commitment")
    assert list(projecting.differences(game.pk)) == []
