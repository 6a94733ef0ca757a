"""Lines that wait for the answer to what is asked are the own plan of whoever let the time pass, before all counsel."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import SEED

pytestmark = pytest.mark.django_db
LATE = timezone.timedelta(days=60)


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Yggdrasil for Anna, who is on turn, and Boris."""
    opened = services.open_table(
        opened_by=people[0], key="yggdrasil", seats=2, cause=uuid4(), title="The ash", seed=SEED, days_per_decision=7,
        options={"deal_gods": True, "first_seat": 0},
    )  # fmt: skip
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def looks_at_cards(game: Game, people: list[Player]) -> None:
    """The Vanir goes to square 3, whose question Anna leaves open; Boris proposes another turn before."""
    for _ in range(5):
        table = history.table_now(game.pk)
        (asked,) = table.pending()
        default = table.rules.default(table.state, asked)
        line = "vanir +; end" if asked.kind == "action" else table.game.notation.write(default, "en")
        services.submit_orders(game.pk, seat=asked.seat, player=people[asked.seat], lines=[line], cause=uuid4())
    services.propose(game.pk, seat=1, player=people[1], lines=["elf", "end"], cause=uuid4())
    lines = ["pick 1 top", "vanir 3", "dead black", "end"]
    services.submit_orders(game.pk, seat=0, player=people[0], lines=lines, cause=uuid4())


def test_lines_that_wait_go_on_when_time_is_up_and_not_what_others_propose(game: Game, people: list[Player]) -> None:
    """P2, P6: Anna said what she does after she has looked; only how the cards go back was open."""
    looks_at_cards(game, people)
    assert [one.kind for one in history.table_now(game.pk).pending()] == ["order"]
    services.play_time_outs(timezone.now() + LATE)
    state = history.table_now(game.pk).state
    assert (state.elves, state.dead, state.seat) == ([0, 0], 2, 1)
