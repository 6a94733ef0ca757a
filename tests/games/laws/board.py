"""The laws of the board: it is drawn and fits, pieces answer and tell nothing hidden, and a finger finds them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from asgard_pbem.boards.render import board_svg
from engine.core.board import MARKS, TOUCH, Drawing, Part
from engine.core.chance import SeededChance
from engine.core.decisions import Decision
from engine.core.menu.pointing import Line, answered_by
from engine.table.table import Table
from tests.games.cases import LANGUAGES, Case, Position, names, walk
from tests.games.fitting import NAMES, complaints

EVERY = 9  # positions
_MARKED = re.compile("(?:seat|[a-z]+-(?:shape|hero))-([a-z])(?:-[a-z]+)?")  # a mark, or a piece that has its colour
_COLOURLESS = re.compile('(?:fill|stroke)=""')
Box = tuple[float, float, float, float]  # left, top, right, bottom


def every_board_is_drawn_and_its_texts_fit(case: Case) -> None:
    """In every language, with names as long as they may be: each part has its template, whose colours the look has."""
    assert case.rules.seats.stop - 1 <= len(MARKS), f"there are marks for {len(MARKS)} seats"
    whim = random.Random(case.seed)
    for position in walk(case, every=4 * EVERY):
        view = case.rules.view(position.state, whim.choice([None, *range(case.seats)]))
        for language in LANGUAGES:
            drawing = case.game.draw(view, case.game.words(language, NAMES[: case.seats]))
            assert drawing.blocks, "nothing is drawn"
            assert complaints(case.game.key, drawing) == []
            assert not _COLOURLESS.search(board_svg(case.game.key, drawing)), "a colour that the look does not have"


def every_seat_is_drawn_in_its_own_mark(case: Case) -> None:
    """What stands for a seat, or in its part of the board, has the letter, shape and colour of no other one but those
    with whom it plays one.
    """
    for number, position in enumerate(walk(case, every=EVERY)):
        view = case.rules.view(position.state, (position.decision.seat, None)[number % 2])
        for block in case.game.draw(view, case.game.words("en", names(case.seats))).blocks:
            for part in block.parts:
                seat = part.marks.get("seat", block.marks.get("seat"))
                if seat is not None:
                    worn, own = {*_worn(part.data)}, {seat, case.colour(position.state, seat)}
                    assert worn <= {MARKS[one].lower() for one in own}, f"{part.look} of seat {seat} is drawn as {worn}"


def _worn(data: Any, key: str = "") -> Iterator[str]:
    """The letters of all marks in the data of a part."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _worn(value, name)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _worn(value, key)
    elif isinstance(data, str) and (key == "mark" or _MARKED.fullmatch(data)):
        yield found[1] if (found := _MARKED.fullmatch(data)) else data


def pieces_lead_to_lines_of_the_menu(case: Case) -> None:
    for position in walk(case, every=EVERY):
        menu = position.table.desk(position.decision.seat).menus(position.decision)
        for lines in answers(case, position.table, position.decision).values():
            assert all(menu.pick(line.reply) is not None for line in lines if menu.form == "lines")
            assert {line.reply.partition(".")[0] for line in lines} <= {label for label, _ in menu.lines}


def what_can_be_tapped_tells_nothing_hidden(case: Case) -> None:
    """It is the same at every table that looks the same to who is asked."""
    for number, position in enumerate(walk(case, every=3 * EVERY)):
        seat = position.decision.seat
        other = position.table.copy()
        other.state = case.rules.redeal(position.state, seat, SeededChance(number.to_bytes(4, "big")))
        one, two = (answers(case, table, position.decision) for table in (position.table, other))
        assert {name: [line.reply for line in lines] for name, lines in one.items()} == {
            name: [line.reply for line in lines] for name, lines in two.items()
        }


def a_finger_finds_what_can_be_tapped(case: Case) -> None:
    """Pieces that answer and do not lie on one another are a finger wide and high, and none takes another's place."""
    for position in walk(case, every=EVERY):
        answering = answers(case, position.table, position.decision)
        for parts in tapped(drawn(case, position), set(answering)):
            for one, other in combinations(parts, 2):
                assert apart(one, other) or lies_on(one, other) or lies_on(other, one), (one.name, other.name)


def answers(case: Case, table: Table, decision: Decision) -> dict[str, tuple[Line, ...]]:
    desk = table.desk(decision.seat, names(case.seats))
    return answered_by(desk.menus(decision), lambda option: case.game.spots(option, desk.view))


def drawn(case: Case, position: Position) -> Drawing:
    view = case.rules.view(position.state, position.decision.seat)
    return case.game.draw(view, case.game.words("en", names(case.seats)))


def tapped(drawing: Drawing, wanted: set[str]) -> Sequence[Sequence[Part]]:
    """By block the parts that answer."""
    return [[part for part in block.parts if part.name in wanted] for block in drawing.blocks]


def touch(part: Part) -> Box:
    wide, high = max(part.w, TOUCH), max(part.h, TOUCH)
    x, y = part.x + part.w / 2, part.y + part.h / 2
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def apart(one: Part, other: Part) -> bool:
    """Whether what a finger hits of both lies side by side."""
    a, b = touch(one), touch(other)
    slack = 2  # units: a pixel
    return a[2] <= b[0] + slack or b[2] <= a[0] + slack or a[3] <= b[1] + slack or b[3] <= a[1] + slack


def lies_on(one: Part, other: Part) -> bool:
    """Whether `one` lies on `other`, of which a finger's width is left: or means the same, as a piece and its place."""
    x, y = one.x + one.w / 2, one.y + one.h / 2
    inside = other.x <= x <= other.x + other.w and other.y <= y <= other.y + other.h
    return inside and one.w * one.h <= other.w * other.h
