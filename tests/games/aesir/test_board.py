"""The board: what the view knows, all of it and no more, in the picture and in letters."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.render import board_svg
from engine.core.board import Drawing, Part
from engine.games.aesir.board.picture import draw
from engine.games.aesir.board.text import text_board
from engine.games.aesir.data import CARDS
from engine.games.aesir.state import NOTHING
from engine.games.aesir.view import View
from engine.games.aesir.words.status import AesirWords
from tests.games.aesir.playing import RULES, deal, somewhere
from tests.games.fitting import complaints

NAMES = ("Erik", "Хельга Сигурдсдоттир", "Anna <b>", "Mark", "Petya")
SVG = "{http://www.w3.org/2000/svg}"
positions = st.tuples(st.integers(2, 5), st.integers(0, 500), st.integers(0, 90), st.integers(-1, 4))
languages = st.sampled_from(["en", "ru"])


def _view(position: tuple[int, int, int, int]) -> View:
    """A view in the middle of a random game; -1: a spectator's."""
    seats, seed, moves, viewer = position
    return RULES.view(somewhere(seats, seed, moves), None if viewer < 0 else viewer % seats)


def _words(language: str = "en") -> AesirWords:
    return AesirWords(language, NAMES)


def _picture(view: View, language: str = "en") -> ET.Element:
    return ET.fromstring(board_svg("aesir", draw(view, _words(language)), theme="light"))


def _text(picture: ET.Element) -> str:
    return ET.tostring(picture, encoding="unicode")


@given(positions, languages)
def test_every_position_can_be_drawn_and_written(position: tuple[int, int, int, int], language: str) -> None:
    view = _view(position)
    assert _picture(view, language).tag == f"{SVG}svg"
    lines = text_board(view, _words(language)).splitlines()
    assert max(map(len, lines)) <= 72
    assert not [line for line in lines if line != line.rstrip() or line.startswith(("From ", ">", "."))]


@given(positions)
def test_the_board_names_no_card_that_the_view_hides(position: tuple[int, int, int, int]) -> None:
    view = _view(position)
    known = {card for player in view.players for stack in player.stacks for card in (*stack.up, *stack.down)}
    known |= {card for player in view.players for card in (*player.cards, *player.scored)} | {view.drawn or ""}
    shown = set(re.findall(r"\b[OTFLSBH]{2}[123]\b", _text(_picture(view)) + text_board(view, _words())))
    assert shown & set(CARDS) <= known


@given(positions)
def test_every_piece_has_a_title(position: tuple[int, int, int, int]) -> None:
    picture = _picture(_view(position))
    pieces = [element for element in picture.iter(f"{SVG}g") if element.get("role") == "img"]
    assert pieces
    for piece in pieces:
        title = piece.find(f"{SVG}title")
        assert title is not None
        assert title.text
        assert piece.get("aria-label") == title.text


@given(positions)
def test_all_type_is_legible_on_a_phone(position: tuple[int, int, int, int]) -> None:
    """A picture 600 wide shown at 344 px: type of 20 is 11.5 px high."""
    sizes = [float(element.get("font-size", "20")) for element in _picture(_view(position)).iter(f"{SVG}text")]
    assert min(sizes) >= 20


def _parts(drawing: Drawing, look: str) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if part.look == look]


def _stacks(view: View) -> list[Part]:
    return _parts(draw(view, _words()), "stack")


@given(positions)
def test_a_stack_shows_one_piece_for_each_of_its_cards(position: tuple[int, int, int, int]) -> None:
    view = _view(position)
    shown = {(one.marks["seat"], one.marks["ref"]): 1 + len(one.data["strips"]) for one in _stacks(view)}
    held = {(seat, stack.god): stack.count for seat, player in enumerate(view.players) for stack in player.stacks}
    assert shown == held


@given(positions, languages)
def test_everything_fits_into_its_box_and_the_picture(position: tuple[int, int, int, int], language: str) -> None:
    assert complaints("aesir", draw(_view(position), _words(language))) == []


def test_the_own_seat_is_nearest_and_the_left_neighbour_farthest() -> None:
    state, _ = deal(4, 1)
    for viewer, order in ((1, [2, 3, 0, 1]), (None, [0, 1, 2, 3])):
        blocks = draw(RULES.view(state, viewer), _words()).blocks
        assert [block.marks["seat"] for block in blocks if "seat" in block.marks] == order


