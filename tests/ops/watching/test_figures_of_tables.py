"""What operators are woken by about tables and persons: each figure counts what it says, and nothing beside it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from asgard_pbem.serving.metrics import gauges
from asgard_pbem.tables.guards import aside
from asgard_pbem.tables.models import Erasure, Game, OpenDecision, Player, Pulse, SetAside
from asgard_pbem.tables.models import Seat as SeatRow
from tests.mail.conftest import _toy_is_installed, game, people, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def figure(name: str) -> float:
    (found,) = (value for one, _, value in gauges.read() if one == name)
    return found


def test_questions_are_over_their_time_when_it_is_up_nobody_has_answered_and_the_game_goes_on(game: Game) -> None:
    asked, now = OpenDecision.objects.filter(game=game), timezone.now()
    asked.update(deadline=now + MINUTE)
    assert (figure("asgard_due_questions"), figure("asgard_due_oldest_seconds")) == (0, 0)
    asked.update(deadline=now - MINUTE)
    asked.filter(seat=1).update(deadline=now - 3 * MINUTE)
    assert figure("asgard_due_questions") == 2
    assert 180 <= figure("asgard_due_oldest_seconds") < 210
    asked.filter(seat=1).update(answered=True)
    assert figure("asgard_due_questions") == 1
    assert 60 <= figure("asgard_due_oldest_seconds") < 90
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CLOSED)
    assert figure("asgard_due_questions") == 0


def test_bots_are_waited_for_when_they_have_had_their_time_and_people_never(game: Game) -> None:
    asked, now = OpenDecision.objects.filter(game=game), timezone.now()
    asked.update(since=now - 9 * MINUTE)
    assert (figure("asgard_bots_waiting"), figure("asgard_bots_oldest_seconds")) == (0, 0), "people take their time"
    SeatRow.objects.filter(game=game, seat=1).update(player=None, bot="greedy")
    assert figure("asgard_bots_waiting") == 1
    assert 540 <= figure("asgard_bots_oldest_seconds") < 570
    asked.filter(seat=1).update(since=now + MINUTE)
    assert figure("asgard_bots_waiting") == 0, "it was asked just now"
    asked.filter(seat=1).update(since=now - MINUTE, answered=True)
    assert figure("asgard_bots_waiting") == 0
    asked.filter(seat=1).update(answered=False)
    Game.objects.filter(pk=game.pk).update(paused_at=now)
    assert (figure("asgard_bots_waiting"), figure("asgard_games_paused")) == (0, 1)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CLOSED)
    assert (figure("asgard_bots_waiting"), figure("asgard_games_paused")) == (0, 0)


def test_a_table_at_which_something_fails_or_never_comes_to_an_end_is_counted_and_one_that_is_tried_is_not(
    game: Game,
) -> None:
    aside.attempt(game.pk, timezone.now())
    assert figure("asgard_games_set_aside") == 0
    SetAside.objects.update(since=timezone.now() - 2 * MINUTE)
    assert figure("asgard_games_set_aside") == 1, "its process has died"
    aside.succeeded(game.pk)
    assert figure("asgard_games_set_aside") == 0
    aside.attempt(game.pk, timezone.now())
    aside.failed(game.pk, ZeroDivisionError(), doing="the bots")
    assert figure("asgard_games_set_aside") == 1


def test_a_table_that_nothing_installed_plays_is_counted(game: Game) -> None:
    assert figure("asgard_games_unknown_rules") == 0
    Game.objects.filter(pk=game.pk).update(status=Game.Status.UNKNOWN_RULES)
    assert figure("asgard_games_unknown_rules") == 1


@pytest.mark.parametrize("minutes", [-1, 1])
def test_a_clock_that_waits_is_told_as_long_as_it_waits(minutes: int) -> None:
    Pulse.objects.filter(pk="clock").delete()
    assert figure("asgard_clock_held") == 0
    Pulse.objects.create(name="clock", at=timezone.now(), hold_until=timezone.now() + minutes * MINUTE)
    assert figure("asgard_clock_held") == (minutes > 0)


def test_of_erasures_the_oldest_is_told(people: list[Player]) -> None:
    assert figure("asgard_erasure_oldest_seconds") == 0
    for player, minutes in zip(people[:2], (2, 9), strict=True):
        Erasure.objects.create(player=player, since=timezone.now() - minutes * MINUTE, due_at=timezone.now())
    assert 540 <= figure("asgard_erasure_oldest_seconds") < 570
