"""Which pieces answer which lines: looked up in lists, behind lines that stand for many, and in what leads on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.board import Block, Drawing, Part, spot
from engine.core.menu import LONG, Lines, Option, Pick
from engine.core.menu.pointing import answered_by, narrowed
from tests.engine.kit.test_folding import Say, many


def spots(option: Option) -> Iterator[str]:
    """`("at", "a", "b")` speaks of both."""
    match option.what:
        case ("at", *places):
            yield from places


def at(number: int, *places: str) -> Option:
    return Option(("at", *places), Say(number=number))


def replies(menu: Lines | Pick, *pieces: str) -> list[str]:
    return [line.reply for line in narrowed(answered_by(menu, spots), pieces)]


def test_a_piece_answers_the_lines_that_speak_of_it_and_two_narrow_each_other() -> None:
    menu = Lines((at(1, "a"), at(2, "a", "b"), at(3, "b", "c"), at(4)))
    assert replies(menu, "a") == ["1", "2"]
    assert replies(menu, "b") == ["2", "3"]
    assert replies(menu, "a", "b") == ["2"]
    assert replies(menu, "a", "c") == []
    assert replies(menu, "nowhere") == []
    assert replies(menu) == []


def test_lines_behind_one_that_stands_for_many_keep_their_paths() -> None:
    lines = tuple(Option(("at", f"p{one.what[0]}"), one.move, group=one.group) for one in many(3 * LONG, groups=6))
    menu = Lines(lines)
    assert len(menu.lines) < LONG
    for number in (0, LONG, 3 * LONG - 1):
        (reply,) = replies(menu, f"p{number}")
        assert menu.pick(reply) == Say(number=number)


def test_a_line_that_speaks_of_no_piece_is_looked_behind_one_that_does_is_not() -> None:
    inner = partial(Lines, (at(1, "x"), at(2, "y")))
    menu = Lines((Option(("others",), then=inner), Option(("at", "a"), then=inner)))
    found = answered_by(menu, spots)
    assert {name: [line.reply for line in lines] for name, lines in found.items()} == {
        "x": ["1.1"], "y": ["1.2"], "a": ["2"],
    }  # fmt: skip
    assert found["a"][0].leads
    assert not found["x"][0].leads


def test_lines_that_answer_together_are_named_by_their_labels() -> None:
    menu = Pick((at(1, "a"), at(2, "b"), at(3, "b")), lambda _: Say(number=0), 1, 2)
    assert replies(menu, "b") == ["2", "3"]


def test_a_part_is_called_by_its_marks_and_one_without_a_look_is_a_place_to_tap() -> None:
    half = Part("", 0, 0, 70, 40, title="A card", marks={"piece": "half", "ref": "OT1O"})
    seat = Part("panel", 0, 0, 70, 40, marks={"piece": "slot", "ref": "l", "seat": 0})
    drawing = Drawing("", (Block(40, (half, seat, Part("line", 0, 0, 1, 1))),))
    assert [part.name for part in drawing.blocks[0].parts] == [spot("half", "OT1O"), "slot:l:0", ""]
