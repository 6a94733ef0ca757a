"""The board: what the view knows, all of it and no more, in the picture and in letters."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.render import board_svg
from engine.core.board import Block, Drawing, Part
from engine.core.chance import SeededChance, chance_key
from engine.games.asgard.board.picture import draw, text_board
from engine.games.asgard.game_rules import AsgardRules
from engine.games.asgard.pieces import COLOURS, GODS, NOBODY
from engine.games.asgard.state import State
from engine.games.asgard.view import View
from engine.games.asgard.words.describe import AsgardWords
from tests.games.asgard.playing import positions as positions_of
from tests.games.fitting import complaints

RULES = AsgardRules()
NAMES = ("Erik", "Хельга Сигурдсдоттир", "Anna <b>", "Mark")
SVG = "{http://www.w3.org/2000/svg}"
WIZARDRY = ("double_recruits", "negate_weapon", "negate_tile", "vp_top", "vp_bottom")
positions = st.tuples(st.integers(2, 4), st.integers(0, 40), st.integers(0, 220), st.integers(-1, 3))
languages = st.sampled_from(["en", "ru"])
few = settings(max_examples=25, deadline=None)


def _words(language: str = "en") -> Any:
    return AsgardWords(language, NAMES)


@cache
def _game(seats: int, seed: int) -> tuple[State, ...]:
    """Every state of a random game."""
    states, last = list[State](), None
    for last, *_ in positions_of(seats, seed):
        states.append(last.copy())
    assert last is not None
    return (*states, last)  # the game went on to its end with the same state


def _state(position: tuple[int, int, int, int]) -> State:
    """A state in a random game; past its end: the last one."""
    states = _game(position[0], position[1] % 3)
    return states[min(position[2] * 2, len(states) - 1)]


def _view(position: tuple[int, int, int, int]) -> View:
    """-1: a spectator's."""
    return RULES.view(_state(position), _viewer(position))


def _viewer(position: tuple[int, int, int, int]) -> int | None:
    return None if position[3] < 0 else position[3] % position[0]


def _drawn(view: View, language: str = "en") -> Drawing:
    return draw(view, _words(language))


def _picture(view: View, language: str = "en") -> ET.Element:
    return ET.fromstring(board_svg("asgard", _drawn(view, language), theme="light"))


def _pieces(drawing: Drawing) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if "ref" in part.marks]


def _panels(drawing: Drawing) -> dict[int, Block]:
    """The strips of the players, by seat."""
    return {block.marks["seat"]: block for block in drawing.blocks if "seat" in block.marks}


@few
@given(positions, languages)
def test_every_position_can_be_drawn_and_written(position: tuple[int, int, int, int], language: str) -> None:
    view = _view(position)
    assert _picture(view, language).tag == f"{SVG}svg"
    lines = text_board(view, _words(language)).splitlines()
    assert max(map(len, lines)) <= 72
    assert not [line for line in lines if line != line.rstrip() or line.startswith(("From ", ">", "."))]


@few
@given(positions)
def test_boards_do_not_depend_on_what_the_viewer_cannot_know(position: tuple[int, int, int, int]) -> None:
    state, viewer = _state(position), _viewer(position)
    chance = SeededChance(chance_key(b"\x09" * 32, [repr(position).encode()]))
    view, other = RULES.view(state, viewer), RULES.view(RULES.redeal(state, viewer, chance), viewer)
    assert _drawn(view) == _drawn(other)
    assert text_board(view, _words()) == text_board(other, _words())


@few
@given(positions)
def test_the_board_names_no_wizardry_that_the_view_hides(position: tuple[int, int, int, int]) -> None:
    view = _view(position)
    known = {name for hidden in view.wizardry for name in hidden.known} | {one.tile for one in view.laid}
    known |= {*view.searching, *(view.saw[1] or ()), *(which for offer in view.offers for _, which in offer.items)}
    shown = ET.tostring(_picture(view), encoding="unicode") + text_board(view, _words())
    said = {name: f"{name}|{re.escape(_words().wizardry(name))}" for name in WIZARDRY}
    assert {name for name in WIZARDRY if re.search(rf"\b(?:{said[name]})\b", shown)} <= known


