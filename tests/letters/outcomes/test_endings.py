"""The mail that ends a game: who won, where the points came from, where it can be seen again, and another game."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db


def squeezed(text: str) -> str:
    return " ".join(text.split())


def ended(game: Game, people: list[Player]) -> Game:
    """Everybody takes the first line of each list until the game is over."""
    while pending := history.table_now(game.pk).pending():
        asked = pending[0]
        reply, _, _ = next(history.table_now(game.pk).desk(asked.seat).menus(asked).leaves())
        services.submit_orders(game.pk, seat=asked.seat, player=people[asked.seat], lines=[reply], cause=uuid4())
    return Game.objects.get(pk=game.pk)


def test_a_finished_game_is_told_with_ranking_sources_and_where_to_see_it_again(
    game: Game, people: list[Player], post: Post
) -> None:
    game = ended(game, people)
    scores = history.table_now(game.pk).rules.progress(history.table_now(game.pk).state).scores
    mail = post.last(people[0], "result")
    for part in (squeezed(mail.text), squeezed(unescape(mail.html))):
        ranks = [part.index(f". {name}: {scores[seat]}") for seat, name in enumerate(("Anna", "Boris"))]
        assert (ranks[0] < ranks[1]) == (scores[0] >= scores[1])
        assert "Where the points came from" in part
        assert "Another game? Answer “again”" in part
        assert f"/g/{game.pk}/1/" in part
        assert "engine verify" not in part
        assert "Points for" in part
        assert "Who, and how many" in part
        assert "Points: " not in part[: min(ranks)]  # the headline says who has won
    sources = mail.text.split("Where the points came from")[1].split("Another game")[0]
    told = {name: sum(map(int, re.findall(rf"{name}: (\d+)", sources))) for name in ("Anna", "Boris")}
    assert told == dict(zip(("Anna", "Boris"), scores, strict=True))


def test_who_orders_where_all_is_over_is_told_what_can_still_be_asked(
    game: Game, people: list[Player], post: Post
) -> None:
    ended(game, people)
    post.last(people[0], "result")
    assert post.answer(people[0], "1", purpose="result").reason == "game_over"
    assert "“status” tells how it ended; “again” opens the same table anew" in squeezed(post.last(people[0]).text)


def test_again_opens_the_same_table_for_the_same_people_once(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    ended(game, people)
    post.last(anna, "result")
    post.last(boris, "result")
    assert post.answer(anna, "again", purpose="result").state == "done"
    anew = Game.objects.exclude(pk=game.pk).get()
    assert (anew.key, anew.seats, anew.title, anew.status) == (game.key, game.seats, game.title, "open")
    assert Invitation.objects.get(game=anew).player == boris
    assert post.answer(boris, "ещё раз", purpose="result").state == "done"
    assert Game.objects.count() == 2
    anew.refresh_from_db()
    assert (anew.status, list(anew.names)) == ("running", ["Anna", "Boris"])


def test_who_opens_a_table_anew_reads_which_seat_is_theirs_and_that_the_others_are_asked(
    game: Game, people: list[Player], post: Post
) -> None:
    """It said that they sit in the first, wherever they sat, and nothing of an invitation."""
    ended(game, people)
    post.last(people[1], "result")
    post.answer(people[1], "ещё раз", purpose="result")
    text = squeezed(post.last(people[1], "receipt").text)
    assert "«ещё раз» - тот же стол открыт снова; ваше место: 2" in text
    assert "«ещё раз» - отправлено 1 приглашение" in text


@pytest.mark.parametrize("name", ["Boris", ""])
def test_who_opens_a_table_anew_is_told_no_address_of_those_who_sat_there(
    game: Game, people: list[Player], post: Post, name: str
) -> None:
    """Nobody has written it to us: each knows of the others what they are called, or nothing."""
    anna, boris = people
    ended(game, people)
    post.last(anna, "result")
    Player.objects.filter(pk=boris.pk).update(name=name)
    post.answer(anna, "again", purpose="result")
    asked = services.invite(
        Game.objects.exclude(pk=game.pk).get().pk, by=anna, email="gina@far.example", cause=uuid4(), language="en"
    )
    services.decline_invitation(asked.pk, player=asked.player)
    text = squeezed(post.last(anna, "notice").text)
    assert f"{name or 'somebody'}: invited, no answer yet" in text
    assert "gina@far.example: has declined" in text
    assert boris.email not in text


def test_the_people_of_a_table_are_asked_anew_by_their_seats(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    ended(game, people)
    post.last(boris, "result")
    for seat in (1, 0):  # the rows lie the other way round
        row = game.holders.get(seat=seat)
        game.holders.filter(seat=seat).delete()
        row.save(force_insert=True)
    with CaptureQueriesContext(connection) as asked:
        assert post.answer(boris, "again", purpose="result").state == "done"
    lists = [one["sql"] for one in asked if 'FROM "tables_seat"' in one["sql"] and str(game.pk.hex) in one["sql"]]
    whole = [one for one in lists if '"entropy"' in one and '"seat" = ' not in one]
    assert whole
    assert all("ORDER BY" in one for one in whole), whole
    anew = Game.objects.exclude(pk=game.pk).get()
    assert [(one.player, one.seat) for one in Invitation.objects.filter(game=anew)] == [(anna, 0)]


def test_in_a_running_game_the_word_is_left_to_its_orders(people: list[Player], post: Post) -> None:
    running = dealt(people, "asgard", "Bifrost")
    post.last(people[1])
    post.answer(people[1], "again")
    assert list(Game.objects.all()) == [running]
