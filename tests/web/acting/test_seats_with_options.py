"""How many may sit down depends on the options: a wrong number is refused in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from engine.log.proof import Divergence, Proof
from engine.table import registry
from engine.table.events import GameOpened
from tests.toys import skirmish

pytestmark = pytest.mark.django_db
FORM = {"nonce": str(uuid4()), "seats": "4", "visibility": "public", "days": "3", "addresses": "", "option_small": "on"}


@pytest.fixture(autouse=True)
def _skirmish_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": skirmish.game})


def test_a_table_of_too_many_for_its_options_is_refused_on_the_page(
    astrid: Player, browse: Callable[..., Client]
) -> None:
    services.update_player(astrid, language="ru")
    astrid.refresh_from_db()
    refused = browse(astrid).post("/tables/new/skirmish/", FORM)
    assert refused.status_code == 400
    assert "С такими настройками в этой игре ровно 3 места." in refused.content.decode()
    assert not Game.objects.exists()
    assert browse(astrid).post("/tables/new/skirmish/", {**FORM, "seats": "3"}).status_code == 302


def test_the_service_names_how_many_it_takes(astrid: Player) -> None:
    with pytest.raises(services.ServiceError) as why:
        services.open_table(opened_by=astrid, key="skirmish", seats=4, cause=uuid4(), options={"small": True})
    assert (why.value.code, why.value.where) == ("E_SEATS_WITH", {"least": 3, "most": 3})


def test_a_log_of_too_many_for_its_options_proves_nothing() -> None:
    opened = GameOpened(game="skirmish", rules=1, options={"small": True}, seats=4, commitment="0" * 64)
    with pytest.raises(Divergence, match="not played by so many with these options"):
        Proof([opened]).play()
