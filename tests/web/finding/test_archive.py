"""The archive: every game that ended can be found again, by whoever may see it, with links that can be kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading.archive import PAGE

from .conftest import Past

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


def listed(client: Client, address: str) -> list[str]:
    """Ids of the games on a page, in its order."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.findall(r'class="title">.*?<a href="/g/([0-9a-f-]{36})/"', answer.content.decode())


def link(client: Client, address: str, rel: str) -> str:
    """The address of the page beside; empty when there is none."""
    found = re.search(rf'rel="{rel}" href="([^"]+)"', client.get(address).content.decode())
    return found[1].replace("&amp;", "&") if found else ""


def ids(games: list[Game]) -> list[str]:
    return [str(game.pk) for game in games]


def test_every_game_that_ended_is_reached_from_page_to_page_and_back(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    newest_first = ids(past(2 * PAGE + 5, astrid, bjorn))[::-1]
    client, address, seen, trail = browse(None), "/games/", list[str](), list[str]()
    while address:
        trail.append(address)
        seen += listed(client, address)
        address = link(client, address, "next")
    assert seen == newest_first
    assert len(trail) == 3
    back = link(client, trail[2], "prev")
    assert listed(client, back) == newest_first[PAGE : 2 * PAGE]
    assert listed(client, link(client, back, "prev")) == newest_first[:PAGE]
    assert not link(client, "/games/", "prev")


def test_games_that_ended_at_the_same_moment_are_each_shown_once(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    games = past(PAGE + 3, astrid, bjorn)
    Game.objects.update(ended_at=datetime(2025, 1, 1, tzinfo=UTC))
    client = browse(None)
    first = listed(client, "/games/")
    rest = listed(client, link(client, "/games/", "next"))
    assert sorted(first + rest) == sorted(ids(games))
    assert len(first) == PAGE


def test_a_page_that_was_kept_shows_the_same_games_when_others_have_ended(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    past(2 * PAGE, astrid, bjorn)
    client = browse(None)
    kept = link(client, "/games/", "next")
    before = listed(client, kept)
    past(7, astrid, bjorn, first=datetime(2025, 6, 1, tzinfo=UTC))
    assert listed(client, kept) == before


def test_a_game_is_found_by_its_game_player_year_and_result(
    astrid: Player, bjorn: Player, eir: Player, past: Past, browse: Browse
) -> None:
    (won,) = past(1, astrid, bjorn)
    (lost,) = past(1, bjorn, astrid, first=datetime(2025, 5, 1, tzinfo=UTC))
    (closed,) = past(1, astrid, "greedy", status="closed", winners=[], first=datetime(2025, 7, 1, tzinfo=UTC))
    (other,) = past(1, eir, "greedy", key="asgard", winners=[], first=datetime(2025, 6, 1, tzinfo=UTC))
    client = browse(None)
    for query, wanted in {
        "game=asgard": [other],
        "game=aesir&year=2024": [won],
        "year=2025": [closed, other, lost],
        "player=astr": [closed, lost, won],
        "player=astrid&result=won": [won],
        "player=astrid&result=not-won": [lost],
        "result=closed": [closed],
        "result=not-won": [other],
        "result=won&year=2025": [lost],
        "player=Greedy": [closed, other],
        "player=nobody": [],
    }.items():
        assert listed(client, f"/games/?{query}") == ids(wanted), query


def test_a_player_is_found_by_a_name_in_any_letters(bjorn: Player, past: Past, browse: Browse) -> None:
    olga = services.player_for("olga@example.org", name="Ольга")
    games = past(1, olga, bjorn)
    assert listed(browse(None), "/games/?player=ОЛЬ") == ids(games)


def test_what_cannot_be_read_in_an_address_looks_for_nothing(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    games = past(2, astrid, bjorn)
    for query in (
        "year=x",
        "game=chess",
        "result=draw",
        "person=7",
        "before=zz-1",
        "after=%00",
        "before=ffffffffffffff-" + "0" * 32,
    ):
        assert listed(browse(None), f"/games/?{query}") in (ids(games)[::-1], []), query


@pytest.mark.parametrize("winners", [[], [0, 1]])
def test_a_game_that_nobody_won_says_so_in_its_row(
    winners: list[int], astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    """Of partners who lost no crown is left, and no word would say why."""
    past(1, astrid, bjorn, key="yggdrasil", winners=winners)
    assert ("ended without a winner" in browse(None).get("/games/").content.decode()) == (not winners)


def test_running_games_stand_apart(astrid: Player, bjorn: Player, past: Past, browse: Browse) -> None:
    (running,) = past(1, astrid, bjorn, status="running", ended_at=None, winners=None)
    (ended,) = past(1, astrid, bjorn)
    client = browse(None)
    assert listed(client, "/games/") == [str(ended.pk)]
    assert listed(client, "/games/?state=running") == [str(running.pk)]


def test_private_and_practice_games_are_found_by_their_own_players_alone(
    astrid: Player, bjorn: Player, eir: Player, past: Past, browse: Browse
) -> None:
    (private,) = past(1, astrid, bjorn, visibility="private")
    (practice,) = past(1, astrid, "greedy", visibility="private", practice=True)
    (public,) = past(1, bjorn, eir)
    for reader in (None, eir, astrid):
        assert listed(browse(reader), "/games/") == [str(public.pk)]
        assert listed(browse(reader), "/games/?player=astrid") == []
    assert set(listed(browse(astrid), "/games/?mine=1")) == {str(private.pk), str(practice.pk)}
    assert set(listed(browse(bjorn), "/games/?mine=1")) == {str(private.pk), str(public.pk)}
    assert browse(None).get("/games/?mine=1").status_code == 302


def test_the_twenty_first_game_of_the_past_is_a_link_away_from_my_games(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    games = past(PAGE + 1, astrid, bjorn, visibility="private")
    client = browse(astrid)
    assert "/games/?mine=1" in client.get("/").content.decode()
    assert listed(client, link(client, "/games/?mine=1", "next")) == ids(games)[:1]


@pytest.mark.parametrize(
    "address",
    ["/games/", "/games/?mine=1", "/games/?player=a&result=won", "/games/?game=aesir&year=2026", "/", "/tables/"],
)
def test_a_thousand_games_cost_a_list_no_more_than_twenty(
    astrid: Player, bjorn: Player, eir: Player, past: Past, browse: Browse, address: str
) -> None:
    client = browse(astrid)
    past(3, astrid, bjorn, eir, first=datetime(2026, 1, 1, tzinfo=UTC))
    playing = {"status": "running", "ended_at": None, "winners": None, "several_seats": True}
    past(3, astrid, bjorn, "greedy", **playing)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    past(1000, astrid, bjorn, eir)
    past(40, astrid, bjorn, "greedy", **playing)
    with CaptureQueriesContext(connection) as many:
        answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert len(many) <= len(few), [one["sql"] for one in many]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) <= 15 * 1024


def test_the_archive_goes_by_an_index(astrid: Player, bjorn: Player, past: Past, browse: Browse) -> None:
    past(1000, astrid, bjorn)
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute("ANALYZE tables_game")
    client = browse(None)
    with CaptureQueriesContext(connection) as asked:
        client.get(link(client, "/games/", "next"))
    (page,) = [one["sql"] for one in asked.captured_queries if "ORDER BY" in one["sql"] and "ended_at" in one["sql"]][
        -1:
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {page}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "game_ended" in plan
    assert "Seq Scan" not in plan


def test_a_table_that_was_closed_before_it_began_is_no_game(astrid: Player, past: Past, browse: Browse) -> None:
    table = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4())
    services.close_table(table.pk, by=astrid, cause=uuid4())
    assert listed(browse(astrid), "/games/") == listed(browse(astrid), "/games/?mine=1") == []


@pytest.mark.parametrize("language, running, ended", [
    ("en", "No game is being played here now.", "No game has ended here yet."),
    ("ru", "Сейчас здесь не идёт ни одна партия.", "Здесь ещё не доиграна ни одна партия."),
])  # fmt: skip
def test_an_archive_in_which_nothing_is_says_so_and_where_to_go(
    language: str, running: str, ended: str, browse: Browse
) -> None:
    """Advice to look for less is for whoever has asked for something."""
    client = browse(None)
    for address, said in {"/games/?state=running": running, "/games/": ended}.items():
        page = client.get(address, headers={"accept-language": language}).content.decode()
        assert f'<p>{said} <a href="/tables/">' in page
    less = {"en": "leave a field empty", "ru": "оставить какое-нибудь поле пустым"}[language]
    for asked in ("player=nobody", "year=never", "game=asgard"):
        page = client.get(f"/games/?{asked}", headers={"accept-language": language}).content.decode()
        assert less in page, asked