def test_a_hidden_tile_is_drawn_as_a_back_for_others_and_open_for_its_owner() -> None:
    state = _game(3, 1)[4].copy()
    state.arms[6] = state.arms[12] = 1  # the strongest weapon and a wizardry tile in front of the second seat
    looks = {}
    for viewer in (1, 0, None):
        parts = _panels(_drawn(RULES.view(state, viewer)))[1].parts
        looks[viewer] = [one.look for one in parts if one.marks.get("piece") in ("weapon", "wizardry")]
    assert looks == {1: ["tiles/arm"] * 2, 0: ["tiles/cover"] * 2, None: ["tiles/cover"] * 2}


def test_chosen_gods_are_drawn_for_their_owner_alone() -> None:
    state = next(one for one in _game(4, 0) if one.stage == "place")
    for viewer in (0, 1, None):
        panels = _panels(_drawn(RULES.view(state, viewer)))
        cards = {seat for seat, block in panels.items() for one in block.parts if one.look == "tiles/held"}
        assert cards == ({viewer} if viewer is not None and state.hand[viewer] else set())
        assert {seat: block.parts[0].data["hand"] for seat, block in panels.items()} == {
            seat: len(hand) for seat, hand in enumerate(state.hand)
        }


@few
@given(positions)
def test_every_piece_has_a_title(position: tuple[int, int, int, int]) -> None:
    pieces = [element for element in _picture(_view(position)).iter(f"{SVG}g") if element.get("role") == "img"]
    assert pieces
    for piece in pieces:
        title = piece.find(f"{SVG}title")
        assert title is not None
        assert title.text
        assert piece.get("aria-label") == title.text


@few
@given(positions)
def test_all_type_is_legible_on_a_phone(position: tuple[int, int, int, int]) -> None:
    """A picture 600 wide shown at 344 px: type of 20 is 11.5 px high."""
    sizes = [float(element.get("font-size", "20")) for element in _picture(_view(position)).iter(f"{SVG}text")]
    assert min(sizes) >= 20


@few
@given(positions, languages)
def test_everything_fits_into_its_box_and_the_picture(position: tuple[int, int, int, int], language: str) -> None:
    drawing = _drawn(_view(position), language)
    assert complaints("asgard", drawing) == []
    for area in (one for one in _pieces(drawing) if "discs" in one.data):
        for disc in area.data["discs"]:
            assert 0 <= disc["x"] <= disc["x"] + disc["s"] <= area.w
            assert 0 <= disc["y"] <= disc["y"] + disc["s"] <= area.h


def test_every_disc_on_the_board_is_drawn() -> None:
    for state in _game(4, 1)[::25]:
        drawing = _drawn(RULES.view(state, None))
        refs = [one.marks["ref"] for one in _pieces(drawing) if one.marks["piece"] == "disc"]
        assert sum(ref.startswith("B") for ref in refs) == sum(seat >= 0 for seat in state.battle) * (
            state.stage not in ("valhalla", "arm", "over")
        )
        areas = [one for one in _pieces(drawing) if one.marks["piece"] == "victory-area"]
        assert sum(len(area.data["discs"]) for area in areas) == sum(map(sum, state.victory))
        assert sum(ref.startswith("support") for ref in refs) == sum(seat >= 0 for seat in state.support)
        assert sum(ref.partition(" ")[0] in GODS for ref in refs) == sum(seat >= 0 for seat in state.slots)


