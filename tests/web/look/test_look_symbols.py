"""Runes, pictograms and seat marks: complete, drawable; what pages show of them is named."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from django.template import Context, Template
from django.utils import translation
from PIL import Image

from asgard_pbem.boards.look import SEATS
from asgard_pbem.boards.names import SHAPES
from asgard_pbem.boards.parts import own_definitions, own_used
from asgard_pbem.boards.pixels.packing import png
from asgard_pbem.boards.symbols import definitions, symbol, symbols

RUNES = (
    "odin", "thor", "tyr", "freyja", "baldr", "loki", "hel", "mimir", "surtr", "fenrir", "sif", "bragi", "heimdall",
    "frey", "jormungand", "nidhogg",
)  # fmt: skip
PICTOGRAMS = (
    "warrior", "giant", "seal", "seal-sun", "seal-moon", "ship", "village", "temple", "weapon", "wizardry", "disc",
    "die", "card", "viking", "elf", "fire-giant", "point", "deck", "hand", "hidden", "clock", "letter", "crown", "tree",
)  # fmt: skip
WANTED = (
    *(f"rune-{key}" for key in RUNES),
    *(f"symbol-{key}" for key in PICTOGRAMS),
    *(f"seat-{mark.letter.lower()}" for mark in SEATS),
)


def _drawn(name: str) -> str:
    use = f'<use href="#{name}" width="24" height="24"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#23272C">{definitions(use)}{use}</svg>'


def test_what_boards_may_refer_to_is_all_there() -> None:
    assert set(symbols()) == set(WANTED)


def test_there_are_sixteen_runes_all_different() -> None:
    assert len({symbol(f"rune-{key}").body for key in RUNES}) == len(RUNES) == 16


@pytest.mark.parametrize("name", WANTED)
def test_a_symbol_is_well_formed_and_leaves_ink_on_the_paper(name: str) -> None:
    ET.fromstring(_drawn(name))
    picture = Image.open(io.BytesIO(png(_drawn(name), 48)))
    assert picture.size == (48, 48)
    assert picture.getbbox() is not None
    assert picture.convert("RGBA").getchannel("A").getextrema()[1] == 255


@pytest.mark.parametrize("mark", SEATS, ids=lambda mark: mark.letter)
def test_the_drawn_seat_has_the_colours_of_its_mark(mark) -> None:
    body = symbol(f"seat-{mark.letter.lower()}").body
    assert f'fill="{mark.colour}"' in body
    assert f'stroke="{mark.letter_colour}"' in body
    assert mark.shape in SHAPES


@pytest.mark.parametrize("name", [f"rune-{key}" for key in RUNES])
def test_a_rune_is_drawn_with_strokes_and_needs_no_font(name: str) -> None:
    assert "<text" not in symbol(name).body
    assert 'stroke-width="2" stroke-linecap="round"' in symbol(name).body


def test_an_unknown_symbol_is_named() -> None:
    with pytest.raises(ValueError, match="rune-balrog"):
        symbol("rune-balrog")


def test_a_picture_carries_only_the_symbols_it_shows() -> None:
    both = definitions('<use href="#rune-odin"/><use href="#seat-a"/><use href="#rune-odin"/>')
    assert both.count("<symbol") == 2


def test_of_the_game_s_own_symbols_too_a_picture_carries_only_those_it_shows() -> None:
    shown = own_used("blood_rage", "light", '<use href="#br-w"/><rect fill="url(#br-waves)"/><use href="#rune-odin"/>')
    assert re.findall(r' id="([^"]+)"', shown) == ["br-w", "br-waves"]
    assert own_used("blood_rage", "light", "<rect/>") == ""
    every = own_definitions("blood_rage", "light")
    used = "".join(f'<use href="#{name}"/>' for name in re.findall(r' id="([^"]+)"', every))
    assert own_used("blood_rage", "light", used) == every.replace("\n", "")


def _tag(source: str, **values: object) -> str:
    return Template("{% load look %}" + source).render(Context(values))


def test_a_seat_badge_says_letter_and_shape() -> None:
    badge = _tag("{% seat 3 %}")
    assert 'role="img" aria-label="Seat D, triangle"' in badge
    assert "<title>Seat D, triangle</title>" in badge


def test_a_players_name_in_a_badge_is_escaped() -> None:
    badge = _tag("{% seat 0 name=who %}", who="<b>Erik</b>")
    assert "<b>" not in badge
    assert "&lt;b&gt;Erik" in badge


def test_a_picture_without_a_label_is_passed_over_by_readers() -> None:
    drawn = _tag('{% symbol "clock" label="" %}')
    assert 'aria-hidden="true"' in drawn
    assert "aria-label" not in drawn


def test_a_badge_is_named_in_russian() -> None:
    with translation.override("ru"):
        assert 'aria-label="Место D, треугольник"' in _tag("{% seat 3 %}")
