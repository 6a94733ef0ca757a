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
from playwright.sync_api import Browser, Page, sync_playwright

from asgard_pbem.preparing import packing
from asgard_pbem.tables.models import Player
from asgard_pbem.web.requests.sessions import SessionStore
from tests.web.conftest import astrid, bjorn, eir, table

__all__ = ["astrid", "bjorn", "eir", "table"]

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SERVED_S = 5.0
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    # Playwright's loop runs in the tests' own thread; without this Django takes every query there for a mistake.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    packing.make_stale()  # what a page loads is what its sources say now
    path = CHROMIUM if Path(CHROMIUM).exists() else None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
        # While that loop runs Django has a session of its own for it, in the same thread: only here can it be ended.
        connections.close_all()


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test wrote to the console as errors, and scripts that broke."""
    return []


@pytest.fixture
def open_page(chromium: Browser, live_server: Any, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """A page on the live server: `player` signed in, any option of a Playwright context."""
    contexts = []

    def made(player: Player | None = None, **options: Any) -> Page:
        context = chromium.new_context(base_url=live_server.url, **options)
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
