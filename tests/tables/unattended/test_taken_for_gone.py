"""Who is taken for gone, and when: what counts as one time that ran out, and what comes between."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, OpenDecision, Player
from asgard_pbem.tables.services.playing import clock, gone
from tests.tables.conftest import Standing
from tests.toys import rampart

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def game(people: list[Player], standing: Standing) -> Game:
    """Rampart for Anna and Boris, four days a turn."""
    opened = services.open_table(opened_by=people[0], key="rampart", seats=2, cause=uuid4(), days_per_decision=4)
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def asked(game: Game, seat: int) -> str:
    """What kind of question a seat is asked; empty for none."""
    found = OpenDecision.objects.filter(game=game, seat=seat, answered=False).values_list("kind", flat=True)
    return next(iter(found), "")


def bot_at(game: Game, seat: int) -> str:
    return str(game.holders.get(seat=seat).bot)


def runs_out(standing: Standing) -> None:
    standing.time += 4 * DAY
    assert services.play_time_outs(standing.time) == 1


def test_a_turn_whose_rest_comes_back_late_is_one_time(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what comes back nobody is sent a mail: two turns in which others were asked were four times."""

    def default(self: object, state: rampart.State, asked: Any) -> object:
        return (rampart.Build(), rampart.Call(seat=1 - asked.seat), rampart.Scout())[len(state.used)]

    monkeypatch.setattr(rampart.Act, "default", default)
    for turn in range(3):
        assert bot_at(game, 0) == "", f"before turn {turn + 1}"
        runs_out(standing)
        if bot_at(game, 0):  # with the first answer of the third turn
            break
        standing.time += timedelta(hours=1)
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["refuse"], cause=uuid4())
        assert services.play_time_outs(standing.time) == 1
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    late = Event.objects.filter(game=game, seat=0, payload__by="timeout").values("cause").distinct().count()
    assert (bool(bot_at(game, 0)), late) == (True, 5)


def test_who_answers_while_it_is_looked_whether_they_are_gone_keeps_their_seat(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = gone.is_gone

    def answers_just_then(game_id: UUID, seat: int) -> bool:
        found = looked(game_id, seat)
        if found:
            monkeypatch.setattr(gone, "is_gone", looked)
            services.send_press(game_id, seat=0, player=people[0], to=None, text="Here I am", cause=uuid4())
        return found

    monkeypatch.setattr(gone, "is_gone", answers_just_then)
    for _ in range(3):
        runs_out(standing)
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    assert bot_at(game, 0) == ""


def test_whoever_took_the_seat_over_just_now_keeps_it(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = gone.let_go

    def given_away(game_id: UUID, **how: Any) -> bool:
        services.substitute(game.pk, seat=0, player=people[2], by=people[0], cause=uuid4())
        return looked(game_id, **how)

    monkeypatch.setattr(clock.gone, "let_go", given_away)
    for _ in range(3):
        runs_out(standing)
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    assert game.holders.get(seat=0).player == people[2]
