"""One deadline a turn: its questions share a clock, and a time-out plays all that is left of it."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.store import append, loading, rows
from tests.tables.conftest import Standing
from tests.toys import rampart

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def game(people: list[Player], standing: Standing) -> Game:
    """Rampart for Anna and Boris, four days a turn."""
    opened = services.open_table(opened_by=people[0], key="rampart", seats=2, cause=uuid4(), days_per_decision=4)
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def say(game: Game, player: Player, seat: int, *lines: str) -> None:
    services.submit_orders(game.pk, seat=seat, player=player, lines=lines, cause=uuid4())


def asked(game: Game, seat: int) -> OpenDecision:
    return OpenDecision.objects.get(game=game, seat=seat)


def test_answering_a_part_of_the_turn_renews_nothing(game: Game, people: list[Player], standing: Standing) -> None:
    began = standing.time
    assert asked(game, 0).deadline == began + 4 * DAY
    standing.time += DAY
    say(game, people[0], 0, "build")
    assert asked(game, 0).about == [["left", 2]]
    assert asked(game, 0).deadline == began + 4 * DAY
    standing.time += DAY
    say(game, people[0], 0, "scout")
    assert asked(game, 0).kind == "drive"
    assert asked(game, 0).deadline == began + 4 * DAY


def test_the_next_turn_has_a_deadline_of_its_own(game: Game, people: list[Player], standing: Standing) -> None:
    standing.time += DAY
    say(game, people[0], 0, "build", "end")
    assert asked(game, 1).deadline == standing.time + 4 * DAY
    standing.time += DAY
    say(game, people[1], 1, "end")
    assert asked(game, 0).deadline == standing.time + 4 * DAY


def test_what_comes_up_late_leaves_a_quarter_of_the_time_and_a_turn_one_and_a_half_times_it(
    game: Game, people: list[Player], standing: Standing
) -> None:
    """A mail of the last hour could not be answered; and nobody may live on answers given bit by bit."""
    began = standing.time
    standing.time = began + 4 * DAY - HOUR
    say(game, people[0], 0, "scout")
    assert asked(game, 0).deadline == standing.time + DAY
    standing.time = began + 5 * DAY - 2 * HOUR
    say(game, people[0], 0, "drive 0")
    assert asked(game, 0).deadline == standing.time + DAY
    standing.time = began + 6 * DAY - 3 * HOUR
    say(game, people[0], 0, "build")
    assert asked(game, 0).deadline == began + 6 * DAY


def test_time_in_which_others_are_asked_is_theirs(game: Game, people: list[Player], standing: Standing) -> None:
    began = standing.time
    standing.time += DAY
    say(game, people[0], 0, "call P2")
    assert asked(game, 1).deadline == standing.time + 4 * DAY
    standing.time += 3 * DAY
    say(game, people[1], 1, "grant")
    assert asked(game, 0).deadline == began + 7 * DAY


def test_a_time_out_plays_the_whole_rest_of_the_turn(game: Game, people: list[Player], standing: Standing) -> None:
    standing.time += 4 * DAY
    assert services.play_time_outs(standing.time) == 1
    moves = game.events.filter(kind="move_made").order_by("seq").values_list("payload__move__kind", "payload__by")
    assert list(moves) == [("build", "timeout"), ("end", "timeout")]
    assert asked(game, 1).deadline == standing.time + 4 * DAY
    assert Outbox.objects.filter(game=game, seat=0, purpose="prompt").count() == 1  # no mail on the way


def test_a_time_out_in_the_middle_of_the_turn_answers_what_is_open_and_all_after_it(
    game: Game, people: list[Player], standing: Standing
) -> None:
    say(game, people[0], 0, "scout")
    standing.time += 4 * DAY
    assert services.play_time_outs(standing.time) == 1
    assert asked(game, 1).kind == "act"


def test_what_is_left_of_a_spent_turn_after_others_were_asked_gets_no_time(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A default may ask somebody else: when the turn comes back, its holder is as late as before."""
    monkeypatch.setattr(
        rampart.Act, "default",
        lambda self, state, asked: rampart.End() if "call" in state.used else rampart.Call(seat=1 - asked.seat),
    )  # fmt: skip
    standing.time += 4 * DAY
    assert services.play_time_outs(standing.time) == 1
    assert asked(game, 1).kind == "help"
    standing.time += DAY
    say(game, people[1], 1, "refuse")
    assert asked(game, 0).deadline == standing.time
    last = Outbox.objects.filter(game=game, seat=0, purpose="prompt").order_by("-prompt").first()
    assert last is not None
    assert last.state == "dropped"  # nobody is told to answer by a time that is over
    assert services.play_time_outs(standing.time) == 1
    assert asked(game, 1).kind == "act"


def test_a_spent_turn_is_one_time_out_in_a_row_however_often_it_comes_back(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.TIME_OUTS_IN_A_ROW = 2
    monkeypatch.setattr(
        rampart.Act, "default",
        lambda self, state, asked: rampart.End() if "call" in state.used else rampart.Call(seat=1 - asked.seat),
    )  # fmt: skip
    for turn in (1, 2):
        standing.time += 4 * DAY
        assert services.play_time_outs(standing.time) == 1
        if turn == 1:
            say(game, people[1], 1, "refuse")
            assert services.play_time_outs(standing.time) == 1
            assert game.holders.get(seat=0).bot == ""
            say(game, people[1], 1, "end")
    assert game.holders.get(seat=0).bot != "", "the second turn is the second time"


def test_a_new_holder_begins_the_turn_anew(game: Game, people: list[Player], standing: Standing) -> None:
    standing.time += 3 * DAY
    say(game, people[0], 0, "build")
    services.substitute(game.pk, seat=0, player=people[2], by=people[0], cause=uuid4())
    assert asked(game, 0).deadline == standing.time + 4 * DAY


def test_an_undo_gives_no_time_back(game: Game, people: list[Player], standing: Standing) -> None:
    began = standing.time
    standing.time += DAY
    say(game, people[0], 0, "build")
    standing.time += DAY
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert asked(game, 0).deadline == began + 4 * DAY


def test_the_clock_outlives_memory_and_is_rebuilt_from_the_log(
    game: Game, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot after every event, and the game forgotten in between: the deadlines are the same."""
    monkeypatch.setattr(append, "SNAPSHOT_EVERY", 1)
    began = standing.time
    for order in ("build", "call P2"):
        standing.time += DAY
        loading.shelf.clear()
        say(game, people[0], 0, order)
    standing.time += DAY
    loading.shelf.clear()
    say(game, people[1], 1, "grant")
    loading.shelf.clear()
    assert asked(game, 0).deadline == began + 5 * DAY


def test_a_reminder_comes_in_the_last_quarter_of_what_was_left_when_it_was_asked(
    game: Game, people: list[Player], standing: Standing
) -> None:
    standing.time += 2 * DAY
    say(game, people[0], 0, "build")
    assert services.remind(standing.time + DAY) == 0
    assert services.remind(standing.time + 36 * HOUR) == 1


def test_absence_counts_once_however_the_turn_was_cut_up() -> None:
    now = timezone.now()
    gone = rows.Holder(0, uuid4(), "", "", "", now, now + 10 * DAY)
    assert rows.deadline(now, 2, gone) == now + 12 * DAY
    assert rows.deadline(now, 2, gone, asked_at=now + 11 * DAY) == now + 12 * DAY
