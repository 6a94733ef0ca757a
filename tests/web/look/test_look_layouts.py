"""One drawing, two layouts; pictures put together from parts; names cut where they measure too much."""

import io
import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from asgard_pbem.boards.fonts import length, shortened
from asgard_pbem.boards.look import SEATS, TOKENS, Theme, tokens
from asgard_pbem.boards.pixels.board import board_png, forget
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.boards.pixels.palette import painted
from asgard_pbem.boards.pixels.raster import rasterised
from asgard_pbem.boards.render import board_html, board_svg
from asgard_pbem.boards.templatetags.board import fit_names
from engine.core.board import BLOCK, EDGE, GAP, GUTTER, Block, Drawing, Layout, Part, laid_out
from engine.core.chance import SeededChance
from engine.core.contract import Rules
from engine.core.speech import isolated
from engine.table.registry import game
from tests.games.aesir import playing as aesir
from tests.games.asgard import playing as asgard

ROOT = Path(__file__).resolve().parents[3]
NAMES = ["Erik", "Хельга Сигурдсдоттир", "Anna <b>", "Mark", "Petya"]
POSITIONS = [
    ("aesir", 2, 1, 0, "en", "light"),
    ("aesir", 5, 2, 61, "ru", "light"),
    ("aesir", 3, 3, 25, "en", "dark"),
    ("asgard", 2, 1, 0, "en", "light"),
    ("asgard", 4, 2, 150, "ru", "light"),
    ("asgard", 3, 3, 330, "en", "dark"),
]
FURTHER = [
    ("blood_rage", 3, 1, 60, "ru", "light"),
    ("yggdrasil", 3, 1, 30, "en", "light"),
    ("yggdrasil", 5, 2, 75, "ru", "dark"),
]


def _drawn(key: str, seats: int, seed: int, moves: int, language: str) -> Drawing:
    """The board of a random game after some moves, as its first seat sees it."""
    if key == "aesir":
        view = aesir.RULES.view(aesir.somewhere(seats, seed, moves), 0)
    elif key == "asgard":
        for state, *_ in itertools.islice(asgard.positions(seats, seed), moves + 1):
            last = state
        view = asgard.RULES.view(last, 0)
    else:
        view = _somewhere(game(key).rules, seats, seed, moves)
    rules = game(key)
    return rules.draw(view, rules.words(language, NAMES[:seats]))


def _somewhere(rules: Rules[Any], seats: int, seed: int, moves: int) -> Any:
    """What the first seat sees after so many random moves."""
    chance, rng = SeededChance(seed.to_bytes(32, "big")), random.Random(seed)
    state, _ = rules.setup(rules.Options(), seats, chance)
    for _ in range(moves):
        asked = next((one for one in rules.decisions(state) if one.waits), None)
        if asked is None:
            break
        rules.apply(state, asked.seat, rng.choice([move for *_, move in rules.menu(state, asked).leaves()]), chance)
    return rules.view(state, 0)


def _named(position: tuple[object, ...]) -> str:
    return "-".join(map(str, position))


# --- Layouts ----------------------------------------------------------------------------------------------------------


def test_in_portrait_blocks_stand_below_each_other_and_in_landscape_in_the_columns_that_they_name() -> None:
    blocks = tuple(Block(high, (), column) for high, column in ((50, 0), (100, 0), (30, 1), (20, 2)))
    portrait, landscape = (laid_out(Drawing("", blocks), layout) for layout in Layout)
    tops = [EDGE, EDGE + 50 + GAP, EDGE + 150 + 2 * GAP, EDGE + 180 + 3 * GAP]
    assert [(x, y) for x, y, _ in portrait.blocks] == [(EDGE, top) for top in tops]
    assert (portrait.width, portrait.height) == (600, tops[-1] + 20 + EDGE)
    second, third = EDGE + BLOCK + GUTTER, EDGE + 2 * (BLOCK + GUTTER)
    assert [(x, y) for x, y, _ in landscape.blocks] == [(EDGE, EDGE), (EDGE, tops[1]), (second, EDGE), (third, EDGE)]
    assert (landscape.width, landscape.height) == (1800, tops[1] + 100 + EDGE)


@pytest.mark.parametrize("position", POSITIONS, ids=_named)
def test_both_layouts_and_the_page_show_the_same_parts_in_the_same_order(position) -> None:
    drawing = _drawn(*position[:5])
    shown = [board_svg(position[0], drawing, layout=layout) for layout in Layout] + [board_html(position[0], drawing)]
    names = [re.findall(r'role="img" aria-label="([^"]*)"', one) for one in shown]
    assert names[0]
    assert names[0] == names[1] == names[2]


def test_whoever_points_at_an_ornament_points_at_what_lies_below() -> None:
    named, ornament = Part("label", 0, 0, 90, 20, {"text": "x"}, "Name"), Part("label", 0, 0, 90, 20, {"text": "x"})
    groups = re.findall(r"<g transform[^>]*>", board_svg("asgard", Drawing("", (Block(20, (named, ornament)),))))
    assert [("role" in one, "pointer-events" in one) for one in groups[1:]] == [(True, False), (False, True)]


def test_a_page_carries_each_definition_once() -> None:
    page = board_html("asgard", _drawn(*POSITIONS[4][:5]))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', page)) <= set(ids)


