"""Every page keeps WCAG 2.2 AA and best practice, as far as axe-core can tell: phone and desk, light and dark."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal
from uuid import uuid4

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core.management import call_command
from playwright.sync_api import Page

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history, samples
from engine.table import registry
from tests.browser.test_look import DARK
from tests.web.acting.test_moving import seen
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
Table = Callable[..., Game]
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": LEVELS}, "resultTypes": ["violations"]}
# What colours alone decide, of these: all else of a page is in the dark what it was in the light.
BY_COLOUR = ["color-contrast", "link-in-text-block"]
OF_COLOURS = {"runOnly": {"type": "rule", "values": BY_COLOUR}, "resultTypes": ["violations"]}
SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {"light": OPTIONS, "dark": OF_COLOURS}
# A third of axe's time goes into reading the same few colours of CSS thousands of times a page: what was read is
# remembered, and no element is written down that nobody asks for.
REMEMBERED = """() => {
    const Color = axe.commons.color.Color, parse = Color.prototype.parseString, known = new Map()
    Color.prototype.parseString = function (words) {
        if (!known.has(words)) known.set(words, parse.call(new Color(), words))
        const { r, g, b, alpha } = known.get(words)
        return Object.assign(this, { r, g, b, alpha })
    }
    axe.configure({ noHtml: true })
}"""
WIDTHS = (390, 1280)
PHONE, DESK = (390, 844), (1280, 900)
MOVES = 8  # made at random, before the table is looked at


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_the_pages_of_a_game(key: str, open_page: OpenPage, astrid: Player, bjorn: Player, table: Table) -> None:
    game = table(astrid, bjorn, key=key)
    play(game, [astrid, bjorn], MOVES)
    game.refresh_from_db()
    here = f"/g/{game.pk}/"
    paths = [here, f"{here}{max(1, game.moment - 2)}/", f"{here}{game.moment}/text/", f"{here}log/", f"/rules/{key}/"]
    paths += [f"{here}embed/"]
    faults = list(_faults(open_page(astrid), paths))
    asked = history.table_now(game.pk).pending()[0].seat
    faults += _faults(open_page((astrid, bjorn)[asked]), _tapped(game, asked))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_bar_of_a_table_unfolded_and_its_chart(
    width: int, open_page: OpenPage, astrid: Player, bjorn: Player, table: Table
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 500)
    page = open_page(astrid, viewport={"width": width, "height": 900})
    page.goto(f"/g/{game.pk}/20/")
    for folded in ("#caption", "#chart-panel"):
        if page.locator(folded).get_attribute("open") is None:
            page.locator(f"{folded} > summary").click()
    assert [(one["id"], one["nodes"][0]["target"]) for one in violations(page)] == []


def test_the_pages_of_the_house(open_page: OpenPage, astrid: Player, bjorn: Player, table: Table) -> None:
    running = table(astrid, bjorn)
    filling = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4(), title="A long evening")
    other = services.open_table(opened_by=bjorn, key="aesir", seats=2, cause=uuid4(), visibility="private")
    services.ask_pause(running.pk, player=bjorn, cause=uuid4())
    invitation = services.invite(other.pk, by=bjorn, email=astrid.email, cause=uuid4())
    known = [
        "/", "/tables/", "/settings/", "/rules/", "/help/", f"/i/{invitation.pk}/", f"/g/{filling.pk}/",
        f"/g/{running.pk}/",
        f"/g/{running.pk}/resign/", "/nothing/", "/games/", "/games/?mine=1&state=running", f"/players/{astrid.pk}/",
        "/api/", f"/g/{sample()}/", *(f"/tables/new/{key}/" for key in sorted(registry.games())),
    ]  # fmt: skip
    faults = [*_faults(open_page(astrid), known), *_faults(open_page(), ["/", "/sign-in/"])]
    assert not faults, "\n".join(faults)


def test_what_breaks_a_rule_is_found(open_page: OpenPage) -> None:
    """A test of the measure itself, on a page with a picture that says nothing and words that nobody can read."""
    page = open_page()
    page.goto("/sign-in/")
    assert violations(page) == []
    page.evaluate("""() => {
        document.querySelector("main").append(document.createElement("img"))
        document.querySelector("main p").style.cssText = "color: #777; background: #888"
    }""")
    assert {one["id"] for one in violations(page)} == {"image-alt", "color-contrast"}
    assert [one["id"] for one in violations(page, OF_COLOURS)] == ["color-contrast"]


def _tapped(game: Game, seat: int) -> list[str]:
    """What one comes to by tapping pieces: a line to be confirmed, a list or a form, as far as there are such."""
    links = [link.href for link in seen(game, seat).links.values()]
    sheets = {address: seen(game, seat, address).sheet for address in links}
    kinds = {(sheet.sure, sheet.question.form): address for address, sheet in sheets.items() if sheet is not None}
    return [address.partition("#")[0] for address in kinds.values()]


def sample() -> object:
    """A game that has ended, which strangers find on the first page."""
    call_command("samples", "aesir", stdout=io.StringIO())
    return samples.ids()["aesir"]


def violations(page: Page, options: dict[str, Any] = OPTIONS) -> list[Any]:
    """What axe-core finds in the page as it stands. Half a megabyte of script is brought to each page once."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
        page.evaluate(REMEMBERED)
    found: list[Any] = page.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return found


def _faults(page: Page, paths: list[str]) -> Iterator[str]:
    """What each page breaks, by path, width and scheme of colours: the rule, and where."""
    for path in paths:
        page.goto(path)
        for width, (scheme, options) in product(WIDTHS, SCHEMES.items()):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            for fault in violations(page, options):
                for node in fault["nodes"]:
                    yield f"{path} {width} {scheme}: {fault['id']} at {node['target']}: {node['failureSummary']}"


def dark_faults(page: Page, *sizes: tuple[int, int]) -> list[str]:
    """What a page as it stands, with what was typed and moved on it, breaks in the dark at each of these sizes."""
    there = page.viewport_size
    assert there is not None
    page.emulate_media(color_scheme="dark")
    faults = []
    for wide, high in sizes or [(there["width"], there["height"])]:
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == DARK
        faults += [f"{wide}: {one['id']} at {node['target']}" for one in violations(page) for node in one["nodes"]]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{wide}: wider than the screen")
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=f"{folder}/dark-{uuid4().hex[:6]}-{wide}.png", full_page=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(there)
    return faults
