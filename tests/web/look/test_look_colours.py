"""Colours and marks: one source, enough contrast, nothing told by colour alone."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from asgard_pbem.boards.look import (
    PAINTS,
    SEATS,
    TEXT_PAIRS,
    TOKENS,
    contrast,
    css_name,
    css_variables,
    seat_mark,
    tokens,
)
from asgard_pbem.boards.symbols import symbol

ENOUGH = 4.5  # WCAG 2.2, 1.4.3


def _style() -> str:
    return Path(finders.find("web/style.css")).read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text,ground", TEXT_PAIRS)
def test_text_stands_out_from_its_ground(theme: str, text: str, ground: str) -> None:
    colours = tokens(theme)
    assert contrast(colours[text], colours[ground]) >= ENOUGH


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize("mark", SEATS, ids=lambda mark: mark.letter)
def test_a_letter_stands_out_in_its_shape(mark) -> None:
    assert contrast(mark.letter_colour, mark.colour) >= ENOUGH


@pytest.mark.parametrize("attribute", ["letter", "shape", "colour", "sign"])
def test_every_seat_has_a_mark_of_its_own(attribute: str) -> None:
    assert len({getattr(mark, attribute) for mark in SEATS}) == len(SEATS) == 6


def test_a_seventh_seat_has_no_mark() -> None:
    with pytest.raises(ValueError, match="seat 6"):
        seat_mark(6)


def test_the_style_sheet_has_the_colours_of_the_look_once_for_both_themes() -> None:
    block = re.search(r":root \{(.*?)\}", _style(), re.DOTALL)
    assert block is not None
    declared = {line.strip() for line in block[1].splitlines()}
    assert set(css_variables().splitlines()) <= declared
    assert "prefers-color-scheme" not in _style()  # a reader's choice stands over the system's, see test_theme.py


def test_the_style_sheet_uses_only_known_properties() -> None:
    known = {css_name(name) for name in TOKENS} | {f"--{name}" for name in PAINTS}
    known |= {f"--seat-{mark.letter.lower()}" for mark in SEATS}
    known |= {f"{name}-ink" for name in known}
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", _style()))
    assert used <= known | {"--serif", "--sans"}


def test_the_style_sheet_repeats_no_colour_outside_its_properties() -> None:
    rules = _style().split("/* --- Ground", 1)[1].split("@media print", 1)[0]
    assert re.findall(r"#[0-9A-Fa-f]{3,8}\b", rules) == []


def test_seat_colours_in_the_style_sheet_are_those_of_the_seats() -> None:
    style = _style()
    assert all(f"--seat-{mark.letter.lower()}: {mark.colour};" in style for mark in SEATS)
    assert all(f"--seat-{mark.letter.lower()}-ink: {mark.letter_colour};" in style for mark in SEATS)


def test_each_seat_may_play_in_each_colour_that_can_be_chosen() -> None:
    style = _style()
    for paint, (fill, ink) in PAINTS.items():
        assert f"--{paint}: {fill}; --{paint}-ink: {ink};" in style
        assert contrast(fill, ink) >= 4.5
        for mark in SEATS[:4]:
            letter = mark.letter.lower()
            rule = f".{letter}-{paint} {{ --seat-{letter}: var(--{paint}); --seat-{letter}-ink: var(--{paint}-ink); }}"
            assert rule in style
            drawn = symbol(f"seat-{letter}-{paint}")
            assert f'id="seat-{letter}-{paint}"' in drawn.element
            assert f'fill="{fill}"' in drawn.body
            assert f'stroke="{ink}"' in drawn.body
            assert mark.colour == fill or mark.colour not in drawn.element


def test_a_picture_in_a_page_follows_the_page() -> None:
    assert tokens("css")["gold_text"] == "var(--gold-text)"
