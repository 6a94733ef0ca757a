"""Private notes on the page of a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Memo, Player
from asgard_pbem.tables.services.persons import memos
from tests.web.acting.test_playing import page

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


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


def test_it_stands_in_the_log_below_its_moment_and_where_that_moment_is_shown(
    astrid: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    send(client, game, 2, text="Wolves <ahead>", to="moment")
    send(client, game, 2, text="A long game", to="table")
    log = client.get(f"/g/{game.pk}/1/").content.decode().partition('id="log"')[2].partition("</ol>")[0]
    assert "Wolves &lt;ahead&gt;" in log.partition('id="m2"')[2]
    assert "A long game" not in log
    assert 'data-from="2" data-to="2" hidden' in client.get(f"/g/{game.pk}/1/").content.decode()
    assert 'data-from="2" data-to="2">' in client.get(f"/g/{game.pk}/2/").content.decode()
    assert "Wolves" not in client.get(f"/g/{game.pk}/log/").content.decode(), "what is printed is given away"


def test_it_is_changed_and_stays_at_its_moment(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    send(browse(astrid), game, 2, text="Wolves ahead", to="moment")
    shown = send(browse(astrid), game, 1, "note/change", number="1", text="Only ravens")
    assert "Only ravens" in shown
    assert "Wolves" not in shown
    send(browse(bjorn), game, 2, "note/change", number="1", text="Not mine")
    (note,) = Memo.objects.all()
    assert (note.text, note.moment) == ("Only ravens", 2)


def test_a_refused_change_loses_no_word(astrid: Player, game: Game, browse: Browse) -> None:
    shown = send(browse(astrid), game, 2, "note/change", number="7", text="Kept words")
    assert "Kept words</textarea>" in shown
    assert '<details class="new-note" open>' in shown


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


def test_each_counts_and_throws_away_their_own_alone(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    """By a number of another's one could see how many notes others have written."""
    for one in (astrid, bjorn):
        send(browse(one), game, 2, text="Wolves ahead", to="moment")
    assert {*Memo.objects.values_list("player", "number")} == {(astrid.pk, 1), (bjorn.pk, 1)}
    send(browse(bjorn), game, 2, "note/drop", number="1")
    assert [one.player for one in Memo.objects.all()] == [astrid]
    send(browse(bjorn), game, 2, "note/drop", number="1")
    assert [one.player for one in Memo.objects.all()] == [astrid]


def test_a_table_takes_so_many_of_one_person_and_the_same_form_once(
    astrid: Player, bjorn: Player, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memos, "MEMOS_A_TABLE", 2)
    cause = uuid4()
    first = services.keep_memo(game.pk, player=astrid, text="Wolves ahead", cause=cause)
    assert services.keep_memo(game.pk, player=astrid, text="Wolves ahead", cause=cause) == first
    services.keep_memo(game.pk, player=astrid, text="Ravens", moment=game.moment, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_MANY_MEMOS"):
        services.keep_memo(game.pk, player=astrid, text="Bears", cause=uuid4())
    services.keep_memo(game.pk, player=bjorn, text="Bears", cause=uuid4())
    for moment in (0, game.moment + 1):
        with pytest.raises(services.ServiceError, match="E_MOMENT"):
            services.keep_memo(game.pk, player=bjorn, text="Bears", moment=moment, cause=uuid4())


def test_to_a_private_table_only_who_may_look_at_it_keeps_or_changes_any(
    astrid: Player, bjorn: Player, eir: Player, table: Table
) -> None:
    """Who is invited may; who is invited elsewhere, or gave their seat up, may not, but can throw theirs away."""
    one, other = (
        services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4(), visibility="private")
        for _ in range(2)
    )
    services.invite(one.pk, by=astrid, email=eir.email, cause=uuid4())
    services.keep_memo(one.pk, player=eir, text="Wolves ahead", cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_NO_GAME"):
        services.keep_memo(other.pk, player=eir, text="Wolves ahead", cause=uuid4())
    running = table(astrid, bjorn, visibility="private")
    note = services.keep_memo(running.pk, player=bjorn, text="Wolves ahead", cause=uuid4())
    services.resign(running.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_NO_GAME"):
        services.change_memo(running.pk, player=bjorn, number=note.number, text="Bears")
    services.drop_memo(running.pk, player=bjorn, number=note.number)
    assert [kept.player for kept in Memo.objects.all()] == [eir]


def test_they_are_ones_own_to_take_away(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    send(browse(astrid), game, 2, text="Волки впереди", to="moment")
    assert json.loads(browse(astrid).get("/settings/notes.json").content)["notes"][0]["text"] == "Волки впереди"
    assert json.loads(browse(bjorn).get("/settings/notes.json").content) == {"notes": []}
    assert browse(None).get("/settings/notes.json").status_code == 302
