"""Boards put together from sprites look as resvg draws them whole, and keep their colours with a palette."""

import io
import itertools

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from asgard_pbem.boards import sprites
from asgard_pbem.boards.look import SEATS, TOKENS, Theme, tokens
from asgard_pbem.boards.palette import named, painted
from asgard_pbem.boards.render import PNG_LIMIT_BYTES, _rasterise, board_svg, compose, png
from engine.core.registry import game
from tests.games.aesir import playing as aesir
from tests.games.asgard import playing as asgard

NAMES = ["Erik", "Хельга Сигурдсдоттир", "Anna <b>", "Mark", "Petya"]
POSITIONS = [
    ("aesir", 2, 1, 0, "en", "light"),
    ("aesir", 5, 2, 61, "ru", "light"),
    ("aesir", 3, 3, 25, "en", "dark"),
    ("asgard", 2, 1, 0, "en", "light"),
    ("asgard", 4, 2, 150, "ru", "light"),
    ("asgard", 3, 3, 330, "en", "dark"),
]


def _svg(key: str, seats: int, seed: int, moves: int, language: str, theme: Theme) -> str:
    """The board of a random game after some moves, as its first seat sees it."""
    if key == "aesir":
        view = aesir.RULES.view(aesir.somewhere(seats, seed, moves), 0)
    else:
        for state, *_ in itertools.islice(asgard.positions(seats, seed), moves + 1):
            last = state
        view = asgard.RULES.view(last, 0)
    rules = game(key)
    return board_svg(key, rules.draw(view, rules.words(language, NAMES[:seats])), theme=theme, width=600)


def _whole(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(_rasterise(svg, width))).convert("RGB")


def _assert_same(svg: str, width: int) -> None:
    """No more than rounding at edges: tiny in the mean, and nowhere a spot of three pixels by three."""
    made, whole = compose(svg, width, _rasterise), _whole(svg, width)
    assert made is not None
    assert made.size == whole.size
    difference = ImageChops.difference(made, whole)
    assert max(ImageStat.Stat(difference).mean) < 0.1
    assert max(high for _, high in difference.getextrema()) < 48
    assert max(high for _, high in difference.filter(ImageFilter.MinFilter(3)).getextrema()) <= 3


@pytest.mark.parametrize("position", POSITIONS, ids=lambda one: "-".join(map(str, one)))
def test_a_board_of_sprites_looks_like_the_board_drawn_whole(position) -> None:
    _assert_same(_svg(*position), 600)


@pytest.mark.parametrize("position", [POSITIONS[0], POSITIONS[3]], ids=["aesir", "asgard"])
def test_it_does_so_at_twice_the_size(position) -> None:
    _assert_same(_svg(*position), 1200)


def _board(body: str, defs: str = "", root: str = 'fill="#23272C" font-family="Source Sans Pro" font-size="20"') -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120" {root}><defs>{defs}</defs>'
        f'<rect width="200" height="120" fill="#F6F0E2"/>{body}</svg>'
    )


PATTERN = (
    '<pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse">'
    '<path d="M0 12L12 0" stroke="#A63D22"/></pattern>'
    '<symbol id="s" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/>'
    '<rect x="2" y="2" width="9" height="9" fill="url(#p)"/></symbol>'
)


