"""Each game has a mark and a woodcut of its own, in its lists, on its pages and at the head of its mails."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from asgard_pbem.boards import plates
from asgard_pbem.boards.look import TOKENS
from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.plates import plated
from asgard_pbem.web.shown.finding.sample import sample_drawing
from engine.table.registry import games

KEYS = sorted(games())
MORE_BYTES = 3000  # that a plate may add to the picture of a mail


def test_no_two_games_share_them() -> None:
    assert len({plates.mark(key) for key in KEYS}) == len({plates.vignette(key) for key in KEYS}) == len(KEYS) == 5


def test_a_game_that_brings_none_has_the_world_trees() -> None:
    assert plates.mark("nine_worlds") == plates.mark("any")
    assert plates.vignette("nine_worlds") == plates.vignette("any")


@pytest.mark.parametrize("key", KEYS)
def test_they_are_light_and_have_no_colour_of_their_own(key: str) -> None:
    assert len(plates.mark(key)) < 600
    assert len(plates.vignette(key)) < 9000
    drawn = plates.mark(key) + plates.vignette(key)
    assert re.findall(r"#[0-9A-Fa-f]{3,8}\b", drawn) == []
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", drawn)) <= {name.replace("_", "-") for name in TOKENS}


@pytest.mark.parametrize("key", KEYS)
def test_in_the_picture_of_a_mail_the_plate_weighs_little(key: str) -> None:
    drawing = sample_drawing(key, "ru")
    assert len(board_png(key, plated(key, "Избранник Асгарда", drawing))) - len(board_png(key, drawing)) < MORE_BYTES


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/tables/"])
def test_lists_tell_games_by_their_marks(address: str) -> None:
    page = Client().get(address).content.decode()
    assert [key for key in KEYS if plates.mark(key) not in page] == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_the_manual_begins_with_the_plate(key: str) -> None:
    page = Client().get(f"/rules/{key}/").content.decode()
    assert plates.vignette(key) in page
    assert re.search(r'<h1><svg class="symbol mark"', page)
