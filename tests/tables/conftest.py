"""The toy game beside the installed ones, and people to play it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import checking
from asgard_pbem.tables.store import append, loading
from engine.table import registry
from tests.toys import rampart, toy

INSTALLED = registry.games  # what the entry points give


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {toy.game.key: toy.game, rampart.game.key: rampart.game}
    monkeypatch.setattr(registry, "games", lambda: known)
    loading.shelf.clear()
    with notify.quietly():
        yield
    loading.shelf.clear()


@pytest.fixture(autouse=True)
def _every_game_is_what_its_log_says(request: pytest.FixtureRequest, _toy_is_installed: None) -> Iterator[None]:
    """After every test of the services: what `rebuild --check` would say. It sees what the test did not ask about."""
    yield
    if request.node.get_closest_marker("tampers") or not request.node.get_closest_marker("django_db"):
        return
    if connection.needs_rollback:
        return
    for game in Game.objects.exclude(key="toy"):  # `toy` is played by nothing: rows of tests of the tables alone
        found = checking.check(game.pk)
        assert (found.faults, found.incomplete) == ([], False), f"{game.key} {game.pk}"


@pytest.fixture
def people(db: None) -> list[Player]:
    return [services.player_for(f"{name}@home.example", name=name) for name in ("Anna", "Boris", "Cleo", "Dan")]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What Celery was told, in place of a broker."""
    found: list[tuple[str, ...]] = []

    def tell(name: str, *keys: str, after: float = 0) -> bool:
        found.append((name, *keys))
        return True

    monkeypatch.setattr(notify, "tell", tell)
    return found


OpenToy = Callable[..., Game]


@pytest.fixture
def open_toy(people: list[Player]) -> OpenToy:
    """Opens a table at which the first `seats` people sit, each with a word of their own."""

    def open_(seats: int = 2, **settings: object) -> Game:
        settings = {"entropy": b"Anna's word", **settings}
        game = services.open_table(opened_by=people[0], key="highest_card", seats=seats, cause=uuid4(), **settings)  # type: ignore[arg-type]  # passed on
        for player in people[1:seats]:
            services.take_seat(game.pk, player=player, cause=uuid4(), entropy=f"{player.name}'s word".encode())
        return Game.objects.get(pk=game.pk)

    return open_


def lay(game: Game, seat: int, player: Player, number: int = 1, cause: UUID | None = None) -> services.SubmitResult:
    """Answer with a menu number."""
    return services.submit_orders(game.pk, seat=seat, player=player, lines=[str(number)], cause=cause or uuid4())


@dataclass(slots=True)
class Standing:
    """A clock that stands until it is set."""

    time: datetime

    def now(self, zone: object) -> datetime:
        return self.time


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> Standing:
    """What is recorded happened twenty days ago, until it is set."""
    made = Standing(timezone.now() - timedelta(days=20))
    monkeypatch.setattr(append, "datetime", made)
    return made