def test_no_line_of_a_board_template_is_longer_than_two_hundred_letters() -> None:
    """Symbols are paths: the one file of them has a line each."""
    templates = [path for path in (ROOT / "templates" / "boards").rglob("*.svg") if path.name != "symbols.svg"]
    long = [(path.name, len(line)) for path in templates for line in path.read_text().splitlines() if len(line) > 200]
    assert templates
    assert long == []


# --- Pictures from parts ----------------------------------------------------------------------------------------------


def assert_same(key: str, drawing: Drawing, theme: Theme, layout: Layout, scale: int) -> None:
    """No more than rounding at edges: tiny in the mean, and nowhere a spot of three pixels by three."""
    made = board_picture(key, drawing, theme, layout, scale)
    svg = board_svg(key, drawing, theme=theme, layout=layout)
    whole = Image.open(io.BytesIO(rasterised(svg, made.width))).convert("RGB")
    assert made.size == whole.size
    difference = ImageChops.difference(made, whole)
    assert max(ImageStat.Stat(difference).mean) < 0.1
    assert max(high for _, high in difference.filter(ImageFilter.MinFilter(3)).getextrema()) <= 3


@pytest.mark.parametrize("position", [*POSITIONS, *FURTHER], ids=_named)
def test_a_board_of_parts_looks_like_the_board_drawn_whole(position) -> None:
    assert_same(position[0], _drawn(*position[:5]), position[5], Layout.PORTRAIT, 1)


@pytest.mark.parametrize("position", [POSITIONS[1], POSITIONS[4]], ids=_named)
def test_it_does_so_in_landscape_and_at_twice_the_size(position) -> None:
    assert_same(position[0], _drawn(*position[:5]), position[5], Layout.LANDSCAPE, 2)


def test_a_picture_does_not_depend_on_what_was_drawn_before() -> None:
    one, other = ((position[0], _drawn(*position[:5])) for position in (POSITIONS[1], POSITIONS[4]))
    warm = [board_png(*board) for board in (one, other, one)]
    forget()
    assert [board_png(*other), board_png(*one)] == warm[1:]


def test_a_part_that_moves_or_is_named_anew_is_not_drawn_anew() -> None:
    """What is kept is known by what was drawn, so that equal cards are one wherever they lie."""
    data = {"number": 3, "reward": "4·2"}
    parts = [Part("world", 0, 0, 250, 116, data, "World 3"), Part("world", 9, 9, 250, 116, data, "3")]
    drawn = [board_svg("asgard", Drawing("", (Block(200, (part,)),))) for part in parts]
    inside = [re.search(r'aria-label="[^"]*"[^>]*>(<rect.*)</g></g>', svg, re.DOTALL) for svg in drawn]
    assert inside[0]
    assert inside[1]
    assert inside[0][1] == inside[1][1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_palette_keeps_every_colour_of_the_look(theme) -> None:
    colours = [*tokens(theme).values(), *(mark.colour for mark in SEATS), *(mark.letter_colour for mark in SEATS)]
    picture = Image.new("RGB", (200, 120), tokens(theme)["paper"])
    for number, colour in enumerate(colours):
        x, y = 10 * (number % 20), 10 * (number // 20)
        picture.paste(colour, (x, y, x + 10, y + 10))
    difference = ImageChops.difference(picture, painted(picture).convert("RGB"))
    assert len(colours) == len(TOKENS) + 2 * len(SEATS)
    assert max(high for _, high in difference.getextrema()) <= 6


@pytest.mark.parametrize("position", POSITIONS, ids=_named)
def test_a_palette_moves_no_area_of_a_board_by_more_than_a_shade(position) -> None:
    key, drawing = position[0], _drawn(*position[:5])
    picture = board_picture(key, drawing, position[5], Layout.PORTRAIT, 1)
    difference = ImageChops.difference(picture, painted(picture).convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 0.5
    assert max(high for _, high in difference.filter(ImageFilter.MinFilter(5)).getextrema()) <= 8
    assert len(board_png(key, drawing, theme=position[5])) <= LIMIT_BYTES


# --- Words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["W" * 40, "i" * 40, "Константин Константинопольский", "Ё"])
def test_a_text_is_cut_where_it_measures_too_much_and_nowhere_else(name: str) -> None:
    for room in (30, 100, 280):
        cut = shortened(name, room, 22, serif=True, bold=True)
        assert length(cut, 22, serif=True, bold=True) <= room
        if cut != name:
            more = name[: len(cut)] + "…"
            assert length(more, 22, serif=True, bold=True) > room


def test_narrow_letters_take_less_room_than_wide_ones() -> None:
    assert len(shortened("i" * 40, 200, 20)) > 2 * len(shortened("W" * 40, 200, 20))


@pytest.mark.parametrize("room", [20, 60, 120, 170])
def test_what_is_cut_of_a_name_from_the_right_keeps_its_order_to_itself_too(room: float) -> None:
    name = isolated("محمد بن عبد الله الخوارزمي")
    for line in (name, f"Next is {name}"):
        cut = shortened(line, room, 22, serif=True, bold=True)
        assert cut != line
        assert cut.count("\u2068") == cut.count("\u2069")
    line = fit_names(f"Choose: {name}, Anna", [name, "Anna"], room + 180, 20)
    assert line.count("\u2068") == line.count("\u2069")
    assert line.endswith(", Anna")


def test_marks_that_nobody_sees_take_no_room() -> None:
    assert length(isolated("דוד"), 22) == length("דוד", 22)
