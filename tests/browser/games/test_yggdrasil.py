"""Yggdrasil in a real browser: pieces explain themselves, chances are those of the menu, a turn is sent at once."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history
from tests.browser.test_explaining import answers_a_tap, explained_by_a_tap
from tests.web.test_asgard import SEED, until
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn, key="yggdrasil", seed=SEED)
    play(made, [astrid, bjorn], 30)
    while until(made, [astrid, bjorn], "action") < 0 or history.table_now(made.pk).state.spent:
        play(made, [astrid, bjorn], 1)
    return made


def shot(page: Page, name: str) -> None:
    """A picture for whoever wants to look: SHOTS names the folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_are_explained_on_a_phone_by_a_tap(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, scheme: str, complaints: list[str]
) -> None:
    """Where they answer no question; those that do open the sheet of what was tapped."""
    seat = history.table_now(game.pk).pending()[0].seat
    page = open_page([astrid, bjorn][1 - seat], **PHONE, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    for piece in ("enemy", "force", "line", "chance", "cards", "world", "island", "artifact", "square", "giant", "god"):
        explained_by_a_tap(page, page.locator(f"#frame svg [data-piece='{piece}'][role='img']").first)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page = open_page([astrid, bjorn][seat], **PHONE, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    shot(page, f"phone-{scheme}")
    for piece in ("line", "chance", "cards", "god"):
        explained_by_a_tap(page, page.locator(f"#frame svg [data-piece='{piece}'][role='img']").first)
    for piece in ("enemy", "force"):
        answers_a_tap(page, page.locator(f"#frame svg a.answer[data-piece='{piece}']").first)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_own_turn_stands_on_the_first_screen_with_its_chances(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, language: str, scheme: str
) -> None:
    """The board and the chances of whoever is on turn; those of the menu are the same."""
    seat = history.table_now(game.pk).pending()[0].seat
    player = [astrid, bjorn][seat]
    Player.objects.filter(pk=player.pk).update(language=language)
    page = open_page(player, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    shot(page, f"wide-{language}-{scheme}")
    rows = [row.locator("text").all_text_contents() for row in page.locator("#frame [data-piece='force']").all()]
    asked = page.locator(".asking").inner_text()
    assert len(rows) == 6
    assert {odds for _, *more in rows for odds in more}
    for force, *more in rows:
        assert all(f"{force}; " in asked and odds in asked for odds in more)


def test_a_whole_turn_is_written_at_once(open_page: OpenPage, astrid: Player, bjorn: Player, game: Game) -> None:
    seat = history.table_now(game.pk).pending()[0].seat
    page = open_page([astrid, bjorn][seat], **PHONE)
    page.goto(f"/g/{game.pk}/")
    made = Event.objects.filter(game=game, kind="move_made", seat=seat).count()
    page.locator("textarea[id^='text-']").first.fill("opt elf\nopt vanir +\nend")
    page.get_by_role("button", name="Send", exact=True).tap()
    expect(page.locator(".messages .success")).to_be_visible()
    assert Event.objects.filter(game=game, kind="move_made", seat=seat).count() > made
    assert history.table_now(game.pk).state.seat != seat
