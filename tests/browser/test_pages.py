"""The pages in a real browser: signing in, moving, without scripts, on a phone, in the dark, on paper."""

from __future__ import annotations

import io
from collections.abc import Callable
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.management import call_command
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from asgard_pbem.tables import services, signin
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from asgard_pbem.tables.reading import samples
from engine.table import registry
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
Table = Callable[..., Game]


@pytest.fixture
def addresses(astrid: Player, bjorn: Player, table: Table) -> list[str]:
    """Addresses of every kind of page that a player meets."""
    running = table(astrid, bjorn)
    play(running, [astrid, bjorn], 12)
    filling = services.open_table(
        opened_by=astrid, key="aesir", seats=4, cause=uuid4(), title="A long winter's evening"
    )
    other = services.open_table(opened_by=bjorn, key="aesir", seats=2, cause=uuid4(), visibility="private")
    invitation = services.invite(other.pk, by=bjorn, email=astrid.email, cause=uuid4())
    moment = running.moment
    return [
        "/", "/tables/", "/tables/new/aesir/", "/settings/", "/rules/", "/rules/aesir/", "/help/",
        f"/i/{invitation.pk}/", f"/g/{filling.pk}/", f"/g/{running.pk}/", f"/g/{running.pk}/5/",
        f"/g/{running.pk}/{moment}/text/", f"/g/{running.pk}/log/", f"/g/{running.pk}/resign/", "/nothing/",
    ]  # fmt: skip


def test_signing_in_by_a_mailed_link(open_page: OpenPage, astrid: Player, complaints: list[str]) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_label("Your email address").fill("astrid@example.org")
    page.get_by_role("button", name="Mail me a link").click()
    expect(page.get_by_role("heading", name="Look into your mailbox")).to_be_visible()
    assert Outbox.objects.get().player_id == astrid.pk
    page.goto(urlsplit(signin.sign_in_url(astrid)).path)
    page.get_by_role("button", name="Sign me in").click()
    expect(page.get_by_text("You are signed in.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_move_by_menu(open_page: OpenPage, astrid: Player, bjorn: Player, table: Table, scripts: bool) -> None:
    game = table(astrid, bjorn)
    page = open_page(astrid, java_script_enabled=scripts)
    page.goto("/")
    page.get_by_role("link", name="Aesir: Astrid, Bjorn").click()
    expect(page.get_by_text("It is your turn")).to_be_visible()
    page.locator(".asking .menu button").nth(2).click()
    expect(page.locator(".messages .success")).to_be_visible()
    assert Event.objects.filter(game=game, kind="move_made", seat=0).count() == 1
    page.get_by_role("button", name="Take back my last move").click()
    expect(page.get_by_text("Taken back.")).to_be_visible()


def test_a_sheet_that_is_refused_can_be_corrected(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Table
) -> None:
    table(astrid, bjorn)
    page = open_page(astrid)
    page.goto("/")
    page.get_by_role("link", name="Aesir: Astrid, Bjorn").click()
    field = page.get_by_label("Write as you would in a mail")
    field.fill("99")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".messages .error")).to_be_visible()
    expect(field).to_have_value("99")
    field.fill("1")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".messages .success")).to_be_visible()


