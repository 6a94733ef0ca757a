"""A wall built by three, and their digests: whatever the hour, one may be made due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.writing import digest, scene
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history, telling
from engine.table import registry
from tests.letters.conftest import SEED
from tests.toys import rampart, toy

INSTALLED = registry.games
Sit = Callable[..., Game]


@pytest.fixture(autouse=True)
def _toys_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    toys = {rampart.game.key: rampart.game, toy.game.key: toy.game}
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED(), **toys})


@pytest.fixture
def sit(people: list[Player]) -> Sit:
    """Opens a table for Anna, who is on turn first, Boris and Cleo."""

    def made(key: str = "rampart") -> Game:
        opened = services.open_table(opened_by=people[0], key=key, seats=3, cause=uuid4(), title="The wall", seed=SEED)
        for player in people[1:]:
            services.take_seat(opened.pk, player=player, cause=uuid4())
        return Game.objects.get(pk=opened.pk)

    people.append(services.player_for("cleo@home.example", name="Cleo"))
    return made


@pytest.fixture
def game(sit: Sit) -> Game:
    return sit()


def say(game: Game, player: Player, seat: int, *lines: str) -> None:
    services.submit_orders(game.pk, seat=seat, player=player, lines=lines, cause=uuid4())


def due(player: Player) -> int:
    """Whatever the hour: the digests of one player, as if their time had come."""
    Player.objects.filter(pk=player.pk).update(digest_due_at=timezone.now() - timedelta(minutes=1))
    return services.owe_digests(timezone.now())


def row(player: Player) -> Outbox:
    found = Outbox.objects.filter(player=player, purpose="digest").order_by("-created_at").first()
    assert found is not None
    return found


def told(player: Player) -> list[str]:
    """The lines of the last digest."""
    last = row(player)
    assert last.game is not None
    return digest.lines(last, scene.scene(last.game, last.seat, player))


def log(game: Game, seat: int, language: str = "en") -> list[str]:
    """What the log of a seat says, all of it."""
    words = history.words(game, language)
    return [
        line
        for entry in history.history(game.pk, seat)
        for line in (*telling.told(entry, words), *telling.noted(entry, words, registry.game(game.key)))
    ]


def flat(text: str) -> str:
    return " ".join(text.split())
