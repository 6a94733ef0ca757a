"""Long lists are shown in short ones: what is printed is what is read, and nothing is lost."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import pytest

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.menu import LONG, Lines, Menu, Option
from engine.core.moves import IllegalMove, Move
from engine.table.listing import blocks
from engine.table.reading.answers import by_number


class Say(Move):
    kind: Literal["say"] = "say"
    number: int


class Plain:
    """As much of `Words` as menus need."""

    def heading(self, key: str) -> str:
        return f"<{key}>"

    def option(self, option: Option, view: Any) -> str:
        return f"line {option.what[0]}"


def many(count: int, groups: int = 0, first: int = 0) -> tuple[Option, ...]:
    """`count` lines, in so many groups."""
    return tuple(
        Option((first + n,), Say(number=first + n), group=f"group {n * groups // count}" if groups else "")
        for n in range(count)
    )


def printed(menu: Menu, at: str = "") -> dict[str, Move]:
    """What the mails and pages of all steps show: reply and move. Every one of them is short."""
    found: dict[str, Move] = {}
    shown = [line for block in blocks(menu, Plain(), None, at) for line in block.lines]  # type: ignore[arg-type]  # a toy
    assert len(shown) <= LONG
    for line in shown:
        if line.move is not None:
            found[line.reply] = line.move
        elif line.folded:
            inner = menu.pick(line.reply.removeprefix(at))
            assert isinstance(inner, Menu)
            found |= printed(inner, f"{line.reply}.")
    return found


def leading(lists: int, lines: int) -> Lines:
    """`lists` lines, each of which leads to so many."""
    inner = [Lines(many(lines, first=n * lines)) for n in range(lists)]
    return Lines(tuple(Option((f"list {n}",), then=partial(Lines, one.options)) for n, one in enumerate(inner)))


LISTS = [
    Lines(many(40)),
    Lines(many(41)),
    Lines(many(118)),
    Lines(many(3000)),
    Lines(many(118, groups=5)),
    Lines((*many(2), *many(60, groups=3, first=2), *many(1, first=62))),
    Lines(many(200, groups=90)),
    leading(5, 8),  # forty answers, and the five lines that lead to them
    Lines((Option(("none",), Say(number=900), label="0"), *many(70))),
    Lines(tuple(Option((n,), None, lambda n=n: Lines(many(70, first=70 * n))) for n in range(60))),  # type: ignore[misc]  # bound at once
]


@pytest.mark.parametrize("menu", LISTS)
def test_every_step_is_short_and_every_number_that_is_printed_is_read(menu: Lines) -> None:
    found = printed(menu)
    desk = Desk(0, None, (Decision(0, "ask"),), lambda _: menu)
    leaves = {reply: move for reply, _, move in menu.leaves()}
    assert found == leaves
    for reply, move in found.items():
        assert menu.pick(reply) == move
        order = by_number(reply, desk, frozenset(desk.decisions))
        assert order is not None
        assert order.moves == (move,)


def test_a_group_stands_behind_its_heading_and_lines_of_no_group_stay() -> None:
    block = blocks(LISTS[5], Plain(), None)[0]  # type: ignore[arg-type]  # a toy
    assert [line.text for line in block.lines] == [
        "line 0", "line 1", "<group 0>", "<group 1>", "<group 2>", "line 62",
    ]  # fmt: skip
    inner = LISTS[5].pick("4")
    assert isinstance(inner, Lines)
    assert [block.heading for block in blocks(inner, Plain(), None, "4.")] == [""]  # type: ignore[arg-type]  # a toy


@pytest.mark.parametrize("groups, opened", [(0, True), (2, False)])
def test_headings_are_counted_among_the_lines_that_are_shown_at_once(groups: int, opened: bool) -> None:
    """Further lists stand below their line as long as all of it is LONG lines."""
    below = Option((0,), then=partial(Lines, many(LONG - 4)), group="group 0" if groups else "")
    found = blocks(Lines((below, *many(3, groups))), Plain(), None)  # type: ignore[arg-type]  # a toy
    shown = [line for block in found for line in block.lines]
    assert (len(shown), any(line.folded for line in shown)) == ((LONG, False) if opened else (4, True))
    assert not any("group" in line.text for line in shown), "the heading stands above"


def test_a_run_is_named_by_its_first_and_last_line() -> None:
    block = blocks(LISTS[1], Plain(), None)[0]  # type: ignore[arg-type]  # a toy
    assert [line.text for line in block.lines] == ["line 0 … line 19", "line 20 … line 40"]


def test_the_number_of_a_folded_line_leads_on_and_says_so() -> None:
    desk = Desk(0, None, (Decision(0, "ask"),), lambda _: LISTS[4])
    with pytest.raises(IllegalMove) as why:
        by_number("2", desk, frozenset(desk.decisions))
    assert (why.value.code, why.value.where) == ("E_MENU_MORE", {"path": "2", "example": "2.1"})
