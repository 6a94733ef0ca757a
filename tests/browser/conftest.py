"""A real Chromium on a real server: one browser for all tests, a context of its own for each page."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from asgard_pbem.preparing import packing
from asgard_pbem.tables.models import Player
from asgard_pbem.web.requests.sessions import SessionStore
from tests.web.conftest import astrid, bjorn, eir, table

__all__ = ["astrid", "bjorn", "eir", "table"]

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# The same engine without tabs and a bar around each page, which are drawn also where nobody sees them.
WINDOWLESS = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
SERVED_S = 5.0
SEEN_MS = 20_000  # until a page shows what it should, on a machine with much else to do; by itself playwright waits 5 s
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # lines as long as they are with windows
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    # Playwright's loop runs in the tests' own thread; without this Django takes every query there for a mistake.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=SEEN_MS)
    packing.make_stale()  # what a page loads is what its sources say now
    with sync_playwright() as started:
        yield started
        # While that loop runs Django has a session of its own for it, in the same thread: only here can it be ended.
        connections.close_all()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Without windows where that is installed."""
    with playwright.chromium.launch(executable_path=_found(WINDOWLESS) or _found(CHROMIUM), args=FLAGS) as browser:
        yield browser


@pytest.fixture
def windowed(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium that people have, for what the other lacks: notices."""
    with playwright.chromium.launch(executable_path=_found(CHROMIUM), args=FLAGS) as browser:
        yield browser


def _found(path: str) -> str | None:
    return path if Path(path).exists() else None


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test wrote to the console as errors, and scripts that broke."""
    return []


@pytest.fixture
def open_page(chromium: Browser, live_server: Any, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """A page on the live server: `player` signed in, any option of a Playwright context."""
    contexts = []

    def made(player: Player | None = None, browser: Browser = chromium, **options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        if player is not None:
            context.add_cookies([session_cookie(player, live_server.url)])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield made
    for context in contexts:
        context.close()
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:  # a page that is closed is served to its end: with locks on rows
            thread.join(SERVED_S)  # that the next test's flush would wait for, as it would for the flush's tables


def session_cookie(player: Player, url: str) -> Any:
    """The cookie of a signed-in session."""
    session = SessionStore()
    session["_auth_user_id"] = str(player.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = player.get_session_auth_hash()
    session.save()
    return {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": url}
