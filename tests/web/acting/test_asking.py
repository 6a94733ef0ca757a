"""Menus on the page: groups, further lists, columns, several questions and seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.web.shown.asking import Asking, Question, groups
from engine.core.menu import Columns, Lines, Menu, Option
from engine.core.moves import Move


class Say(Move):
    """A toy move."""

    kind: Literal["say"] = "say"
    word: str


class ToyWords:
    """As much of `Words` as menus need."""

    def heading(self, key: str) -> str:
        return f"<{key}>"

    def option(self, option: Option, view: Any) -> str:
        return str(option.what[0])


def said(*words: str, group: str = "") -> tuple[Option, ...]:
    return tuple(Option((word,), Say(word=word), group=group) for word in words)


def pair() -> Menu:
    left, right = said("give", "keep"), said("one", "two", "three")
    return Columns(columns=(left, right), join=lambda one, other: Say(word=f"{one.what[0]} {other.what[0]}"))


NESTED = Lines(
    (
        *said("yes", "no", group="short"),
        Option(("more",), None, lambda: Lines(said("x", "y")), group="long"),
        Option(("a pair",), None, pair, group="long"),
    )
)
LONG = Lines(tuple(Option((f"list {n}",), None, lambda: Lines(said(*"abcdefghij"))) for n in range(9)))


def replies(menu: Menu, at: str = "") -> list[tuple[str, str, bool, bool]]:
    found = groups(menu, ToyWords(), None, at)  # type: ignore[arg-type]  # a toy
    return [(one.reply, one.text, one.answers, one.leads) for group in found for one in group.choices]


def test_a_short_further_list_stands_below_its_line_and_a_pair_is_a_step_of_its_own() -> None:
    assert replies(NESTED) == [
        ("1", "yes", True, False),
        ("2", "no", True, False),
        ("3", "more", False, False),
        ("3.1", "x", True, False),
        ("3.2", "y", True, False),
        ("4", "a pair", False, True),
    ]
    assert [group.heading for group in groups(NESTED, ToyWords(), None, "")] == ["<short>", "<long>"]  # type: ignore[arg-type]  # a toy


def test_the_further_lists_of_a_long_menu_are_steps_with_whole_paths() -> None:
    assert replies(LONG)[:2] == [("1", "list 0", False, True), ("2", "list 1", False, True)]
    inner = LONG.pick("2")
    assert isinstance(inner, Menu)
    assert replies(inner, "2")[0] == ("2.1", "a", True, False)


def test_the_parts_of_a_column_menu_are_chosen_each_for_itself() -> None:
    found = list(groups(pair(), ToyWords(), None, "4"))  # type: ignore[arg-type]  # a toy
    assert [[choice.reply for choice in group.choices] for group in found] == [["a", "b"], ["1", "2", "3"]]


@pytest.fixture
def drawn() -> Callable[[Menu, str], str]:
    """A menu as the page draws it."""

    def made(menu: Menu, at: str) -> str:
        found = tuple(groups(menu, ToyWords(), None, at))  # type: ignore[arg-type]  # a toy
        question = Question(
            mark="0" * 20, text="What?", answered=False, optional=False, deadline=None, groups=found, at=at,
            form=menu.form, least=0, most=0, back=at.rpartition(".")[0] if at else None, examples=(),
        )  # fmt: skip
        ask = Asking(seat=0, name="Astrid", questions=(question,), plans=(), plan_examples=(), may_undo=False)
        return render_to_string("web/asking/question.html", {"ask": ask, "asking": (ask,), "game": Game(pk=uuid4())})

    return made


def test_answers_are_buttons_lists_are_links_and_pairs_are_two_choices(drawn: Callable[[Menu, str], str]) -> None:
    flat = drawn(NESTED, "")
    assert re.findall(r'<button name="answer" value="([^"]+)"', flat) == ["1", "2", "3.1", "3.2"]
    assert re.findall(r"\?question=0{20}&amp;list=([^#\"]+)", flat) == ["4"]
    columns = drawn(pair(), "4")
    assert re.findall(r'type="radio" name="(\w+)" value="(\w+)"', columns) == [
        ("first", "a"), ("first", "b"), ("second", "1"), ("second", "2"), ("second", "3"),
    ]  # fmt: skip
    assert 'name="at" value="4"' in columns
    assert "One step back" in columns


@pytest.mark.django_db
def test_who_holds_several_seats_answers_for_each(astrid: Player, browse: Callable[[Player], Client]) -> None:
    game = services.open_table(
        opened_by=astrid, key="aesir", seats=3, cause=uuid4(), sit=(0, 1), bots={2: "greedy"}, visibility="private"
    )
    client = browse(astrid)
    page = client.get(f"/g/{game.pk}/").content.decode()
    marks = dict(re.findall(r'name="seat" value="(\d)"><input type="hidden" name="question" value="(\w{20})"', page))
    assert set(marks) == {"0", "1"}
    for seat, mark in marks.items():
        sent = {"seat": seat, "question": mark, "answer": "1", "nonce": str(uuid4())}
        client.post(f"/g/{game.pk}/answer/", sent)
    made = Event.objects.filter(game=game, kind="move_made", seat__in=(0, 1)).values_list("seat", flat=True)
    assert set(made) == {0, 1}
    assert "me as Astrid" in page
