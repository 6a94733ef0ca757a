"""Headings as a cheat, a clumsy player and a monkey write them."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.playing import play
from tests.letters.conftest import Post
from tests.letters.together.test_several_seats import _rampart_is_installed, game, made, receipt, said

__all__ = ["_rampart_is_installed", "game"]
pytestmark = pytest.mark.django_db


def filed(game: Game) -> int:
    return game.events.filter(kind="plans_filed").count()


def test_an_undo_below_a_heading_goes_with_what_another_own_seat_did_unseen_in_the_same_mail(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "Freyja: prefer 2")
    mail = post.answer(people[0], "prefer 1", "Freyja: undo")
    assert said(mail) == [(0, "order_kept"), (1, "undo_done")]
    table = history.table_now(game.pk)
    assert [len(table.plans(seat)) for seat in (0, 1)] == [1, 0]


def test_one_mail_writes_no_longer_a_log_for_having_more_headings(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.table.orders.MOST_ORDERS", 10)
    lines = [f"P{number % 2 + 1}: prefer {number % 5}" for number in range(60)]
    mail = post.answer(people[0], *lines)
    assert filed(game) <= 10
    assert "E_SHEET_LONG" in {code for _, code in said(mail)}


def test_words_to_others_below_a_heading_arrive_as_they_were_written(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "Freyja: press: hello", "P1: and this is no heading", "P4:", "bye")
    (line,) = history.press(game.pk, 2)
    assert (line.seat, line.text) == (1, "hello\nP1: and this is no heading\nP4:\nbye")


def test_nobody_speaks_for_a_seat_of_another(game: Game, people: list[Player], post: Post) -> None:
    """Boris's one seat writes no headings; Anna's headings name no seat of his."""
    for lines in (("Tyr: prefer 1",), ("P3:", "prefer 1"), ("Boris:", "prefer 1")):
        post.answer(people[0], *lines)
    post.answer(people[0], "end", "P2: end")
    for lines in (("Thor: end",), ("P1:", "end"), ("P4: prefer 1",)):
        post.answer(people[1], *lines)
    assert made(game) == [(0, "end"), (1, "end")]
    assert history.table_now(game.pk).standing == [(), (), (), ()]


def test_a_rival_who_takes_the_name_of_a_heading_gets_nothing_and_bars_only_that_name(
    game: Game, people: list[Player], post: Post
) -> None:
    people[1].name = "Freyja"
    people[1].save(update_fields=["name"])
    Game.objects.filter(pk=game.pk).update(names=["Anna", "Anna 2", "Freyja", "Anna 3"])
    mail = post.answer(people[0], "build", "end", "P2: end")
    assert [seat for seat, _ in said(mail)] == [0, 0, 1]
    assert history.table_now(game.pk).state.active == 2


def test_a_seat_named_twice_is_judged_twice(game: Game, people: list[Player], post: Post) -> None:
    mail = post.answer(people[0], "build", "P4: prefer 1", "P1: build", "P1: end")
    assert made(game) == [(0, "build"), (0, "end")]
    assert (0, "E_USED") in said(mail)
    assert receipt(mail).outcome == "partly"


def test_a_mail_read_again_after_a_crash_says_what_it_said_the_first_time(
    game: Game, people: list[Player], post: Post
) -> None:
    sheets = [
        play.SeatSheet(0, ["build", "", "end"]), play.SeatSheet(3, ["end"]), play.SeatSheet(1, ["scout"]),
    ]  # fmt: skip
    cause, found = uuid4(), []
    for _ in range(2):
        outcomes = play.submit_sheets(game.pk, player=people[0], sheets=sheets, cause=cause)
        found.append([getattr(one, "lines", None) or repr(one) for one in outcomes])
    assert found[0] == found[1]
    assert len(made(game)) == 3
