"""What who comes for the first time waits for: every byte of each request of a page, in Chromium, by a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.bench.rows import Row, rounds, row

MOST_KB = 60
# How a reader's people are called: who reads Russian plays with people whose names have Russian letters.
NAMES = {"en": ("Astrid", "Bjorn", "Eir", "Sigurd"), "ru": ("Астрид", "Бьёрн", "Эйр", "Сигурд")}
SCREEN = {"width": 1280, "height": 900}


def rows(games: dict[str, Any]) -> list[Row]:
    """Tables now and in their midst, lists and manuals, for readers of either language who keep nothing yet."""
    from asgard_pbem.preparing import packing

    packing.make_stale()
    pages = {"the first page": "/", "the archive": "/games/", "the tables": "/tables/", "help": "/help/"}
    for key, game in games.items():
        pages[f"{key}: the table"] = f"/g/{game.pk}/"
        pages[f"{key}: a past moment"] = f"/g/{game.pk}/{1 + game.moment * 3 // 5}/"
        pages[f"{key}: the manual"] = f"/rules/{key}/"
    found = []
    with _visits() as visit:
        for language, names in list(NAMES.items())[: rounds(2)]:
            for game in games.values():
                game.names = list(names[: game.seats])
                game.save(update_fields=["names"])
            found += [_row(name, language, visit(path, language)) for name, path in pages.items()]
    return found


def _row(name: str, language: str, kilobytes: float) -> Row:
    return row(
        f"{name}, first view ({language})", kilobytes, "KB", baseline=None,
        target=f"<= {MOST_KB} KB, all requests", met=kilobytes <= MOST_KB,
    )  # fmt: skip


@contextmanager
def _visits() -> Iterator[Any]:
    """A function of path and language: how many KB travel until nothing more is asked for."""
    from django.conf import settings
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.db import connections
    from django.test.testcases import LiveServerThread
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    settings.ALLOWED_HOSTS = ["localhost"]
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
    server = LiveServerThread("localhost", lambda handler: handler)
    server.daemon = True
    server.server_class = type("Waits", (ThreadedWSGIServer,), {"daemon_threads": False})  # for who still has the store
    server.start()
    server.is_ready.wait()
    if server.error is not None:
        raise server.error
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

            def visit(path: str, language: str) -> float:
                context = browser.new_context(locale=language, viewport=SCREEN)
                page, sizes = context.new_page(), list[float]()
                network = context.new_cdp_session(page)
                network.send("Network.enable")
                network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
                page.goto(f"http://localhost:{server.port}{path}", wait_until="networkidle")
                context.close()
                return sum(sizes) / 1024

            try:
                yield visit
            finally:
                browser.close()
                connections.close_all()  # those of this thread while the browser's loop runs in it
    finally:
        server.terminate()
