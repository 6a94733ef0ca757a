"""Whoever lets their time run out again and again is taken for gone: a bot plays on, and the seat is kept for them."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from asgard_pbem.bots.driver import play as bots_play
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Block, Event, Game, Invitation, OpenDecision, Player, SetAside
from asgard_pbem.tables.reading import checking, holders
from asgard_pbem.tables.services.playing import gone
from asgard_pbem.tables.store import append
from tests.letters.conftest import SEED, Post
from tests.tables.conftest import Standing

pytestmark = pytest.mark.django_db
LATE = timedelta(days=60)
CLOCK = Standing(timezone.now())


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def days_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is recorded happens when `CLOCK` says; each time-out comes some days after the one before."""
    CLOCK.time = timezone.now() - timedelta(days=300)
    monkeypatch.setattr(append, "datetime", CLOCK)


@pytest.fixture
def table(people: list[Player]) -> Game:
    """A table of Aesir for three, with three days for each answer."""
    cleo = services.player_for("cleo@home.example", name="Cleo")
    opened = services.open_table(
        opened_by=people[0], key="aesir", seats=3, cause=uuid4(), title="Vigrid", seed=SEED, days_per_decision=3
    )
    for player in (people[1], cleo):
        services.take_seat(opened.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def asked(game: Game, seat: int) -> bool:
    return OpenDecision.objects.filter(game=game, seat=seat, answered=False).exists()


def answers(game: Game, *seats: int) -> None:
    """The people at these seats answer all that they are asked, till nothing is asked of them alone."""
    for _ in range(20):
        waiting = [seat for seat in seats if asked(game, seat)]
        if not waiting:
            return
        for seat in waiting:
            holder = game.holders.get(seat=seat)
            if holder.player is not None:
                services.submit_orders(game.pk, seat=seat, player=holder.player, lines=["1"], cause=uuid4())


def lets_it_run_out(game: Game, seat: int = 1, times: int = 1) -> None:
    """The person at `seat` is too late so often, while all others answer."""
    for _ in range(times):
        answers(game, *(one for one in range(game.seats) if one != seat))
        CLOCK.time += timedelta(days=3)
        assert services.play_time_outs(timezone.now() + LATE) == 1


def bot_at(game: Game, seat: int) -> str:
    return str(game.holders.get(seat=seat).bot)


def test_after_the_third_time_out_in_a_row_a_bot_plays_on(table: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    lets_it_run_out(table)
    assert "за вас продолжит бот" not in " ".join(flat(one.text) for one in post.deliver()), "once may be once"
    lets_it_run_out(table)
    warned = [flat(one.text) for one in post.deliver() if one.to == boris.email]
    assert "если оно выйдет ещё раз подряд, за вас продолжит бот" in " ".join(warned)
    assert bot_at(table, 1) == ""
    lets_it_run_out(table)
    assert bot_at(table, 1) == "greedy"
    fresh = post.deliver()
    (told,) = [one for one in fresh if one.to == anna.email and one.purpose == "notice"]
    assert "Boris has not answered for long; a bot plays on in seat 2 until they come back." in flat(told.text)
    (kept,) = [one for one in fresh if one.to == boris.email]
    assert kept.purpose == "invitation"
    assert "БОТ ИГРАЕТ ЗА ВАС" in kept.text
    assert asked(table, 1)
    bots_play(table.pk)
    assert not asked(table, 1) or asked(table, 0), "nobody waits for them any more"


def test_with_one_word_they_are_back(table: Game, people: list[Player], post: Post) -> None:
    boris = people[1]
    lets_it_run_out(table, times=3)
    row = post.answer(boris, "принять", purpose="invitation")
    assert row.state == "done"
    assert table.holders.get(seat=1).player == boris
    assert not holders.given_up(table)
    post.deliver()
    told = [
        one for one in post.sent if one.to == people[0].email and "Seat 2 has a new player: Boris." in flat(one.text)
    ]
    assert told
    # And the count begins anew.
    lets_it_run_out(table, times=2)
    assert bot_at(table, 1) == ""
    lets_it_run_out(table)
    assert bot_at(table, 1) == "greedy"
    assert Invitation.objects.get(game=table, player=boris).state == "open", "as often as they go"


def test_on_the_pages(table: Game, people: list[Player]) -> None:
    boris = people[1]
    services.update_player(boris, language="en")
    lets_it_run_out(table, times=3)
    browser = Client()
    browser.force_login(Player.objects.get(pk=boris.pk))
    kept = Invitation.objects.get(game=table, player=boris)
    home = browser.get("/").content.decode()
    assert "A bot plays on for you" in home
    assert "by Boris" not in home
    page = browser.get(f"/i/{kept.pk}/").content.decode()
    assert "Your time ran out several times in a row" in page
    assert "block this person" not in page
    assert "Boris offers you a seat" not in page
    assert boris.email not in browser.get(f"/g/{table.pk}/").content.decode().partition("<main")[2]
    browser.post(f"/i/{kept.pk}/accept/", {"nonce": str(uuid4())})
    assert table.holders.get(seat=1).player == boris


def test_anything_they_do_between_begins_the_count_anew(table: Game, people: list[Player]) -> None:
    lets_it_run_out(table, times=2)
    services.send_press(table.pk, seat=1, player=people[1], to=None, text="Soon!", cause=uuid4())
    lets_it_run_out(table, times=2)
    assert bot_at(table, 1) == ""
    answers(table, 1)
    lets_it_run_out(table, times=2)
    assert bot_at(table, 1) == ""
    lets_it_run_out(table)
    assert bot_at(table, 1) != ""


def test_words_to_some_or_of_another_begin_nothing_anew(table: Game, people: list[Player]) -> None:
    """Else the seat that is left to a bot, or is not, tells the others that something was said."""
    anna, boris = people
    lets_it_run_out(table, times=2)
    services.send_press(table.pk, seat=1, player=boris, to=[0], text="For you alone", cause=uuid4())
    services.send_press(table.pk, seat=0, player=anna, to=None, text="Where is Boris?", cause=uuid4())
    lets_it_run_out(table)
    assert bot_at(table, 1) == "greedy"


def test_each_seat_is_counted_by_itself(table: Game) -> None:
    lets_it_run_out(table, 1, times=2)
    answers(table, 1)
    lets_it_run_out(table, 2, times=2)
    assert [bot_at(table, seat) for seat in range(3)] == ["", "", ""]
    lets_it_run_out(table, 2)
    assert [bot_at(table, seat) for seat in range(3)] == ["", "", "greedy"]


def test_somebody_else_may_take_the_seat_over_and_the_offer_ends(table: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    lets_it_run_out(table, times=3)
    dan = services.player_for("dan@home.example", name="Dan")
    post.deliver()
    offer = services.invite(table.pk, by=anna, email=dan.email, cause=uuid4())
    services.accept_invitation(offer.pk, player=dan, cause=uuid4())
    kept = Invitation.objects.get(game=table, player=boris)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(kept.pk, player=boris, cause=uuid4())
    assert table.holders.get(seat=1).player == dan


def test_who_says_no_leaves_the_bot_there_and_nobody_is_told_twice(
    table: Game, people: list[Player], post: Post
) -> None:
    lets_it_run_out(table, times=3)
    post.deliver()
    post.answer(people[1], "отказаться", purpose="invitation")
    assert bot_at(table, 1) == "greedy"
    assert [one.purpose for one in post.deliver()] == ["receipt"]


def test_nobody_takes_a_seat_back_that_is_not_kept_for_them(table: Game, people: list[Player]) -> None:
    services.resign(table.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    assert not Invitation.objects.filter(player=people[1]).exists()


def test_a_game_that_nobody_else_waits_for_is_left_as_it_is(people: list[Player], post: Post) -> None:
    opened = services.open_table(
        opened_by=people[0], key="aesir", seats=2, cause=uuid4(), seed=SEED, days_per_decision=3, bots={1: "greedy"}
    )
    for _ in range(4):
        CLOCK.time += timedelta(days=3)
        services.play_time_outs(timezone.now() + LATE)
        bots_play(opened.pk)
    assert bot_at(opened, 0) == ""
    assert "a bot plays on for you" not in " ".join(flat(one.text) for one in post.deliver())


def test_never_where_the_service_says_so(table: Game, settings: Settings, people: list[Player], post: Post) -> None:
    settings.TIME_OUTS_IN_A_ROW = 0
    lets_it_run_out(table, times=4)
    assert bot_at(table, 1) == ""
    assert not any("продолжит бот" in flat(one.text) for one in post.deliver() if one.to == people[1].email)


def test_at_once_where_it_says_that(table: Game, settings: Settings) -> None:
    settings.TIME_OUTS_IN_A_ROW = 1
    lets_it_run_out(table)
    assert bot_at(table, 1) == "greedy"


def test_the_log_replays(table: Game) -> None:
    lets_it_run_out(table, times=3)
    assert Event.objects.filter(game=table, kind="seat_taken", payload__bot="greedy").count() == 1
    assert checking.check(table.pk).faults == []


def test_the_time_out_that_ends_a_game_is_no_fault(table: Game, settings: Settings) -> None:
    """All are late to the last question: who was so for the third time by then has nothing left to give up."""
    settings.TIME_OUTS_IN_A_ROW = 1000
    while Game.objects.filter(pk=table.pk, status="running").exists():
        before = Event.objects.filter(game=table).latest("seq").seq
        CLOCK.time += timedelta(days=3)
        services.play_time_outs(timezone.now() + LATE)
        settings.TIME_OUTS_IN_A_ROW = 3 if Game.objects.get(pk=table.pk).round == 3 else 1000
        assert Event.objects.filter(game=table).latest("seq").seq > before
    assert not SetAside.objects.exists()


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_every_time_that_runs_out_counts_in_every_game(key: str, people: list[Player], settings: Settings) -> None:
    """Also that of a sealed answer, and though a move of somebody else begins by telling of their seat."""
    settings.TIME_OUTS_IN_A_ROW = 1000
    opened = services.open_table(opened_by=people[0], key=key, seats=2, cause=uuid4(), seed=SEED, days_per_decision=2)
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    ran_out = 0
    for _ in range(16):
        asks = OpenDecision.objects.filter(game=opened.pk, answered=False)
        ran_out += asks.filter(seat=1, concealed=False).exists()
        CLOCK.time += timedelta(days=2)
        while services.play_time_outs(CLOCK.time):  # a turn that comes back late is as late as before
            pass
    settings.TIME_OUTS_IN_A_ROW = ran_out
    assert ran_out > 5
    assert gone.is_gone(opened.pk, 1)
    settings.TIME_OUTS_IN_A_ROW = ran_out + 1
    assert not gone.is_gone(opened.pk, 1)


def test_a_sealed_answer_by_hand_is_a_sign_of_life(people: list[Player], settings: Settings) -> None:
    """Others see that it has come, though not what it is, and though it opens nothing yet."""
    opened = services.open_table(
        opened_by=people[0], key="blood_rage", seats=2, cause=uuid4(), seed=SEED, days_per_decision=2
    )
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    found: list[bool] = []
    while len(found) < 6:
        settings.TIME_OUTS_IN_A_ROW = 1000
        if not asked(opened, 1):
            CLOCK.time += timedelta(days=2)
            services.play_time_outs(CLOCK.time)
            continue
        if len(found) == 2:
            services.submit_orders(opened.pk, seat=1, player=people[1], lines=["1 2"], cause=uuid4())
            assert asked(opened, 0)
        CLOCK.time += timedelta(days=2)
        assert services.play_time_outs(CLOCK.time)
        settings.TIME_OUTS_IN_A_ROW = 3
        found.append(gone.is_gone(opened.pk, 1))
    assert found == [False] * 5 + [True]


def test_nobody_blocks_themselves(table: Game, people: list[Player], post: Post) -> None:
    lets_it_run_out(table, times=3)
    post.answer(people[1], "block", purpose="invitation")
    assert Invitation.objects.get(game=table, player=people[1]).state == "declined"
    assert not Block.objects.exists()


def test_of_a_game_that_is_over_nothing_is_given_up(table: Game, settings: Settings) -> None:
    settings.TIME_OUTS_IN_A_ROW = 0
    while Game.objects.filter(pk=table.pk, status="running").exists():
        assert services.play_time_outs(timezone.now() + LATE)
    assert not gone.let_go(table.pk, seat=1, cause=uuid4())
    assert bot_at(table, 1) == ""
    assert not Invitation.objects.exists()
