"""Everything that can be done to a running game, in random order: the log alone must give the same game again."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from asgard_pbem.tables.store import loading
from engine.log.exported import verify
from tests.tables.conftest import OpenToy

pytestmark = pytest.mark.django_db
REFUSALS = (services.ServiceError, services.IllegalMove, services.Refused)


class Chaos:
    """One game, its people, and acts that may be refused but never break it."""

    def __init__(self, game: Game, people: list[Player], seed: int) -> None:
        self.game, self.people, self.rng = game, people, random.Random(seed)
        self.sent: list[Callable[[], object]] = []

    def seat(self) -> tuple[int, Player]:
        """A seat, and mostly its holder."""
        seat = self.rng.randrange(self.game.seats)
        holder = self.game.holders.get(seat=seat).player
        return seat, holder if holder is not None and self.rng.random() < 0.95 else self.rng.choice(self.people)

    def act(self) -> None:
        """Any act; sometimes an earlier one is sent again."""
        acts = [self.orders] * 10 + [self.plans] * 4 + [self.undo] * 6 + [self.press, self.drop, self.clock, self.away]
        acts += [self.resign, self.substitute] if self.rng.random() < 0.1 else []
        sending = self.rng.choice(self.sent) if self.sent and self.rng.random() < 0.1 else self.rng.choice(acts)()
        self.sent = [*self.sent[-20:], sending]
        with contextlib.suppress(REFUSALS):
            sending()

    def orders(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        lines = self.rng.choice([["1"], ["2"], ["boast"], ["boast", "1"], ["9"], ["1", "boast"]])
        return lambda: services.submit_orders(self.game.pk, seat=seat, player=player, lines=lines, cause=cause)

    def plans(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        card, number = self.rng.randint(1, 40), self.rng.randint(1, 6)
        held = history.table_now(self.game.pk).state.hands[seat]
        lines = [f"later {self.rng.choice(held) if held else card} in {number}"]
        return lambda: services.submit_orders(self.game.pk, seat=seat, player=player, lines=lines, cause=cause)

    def undo(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        return lambda: services.undo(self.game.pk, seat=seat, player=player, cause=cause)

    def drop(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        return lambda: services.drop_plans(self.game.pk, seat=seat, player=player, cause=cause)

    def press(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        to = self.rng.choice([None, [0], [1, 2]])
        return lambda: services.send_press(self.game.pk, seat=seat, player=player, to=to, text="Hm", cause=cause)

    def clock(self) -> Callable[[], object]:
        later = timezone.now() + timedelta(days=self.rng.choice([1, 3, 30]))
        return lambda: services.play_time_outs(later)

    def away(self) -> Callable[[], object]:
        player = self.rng.choice(self.people)
        until = self.rng.choice([None, timezone.now() + timedelta(days=5)])
        return lambda: services.set_absence(player, since=None, until=until)

    def resign(self) -> Callable[[], object]:
        (seat, player), cause = self.seat(), uuid4()
        return lambda: services.resign(self.game.pk, seat=seat, player=player, cause=cause, confirmed=True)

    def substitute(self) -> Callable[[], object]:
        (seat, by), cause = self.seat(), uuid4()
        player = self.rng.choice(self.people)
        return lambda: services.substitute(self.game.pk, seat=seat, player=player, by=by, cause=cause)


def check(game: Game) -> None:
    """Live state, replay and every projection agree."""
    live = history.table_now(game.pk)
    loading.shelf.clear()
    replayed = history.table_now(game.pk)
    assert (live.state, live.standing, live.ended) == (replayed.state, replayed.standing, replayed.ended)
    assert list(projecting.differences(game.pk)) == []


@pytest.mark.parametrize("seed", range(int(os.environ.get("CHAOS", "3"))))
def test_the_log_gives_the_same_game_again_whatever_was_done(
    open_toy: OpenToy, people: list[Player], seed: int
) -> None:
    game = open_toy(3, days_per_decision=2, options={"hand": 6})
    chaos = Chaos(game, people, seed)
    for number in range(100):
        chaos.act()
        if number % 5 == 0:
            check(game)
    check(game)
    while not (game := Game.objects.get(pk=game.pk)).ended_at:
        assert services.play_time_outs(timezone.now() + timedelta(days=400))
    assert verify(logfile.export(game.pk, viewer=None)).events == Event.objects.filter(game=game).count()
