"""Taking back, talking, and the clock."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.models import AuthorKey, Game, Moment, OpenDecision, Outbox, Player, Press
from asgard_pbem.tables.reading import history, projecting
from asgard_pbem.tables.store import undoing
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


# --- Undo ---------------


def test_an_undo_restores_what_was_and_gives_no_time_back(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    before = history.state_at(game.pk, game.head_seq).state
    asked = OpenDecision.objects.get(game=game, seat=0)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["2"], cause=uuid4())
    assert history.may_undo(game.pk, 0)
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state == before
    again = OpenDecision.objects.get(game=game, seat=0)
    assert (again.answered, again.since, again.prompt) == (False, asked.since, asked.prompt)
    assert list(projecting.differences(game.pk)) == []


def test_what_was_revealed_cannot_be_taken_back(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    assert not history.may_undo(game.pk, 1)
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=1, player=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())


def test_an_undo_shows_in_public_only_when_what_it_takes_back_did(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert Moment.objects.filter(game=game).count() == game.moment
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    entries = history.history(game.pk, None)
    assert [(one.what, one.undone) for one in entries[-2:]] == [("move_made", True), ("undone", False)]
    assert list(projecting.differences(game.pk)) == []


def test_plans_of_others_neither_bar_an_undo_nor_get_lost_by_it(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    card = history.desk(game.pk, 1).view.hand[0]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=1, player=people[1], lines=[f"later {card} in 3"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert len(history.table_now(game.pk).standing[1]) == 1
    assert history.table_now(game.pk).state.laid == [None, None]
    assert list(projecting.differences(game.pk)) == []


def test_who_plays_on_for_a_bot_takes_back_none_of_its_moves(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    assert driver.play(game.pk).made == 1
    services.substitute(game.pk, seat=1, player=people[2], by=people[0], cause=uuid4())
    assert not history.may_undo(game.pk, 1)
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=1, player=people[2], cause=uuid4())


def test_plans_alone_are_taken_back_too_before_what_was_done_earlier(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    card = history.desk(game.pk, 0).view.hand[0]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=0, player=people[0], lines=[f"later {card} in 3"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert len(history.table_now(game.pk).standing[0]) == 0
    assert history.table_now(game.pk).state.laid[0] is not None
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state.laid == [None, None]


def test_what_the_clock_has_played_is_nobodys_to_take_back(open_toy: OpenToy, people: list[Player]) -> None:
    """Whoever let the time run out would have it again by an undo, as often as they like."""
    game = open_toy(2, days_per_decision=2)
    services.set_absence(people[1], since=None, until=timezone.now() + timedelta(days=9))
    assert services.play_time_outs(timezone.now() + timedelta(days=3)) == 1
    assert not history.may_undo(game.pk, 0)
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert OpenDecision.objects.filter(game=game, seat=0, answered=False).count() == 0


@pytest.mark.parametrize("window", [1, 2, 3, 4, 5, 6])
def test_a_submission_is_taken_back_whole_however_much_was_said_since(
    window: int, open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undoing, "WINDOW", window)
    game = open_toy(2)
    before = history.state_at(game.pk, game.head_seq).state
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast", "2"], cause=uuid4())
    for said in ("Well", "I wonder"):
        services.send_press(game.pk, seat=1, player=people[1], to=None, text=said, cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state == before
    assert list(projecting.differences(game.pk)) == []


def test_undoing_twice_goes_back_twice(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    start = history.table_now(game.pk).state
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    lay(game, 0, people[0])
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state == start
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert list(projecting.differences(game.pk)) == []


# --- Press ---------------


def test_press_reaches_those_it_is_for_and_nobody_else(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3)
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Hello all", cause=uuid4())
    services.send_press(game.pk, seat=1, player=people[1], to=[0], text="Only you\u202e", cause=uuid4())
    texts = {viewer: [one.text for one in history.press(game.pk, viewer)] for viewer in (None, 0, 1, 2)}
    assert texts == {None: ["Hello all"], 0: ["Hello all", "Only you"], 1: ["Hello all", "Only you"], 2: ["Hello all"]}
    owed = Outbox.objects.filter(game=game, purpose="press").values_list("seat", flat=True)
    assert set(owed) == {0, 1, 2}
    assert len(owed) == 3
    assert Game.objects.get(pk=game.pk).moment == game.moment


def test_an_erased_author_is_unreadable_and_the_game_goes_on(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="My secret", cause=uuid4())
    services.erase_player(people[0])
    assert [one.text for one in history.press(game.pk, 1)] == [None]
    assert bytes(AuthorKey.objects.get().key) == b""  # emptied, so that nobody makes it anew
    assert "anna" not in Player.objects.get(pk=people[0].pk).email
    assert Game.objects.get(pk=game.pk).names == ["Greedy", "Boris"]
    assert lay(game, 1, people[1]).asked is False
    assert list(projecting.differences(game.pk)) == []


# --- The clock ---------------


def test_time_up_plays_the_default_once(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=2)
    late = timezone.now() + timedelta(days=2, minutes=1)
    assert services.play_time_outs(timezone.now()) == 0
    assert services.play_time_outs(late) == 2
    moves = game.events.filter(kind="move_made")
    assert {move.payload["by"] for move in moves} == {"timeout"}
    assert services.play_time_outs(timezone.now()) == 0


def test_nobody_writes_to_themselves(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3)
    said = services.send_press(game.pk, seat=0, player=people[0], to=[0, 1], text="Both of us", cause=uuid4())
    assert said.to == [1]
    with pytest.raises(services.ServiceError, match="E_PRESS_SELF"):
        services.send_press(game.pk, seat=0, player=people[0], to=[0], text="Only me", cause=uuid4())


def test_to_a_seat_that_is_not_there_nothing_is_said(open_toy: OpenToy, people: list[Player]) -> None:
    """Else the words would count as sent, and nobody would ever read them."""
    game = open_toy(3)
    for to in ([3], [-1], [1, 3], []):
        with pytest.raises(services.ServiceError, match="E_NO_SEAT"):
            services.send_press(game.pk, seat=0, player=people[0], to=to, text="Hello", cause=uuid4())
    assert not Press.objects.exists()


def test_nobody_speaks_from_anothers_seat(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3)
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.send_press(game.pk, seat=1, player=people[0], to=None, text="Hello", cause=uuid4())
    assert not Press.objects.exists()


def test_an_answer_that_may_still_be_changed_is_no_question_that_ran_out(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """Whoever looked just before it came finds it answered: the clock puts nothing in its place."""
    game = open_toy(2, days_per_decision=2)
    asked = OpenDecision.objects.get(game=game, seat=0)
    lay(game, 0, people[0])
    late = timezone.now() + timedelta(days=2, minutes=1)
    assert not services.time_out(game.pk, seat=0, key=asked.key, now=late)
    assert list(game.events.filter(kind="move_made").values_list("payload__by", flat=True)) == ["player"]


def test_a_reminder_is_owed_once_in_the_last_quarter(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=4)
    lay(game, 1, people[1])
    now = timezone.now()
    assert services.remind(now + timedelta(days=2, hours=23)) == 0
    assert services.remind(now + timedelta(days=3, hours=1)) == 1
    assert services.remind(now + timedelta(days=3, hours=2)) == 0
    assert Outbox.objects.get(game=game, purpose="reminder").seat == 0


def test_days_away_are_no_time_in_which_one_could_have_been_reminded(open_toy: OpenToy, people: list[Player]) -> None:
    """Four days to answer, and ten away: the last quarter is the last of the four, not three and a half of fourteen."""
    open_toy(2, days_per_decision=4)
    now = timezone.now()
    services.set_absence(people[0], since=None, until=now + timedelta(days=10))
    assert services.remind(now + timedelta(days=3, hours=1)) == 1  # who is there
    assert services.remind(now + timedelta(days=12)) == 0
    assert services.remind(now + timedelta(days=13, hours=1)) == 1


def test_absence_moves_deadlines_and_coming_back_moves_them_again(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=2)
    due = OpenDecision.objects.get(game=game, seat=0).deadline
    assert due is not None
    until = timezone.now() + timedelta(days=10)
    services.set_absence(people[0], since=None, until=until)
    away = OpenDecision.objects.get(game=game, seat=0).deadline
    assert away is not None
    assert timedelta(days=9, hours=23) < away - due < timedelta(days=10, minutes=1)
    assert list(projecting.differences(game.pk)) == []
    services.set_absence(people[0], since=None, until=None)
    back = OpenDecision.objects.get(game=game, seat=0).deadline
    assert back is not None
    assert timedelta(0) <= back - due < timedelta(minutes=1)


@pytest.mark.tampers
def test_the_periodic_tasks_count_what_they_did(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=1)
    OpenDecision.objects.filter(game=game, seat=0).update(deadline=timezone.now() - timedelta(days=1))
    assert tasks.tick_deadlines() == {"time_outs": 0, "reminders": 0, "digests": 0}
    assert tasks.note_unknown_rules() == 0
