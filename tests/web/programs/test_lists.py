"""Lists: pages by key, which stay what they were, and cost the same however much there is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.web.finding.rows import games_of_the_past
from tests.web.programs.conftest import Program, Programs

pytestmark = pytest.mark.django_db


def pages(program: Program, query: str, between: Callable[[], Any] = lambda: None) -> list[list[str]]:
    """The ids of every page from the first on; something happens between each two."""
    found, cursor = [], ""
    while True:
        page = program.get(f"/tables?{query}{cursor}")
        found.append([one["id"] for one in page["items"]])
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next'].replace('>', '%3E')}"
        between()


def test_pages_stay_while_games_end(astrid: Player, program: Programs) -> None:
    games = [str(one.pk) for one in reversed(games_of_the_past(45, astrid, "greedy"))]
    later = datetime(2025, 1, 1, tzinfo=UTC)
    found = pages(program(), "state=ended", lambda: games_of_the_past(3, astrid, "greedy", first=later))
    assert [one for page in found for one in page] == games
    assert [len(page) for page in found] == [20, 20, 5]


def test_pages_stay_while_tables_are_opened_and_lead_back(astrid: Player, program: Programs) -> None:
    open_ = {"status": "open", "started_at": None, "ended_at": None, "winners": None}
    tables = [str(one.pk) for one in reversed(games_of_the_past(25, astrid, **open_))]
    later = datetime(2025, 1, 1, tzinfo=UTC)
    found = pages(program(), "state=open", lambda: games_of_the_past(2, astrid, first=later, **open_))
    assert [one for page in found for one in page] == tables
    second = program().get("/tables?state=open")["next"].replace(">", "%3E")
    back = program().get(f"/tables?state=open&cursor={second}")["previous"].replace("<", "%3C")
    assert len(program().get(f"/tables?state=open&cursor={back}")["items"]) == 20


def test_who_asks_for_their_own_tables_gets_no_others_and_a_stranger_has_none(
    astrid: Player, bjorn: Player, table: Callable[..., Game], program: Programs
) -> None:
    own = [str(table(astrid, bjorn, visibility=visibility).pk) for visibility in ("public", "private")]
    table(bjorn, "greedy")
    assert sorted(one for page in pages(program(astrid), "mine=true") for one in page) == sorted(own)
    assert pages(program(), "mine=true") == [[]]


LISTS = ["/tables?state=ended", "/tables?state=ended&mine=true", "/me/turns", "/me/invitations"]


@pytest.mark.parametrize("query", LISTS)
def test_a_long_list_costs_the_queries_of_a_short_one(query: str, astrid: Player, program: Programs) -> None:
    mine = program(astrid)
    counted = []
    for more in (2, 15):
        games_of_the_past(more, astrid, "greedy")
        mine.get(query)  # what is kept by the process
        with CaptureQueriesContext(
            connection,
        ) as asked:
            mine.get(query)
        counted.append(len(asked))
    assert counted[0] == counted[1] <= 12


def test_moments_and_messages_come_in_pages(
    astrid: Player, bjorn: Player, table: Callable[..., Game], program: Programs
) -> None:
    game, mine = table(astrid, bjorn), program(astrid)
    for number in range(5):
        mine.post(f"/tables/{game.pk}/messages", {"text": f"Number {number}"})
    for what, least in (("messages", 5), ("moments", 3)):
        found, cursor = [], ""
        while True:
            page = mine.get(f"/tables/{game.pk}/{what}?limit=2{cursor}")
            found += page["items"]
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert found == mine.get(f"/tables/{game.pk}/{what}")["items"]
        assert len(found) >= least
        assert mine.get(f"/tables/{game.pk}/{what}?limit={len(found)}")["next"] is None


def test_what_is_looked_for_is_found_as_on_the_page(astrid: Player, bjorn: Player, program: Programs) -> None:
    won, lost = games_of_the_past(1, astrid, bjorn), games_of_the_past(1, bjorn, astrid)
    found = program().get("/tables?state=ended&player=astr&result=won")["items"]
    assert [one["id"] for one in found] == [str(won[0].pk)]
    assert found[0]["seats"][0]["won"]
    assert program().get(f"/tables?state=ended&person={bjorn.pk}&result=won")["items"][0]["id"] == str(lost[0].pk)
    assert program().get("/tables?state=ended&game=asgard")["items"] == []
    assert program().get("/tables?state=ended&mine=true")["items"] == []
    assert program().ask("GET", f"/tables?person={uuid4()}").status_code == 404


def test_a_name_from_the_right_is_the_same_letters_wherever_it_stands_alone(
    astrid: Player, bjorn: Player, table: Callable[..., Game], program: Programs
) -> None:
    """The marks that isolate it belong to sentences; a program compares names."""
    services.update_player(astrid, name="דוד")
    game, mine = table(astrid, bjorn), program(astrid)
    mine.post(f"/tables/{game.pk}/messages", {"text": "Shalom"})
    names = {
        mine.get(f"/players/{astrid.pk}")["name"],
        mine.get(f"/tables/{game.pk}")["seats"][0]["name"],
        mine.get("/tables?state=running")["items"][0]["seats"][0]["name"],
        mine.get(f"/tables/{game.pk}/questions")["items"][0]["name"],
        mine.get(f"/tables/{game.pk}/messages")["items"][0]["name"],
    }
    assert names == {"דוד"}
