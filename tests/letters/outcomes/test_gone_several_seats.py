"""Who holds several seats and has gone: which of them are kept, and which they come back to."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.bots.driver import play as bots_play
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Player
from asgard_pbem.tables.reading import checking
from tests.letters.conftest import SEED, Post
from tests.letters.outcomes.test_gone import CLOCK, LATE, answers, bot_at, days_go_by, lets_it_run_out

__all__ = ["days_go_by"]
pytestmark = pytest.mark.django_db


def several(opened_by: Player, *others: Player) -> Game:
    """A table of Aesir at which one person may hold several seats."""
    opened = services.open_table(
        opened_by=opened_by, key="aesir", seats=1 + len(others), cause=uuid4(), seed=SEED, days_per_decision=3,
        several_seats=True,
    )  # fmt: skip
    for player in others:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def lose(game: Game, *seats: int) -> None:
    """The person of these seats is too late until bots play them all, while all others answer."""
    while not all(bot_at(game, seat) for seat in seats):
        bots_play(game.pk)
        answers(game, *(one for one in range(game.seats) if one not in seats))
        CLOCK.time += timedelta(days=3)
        assert services.play_time_outs(timezone.now() + LATE)


def test_their_own_seat_is_kept_and_none_that_another_has_left(people: list[Player]) -> None:
    anna, boris = people
    game = several(anna, boris, services.player_for("cleo@home.example", name="Cleo"))
    services.resign(game.pk, seat=0, player=anna, cause=uuid4(), confirmed=True)
    lose(game, 1)
    kept = Invitation.objects.get(game=game, player=boris)
    assert services.accept_invitation(kept.pk, player=boris, cause=uuid4()) == 1
    assert [bot_at(game, seat) for seat in range(3)] == ["greedy", "", ""]


def test_who_had_several_seats_is_back_at_all_with_one_word(people: list[Player], post: Post) -> None:
    anna, boris = people
    game = several(anna, boris, boris)
    lose(game, 1, 2)
    dan = services.player_for("dan@home.example")
    offer = services.invite(game.pk, by=anna, email=dan.email, cause=uuid4())
    post.deliver()
    assert post.answer(boris, "принять", purpose="invitation").state == "done"
    assert [bot_at(game, seat) for seat in range(3)] == ["", "", ""]
    assert Invitation.objects.get(pk=offer.pk).state == "lapsed", "nothing is left to be taken over"
    assert checking.check(game.pk).faults == []


def test_of_several_seats_those_that_somebody_else_has_are_theirs(people: list[Player]) -> None:
    anna, boris = people
    game = several(anna, boris, boris)
    lose(game, 1, 2)
    dan = services.player_for("dan@home.example")
    offer = services.invite(game.pk, by=anna, email=dan.email, cause=uuid4(), seat=1)
    services.accept_invitation(offer.pk, player=dan, cause=uuid4())
    services.resign(game.pk, seat=1, player=dan, cause=uuid4(), confirmed=True)
    kept = Invitation.objects.get(game=game, player=boris)
    assert services.accept_invitation(kept.pk, player=boris, cause=uuid4()) == 2
    assert [bot_at(game, seat) for seat in range(3)] == ["", "greedy", ""]


def test_what_they_do_at_another_seat_of_theirs_begins_the_count_anew(people: list[Player]) -> None:
    anna, boris = people
    game = several(anna, boris, boris)
    for _ in range(2):
        lets_it_run_out(game)  # seat 2 is answered, which is theirs as well
        services.send_press(game.pk, seat=2, player=boris, to=None, text="Soon!", cause=uuid4())
    lets_it_run_out(game, times=2)
    assert [bot_at(game, seat) for seat in range(3)] == ["", "", ""]


def test_a_seat_that_another_has_had_since_is_kept_no_more_nor_any_in_its_place(people: list[Player]) -> None:
    anna, boris = people
    game = several(anna, boris, services.player_for("cleo@home.example", name="Cleo"))
    lose(game, 1)
    dan = services.player_for("dan@home.example")
    services.resign(game.pk, seat=0, player=anna, cause=uuid4(), confirmed=True)
    offer = services.invite(game.pk, by=anna, email=dan.email, cause=uuid4(), seat=1)
    services.accept_invitation(offer.pk, player=dan, cause=uuid4())
    kept = Invitation.objects.get(game=game, player=boris)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(kept.pk, player=boris, cause=uuid4())
    services.resign(game.pk, seat=1, player=dan, cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(kept.pk, player=boris, cause=uuid4())


def test_whoever_opens_a_table_and_invites_themselves_comes_back_to_nothing(people: list[Player], post: Post) -> None:
    """Where they do not sit themselves; also later, to a seat that its person has given up."""
    anna, boris = people
    cleo = services.player_for("cleo@home.example", name="Cleo")
    opened = services.open_table(opened_by=cleo, key="aesir", seats=2, cause=uuid4(), sit=())
    services.invite(opened.pk, by=cleo, email=cleo.email, cause=uuid4())
    assert "A BOT PLAYS ON" not in post.last(cleo, "invitation").text
    browser = Client()
    browser.force_login(cleo)
    assert "A bot plays on for you" not in browser.get("/").content.decode()
    for player in (anna, boris):
        services.take_seat(opened.pk, player=player, cause=uuid4())
    services.resign(opened.pk, seat=1, player=boris, cause=uuid4(), confirmed=True)
    own = services.invite(opened.pk, by=cleo, email=cleo.email, cause=uuid4())
    assert services.accept_invitation(own.pk, player=cleo, cause=uuid4()) == 1


def test_who_holds_several_seats_takes_their_own_back_and_all_of_them(people: list[Player], post: Post) -> None:
    anna, boris = people
    cleo = services.player_for("cleo@home.example", name="Cleo")
    opened = services.open_table(
        opened_by=anna, key="aesir", seats=5, cause=uuid4(), seed=SEED, days_per_decision=3, several_seats=True
    )
    for player in (boris, boris, cleo, cleo):
        services.take_seat(opened.pk, player=player, cause=uuid4())
    while not all(bot_at(opened, seat) for seat in (1, 2, 3, 4)):
        answers(opened, 0)
        CLOCK.time += timedelta(days=3)
        services.play_time_outs(CLOCK.time)
    kept = Invitation.objects.get(game=opened, player=cleo)
    post.deliver()
    assert sum(one.to == cleo.email and one.purpose == "invitation" for one in post.sent) == 1, "of all seats at once"
    services.accept_invitation(kept.pk, player=cleo, cause=uuid4())
    assert [bot_at(opened, seat) for seat in range(5)] == ["", "greedy", "greedy", "", ""]
    assert set(opened.holders.filter(seat__gt=2).values_list("player", flat=True)) == {cleo.pk}
