"""Asgard by mail: whole games with few answers, the rules, and what is said of numbers that answer nothing."""

from __future__ import annotations

import re

import pytest

from asgard_pbem.simulation import by_mail as simulate
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.table.registry import game as find_game
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db


def flat(text: str) -> str:
    return " ".join(text.split())


def test_whoever_writes_round_sheets_answers_at_most_twelve_mails_in_a_whole_game() -> None:
    played = simulate.play_by_mail(key="asgard", seats=2, seed=1, bots=["greedy"])
    assert Game.objects.get(pk=played.game).status == Game.Status.OVER
    assert max(played.answers) <= 12
    assert played.mails_in == sum(played.answers) + 1, "one accepted an invitation"


def test_the_rules_are_read_by_chapter_in_both_languages(asgard: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    post.answer(boris, "1")
    post.answer(anna, "rules")
    text = post.last(anna, "receipt").text
    assert "The rules, by chapter" in text
    assert "Temples and god tiles" in text
    post.answer(anna, "1")
    post.answer(anna, "rules temple")
    post.answer(boris, "правила храм")
    english, russian = post.last(anna, "receipt").text, post.last(boris, "receipt").text
    assert "Choose one of the four stacks: T3, T4, T5, T7." in flat(english)
    assert "Выберите одну из четырёх стопок: T3, T4, T5, T7." in flat(russian)
    assert not [line for line in (*english.splitlines(), *russian.splitlines()) if "**" in line or "`" in line]


def test_tables_of_the_manual_are_lines_that_a_phone_can_show(asgard: Game, people: list[Player], post: Post) -> None:
    post.answer(people[1], "1")
    post.answer(people[0], "rules skills of the ten gods")
    text = post.last(people[0], "receipt").text
    assert "Freyja: both slots give: 2 pink; the upper slot (or the only one) also: up to two warriors" in flat(text)
    assert not [line for line in text.splitlines() if line.startswith("|")]


def test_a_number_that_answers_nothing_is_told_why(people: list[Player], post: Post) -> None:
    anna, boris = people
    dealt([boris, anna], "asgard", "Bifrost")
    post.answer(anna, "17")
    assert re.search(r"The list has no answer 17: it goes from 1 to [0-9]+\.", flat(post.last(anna, "receipt").text))
    post.answer(anna, "PICK giant")
    post.answer(anna, "1 4")
    assert "Answer with 3 different numbers from 1 to 7" in flat(post.last(anna, "receipt").text)
    post.answer(anna, "Choose 3: 1 4 5")
    assert "“Choose 3: 1 4 5” - Freyja, Týr, Thor" in post.last(anna, "receipt").text
    post.answer(boris, "1 2 3")
    post.answer(anna, "2")
    assert "You are not asked anything now." in flat(post.last(anna, "receipt").text)


def test_a_game_begins_with_the_first_recruit_and_the_gods_can_be_named_below_it(
    people: list[Player], post: Post
) -> None:
    anna, boris = people
    game = dealt([boris, anna], "asgard", "Bifrost")
    assert [one.purpose for one in post.deliver()] == ["prompt"], "no colour is asked for"
    first = post.last(anna, "prompt")
    assert "Which recruit do you begin with?".upper() in first.text
    assert "GODS freyja loki baldr" in flat(first.text)
    post.answer(anna, "1", "GODS freyja loki baldr")
    assert [one.to for one in post.deliver() if one.purpose == "prompt"] == [boris.email], "one mail for both"
    view = history.table_now(game.pk).desk(1).view
    assert (view.table.colours, view.table.chosen) == ([0, 2], [False, True])
    assert find_game("asgard").colours(view) == ("red", "blue")
    board = find_game("asgard").draw(view, history.words(game, "en"))
    worn = {part.data["symbol"] for block in board.blocks for part in block.parts if part.marks.get("piece") == "disc"}
    assert worn == {"seat-a-red", "seat-b-blue"}
