"""The button below a result: the same table anew, as the word `again` opens it by mail."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.web.requests import tokens
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
BUTTON = "Play again"
MOST_MOVES = 200  # more than any game of two has


@pytest.fixture
def over(table: Callable[..., Game], astrid: Player, bjorn: Player) -> Game:
    """A private game of two that has come to its end."""
    game = table(astrid, bjorn, visibility="private", title="Thing")
    play(game, [astrid, bjorn], MOST_MOVES)
    return game


def page(client: Client, game: Game) -> str:
    answer = client.get(f"/g/{game.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def pressed(client: Client, game: Game) -> str:
    """What the reader is shown after the button, on whatever page they are led to."""
    answer = client.post(f"/g/{game.pk}/again/", {"nonce": str(uuid4())}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def anew(over: Game) -> Game:
    return Game.objects.exclude(pk=over.pk).get()


def test_it_opens_the_same_table_and_invites_the_others_once(
    over: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    client = browse(astrid)
    shown = page(client, over)
    assert BUTTON in shown
    assert "The same table anew, for you and Bjorn." in shown
    said = pressed(client, over)
    assert "The same table is open anew, and the others are invited." in said
    after = anew(over)
    assert (after.title, after.visibility, list(after.names)) == ("Thing", "private", ["Astrid", ""])
    pressed(client, over)
    assert Invitation.objects.get(game=after).player == bjorn
    assert Outbox.objects.filter(purpose=Outbox.Purpose.INVITATION, game=after).count() == 1
    shown = page(client, over)
    assert BUTTON not in shown
    assert f'href="/g/{after.pk}/"' in shown


def test_whoever_comes_after_sits_down_in_the_seat_that_was_theirs(
    over: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    pressed(browse(astrid), over)
    assert BUTTON in page(browse(bjorn), over)
    assert "You sit at the table." in pressed(browse(bjorn), over)
    assert list(anew(over).names) == ["Astrid", "Bjorn"]
    assert anew(over).status == Game.Status.RUNNING
    assert "To the table after this one" in page(browse(bjorn), over)


def test_of_one_that_has_ended_too_it_is_said(over: Game, astrid: Player, bjorn: Player, browse: Browse) -> None:
    pressed(browse(astrid), over)
    services.close_table(anew(over).pk, by=astrid, cause=uuid4())
    said = pressed(browse(astrid), over)
    assert "has ended too" in said
    assert f'href="/g/{anew(over).pk}/"' in said
    assert Game.objects.count() == 2


def test_nobody_else_is_asked_or_can(over: Game, eir: Player, browse: Browse, table: Callable[..., Game]) -> None:
    Game.objects.filter(pk=over.pk).update(visibility="public")
    for client in (browse(eir), browse(None)):
        assert BUTTON not in page(client, over)
    assert "This seat is not yours." in pressed(browse(eir), over)
    running = table(eir, "greedy")
    assert BUTTON not in page(browse(eir), running)
    assert "The game is not over yet." in pressed(browse(eir), running)
    assert Game.objects.count() == 2


def test_a_program_asks_for_it_too(over: Game, astrid: Player, bjorn: Player) -> None:
    for player, names in ((astrid, ["Astrid", ""]), (bjorn, ["Astrid", "Bjorn"])):
        _, text = tokens.make_token(player, name="bot", read_only=False, cause=uuid4())
        answer = Client().post(f"/api/v1/tables/{over.pk}/again", headers={"authorization": f"Bearer {text}"})
        assert answer.status_code == 200, answer.content
        assert answer.json()["id"] == str(anew(over).pk)
        assert list(anew(over).names) == names


@pytest.mark.parametrize("name", ["Bjorn", ""])
def test_it_tells_no_address_of_those_who_sat_there(
    over: Game, astrid: Player, bjorn: Player, browse: Browse, name: str
) -> None:
    """Nobody has written it to us: each knows of the others what they are called, or their seats."""
    Player.objects.filter(pk=bjorn.pk).update(name=name)
    client = browse(astrid)
    pressed(client, over)
    client.post(f"/g/{anew(over).pk}/invite/", {"nonce": str(uuid4()), "addresses": "gina@far.example"})
    for shown in (page(client, anew(over)), page(client, over)):
        assert bjorn.email not in shown
    assert f'<li>{name or "P2"} <span class="faint">not answered yet' in page(client, anew(over))
    services.decline_invitation(Invitation.objects.get(game=anew(over), player=bjorn).pk, player=bjorn)
    assert bjorn.email not in page(client, anew(over))
