"""A person's page: the name they chose and their public games, for as long as they want it."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.naming import game_title
from engine.table import registry

from .conftest import Past
from .test_archive import listed

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


def page(reader: Client, player: Player) -> str:
    answer = reader.get(f"/players/{player.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def record(text: str) -> dict[str, tuple[int, int]]:
    lines = re.findall(r'<th scope="row">([^<]+)</th><td class="number">(\d+)</td><td class="number">(\d+)</td>', text)
    return {title: (int(games), int(won)) for title, games, won in lines}


def test_a_page_tells_the_games_and_the_wins_of_each_game(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    past(3, astrid, bjorn)
    past(2, bjorn, astrid, key="asgard")
    past(1, astrid, astrid, bjorn, key="yggdrasil", winners=[0, 1, 2])  # two seats of one game
    past(1, astrid, bjorn, status="closed", winners=[])
    assert record(page(browse(None), astrid)) == {
        "Aesir": (3, 3), "Asgard": (2, 0), "Yggdrasil": (1, 1), "Together": (6, 4),
    }  # fmt: skip
    assert record(page(browse(None), bjorn))["Together"] == (6, 3)


@pytest.mark.parametrize("reader", [None, "astrid", "bjorn"])
def test_a_page_tells_of_public_games_alone_and_the_same_to_everybody(
    astrid: Player, bjorn: Player, past: Past, browse: Browse, reader: str | None
) -> None:
    (public,) = past(1, astrid, bjorn)
    past(2, astrid, bjorn, visibility="private", title="A secret evening")
    past(1, astrid, "greedy", visibility="private", practice=True)
    client = browse({"astrid": astrid, "bjorn": bjorn}.get(reader or ""))
    text = page(client, astrid)
    assert record(text) == {"Aesir": (1, 1)}
    assert listed(client, f"/players/{astrid.pk}/") == [str(public.pk)]
    assert "A secret evening" not in text


def test_no_page_and_no_list_tells_an_address(astrid: Player, bjorn: Player, past: Past, browse: Browse) -> None:
    past(1, astrid, bjorn)
    past(1, astrid, bjorn, status="running", ended_at=None, winners=None)
    for path in (f"/players/{astrid.pk}/", "/games/", "/games/?player=astrid", "/tables/", "/games/?state=running"):
        for reader in (None, bjorn):
            text = browse(reader).get(path).content.decode()
            assert "@" not in text, path


def test_a_name_in_a_list_leads_to_the_page(astrid: Player, past: Past, browse: Browse) -> None:
    past(1, astrid, "greedy")
    text = browse(None).get("/games/").content.decode()
    assert f'<a href="/players/{astrid.pk}/">Astrid</a>' in text
    assert text.count("/players/") == 1  # a bot has none


def test_whoever_wants_no_page_has_none_and_is_not_found_by_the_name(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    games = past(1, astrid, bjorn)
    services.set_page(astrid, on=False)
    for reader in (None, bjorn):
        client = browse(reader)
        assert client.get(f"/players/{astrid.pk}/").status_code == 404
        assert client.get(f"/games/?person={astrid.pk}").status_code == 404
        assert listed(client, "/games/?player=astrid") == []
        assert listed(client, "/games/") == [str(game.pk) for game in games]
        assert f"/players/{astrid.pk}/" not in client.get("/games/").content.decode()
    assert "Nobody but you sees this page" in page(browse(astrid), astrid)


def test_the_settings_switch_the_page_off(astrid: Player, browse: Browse) -> None:
    client = browse(astrid)
    form = {
        "name": "Astrid",
        "language": "en",
        "time_zone": "UTC",
        "mail_on": "on",
        "receipts": "on",
        "digest": "never",
    }
    client.post("/settings/", {**form, "invitations_on": "on"})
    assert browse(None).get(f"/players/{astrid.pk}/").status_code == 404
    client.post("/settings/", {**form, "invitations_on": "on", "page_on": "on"})
    assert browse(None).get(f"/players/{astrid.pk}/").status_code == 200


def test_at_my_own_tables_i_find_also_whoever_wants_no_page(
    astrid: Player, bjorn: Player, past: Past, browse: Browse
) -> None:
    (game,) = past(1, astrid, bjorn)
    services.set_page(bjorn, on=False)
    assert listed(browse(astrid), "/games/?mine=1&player=bjorn") == [str(game.pk)]


def test_a_page_follows_a_new_name_and_the_old_one_finds_nothing(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.update_player(astrid, name="Sigrid")
    text = page(browse(None), astrid)
    assert "Sigrid" in text
    assert "Astrid" not in text
    assert listed(browse(None), "/games/?state=running&player=astrid") == []
    assert listed(browse(None), "/games/?state=running&player=sigrid") == [str(game.pk)]


def test_who_is_forgotten_has_no_page_and_is_found_by_nothing(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.close_table(game.pk, by=None, cause=uuid4())
    services.erase_player(astrid)
    client = browse(bjorn)
    assert client.get(f"/players/{astrid.pk}/").status_code == 404
    assert client.get(f"/games/?person={astrid.pk}").status_code == 404
    assert listed(client, "/games/?player=astrid") == []
    text = client.get("/games/").content.decode()
    assert "Astrid" not in text
    assert str(astrid.pk) not in text
    assert listed(client, "/games/") == [str(game.pk)]


def test_who_never_chose_a_name_has_no_page(past: Past, bjorn: Player, browse: Browse) -> None:
    nameless = services.player_for("nameless@example.org")
    past(1, nameless, bjorn)
    assert browse(None).get(f"/players/{nameless.pk}/").status_code == 404
    assert "Without a name" in page(browse(nameless), nameless)


def test_a_game_that_was_not_there_has_its_title_once_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    there = registry.games()
    monkeypatch.setattr(registry, "games", dict)
    assert game_title("aesir", "nb") == "aesir"
    monkeypatch.setattr(registry, "games", lambda: there)
    assert game_title("aesir", "nb") == "Aesir"
