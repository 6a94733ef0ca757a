"""People and tables for the tests of pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.shown.manual import manual

Seats = Sequence[Player | str]
import_module("asgard_pbem.urls")  # the pages know the installed games, not the toy that other folders' tests install


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()
    manual.cache_clear()


@pytest.fixture
def astrid(db: None) -> Player:
    return services.player_for("astrid@example.org", name="Astrid")


@pytest.fixture
def bjorn(db: None) -> Player:
    return services.player_for("bjorn@example.org", name="Bjorn")


@pytest.fixture
def eir(db: None) -> Player:
    return services.player_for("eir@example.org", name="Eir")


@pytest.fixture
def browse() -> Callable[[Player | None], Client]:
    """A browser in which this player is signed in; None: a stranger's."""

    def made(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return made


@pytest.fixture
def table() -> Callable[..., Game]:
    """A running game with these people and bots on its seats, in order."""

    def made(
        *seats: Player | str, visibility: str = "public", title: str = "", key: str = "aesir", seed: bytes | None = None
    ) -> Game:
        first, rest = seats[0], seats[1:]
        assert isinstance(first, Player)
        bots = {seat: one for seat, one in enumerate(rest, 1) if isinstance(one, str)}
        game = services.open_table(
            opened_by=first, key=key, seats=len(seats), cause=uuid4(), title=title, visibility=visibility,
            days_per_decision=3, bots=bots, seed=seed,
        )  # fmt: skip
        for seat, one in enumerate(rest, 1):
            if isinstance(one, Player):
                offered = services.invite(game.pk, by=first, email=one.email, cause=uuid4(), seat=seat)
                services.accept_invitation(offered.pk, player=one, cause=uuid4())
        return Game.objects.get(pk=game.pk)

    return made
