"""Corners of the event store that were found by trying to break it."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, OpenDecision, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from asgard_pbem.tables.store import loading, rows
from engine.core.chance import ChanceMismatch
from engine.log.exported import verify
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def _as_replayed(game_id: object) -> object:
    """The state that the log alone gives."""
    loading.shelf.clear()
    return history.table_now(game_id).state  # type: ignore[arg-type]  # a UUID


def test_an_undo_of_plans_kept_through_anothers_undo_brings_no_undone_move_back(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    card = history.desk(game.pk, 1).view.hand[0]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=1, player=people[1], lines=[f"later {card} in 3"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    services.undo(game.pk, seat=1, player=people[1], cause=uuid4())
    table = history.table_now(game.pk)
    assert table.state.laid == [None, None]
    assert table.standing[1] == ()
    assert table.state == _as_replayed(game.pk)
    assert list(projecting.differences(game.pk)) == []


def test_a_move_made_because_time_was_up_is_not_taken_back(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=2)
    services.set_absence(people[1], since=None, until=timezone.now() + timedelta(days=30))
    card = history.desk(game.pk, 0).view.hand[0]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=0, player=people[0], lines=[f"later {card} in 3"], cause=uuid4())
    late = timezone.now() + timedelta(days=2, minutes=1)
    assert services.play_time_outs(late) == 1
    assert not history.may_undo(game.pk, 0)
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())


def test_an_undo_sent_twice_is_one_undo(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    lay(game, 0, people[0])
    cause = uuid4()
    services.undo(game.pk, seat=0, player=people[0], cause=cause)
    again = services.undo(game.pk, seat=0, player=people[0], cause=cause)
    assert again.repeated
    assert history.table_now(game.pk).state.boasts == [1, 0]


def test_a_cause_used_again_for_something_else_tries_nothing_out(open_toy: OpenToy, people: list[Player]) -> None:
    """Else a page's mark, sent once more with other orders, would show what those would have led to."""
    game = open_toy(2)
    cause = uuid4()
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=cause)
    with pytest.raises(services.ServiceError, match="E_STALE"):
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast", "2"], cause=cause)
    same = services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=cause)
    assert same.repeated
    assert same.orders == ("1",)


def test_an_invitation_accepted_by_mail_and_on_the_page_gives_one_seat(open_toy: OpenToy, people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4())
    asked = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    seat = services.accept_invitation(asked.pk, player=people[1], cause=uuid4())
    again = services.accept_invitation(asked.pk, player=people[1], cause=uuid4())
    assert again == seat
    assert game.holders.filter(player=people[1]).count() == 1
    assert Invitation.objects.get(pk=asked.pk).state == Invitation.State.ACCEPTED


def test_a_private_game_stays_private_after_its_end(open_toy: OpenToy, people: list[Player]) -> None:
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), visibility="private", bots={1: "random"}
    )
    moment = game.moment
    services.close_table(game.pk, by=people[0], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.fork(game.pk, moment=moment, viewer=1, player=people[3], cause=uuid4())


def asked_while_away(game: Game, player: Player, until: timedelta) -> datetime:
    """Let the seat be asked ten days ago, as its player went away, until so long from now, which is returned."""
    now = timezone.now()
    asked = now - timedelta(days=10)
    Player.objects.filter(pk=player.pk).update(absent_from=asked, absent_until=now + until)
    player.refresh_from_db()
    OpenDecision.objects.filter(game=game, seat=0).update(since=asked)
    return now


def due(game: Game) -> datetime:
    found = OpenDecision.objects.get(game=game, seat=0).deadline
    assert found is not None
    return found


def test_coming_back_early_does_not_take_away_the_time_spent_away(open_toy: OpenToy, people: list[Player]) -> None:
    """Who comes back on the tenth day of an absence is not timed out in the same minute."""
    game = open_toy(2, days_per_decision=2)
    now = asked_while_away(game, people[0], timedelta(days=5))
    services.set_absence(people[0], since=None, until=None)
    assert due(game) - now > timedelta(days=1, hours=23)


def test_who_says_to_be_back_a_day_late_keeps_the_days_that_they_were_away(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """The absence is over, and the question that was open all the while lives by it."""
    game = open_toy(2, days_per_decision=2)
    now = asked_while_away(game, people[0], -timedelta(days=1))
    services.set_absence(people[0], since=None, until=None)
    assert due(game) - now > timedelta(hours=23)


def test_a_game_that_cannot_be_played_stops_no_other_clock(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = open_toy(2, days_per_decision=1), open_toy(2, days_per_decision=1)
    load = loading.load

    def fail_for_one(row: rows.GameRow) -> loading.Loaded:
        if row.id == broken.pk:
            raise ChanceMismatch("the log does not replay")
        return load(row)

    monkeypatch.setattr(loading, "load", fail_for_one)
    assert services.play_time_outs(timezone.now() + timedelta(days=2)) == 2
    assert sound.events.filter(kind="move_made").count() == 2


def test_a_game_ends_once_though_another_process_goes_on_with_it(open_toy: OpenToy, people: list[Player]) -> None:
    """A snapshot at the end is the end: a message or a closing afterwards does not end the game a second time."""
    game = open_toy(2, options={"hand": 1})  # one card each: played at once
    loading.shelf.clear()
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Well played", cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        services.close_table(game.pk, by=people[0], cause=uuid4())
    assert game.events.filter(kind="game_ended").count() == 1
    assert verify(logfile.export(game.pk, viewer=None)).checked.startswith("chain, commitment")


def test_a_second_absence_does_not_take_back_the_days_of_the_first(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, days_per_decision=2)
    now = asked_while_away(game, people[0], -timedelta(days=1))
    services.set_absence(people[0], since=now + timedelta(days=20), until=now + timedelta(days=25))
    assert due(game) > now


def test_absences_one_after_the_other_last_no_longer_than_one(open_toy: OpenToy, people: list[Player]) -> None:
    open_toy(2, days_per_decision=2)
    now = timezone.now()
    Player.objects.filter(pk=people[0].pk).update(absent_from=now - timedelta(days=50), absent_until=now)
    people[0].refresh_from_db()
    OpenDecision.objects.update(since=now - timedelta(days=50))
    with pytest.raises(services.ServiceError, match="E_ABSENCE"):
        services.set_absence(people[0], since=None, until=now + timedelta(days=30))