def test_without_scripts_the_history_is_walked_by_links(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Table
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 8)
    page = open_page(java_script_enabled=False)
    page.goto(f"/g/{game.pk}/")
    expect(page.locator("#slider")).to_be_hidden()
    page.get_by_role("link", name="Previous moment").click()
    expect(page.locator("#moment-number")).to_have_text(str(game.moment - 1))
    page.get_by_role("link", name="First moment").click()
    expect(page.locator("#moment-number")).to_have_text("1")
    page.locator("#m5 a.moment").click()
    expect(page.locator("#moment-number")).to_have_text("5")
    page.get_by_role("link", name="Last moment").click()
    expect(page.locator("#moment-number")).to_have_text(str(game.moment))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_phone_or_breaks(
    open_page: OpenPage, astrid: Player, addresses: list[str], complaints: list[str], scheme: str
) -> None:
    page = open_page(astrid, viewport={"width": 360, "height": 720}, color_scheme=scheme)
    for path in addresses:
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(246, 240, 226)", "dark": "rgb(29, 33, 38)"}[scheme], path
    assert [one for one in complaints if "404" not in one] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_letters_of_twice_the_size_widen_no_phone(
    open_page: OpenPage, astrid: Player, addresses: list[str], language: str
) -> None:
    """The buttons of the bar stood beyond the screen, where nothing scrolls; and the choice of colours made all pages
    wider than that; the table of points, which scrolls by itself, made it as wide as it is. The browser's own setting
    is what `rem` is measured by, in conditions too.
    """
    Player.objects.filter(pk=astrid.pk).update(language=language)
    services.open_table(opened_by=astrid, key="asgards_chosen", seats=2, cause=uuid4(), visibility="private")
    call_command("samples", "blood_rage", stdout=io.StringIO())
    ended = f"/g/{samples.ids()['blood_rage']}/"
    page = open_page(astrid, viewport={"width": 360, "height": 720})
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for path in (*addresses, "/games/", "/rules/asgard/", ended):
        page.goto(path)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        places = [one.bounding_box() for one in page.locator("#bar :is(a, button, input, select):visible").all()]
        boxes = [box for box in places if box is not None]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes), path
        inside = [(a, b) for a in boxes for b in boxes if a is not b and _overlap(a, b)]
        assert not inside, path
        page.set_viewport_size({"width": 320, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        page.set_viewport_size({"width": 360, "height": 720})


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return min(across, down) > 1


def test_every_control_has_a_name_and_every_page_one_heading_and_a_way_past_the_menu(
    open_page: OpenPage, astrid: Player, addresses: list[str]
) -> None:
    page = open_page(astrid)
    nameless = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")]
        .filter(one => one.offsetParent !== null)
        .filter(one => !(one.innerText || one.getAttribute("aria-label") || (one.labels && one.labels.length)
                         || one.querySelector("title, .sr")))
        .map(one => one.outerHTML)"""
    doubled = """() => [...document.querySelectorAll("[id]")].map(one => one.id)
        .filter((id, place, all) => all.indexOf(id) !== place)"""
    alike = """() => [...document.querySelectorAll("section[aria-labelledby], [role=region]")]
        .map(one => one.getAttribute("aria-labelledby") || one.getAttribute("aria-label"))
        .filter((name, place, all) => all.indexOf(name) !== place)"""
    for path in addresses:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")  # else it has no text
        assert page.evaluate(nameless) == [], path
        assert page.evaluate(alike) == [], path
        assert page.evaluate(doubled) == [], path
        assert page.locator("h1:visible").count() == 1, path
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Skip to the content")


def test_small_targets_are_large_enough_for_a_thumb(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Table
) -> None:
    game = table(astrid, bjorn)
    page = open_page(astrid, viewport={"width": 360, "height": 720})
    page.goto(f"/g/{game.pk}/")
    small = """() => [...document.querySelectorAll("button, .button, .menu .option, select")]
        .filter(one => one.offsetParent !== null && one.getBoundingClientRect().height < 38)
        .map(one => one.outerHTML)"""
    assert page.evaluate(small) == []
    page.goto("/rules/aesir/")
    lines = """() => [...document.querySelectorAll(".contents a")].map(one => one.getBoundingClientRect().height)"""
    assert min(page.evaluate(lines)) >= 24, "a list of links stands as close as lines do"


def test_on_paper_there_is_the_log_and_no_menu(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Table
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 12)
    page = open_page(astrid)
    page.goto(f"/g/{game.pk}/log/")
    page.emulate_media(media="print")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator(".top nav")).to_be_hidden()
    box = page.locator(".log-box")
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_rules_stay_where_they_are_while_their_picture_comes(key: str, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver(all => all.getEntries().forEach(one => window.moved += one.value))"
        ".observe({type: 'layout-shift', buffered: true})"
    )
    page.goto(f"/rules/{key}/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.moved") < 0.05


def test_a_text_board_that_is_wider_than_a_phone_shows_at_which_side_it_goes_on(
    open_page: OpenPage, astrid: Player, table: Table
) -> None:
    game = table(astrid, "greedy")
    page = open_page(astrid, viewport={"width": 320, "height": 844})
    page.goto(f"/g/{game.pk}/{game.moment}/text/")
    board = page.locator(".text-board").first
    assert board.evaluate("board => board.scrollWidth > board.clientWidth"), "or nothing has to be shown"
    plain, (left, right) = ground(board, 45), (ground(board, 4), ground(board, -5))
    assert (left == plain, right == plain) == (True, False), "more lies at the right"
    board.evaluate("board => board.scrollTo(board.scrollWidth, 0)")
    assert (ground(board, 4) == plain, ground(board, -5) == plain) == (False, True)


def ground(board: Locator, x: int) -> bytes:
    """The colour of a board's ground at `x`, from the right where it is below 0, between its frame and its letters."""
    picture = Image.open(io.BytesIO(board.screenshot())).convert("RGB")
    at = x % picture.width
    return picture.crop((at, 5, at + 1, 6)).tobytes()
