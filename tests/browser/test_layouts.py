"""One board in a page: three columns where it is wide, and all of it on the first screen; one column on a phone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from asgard_pbem.tables.models import Game, Player
from tests.web.test_asgard import SEED, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
# Of each block: its place, and how high type of 20 units is on the screen.
BLOCKS = """[...document.querySelectorAll('#frame svg:not(.defs)')].map(block => {
  const {left, right, top, bottom, width} = block.getBoundingClientRect();
  return {left, right, top, bottom, letters: 20 * width / block.viewBox.baseVal.width};
})"""


# A question of the middle of a game.
REACHED = {"asgard": "act", "asgards_chosen": "campaign", "blood_rage": "action", "yggdrasil": "action"}


@pytest.fixture(params=["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def game(request: Any, astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn, key=request.param, seed=SEED)
    if request.param in REACHED:
        until(made, [astrid, bjorn], REACHED[request.param])
    return made


def blocks(open_page: OpenPage, game: Game, player: Player, width: int, height: int) -> list[dict[str, float]]:
    """All blocks of the board."""
    page = open_page(player, viewport={"width": width, "height": height})
    page.goto(f"/g/{game.pk}/")
    page.evaluate("window.scrollTo(0, 0)")
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    found: list[dict[str, float]] = page.evaluate(BLOCKS)
    return [{**one, "bar": bar["y"]} for one in found]


def test_a_wide_page_shows_the_whole_board_on_its_first_screen(open_page: OpenPage, astrid: Player, game: Game) -> None:
    found = blocks(open_page, game, astrid, 1280, 900)
    assert len({one["left"] for one in found}) == 3
    assert max(one["bottom"] - one["bar"] for one in found) <= 0, "above the bar"
    assert max(one["right"] for one in found) <= 1280
    assert min(one["letters"] for one in found) >= 13


def test_a_phone_shows_one_column_as_wide_as_it_is(open_page: OpenPage, astrid: Player, game: Game) -> None:
    found = blocks(open_page, game, astrid, 390, 844)
    assert len({one["left"] for one in found}) == 1
    assert all(above["bottom"] <= below["top"] for above, below in pairwise(found))
    assert min(one["letters"] for one in found) >= 12
    assert max(one["right"] for one in found) <= 390


def test_no_script_has_a_hand_in_it(open_page: OpenPage, astrid: Player, game: Game) -> None:
    page = open_page(astrid, viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    page.goto(f"/g/{game.pk}/")
    columns = page.locator("#frame .column")
    assert columns.count() == 3
    boxes = [columns.nth(number).bounding_box() for number in range(3)]
    assert all(box is not None for box in boxes)
    assert len({box["y"] for box in boxes if box}) == 1
