"""The board of Asgard's Chosen in a page: what lies on it is explained where it lies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.web.test_asgard import SEED, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn, key="asgards_chosen", seed=SEED)
    until(made, [astrid, bjorn], "campaign")
    return made


def test_a_card_of_the_market_and_a_territory_are_explained_by_pointer_and_key(
    open_page: OpenPage, game: Game, astrid: Player
) -> None:
    page = open_page(astrid, viewport={"width": 1280, "height": 900})
    page.goto(f"/g/{game.pk}/")
    line = page.locator("#explained")
    slot = page.locator("#frame [data-piece='slot'][data-ref='B1']")
    slot.hover()
    code = (slot.get_attribute("data-card") or "").partition("#")[0]
    expect(line).to_contain_text(ChosenWords("en", ()).explained(code, "standard"))
    page.locator("#frame [data-piece='territory'][data-ref='S1a']").focus()
    expect(line).to_contain_text("S1a (forest)")


def test_a_phone_explains_what_is_tapped(
    open_page: OpenPage, game: Game, astrid: Player, complaints: list[str]
) -> None:
    page = open_page(astrid, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.goto(f"/g/{game.pk}/")
    line = page.locator("#explained")
    page.locator("#frame [data-piece='god'][data-ref='odin']").first.tap()
    expect(line).to_contain_text("Favor (god phase): ")
    page.locator("#frame [data-piece='territory'][data-ref='T1']").tap()
    expect(line).to_contain_text("T1")
    assert complaints == []