def test_discs_have_the_colour_that_their_seat_has_chosen() -> None:
    chosen = 0
    for state in _game(4, 1)[::25]:
        colours = ["" if colour == NOBODY else f"-{COLOURS[colour]}" for colour in state.colours]
        worn = [f"seat-{letter}{colour}" for letter, colour in zip("abcd", colours, strict=True)]
        drawing = _drawn(RULES.view(state, None))
        discs = [one for one in _pieces(drawing) if one.marks["piece"] == "disc"]
        assert [one.data["symbol"] for one in discs] == [worn[one.marks["seat"]] for one in discs]
        for area in (one for one in _pieces(drawing) if one.marks["piece"] == "victory-area"):
            found = Counter(disc["symbol"] for disc in area.data["discs"])
            world = int(area.marks["ref"].removeprefix("V")) - 1
            assert found == Counter(
                {mark: count for mark, count in zip(worn, state.victory[world], strict=True) if count}
            )
        chosen += len(discs) and all(colours)
    assert chosen


def test_the_own_seat_comes_first() -> None:
    state = _game(4, 1)[0]
    assert list(_panels(_drawn(RULES.view(state, 2)))) == [2, 3, 0, 1]
    assert list(_panels(_drawn(RULES.view(state, None)))) == [0, 1, 2, 3]


def test_the_last_move_is_ringed_and_marked() -> None:
    state = next(one for one in _game(3, 0) if one.stage == "place" and one.touched)
    view = RULES.view(state, 0)
    ringed = {one.marks["ref"] for one in _pieces(_drawn(view)) if one.touched}
    assert ringed == set(state.touched)
    assert "+" in text_board(view, _words()).partition("How to read it")[0]


def test_an_empty_world_is_drawn_empty_with_few_players() -> None:
    cards = [one for one in _pieces(_drawn(RULES.view(_game(2, 0)[0], 0))) if one.look == "world"]
    assert [card.marks["ref"] for card in cards if card.data["empty"]] == [1, 4]


def test_a_russian_board_uses_russian_letters_and_words() -> None:
    text = text_board(RULES.view(_game(3, 0)[60], 0), _words("ru"))
    assert "Фрейя" in text
    assert "Вальхалла" in text
    assert not re.search(r"(?<![-_])\b(of|the|left|seal|Light)\b", text)


def test_a_supply_that_lacks_a_kind_says_nothing_of_it() -> None:
    """No seals were a dash between two commas."""
    view = _game(4, 1)
    texts = [text_board(RULES.view(state, None), _words("en")) for state in view]
    supplies = [line for text in texts for line in text.splitlines() if line.startswith("  Supply:")]
    assert supplies
    assert not [line for line in supplies if "–" in line]
    assert len({"seals" in line for line in supplies}) == 2, "some have seals and some have none"


def test_the_recruits_to_pick_from_are_named() -> None:
    view = RULES.view(next(one for one in _game(3, 0) if one.stage == "start_pick"), 0)
    assert "to pick" not in _drawn(view).blocks[0].parts[0].data["note"], "no letter there says what it stands for"
    assert "на выбор: б о в" in text_board(view, _words("ru"))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_a_search_found_is_called_by_name(language: str) -> None:
    view = replace(RULES.view(_game(3, 0)[60], 0), searching=("negate_tile",), saw=(("3", "3"), ("vp_top", "vp_top")))
    text, words = " ".join(text_board(view, _words(language)).split()), _words(language)
    assert all(said in text for said in ("3 ×2", f"{words.wizardry('vp_top')} ×2", words.wizardry("negate_tile")))
    assert "vp_top" not in text
    assert "negate_tile" not in text


def test_a_name_is_escaped_in_the_picture() -> None:
    assert "Anna <b>" not in board_svg("asgard", _drawn(RULES.view(_game(3, 0)[9], 0)), theme="light")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_picture_fits_into_a_mail(seats: int) -> None:
    states = _game(seats, 2)
    drawing = _drawn(RULES.view(states[len(states) * 3 // 4], 0), "ru")
    assert len(board_png("asgard", drawing)) <= LIMIT_BYTES


def test_a_picture_in_a_page_follows_its_theme_but_for_the_pieces_own_colours() -> None:
    svg = board_svg("asgard", _drawn(RULES.view(_game(4, 2)[120], 0)))
    assert "var(--paper)" in svg
    assert not re.search(r"<style|\sstyle=", svg)