@given(positions)
def test_the_head_of_each_seat_says_what_it_holds_and_who_is_to_decide(position: tuple[int, int, int, int]) -> None:
    seats, seed, moves, viewer = position
    state = somewhere(seats, seed, moves)
    asked = {one.seat for one in RULES.decisions(state) if one.waits}
    drawing = draw(RULES.view(state, None if viewer < 0 else viewer % seats), _words())
    for seat in range(seats):
        (head,) = (part.data for block in drawing.blocks for part in block.parts
                   if part.look == "seat" and block.marks.get("seat") == seat)  # fmt: skip
        assert (head["points"], head["hand"]) == (state.points[seat], len(state.hands[seat]))
        assert head["waiting"] == (seat in asked)
        assert head["favoured"] == (seat == state.favoured)
        assert head["chosen"] == (state.picks[seat] != NOTHING)


def test_who_has_no_name_is_called_once() -> None:
    state, _ = deal(2, 1)
    written = text_board(RULES.view(state, 0), AesirWords("en", ()))
    assert "P1 P1" not in written
    assert "\nP1 " in written


def test_a_hand_is_drawn_for_its_holder_alone() -> None:
    state, _ = deal(3, 5)
    own, other = (draw(RULES.view(state, viewer), _words()) for viewer in (0, None))
    assert [card.marks["ref"] for card in _parts(own, "held")] == list(RULES.view(state, 0).players[0].cards)
    assert _parts(other, "held") == _parts(other, "hand") == []
    assert "Your hand" not in text_board(RULES.view(state, None), _words())


def test_boards_of_two_viewers_are_equal_where_their_views_are() -> None:
    state, _ = deal(2, 3)
    other = state.copy()
    other.hands[1], other.deck[:8] = other.deck[:8], other.hands[1]
    assert draw(RULES.view(state, 0), _words()) == draw(RULES.view(other, 0), _words())
    assert draw(RULES.view(state, 1), _words()) != draw(RULES.view(other, 1), _words())


def test_the_last_act_is_ringed_and_marked() -> None:
    view = RULES.view(somewhere(2, 3, 4), 0)
    assert view.touched
    assert {(one.marks["seat"], one.marks["ref"]) for one in _stacks(view) if one.data["touched"]} == set(view.touched)
    marked = [line for line in text_board(view, _words()).splitlines() if line.startswith("  + ")]
    assert len(marked) == len(view.touched)


def test_closed_goals_are_drawn_as_backs_and_written_as_questions() -> None:
    state, _ = deal(2, 9)
    view = RULES.view(state, 0)
    goals = _parts(draw(view, _words()), "goal")
    assert [goal.data["known"] for goal in goals] == [True, True, False, True, False, False]
    assert text_board(view, _words()).count("[?]") == 4  # three goals and the boxed one


def test_a_russian_board_uses_russian_letters_and_words() -> None:
    view = RULES.view(somewhere(2, 3, 6), 0)
    text = text_board(view, _words("ru"))
    assert text.startswith("Раунд 1")
    assert "И2 Хельга" in text
    assert not re.search(r"\b[OTFLSBH][1-9]\b", text)


def test_a_name_is_escaped_in_the_picture() -> None:
    state, _ = deal(3, 2)
    assert "Anna <b>" not in board_svg("aesir", draw(RULES.view(state, 0), _words()), theme="light")


@pytest.mark.parametrize("seats", [2, 5])
def test_the_picture_fits_into_a_mail(seats: int) -> None:
    drawing = draw(RULES.view(somewhere(seats, 11, 60), 0), _words("ru"))
    assert len(board_png("aesir", drawing)) <= LIMIT_BYTES


def test_a_picture_in_a_page_has_no_colours_of_its_own_but_the_seats() -> None:
    svg = board_svg("aesir", draw(RULES.view(somewhere(4, 2, 30), 0), _words()))
    colours = set(re.findall(r"#[0-9A-F]{6}\b", svg))
    assert colours <= {"#C8501E", "#1F6FB2", "#D9A521", "#8B4A9C", "#FFFFFF", "#0B0D0F"}
    assert not re.search(r"<style|\sstyle=", svg)