@pytest.mark.parametrize(
    "body",
    [
        '<rect x="3.5" y="3.5" width="193" height="113" fill="none" stroke="#CDBF9F"/>',
        '<rect x="31" y="17" width="80" height="60" fill="url(#p)"/>',
        '<g transform="translate(31 17)"><rect width="80" height="60" fill="url(#p)"/></g>',
        '<use href="#s" x="40.3" y="11.7" width="48" height="48"/>',
        '<text x="100" y="60" text-anchor="middle">Один<tspan x="20" y="100">Thor</tspan></text>',
        '<text x="190" y="60" dx="-5" dy="20" text-anchor="end" font-size="26">Yggdrasil &amp; more</text>',
        '<text x="20" y="60" transform="rotate(20)">turned</text>',
        '<path d="M40 50h64" stroke="#A63D22" stroke-width="3"/><path d="M40 70L60 80h5" stroke="#A63D22"/>',
        '<g><g data-piece="x"><circle cx="60" cy="50" r="20"/></g><rect x="61.5" y="50" width="9" height="9"/></g>',
        '<g transform="translate(20.5 30)"><rect width="4" height="4"/><rect x="150" y="60" width="4" height="4"/></g>',
        '<g transform="translate(180 100)"><path d="M-150 -60h12v12h-12z"/></g>',
        '<g transform="translate(150 90)"><rect width="90" height="90" fill-opacity="0.5"/></g>',
        '<g transform="translate(9 40)"><text>a</text><text>b</text><g fill="#1F6FB2"><text x="90">c</text></g></g>',
        '<g transform="translate(9 40)"><rect width="9" height="9"/><text x="90">i</text></g>',
        '<g transform="translate(9 40)"><text font-size="9">.</text></g>',
        '<rect x="5" y="5" width="50" height="50" fill="none" stroke-width="0"/>',
    ],
)
def test_what_cannot_be_moved_is_drawn_where_it_stands(body: str) -> None:
    _assert_same(_board(body, PATTERN), 200)


@pytest.mark.parametrize(
    "svg",
    [
        _board('<image href="a.png" width="9" height="9"/>'),
        _board('<g opacity="0.5"><rect width="9" height="9"/></g><style>rect { fill: red }</style>'),
        _board('<use href="#nobody"/>'),
        _board("", "<linearGradient/>"),
        _board("", '<symbol id="a"><use href="#b"/></symbol>') + " ",
        _board("", root='opacity="0.5"'),
        _board("").replace("0 0 200 120", "0 0 200.5 120"),
        _board("").replace('fill="#F6F0E2"', 'fill="none"'),
        _board("<g><g></g>"),
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    ],
)
def test_anything_unknown_is_left_to_the_whole_drawing(svg: str) -> None:
    assert compose(svg, 200, _rasterise) is None


def test_a_width_between_the_scales_is_left_to_the_whole_drawing() -> None:
    svg = _board('<circle cx="9" cy="9" r="5"/>')
    assert compose(svg, 300, _rasterise) is None
    assert Image.open(io.BytesIO(png(svg, 300))).size == (300, 180)


def test_a_picture_does_not_depend_on_what_was_drawn_before() -> None:
    one, other = (_svg(*position) for position in (POSITIONS[1], POSITIONS[4]))
    warm = [png(svg, 600) for svg in (one, other, one)]
    sprites.forget()
    assert [png(other, 600), png(one, 600)] == warm[1:]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_palette_keeps_every_colour_of_the_look(theme) -> None:
    colours = [*tokens(theme).values(), *(mark.colour for mark in SEATS), *(mark.letter_colour for mark in SEATS)]
    cells = [
        f'<rect x="{10 * (number % 20)}" y="{20 + 10 * (number // 20)}" width="10" height="10" fill="{colour}"/>'
        for number, colour in enumerate(colours)
    ]
    svg = _board("".join(cells))
    picture = compose(svg, 200, _rasterise)
    assert picture is not None
    flat = painted(picture, named(svg)).convert("RGB")
    difference = ImageChops.difference(picture, flat)
    assert len(colours) == len(TOKENS) + 2 * len(SEATS)
    assert max(high for _, high in difference.getextrema()) <= 6


@pytest.mark.parametrize("position", POSITIONS, ids=lambda one: "-".join(map(str, one)))
def test_a_palette_moves_no_area_of_a_board_by_more_than_a_shade(position) -> None:
    svg = _svg(*position)
    picture = compose(svg, 600, _rasterise)
    assert picture is not None
    difference = ImageChops.difference(picture, painted(picture, named(svg)).convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 0.5
    assert max(high for _, high in difference.filter(ImageFilter.MinFilter(5)).getextrema()) <= 8
    assert len(png(svg, 600)) <= PNG_LIMIT_BYTES
