"""A plan that cannot be carried out is told to its owner, and stops nobody else's move."""

from __future__ import annotations

import random
from uuid import uuid4

import pytest

from asgard_pbem.tables.models import Outbox, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store.append import append
from engine.games.aesir.orders.plans import FavourPlan
from engine.table import registry
from engine.table.events import PlansFiled
from tests.tables.conftest import INSTALLED
from tests.tables.log.test_real_games import open_table
from tests.tables.secrets.unseen import Players

pytestmark = pytest.mark.django_db


def test_an_unreadable_plan_of_another_refuses_nobodys_move(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plans of Aesir with orders that the grammar does not read, as a change of it would leave them."""
    monkeypatch.setattr(registry, "games", INSTALLED)
    people = people[:2]
    game = open_table("aesir", people, 6)
    plans = [
        FavourPlan.model_validate({"round": 1, "god": god, "orders": ["nonsense"]}).model_dump(mode="json")
        for god in "OTFLSBH"
    ]
    filed = PlansFiled(seat=1, plans=tuple(plans))
    append(game.pk, lambda acting: acting.session.record(filed), cause=uuid4())
    players, asked = Players(game, people, random.Random(2)), False
    while history.row_of(game.pk).round == 1:
        one = history.table_now(game.pk).pending()[0]
        players.answer(one.seat, one)
        asked |= one.seat == 1 and one.kind != "pick"
    assert asked
    told = Outbox.objects.filter(game=game, purpose="prompt", payload__has_key="balked")
    assert {(row.seat, row.payload["balked"]["code"]) for row in told} == {(1, "E_SYNTAX")}
