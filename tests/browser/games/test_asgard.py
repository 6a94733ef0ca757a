"""Asgard in a real browser: gods by boxes, long menus as steps, pieces that explain themselves, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Event, Game, Player
from tests.web.test_asgard import SEED, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn, key="asgard", seed=SEED)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_gods_are_ticked_on_a_phone(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, scripts: bool, complaints: list[str]
) -> None:
    players = [astrid, bjorn]
    seat = until(game, players, "gods")
    page = open_page(players[seat], **PHONE, java_script_enabled=scripts)
    page.goto(f"/g/{game.pk}/")
    for name in ("Freyja", "Thor", "Loki"):
        page.locator(".several label", has_text=name).tap()
    page.locator(".asking").get_by_role("button", name="Answer").tap()
    expect(page.locator(".messages .success")).to_be_visible()
    chosen = Event.objects.filter(game=game, kind="move_made", seat=seat).latest("seq")
    assert chosen.payload["move"]["gods"] == ["freyja", "thor", "loki"]
    assert complaints == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_long_menu_is_walked_step_by_step(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, scripts: bool
) -> None:
    players = [astrid, bjorn]
    seat = until(game, players, "act", answers=41)
    page = open_page(players[seat], **PHONE, java_script_enabled=scripts)
    page.goto(f"/g/{game.pk}/")
    made = Event.objects.filter(game=game, kind="move_made", seat=seat).count()
    page.locator(".asking a.option").first.tap()
    expect(page.get_by_role("link", name="One step back")).to_be_visible()
    while page.locator(".asking a.option").count():
        page.locator(".asking a.option").first.tap()
    page.locator(".asking .menu button").first.tap()
    expect(page.locator(".messages .success")).to_be_visible()
    assert Event.objects.filter(game=game, kind="move_made", seat=seat).count() == made + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tapped_piece_is_explained_and_nothing_is_wider_than_the_phone(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, scheme: str, complaints: list[str]
) -> None:
    until(game, [astrid, bjorn], "act")
    page = open_page(**PHONE, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    pieces, line = page.locator("#frame svg [role='img'][aria-label]"), page.locator("#explained")
    for number in (0, pieces.count() // 2, pieces.count() - 1):
        pieces.nth(number).scroll_into_view_if_needed()
        pieces.nth(number).tap(force=True)
        expect(line).not_to_be_empty()
        expect(line).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_long_order_that_is_shown_as_an_example_makes_no_page_wider(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, language: str
) -> None:
    """Examples were kept on one line each, however long: Asgard's own disc has some of a hundred characters."""
    players = [astrid, bjorn]
    seat = until(game, players, "act", answers=41)
    Player.objects.filter(pk=players[seat].pk).update(language=language)
    page = open_page(players[seat], viewport={"width": 360, "height": 740})
    page.goto(f"/g/{game.pk}/")
    examples = page.locator(".asking .hint code").all_inner_texts()
    assert max(map(len, examples)) > 40, examples
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
