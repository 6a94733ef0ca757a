"""The board: what the view knows, all of it and no more; every text fits, in both layouts and in every language."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engine.core.board import Drawing, Layout, Part, laid_out
from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.picture import draw
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.asgards_chosen.scene import RULES
from tests.games.asgards_chosen.test_properties import TABLES, walk
from tests.games.fitting import complaints
from tests.games.test_fitting import FIRST_SCREEN, LANGUAGES, NAMES, SMALLEST

STEP = 9  # moves between two moments that are looked at


def _drawn(view: View, language: str = "en") -> Drawing:
    return draw(view, ChosenWords(language, NAMES))


@cache
def _states(table: int, seed: int) -> tuple[State, ...]:
    """Some states of a random game, and its last one."""
    states = [state for state, _, _ in _kept(table, seed)]
    return tuple(states)


def _kept(table: int, seed: int) -> list[tuple[State, int, str]]:
    seats, options = TABLES[table]
    found, last = list[tuple[State, int, str]](), None
    for number, (state, decision, _) in enumerate(walk(seats, options, seed)):
        last = (state, decision.seat, decision.kind)
        if number % STEP == 0:
            found.append((state.copy(), decision.seat, decision.kind))
    assert last is not None
    return [*found, last]


def _views(table: int, seed: int) -> list[View]:
    """Each of them, seen by one seat after the other and by a spectator."""
    viewers: list[Seat | None] = [*range(TABLES[table][0]), None]
    return [RULES.view(state, viewers[at % len(viewers)]) for at, state in enumerate(_states(table, seed))]


def _parts(drawing: Drawing, piece: str) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if part.marks.get("piece") == piece]


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_every_text_fits_and_the_whole_board_stands_on_the_first_screen(table: int) -> None:
    for number, view in enumerate(_views(table, 1)):
        for language in LANGUAGES:
            drawing = _drawn(view, language)
            assert complaints("asgards_chosen", drawing) == [], number
            sheet = laid_out(drawing, Layout.LANDSCAPE)
            scale = min(FIRST_SCREEN[0] / sheet.width, FIRST_SCREEN[1] / sheet.height)
            assert 20 * scale >= SMALLEST, (number, sheet.height)


@pytest.mark.parametrize("table", range(0, len(TABLES), 2))
def test_the_board_does_not_depend_on_what_the_viewer_cannot_know(table: int) -> None:
    for number, state in enumerate(_states(table, 1)):
        viewer = (None, 0)[number % 2]
        other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250])))
        assert _drawn(RULES.view(state, viewer)) == _drawn(RULES.view(other, viewer))


@pytest.mark.parametrize("table", [4, 6, 8])
def test_every_territory_marker_and_hero_is_drawn_once_where_it_is(table: int) -> None:
    for view in _views(table, 1)[::3]:
        drawing = _drawn(view)

        on = next(block for block in drawing.blocks if block.marks.get("piece") == "map")
        drawn = [part.marks for part in on.parts if part.marks.get("piece") == "standing"]
        assert {one["ref"] for one in drawn if one["marker"]} == {
            one.name for one in view.territories if one.side is not None
        }
        assert {(one["ref"], one["hero"]) for one in drawn if one["hero"]} == {
            (one.name, one.hero) for one in view.territories if one.hero
        }
        assert Counter(part.marks["ref"] for part in _parts(drawing, "territory")) == Counter(
            one.name for one in view.territories
        )


def test_a_hand_is_drawn_for_its_owner_alone() -> None:
    for state in _states(4, 1)[::4]:
        for viewer in (0, 2, None):
            drawn = _parts(_drawn(RULES.view(state, viewer)), "card")
            hand = [part for part in drawn if part.marks["pile"] == "hand"]
            assert len(hand) == (0 if viewer is None else len(state.hands[viewer]))
