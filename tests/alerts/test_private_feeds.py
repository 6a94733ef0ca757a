"""Feeds of private tables and of one's own games: behind marks that only their owners know and can end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client, override_settings

from asgard_pbem.alerts import private_feeds
from asgard_pbem.serving.logs import masked
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.web.programs.conftest import program
from tests.web.test_secret_events import FORM
from tests.web.test_watching import play

__all__ = ["program"]

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
ADDRESS = re.compile(r"/(?:g|players)/[0-9a-f-]{36}/feed/([0-9a-f]{40})\.atom")
NOWHERE = "00000000-0000-4000-8000-000000000000"
NO_MARK = "0" * 40


@pytest.fixture
def private(astrid: Player, bjorn: Player, table: Table) -> Game:
    game = table(astrid, bjorn, title="Vigrid", visibility="private")
    play(game, [astrid, bjorn], 8)
    return game


def address(browse: Browse, player: Player, page: str) -> str:
    """The address that a page tells its reader."""
    found = ADDRESS.search(browse(player).get(page).content.decode())
    assert found is not None
    return found[0]


def begin(browse: Browse, player: Player, act: str = "renew") -> None:
    browse(player).post("/settings/calendar/", {"act": act})


def entries(feed: bytes) -> list[dict[str, str]]:
    """What each entry says, by the name of its element."""
    found = ET.fromstring(feed.decode()).iterfind("{http://www.w3.org/2005/Atom}entry")
    return [{one.tag.partition("}")[2]: one.text or "" for one in entry} for entry in found]


def test_a_private_table_has_a_feed_for_who_sits_there_and_shows_what_a_spectator_would_see(
    private: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    page = f"/g/{private.pk}/"
    before = browse(astrid).get(page).content.decode()
    assert "/settings/#calendar" in before, "where an address is made"
    assert not ADDRESS.search(before)
    begin(browse, astrid)
    path = address(browse, astrid, page)
    answers = [browse(reader).get(path) for reader in (None, astrid, bjorn)]
    assert {one.content for one in answers} == {answers[0].content}, "nobody's session matters"
    told = answers[0]
    assert told.status_code == 200
    assert told.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert told.headers["Cache-Control"] == "private, no-cache"
    assert (told.headers["Referrer-Policy"], told.headers["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert 'rel="self"' not in told.content.decode()
    assert path not in told.content.decode(), "readers hand entries on with what stands in their feed's head"
    assert not re.search(r"[\w.]+@[\w.]+", told.content.decode()), "no address of people"
    mine = entries(told.content)
    Game.objects.filter(pk=private.pk).update(visibility="public")
    assert entries(browse(None).get(f"{page}feed.atom").content) == mine
    assert browse(None).get(path).status_code == 404, "a public table has a public address"
    again = path and browse(None).get(path, headers={"if-none-match": told.headers["ETag"]})
    assert again.status_code == 404, "what a reader keeps does not outlive it"


def test_nobody_else_is_told_the_address(
    private: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    begin(browse, astrid)
    mark = private_feeds.table_mark(private, astrid)
    assert mark in browse(astrid).get(f"/g/{private.pk}/").content.decode()
    for reader in (bjorn, eir, None):
        for path in (f"/g/{private.pk}/", f"/g/{private.pk}/3/", f"/g/{private.pk}/latest/", "/", "/settings/"):
            assert mark not in browse(reader).get(path).content.decode()
    begin(browse, bjorn)
    theirs = private_feeds.table_mark(private, bjorn)
    assert theirs not in ("", mark), "to each their own"
    assert private_feeds.table_mark(private, eir) == private_feeds.table_mark(private, None) == ""
    begin(browse, eir)
    assert private_feeds.table_mark(private, eir) == "", "who does not sit there has none"


def test_a_mark_that_is_none_cannot_be_told_from_a_table_that_is_none(
    private: Game, astrid: Player, bjorn: Player, table: Table, browse: Browse, django_assert_num_queries: Any
) -> None:
    begin(browse, astrid)
    mark, other = private_feeds.table_mark(private, astrid), table(astrid, bjorn, visibility="private")
    assert private_feeds.table_mark(other, astrid) != mark
    public = table(astrid, bjorn)
    own = private_feeds.games_mark(astrid)
    asked = [(other.pk, mark), (private.pk, NO_MARK), (private.pk, own), (public.pk, mark), (NOWHERE, mark)]
    pages = []
    for game, tried in asked:
        with django_assert_num_queries(1):
            answer = browse(None).get(f"/g/{game}/feed/{tried}.atom")
        assert answer.status_code == 404
        pages.append(FORM.sub("", answer.content.decode()).replace(str(game), NOWHERE).replace(tried, NO_MARK))
    assert len(set(pages)) == 1
    assert browse(None).get(f"/g/{private.pk}/feed.atom").status_code == 404


def test_it_ends_with_the_address_of_the_calendar(private: Game, astrid: Player, browse: Browse) -> None:
    begin(browse, astrid)
    first = address(browse, astrid, f"/g/{private.pk}/"), address(browse, astrid, "/settings/")
    begin(browse, astrid)
    second = address(browse, astrid, f"/g/{private.pk}/"), address(browse, astrid, "/settings/")
    assert [browse(None).get(path).status_code for path in (*first, *second)] == [404, 404, 200, 200]
    begin(browse, astrid, "end")
    assert [browse(None).get(path).status_code for path in second] == [404, 404]
    assert not ADDRESS.search(browse(astrid).get("/settings/").content.decode())


def test_who_hosts_a_private_table_without_a_seat_has_its_feed_too(
    astrid: Player, bjorn: Player, browse: Browse
) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), sit=(), visibility="private")
    begin(browse, astrid)
    assert browse(None).get(address(browse, astrid, f"/g/{game.pk}/")).status_code == 200
    begin(browse, bjorn)
    assert private_feeds.table_mark(game, bjorn) == ""


def test_who_leaves_or_is_forgotten_has_none_any_more(
    private: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    for player in (bjorn, astrid):
        begin(browse, player)
    paths = {one: f"/g/{private.pk}/feed/{private_feeds.table_mark(private, one)}.atom" for one in (astrid, bjorn)}
    filling = services.open_table(opened_by=eir, key="aesir", seats=3, cause=uuid4(), visibility="private")
    offered = services.invite(filling.pk, by=eir, email=bjorn.email, cause=uuid4(), seat=1)
    services.accept_invitation(offered.pk, player=bjorn, cause=uuid4())
    sitting = f"/g/{filling.pk}/feed/{private_feeds.table_mark(filling, bjorn)}.atom"
    assert [browse(None).get(one).status_code for one in (*paths.values(), sitting)] == [200, 200, 200]
    services.leave_table(filling.pk, player=bjorn, cause=uuid4())
    assert browse(None).get(sitting).status_code == 404
    services.resign(private.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    assert browse(bjorn).get(f"/g/{private.pk}/").status_code == 404
    assert browse(None).get(paths[bjorn]).status_code == 404
    own = f"/players/{astrid.pk}/feed/{private_feeds.games_mark(astrid)}.atom"
    assert browse(None).get(own).status_code == 200
    services.erase_player(Player.objects.get(pk=astrid.pk))
    assert [browse(None).get(path).status_code for path in (paths[astrid], own)] == [404, 404]


def test_a_feed_of_ones_own_games_tells_of_private_ones_too(
    private: Game, astrid: Player, bjorn: Player, eir: Player, table: Table, browse: Browse
) -> None:
    begin(browse, astrid)
    table(astrid, eir, title="Idavoll")
    table(bjorn, eir, title="Gimle", visibility="private")
    path = address(browse, astrid, "/settings/")
    told = browse(None).get(path)
    assert told.headers["Cache-Control"] == "private, no-cache"
    assert sorted(one["title"] for one in entries(told.content)) == [
        "Idavoll (Aesir) has begun.", "Vigrid (Aesir) has begun.",
    ]  # fmt: skip
    play(private, [astrid, bjorn], 500)
    over = browse(None).get(path).content.decode()
    assert "Vigrid (Aesir) is over. Won by:" in over
    assert not re.search(r"[\w.]+@[\w.]+", over)
    services.set_page(astrid, on=True)
    assert "Vigrid" not in browse(None).get(f"/players/{astrid.pk}/feed.atom").content.decode()
    for person, mark in ((bjorn.pk, private_feeds.games_mark(astrid)), (astrid.pk, NO_MARK), (NOWHERE, NO_MARK)):
        assert browse(None).get(f"/players/{person}/feed/{mark}.atom").status_code == 404


def test_it_speaks_its_owners_language_or_the_one_asked_for(private: Game, astrid: Player, browse: Browse) -> None:
    begin(browse, astrid)
    services.update_player(astrid, language="ru")
    for page in (f"/g/{private.pk}/", "/settings/"):
        path = address(browse, astrid, page)
        assert re.search("[а-я]{4}", browse(None).get(path, headers={"accept-language": "en"}).content.decode())
        english = browse(None).get(f"{path}?language=en")
        assert english.headers["Content-Language"] == "en"
        assert not re.search("[а-я]{4}", english.content.decode())


def test_no_log_shows_it_and_a_key_of_before_still_opens_it(private: Game, astrid: Player, browse: Browse) -> None:
    begin(browse, astrid)
    for page in (f"/g/{private.pk}/", "/settings/"):
        path = address(browse, astrid, page)
        mark = path.rpartition("/")[2].removesuffix(".atom")
        assert mark not in masked(f'"GET {path} HTTP/1.1" 200')
        with override_settings(SECRET_KEY="another" * 10, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
            assert browse(None).get(path).status_code == 200
        with override_settings(SECRET_KEY="another" * 10, SECRET_KEY_FALLBACKS=[]):
            assert browse(None).get(path).status_code == 404


def test_programs_are_told_it_as_pages_are(
    private: Game, astrid: Player, bjorn: Player, browse: Browse, program: Any
) -> None:
    begin(browse, astrid)
    feed = program(astrid).get(f"/tables/{private.pk}")["addresses"]["feed"]
    assert feed == settings.PUBLIC_URL + address(browse, astrid, f"/g/{private.pk}/")
    assert program(bjorn).get(f"/tables/{private.pk}")["addresses"]["feed"] == ""
    assert program(astrid).get("/me")["feed"] == settings.PUBLIC_URL + address(browse, astrid, "/settings/")
    assert program(bjorn).get("/me")["feed"] == ""
