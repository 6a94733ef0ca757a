"""What has come to an end says which end: an invitation, a table that never began, a game that everybody lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import SEED
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.fixture
def waiting(astrid: Player) -> Game:
    return services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4(), title="Thing")


def test_an_invitation_says_what_was_answered_to_it(
    waiting: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    yes, no = (services.invite(waiting.pk, by=astrid, email=one.email, cause=uuid4()) for one in (bjorn, eir))
    services.accept_invitation(yes.pk, player=bjorn, cause=uuid4())
    services.decline_invitation(no.pk, player=eir)
    assert "You have accepted it." in page(browse(bjorn), f"/i/{yes.pk}/")
    assert "You have declined it." in page(browse(eir), f"/i/{no.pk}/")


def test_a_table_that_was_closed_while_it_waited_was_no_game(waiting: Game, astrid: Player, browse: Browse) -> None:
    services.close_table(waiting.pk, by=astrid, cause=uuid4())
    shown = page(browse(astrid), f"/g/{waiting.pk}/")
    assert "It was closed before the game began." in shown
    assert "ended by people" not in shown


@pytest.mark.parametrize("key, won", [("aesir", True), ("yggdrasil", False)])
def test_a_crown_stands_over_the_end_of_a_game_that_somebody_won(
    key: str, won: bool, table: Callable[..., Game], astrid: Player, bjorn: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn, key=key, seed=SEED)
    play(game, [astrid, bjorn], 5000)
    assert bool(game.winners) is won
    heading = page(browse(None), f"/g/{game.pk}/").partition('id="result-heading">')[2].partition("</h2>")[0]
    assert "The game is over" in heading
    assert ("<svg" in heading) is won


def test_a_message_stands_in_the_quotation_marks_of_its_reader(
    table: Callable[..., Game], astrid: Player, bjorn: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.send_press(game.pk, seat=1, player=bjorn, to=None, text="Привет", cause=uuid4())
    assert "“Привет”" in page(browse(astrid), f"/g/{game.pk}/")
    services.update_player(astrid, language="ru")
    assert "«Привет»" in page(browse(Player.objects.get(pk=astrid.pk)), f"/g/{game.pk}/")


def test_nobody_is_asked_to_write_to_a_bot(
    table: Callable[..., Game], astrid: Player, bjorn: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn, "greedy")
    shown = page(browse(astrid), f"/g/{game.pk}/")
    assert re.findall(r'name="to" value="(\d)"', shown) == ["1"]
