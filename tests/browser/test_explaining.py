"""Pieces of the board are explained on hover, focus and tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from asgard_pbem.tables.models import Game, Player
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn)
    play(made, [astrid, bjorn], 6)
    return made


def pieces(page: Page) -> Locator:
    return page.locator("#frame svg [role='img'][aria-label]")


def said(piece: Locator) -> str:
    return piece.get_attribute("aria-label") or ""


def explained_by_a_tap(page: Page, piece: Locator) -> None:
    """Tapping this piece, which answers no question, says in sight what it is."""
    piece.scroll_into_view_if_needed()
    piece.tap(force=True)
    expect(page.locator("#explained")).to_be_in_viewport()
    expect(page.locator("#explained")).to_have_text(said(piece))


def answers_a_tap(page: Page, piece: Locator) -> None:
    """Tapping this piece, which answers a question, opens the sheet in sight, over which no line lies; it is closed."""
    piece.scroll_into_view_if_needed()
    piece.tap(force=True)
    expect(page.locator("#sheet section")).to_be_in_viewport()
    expect(page.locator("#sheet-heading")).not_to_be_empty()
    expect(page.locator("#explained")).to_be_hidden()
    page.locator("#sheet p.row a.step").last.tap()
    expect(page.locator("#sheet section")).to_have_count(0)


def test_a_piece_under_the_pointer_or_with_the_focus_is_explained(open_page: OpenPage, game: Game) -> None:
    page = open_page()
    page.goto(f"/g/{game.pk}/")
    line, first, second = page.locator("#explained"), pieces(page).nth(0), pieces(page).nth(1)
    expect(line).to_be_hidden()
    first.hover()
    expect(line).to_have_text(said(first))
    second.focus()
    expect(line).to_have_text(said(second))
    page.keyboard.press("ArrowDown")
    expect(line).to_have_text(said(page.locator(":focus")))
    expect(line).not_to_have_text(said(second))
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()


def test_a_tapped_piece_is_explained_until_another_moment_is_shown(
    open_page: OpenPage, game: Game, complaints: list[str]
) -> None:
    page = open_page(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    page.goto(f"/g/{game.pk}/")
    line, piece = page.locator("#explained"), pieces(page).nth(1)
    piece.tap()
    expect(line).to_have_text(said(piece))
    expect(line).to_be_in_viewport()
    page.locator("#step-previous").tap()
    expect(line).to_be_hidden()
    assert complaints == []


def test_a_board_is_one_tab_stop_and_arrows_go_to_every_piece(open_page: OpenPage, game: Game) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.goto(f"/g/{game.pk}/")
    assert page.locator("#frame .sheet [tabindex='0']").count() == 1
    page.locator("#frame .sheet [tabindex='0']").focus()
    seen = {said(page.locator(":focus"))}
    for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"] * 3:
        page.keyboard.press(key)
        seen.add(said(page.locator(":focus")))
        assert page.locator("#frame .sheet [tabindex='0']").count() == 1
    page.keyboard.press("End")
    assert said(page.locator(":focus")) == said(pieces(page).last)
    page.keyboard.press("Home")
    assert said(page.locator(":focus")) == said(pieces(page).first)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#frame svg') === null")
    assert len(seen) > 4
