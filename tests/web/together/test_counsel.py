"""Counsel on the page of a table: advising, standing behind it, doing it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import loading
from engine.core.counsel import OpenCounsel
from engine.core.decisions import Decision
from engine.table import registry
from tests.toys import rampart
from tests.toys.installed import INSTALLED, _rampart_is_installed

pytestmark = pytest.mark.django_db
__all__ = ["_rampart_is_installed"]
Browse = Callable[[Player | None], Client]


@pytest.fixture
def game(astrid: Player, bjorn: Player, eir: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn, eir, key="rampart")


def page(client: Client, game: Game) -> str:
    return client.get(f"/g/{game.pk}/").content.decode()


def propose(client: Client, game: Game, text: str, seat: int = 1) -> str:
    sent = {"seat": seat, "to": 0, "text": text, "nonce": str(uuid4())}
    return client.post(f"/g/{game.pk}/propose/", sent, follow=True).content.decode()


def test_who_is_not_on_turn_proposes_and_others_stand_behind_it(
    game: Game, bjorn: Player, eir: Player, browse: Browse
) -> None:
    assert "Propose orders, one a line" in page(browse(bjorn), game)
    assert "Proposed, as number 1." in propose(browse(bjorn), game, "build\ncall P3")
    shown = page(browse(eir), game)
    assert "Stand behind it" in shown
    assert "call P3" in shown
    sent = {"seat": 2, "number": 1, "nonce": str(uuid4())}
    assert "You stand behind it." in browse(eir).post(f"/g/{game.pk}/endorse/", sent, follow=True).content.decode()
    assert "with Eir" in page(browse(bjorn), game)


def test_whoever_is_on_turn_does_it_with_one_button(game: Game, astrid: Player, bjorn: Player, browse: Browse) -> None:
    assert "What the others propose" not in page(browse(astrid), game)
    propose(browse(bjorn), game, "build\nscout")
    shown = page(browse(astrid), game)
    assert 'value="do 1"' in shown
    assert "Propose orders" not in shown
    sent = {"seat": 0, "text": "do 1", "nonce": str(uuid4())}
    browse(astrid).post(f"/g/{game.pk}/orders/", sent)
    assert history.table_now(game.pk).state.used == ["build", "scout"]


def test_what_is_refused_is_shown_again_as_it_was_typed(game: Game, bjorn: Player, browse: Browse) -> None:
    shown = propose(browse(bjorn), game, "dance")
    assert "is no order" in shown
    assert ">dance</textarea>" in shown


def test_the_log_tells_the_team_and_nobody_else(game: Game, bjorn: Player, eir: Player, browse: Browse) -> None:
    services.propose(game.pk, seat=1, player=bjorn, lines=["build"], cause=uuid4())
    said = "Bjorn proposes to Astrid, as number 1: build"
    assert said in page(browse(eir), game)
    assert said not in page(browse(None), game)
    assert "panel counsel" not in page(browse(None), game)


def test_nobody_proposes_from_a_seat_of_another(game: Game, eir: Player, browse: Browse) -> None:
    assert "This seat is not yours." in propose(browse(eir), game, "build", seat=1)


def test_a_game_without_counsel_shows_none(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    assert "panel counsel" not in page(browse(bjorn), table(astrid, bjorn))


class Shifting(OpenCounsel):
    """Who advises changes with the wall: once it stands, others may."""

    def advisers(self, state: rampart.State, decision: Decision, seats: int) -> tuple[int, ...]:
        return (2,) if state.wall else (1,)


def test_what_was_proposed_among_others_shows_to_nobody_who_may_advise_only_later(
    game: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    shifting = replace(rampart.game, counsel=Shifting())
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED(), rampart.game.key: shifting})
    loading.shelf.clear()
    services.propose(game.pk, seat=1, player=bjorn, lines=["call P3"], cause=uuid4())
    services.submit_orders(game.pk, seat=0, player=astrid, lines=["build"], cause=uuid4())
    assert "call P3" in page(browse(astrid), game)
    assert "call P3" not in page(browse(eir), game)


def test_what_of_a_proposal_could_not_be_done_is_said_beside_what_was(
    game: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    propose(browse(bjorn), game, "scout\ndrive 6")
    sent = {"seat": 0, "text": "do 1", "nonce": str(uuid4())}
    shown = browse(astrid).post(f"/g/{game.pk}/orders/", sent, follow=True).content.decode()
    assert "Done as far as it could be: do 1" in shown
    assert "At most " in shown
    assert "Done: " not in shown


# --- For turns to come ---------------


@pytest.fixture
def ash(astrid: Player, bjorn: Player, eir: Player) -> Game:
    """Yggdrasil, where counsel is taken for the next turn of each god; Astrid is on turn."""
    opened = services.open_table(
        opened_by=astrid, key="yggdrasil", seats=3, cause=uuid4(), options={"deal_gods": True, "first_seat": 0}
    )
    for player in (bjorn, eir):
        services.take_seat(opened.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def test_a_turn_to_come_is_advised_on_and_others_stand_behind_that_before_it_comes(
    ash: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    assert "Propose orders for a turn to come" in page(browse(astrid), ash)
    sent = {"seat": 0, "to": 2, "text": "elf\nend", "nonce": str(uuid4())}
    shown = browse(astrid).post(f"/g/{ash.pk}/propose/", sent, follow=True).content.decode()
    assert "Proposed, as number 1." in shown
    assert "Astrid, for Eir" in page(browse(bjorn), ash)
    sent = {"seat": 1, "number": 1, "nonce": str(uuid4())}
    assert "You stand behind it." in browse(bjorn).post(f"/g/{ash.pk}/endorse/", sent, follow=True).content.decode()
    own = page(browse(eir), ash)
    assert "Do it then" in own
    sent = {"seat": 2, "text": "do 1", "nonce": str(uuid4())}
    after = browse(eir).post(f"/g/{ash.pk}/orders/", sent, follow=True).content.decode()
    assert "Kept for later: do 1" in after
    assert "counsel-ahead" not in page(browse(None), ash)


def test_what_is_refused_for_a_turn_to_come_is_shown_again_where_it_was_typed(
    ash: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    """It stood at the god who is on turn, and nowhere where one is so oneself."""
    for player, seat in ((astrid, 0), (bjorn, 1)):
        sent = {"seat": seat, "to": 2, "text": "dance", "nonce": str(uuid4())}
        shown = browse(player).post(f"/g/{ash.pk}/propose/", sent, follow=True).content.decode()
        now, ahead = shown.split('id="counsel-ahead"')
        assert ">dance</textarea>" in ahead
        assert ">dance</textarea>" not in now
        assert "<details open>" in ahead.split("Propose orders for a turn to come")[0]
        assert '<option value="2" selected>' in ahead


def test_what_was_proposed_too_late_is_shown_where_one_may_still_propose(
    ash: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    client = browse(bjorn)
    marked = re.search(r'name="nonce" value="([^"]+)"', page(client, ash))
    assert marked is not None
    client.logout()
    client.post(f"/g/{ash.pk}/propose/", {"seat": 1, "to": 1, "text": "dance", "nonce": marked[1]})
    client.force_login(bjorn, backend="django.contrib.auth.backends.ModelBackend")
    assert page(client, ash).count(">dance</textarea>") == 1


def test_whoever_holds_all_gods_is_shown_no_counsel(astrid: Player, browse: Browse) -> None:
    opened = services.open_table(
        opened_by=astrid, key="yggdrasil", seats=3, cause=uuid4(), several_seats=True, sit=[0, 1, 2],
        options={"deal_gods": True},
    )  # fmt: skip
    assert "counsel-ahead" not in page(browse(astrid), Game.objects.get(pk=opened.pk))
