"""Every answer tells the language that it is really in, to programs and to whoever reads a page aloud."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
NOWHERE = "00000000-0000-4000-8000-000000000000"


def told(client: Client, path: str, browser: str) -> tuple[str, str]:
    """What the answer says in its header and, where it is a page, in itself."""
    client.raise_request_exception = False
    page = client.get(path, headers={"Accept-Language": browser, "Accept": "text/html"})
    assert {"Accept-Language", "Cookie"} <= {*page.headers["Vary"].split(", ")}, "a cache must not give it to others"
    found = re.search(r'<html lang="(\w+)"', page.content.decode(errors="replace"))
    return page.headers["Content-Language"], found[1] if found else ""


@pytest.mark.parametrize(
    "door, is_page",
    [("embed/", True), ("3/embed/", True), ("feed.atom", False), ("moving.gif", False), ("3/card.png", False)],
)
def test_what_an_address_names_is_told_though_its_reader_has_another_language(
    door: str, is_page: bool, astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 12)
    for reader in (None, astrid):
        assert told(browse(reader), f"/g/{game.pk}/{door}?language=ru", "en") == ("ru", "ru" if is_page else "")


@pytest.mark.parametrize("path", ["/help/", "/nothing", f"/g/{NOWHERE}/embed/?language=ru"])
def test_pages_and_what_is_missing_tell_the_readers_language(path: str, astrid: Player, browse: Browse) -> None:
    for browser in ("en", "ru"):
        assert told(browse(None), path, browser) == (browser, browser)
    services.update_player(astrid, language="ru")
    assert told(browse(astrid), path, "en") == ("ru", "ru")


def test_the_page_for_what_broke_is_in_both(astrid: Player, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks nothing that may be broken, so it does not know in which language its reader reads."""
    monkeypatch.setattr("asgard_pbem.web.shown.finding.lists.open_tables", lambda *_: 1 / 0)
    services.update_player(astrid, language="ru")
    for reader in (None, astrid):
        assert told(browse(reader), "/tables/", "ru") == ("en, ru", "en")
