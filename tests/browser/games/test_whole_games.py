"""A person plays each game against bots in a real browser: from the page that opens a table to the page of the end.

The middle of a game is left to the bots who played its sample: one plays on from there, as from any finished game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import samples
from tests.browser.games.playing import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}
BEGINNING = 2  # answers from the start
LEFT = 4  # moments before the end of its sample, where one sits down
MOST = 30  # answers from there, at most

# each game at one table: window, colours, language, with scripts
TABLES: dict[str, tuple[dict[str, Any], str, str, bool]] = {
    "aesir": (PHONE, "light", "ru", True),
    "asgard": (DESK, "dark", "en", True),
    "blood_rage": (PHONE, "dark", "en", True),
    "yggdrasil": (DESK, "light", "en", False),
    "asgards_chosen": (PHONE, "light", "ru", True),
}


def at(page: Page) -> Game:
    """The table whose page is open."""
    return Game.objects.get(pk=urlsplit(page.url).path.split("/")[2])


def fits(page: Page) -> bool:
    """Whether nothing makes the page wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize("key", TABLES)
def test_a_game_is_played_from_the_page_that_opens_it_to_the_page_of_its_end(
    key: str, astrid: Player, open_page: OpenPage, complaints: list[str]
) -> None:
    window, scheme, language, scripts = TABLES[key]
    Player.objects.filter(pk=astrid.pk).update(language=language)
    astrid.refresh_from_db()
    page = open_page(astrid, **window, color_scheme=scheme, java_script_enabled=scripts)
    person = begun(page, astrid, key, touch=window is PHONE)
    for _ in range(BEGINNING):
        assert person.asked()
        assert fits(page)
        person.answer()

    person = near_the_end(page, astrid, key, touch=window is PHONE)
    for _ in range(MOST):
        if not person.asked():
            break
        person.answer()
    person.game.refresh_from_db()
    assert person.game.status == "over"
    person.look()
    expect(page.locator(".asking")).to_have_count(0)
    expect(page.locator(".panel.result h2")).to_be_visible()
    assert fits(page)
    assert complaints == []


def begun(page: Page, player: Player, key: str, *, touch: bool) -> Person:
    """From the page of the game: a table against a bot that moves at random."""
    page.goto(f"/tables/new/{key}/")
    assert fits(page)
    form = page.locator("form[action$='/practice/']")
    form.locator("select[name=bot]").select_option("random")
    with page.expect_navigation():
        form.locator("button").click()
    return Person(page, player, at(page), touch)


def near_the_end(page: Page, player: Player, key: str, *, touch: bool) -> Person:
    """From the page of a finished game, some moments before its end: one sits down there."""
    samples.bring_one({key})
    sample = samples.here()[key]
    page.goto(f"/g/{sample.pk}/{sample.moment - LEFT}/")
    with page.expect_navigation():
        page.locator("#fork button").click()
    return Person(page, player, at(page), touch)


def test_a_page_that_is_stale_pressed_twice_or_gone_back_to_plays_nothing_twice(
    astrid: Player, table: Callable[..., Game], open_page: OpenPage, complaints: list[str]
) -> None:
    page = open_page(astrid, **PHONE)
    person = Person(page, astrid, table(astrid, "random"), touch=True)

    assert person.asked()
    tap(person)
    person.answers_elsewhere()  # by mail, while the page stands open
    played = person.made()
    confirm(person)
    expect(page.locator(".messages, #sheet .told").first).to_be_visible()
    assert person.made() == played
    assert fits(page)

    assert person.asked()
    played = person.made()
    tap(person)
    confirm(person, clicks=2)
    person.look()
    assert person.made() == played + 1

    page.go_back()  # to the question that is answered
    page.go_forward()
    assert person.made() == played + 1
    assert person.asked()
    person.answer()
    assert person.made() == played + 2
    assert complaints == []


def tap(person: Person) -> None:
    """A piece, whose answer then waits to be confirmed."""
    person.press(person.page.locator("#frame a.answer").first)
    expect(person.page.locator("#sure")).to_be_in_viewport()


def confirm(person: Person, clicks: int = 1) -> None:
    """So many times as fast as a hand can; until it is answered.

    Not until one navigates: what a second press sends, or a page that finds itself stale, breaks off the first.
    """
    with person.page.expect_response(lambda response: response.request.method == "POST"):
        person.page.locator("#sure").click(click_count=clicks, no_wait_after=True)
