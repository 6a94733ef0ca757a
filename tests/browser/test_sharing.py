"""What leaves the house, in a real Chromium: a board in somebody else's page, links to copy, a notice that comes."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from asgard_pbem.alerts import calendars, keys, subscribing
from asgard_pbem.tables.models import Game, Player
from tests.alerts.conftest import Browser as Told
from tests.browser.test_accessible import violations
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOWN = """navigator.serviceWorker.ready.then((ready) => ready.getNotifications())
    .then((found) => found.map((one) => [one.title, one.body, one.data.url]))"""
OpenPage = Callable[..., Page]
Table = Callable[..., Game]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Table) -> Game:
    made = table(astrid, bjorn, title="Vigrid")
    play(made, [astrid, bjorn], 12)
    return made


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """A page of somebody else's: another origin on this machine, with these lines in it."""
    shown = [""]

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>A blog</title><h1>A blog</h1>{shown[0]}".encode())

        def log_message(self, *_: Any) -> None:
            """Nothing on the console."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def holding(lines: str) -> str:
        shown[0] = lines
        return f"http://127.0.0.1:{server.server_port}/"

    yield holding
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_board_on_somebody_elses_page_is_gone_through_without_scripts(
    width: int,
    game: Game,
    astrid: Player,
    open_page: OpenPage,
    elsewhere: Callable[[str], str],
    live_server: Any,
    settings: Any,
) -> None:
    settings.PUBLIC_URL = live_server.url
    own = open_page(astrid)
    own.goto(f"/g/{game.pk}/5/")
    snippet = own.locator("#share-snippet").input_value()
    page = open_page(astrid, java_script_enabled=False, viewport={"width": width, "height": 844})
    page.goto(elsewhere(snippet))
    frame = page.frame_locator("iframe")
    assert "5/" in frame.locator(".told").inner_text()
    frame.get_by_role("link", name="Next moment").click()
    frame.get_by_text("6/").wait_for()
    frame.locator(".small-slider ol a").first.click()
    frame.locator('.small-slider a[aria-current="true"]', has_text="1").wait_for()
    frame.locator(".small-slider ol a").last.click()
    frame.locator(".told", has_text=f"{game.moment}/{game.moment}").wait_for()
    board = frame.locator(".board .sheet")
    assert board.evaluate("one => one.clientHeight > 100 && one.scrollWidth <= innerWidth")


def test_no_other_page_can_be_framed(
    game: Game, open_page: OpenPage, elsewhere: Callable[[str], str], live_server: Any
) -> None:
    page = open_page()
    page.goto(elsewhere(f'<iframe src="{live_server.url}/g/{game.pk}/"></iframe>'))
    page.wait_for_load_state("networkidle")
    framed = next(one for one in page.frames if one != page.main_frame)
    assert "Vigrid" not in framed.content()


def test_what_is_copied_is_of_the_moment_shown(game: Game, open_page: OpenPage, complaints: list[str]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"], viewport={"width": 390, "height": 844})
    page.goto(f"/g/{game.pk}/5/")
    page.locator("#share summary").click()
    page.locator("#step-next").click()
    page.locator("#share-moment", has_text="6").wait_for()
    for field, end in (("share-link", "/6/"), ("share-snippet", '/6/embed/"')):
        page.locator(f'[data-copies="{field}"]').click()
        page.locator("#copied", has_text="Copied").wait_for()
        assert end in page.evaluate("navigator.clipboard.readText()")
    assert "/6/card.png" in str(page.locator("#share-card").get_attribute("href"))
    assert "to=6" in str(page.locator("#share-moving").get_attribute("href"))
    assert complaints == []


def test_a_notice_comes_and_says_no_more_than_that_a_table_waits(
    windowed: Browser, game: Game, astrid: Player, open_page: OpenPage, settings: Any, live_server: Any
) -> None:
    """Delivered to the worker by Chromium's own tools: what comes before it, a push service, no test reaches."""
    settings.VAPID_PRIVATE_KEY = keys.fresh()
    page = open_page(astrid, windowed, permissions=["notifications"])
    page.goto("/settings/")
    page.evaluate("navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready)")
    tools, registered = page.context.new_cdp_session(page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    for _ in range(100):
        page.wait_for_timeout(50)
        if registered:
            break
    notice = {"title": "Asgard PBEM", "body": "A table waits for you.", "url": f"/g/{game.pk}/", "tag": "x"}
    given = {"origin": live_server.url, "registrationId": registered[0]["registrationId"], "data": json.dumps(notice)}
    shown: Any = []
    for _ in range(20):  # what comes before the worker is ready is lost; what comes twice is one by its tag
        tools.send("ServiceWorker.deliverPushMessage", given)
        page.wait_for_timeout(250)
        if shown := page.evaluate(SHOWN):
            break
    assert shown == [["Asgard PBEM", "A table waits for you.", f"/g/{game.pk}/"]]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_settings_with_a_calendar_and_a_browser_are_for_everybody(
    width: int, astrid: Player, open_page: OpenPage, settings: Any
) -> None:
    settings.VAPID_PRIVATE_KEY = keys.fresh()
    calendars.renew(astrid)
    subscribing.subscribe(astrid, **Told("https://web.push.apple.com/x").given)
    page = open_page(astrid, viewport={"width": width, "height": 900})
    page.goto("/settings/")
    page.get_by_role("button", name="Tell me in this browser").wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in violations(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
