"""Orders on the page of a table: what they showed stands, and a sheet of thousands leaves nothing in the log."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history
from engine.table.orders import MOST_ORDERS

Browse = Callable[[Player | None], Client]
pytestmark = pytest.mark.django_db


@pytest.fixture
def players(astrid: Player, bjorn: Player) -> list[Player]:
    return [astrid, bjorn]


@pytest.fixture
def game(table: Callable[..., Game], players: list[Player]) -> Game:
    return table(*players)


def send(browse: Browse, game: Game, seat: int, player: Player, *lines: str) -> str:
    """What the page says after a sheet was sent."""
    data = {"seat": seat, "nonce": str(uuid4()), "text": "\n".join(lines)}
    return browse(player).post(reverse("orders", args=[game.pk]), data, follow=True).content.decode()


def picks(game: Game, seat: int) -> list[str]:
    desk = history.desk(game.pk, seat)
    assert desk is not None
    decision = desk.asked()
    assert decision is not None
    notation = history.table_now(game.pk).game.notation
    return [notation.write(move, "en") for _, _, move in desk.menus(decision).leaves()]


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made", payload__by="player").count()


def test_what_a_sheet_showed_stands_and_the_refused_line_is_named(
    browse: Browse, game: Game, players: list[Player]
) -> None:
    send(browse, game, 0, players[0], picks(game, 0)[0])
    page = send(browse, game, 1, players[1], picks(game, 1)[0], "turn p1.h2")
    assert moves(game) == 2
    assert "Line 2" in page
    assert not history.may_undo(game.pk, 1)


def test_a_sheet_of_thousands_of_replaced_choices_leaves_no_event(
    browse: Browse, game: Game, players: list[Player]
) -> None:
    two = picks(game, 0)[:2]
    page = send(browse, game, 0, players[0], *two * 1000)
    assert f"at most {MOST_ORDERS}" in page
    assert moves(game) == 0
    send(browse, game, 0, players[0], *two * 20)
    assert moves(game) == 1


def test_no_request_is_one_transaction() -> None:
    """`append` refuses to be part of a transaction that a later failure of the request would roll back."""
    assert not settings.DATABASES["default"].get("ATOMIC_REQUESTS", False)
