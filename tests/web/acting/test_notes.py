"""Private notes on the page of a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables.models import Game, Memo, Player
from tests.web.acting.test_playing import page

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


@pytest.fixture
def game(astrid: Player, bjorn: Player, eir: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn, eir)


def send(client: Client, game: Game, moment: int, act: str = "note", **data: str) -> str:
    answer = client.post(f"/g/{game.pk}/{moment}/{act}/", {"nonce": str(uuid4()), **data}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_note_is_kept_to_the_moment_shown_or_to_the_table(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    assert "Wolves ahead" in send(client, game, 2, text="Wolves ahead", to="moment")
    assert "A long game" in send(client, game, 2, text="A long game", to="table")
    assert set(Memo.objects.values_list("number", "moment")) == {(1, 2), (2, None)}
    assert f'href="/g/{game.pk}/2/#notes"' in page(client, game)


def test_it_is_thrown_away(astrid: Player, game: Game, browse: Browse) -> None:
    send(browse(astrid), game, 2, text="Wolves ahead", to="moment")
    assert "Wolves ahead" not in send(browse(astrid), game, 2, "note/drop", number="1")


def test_a_refused_note_stands_in_its_form_again(astrid: Player, game: Game, browse: Browse) -> None:
    shown = send(browse(astrid), game, 9999, text="Kept words", to="moment")
    assert "Kept words</textarea>" in shown
    assert not Memo.objects.exists()


@pytest.mark.parametrize("text", ["", "\u200b", "x" * 2001])
def test_what_is_no_note_is_not_kept(astrid: Player, game: Game, browse: Browse, text: str) -> None:
    send(browse(astrid), game, 2, text=text, to="moment")
    assert not Memo.objects.exists()


def test_others_and_strangers_see_none_and_strangers_no_form(
    astrid: Player, bjorn: Player, game: Game, browse: Browse
) -> None:
    send(browse(astrid), game, 2, text="Wolves ahead", to="moment")
    for one in (bjorn, None):
        assert "Wolves ahead" not in page(browse(one), game)
    assert 'id="note-text"' not in page(browse(None), game)


def test_they_are_ones_own_to_take_away(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    send(browse(astrid), game, 2, text="Волки впереди", to="moment")
    assert json.loads(browse(astrid).get("/settings/notes.json").content)["notes"][0]["text"] == "Волки впереди"
    assert json.loads(browse(bjorn).get("/settings/notes.json").content) == {"notes": []}
    assert browse(None).get("/settings/notes.json").status_code == 302
