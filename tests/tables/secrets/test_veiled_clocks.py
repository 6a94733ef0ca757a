"""The clock of a turn and a veil: how long somebody was asked unseen shows in no deadline that others read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import OpenDecision, Player
from asgard_pbem.tables.store import append
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards
from tests.tables.secrets.test_veils import Deal, alike, deal, move
from tests.toys.skirmish import Skirmish
from tests.toys.skirmish.table import Attack, Lay, Say

__all__ = ["deal"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(datetime(2026, 3, 4, 5, 6, 7, 123456, tzinfo=UTC))
    monkeypatch.setattr(append, "datetime", made)
    return made


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions of a seat belong to one turn: the game itself does not ask whether a veil is down."""
    monkeypatch.setattr(Skirmish, "clock", lambda self, state, asked: "the war")


def test_no_deadline_tells_who_was_asked_unseen_before(deal: Deal, people: list[Player], clock: Clock) -> None:
    begun, cause, found = clock.time, uuid4(), []
    for late, hands in ((0, ("three eye", "three two")), (1, ("three two", "three eye"))):
        clock.time = begun

        def play(late: int = late, hands: tuple[str, str] = hands) -> list[object]:
            game, seen = deal(*hands, "one two watch", cause=cause), []
            lay = Lay(card="three")
            moves = (0, Attack(clan=1)), (late, lay), (1 - late, lay), (late, Say(word="no"))
            for hours, (seat, made) in zip((7, 6, 5, 3), moves, strict=True):
                clock.time += timedelta(hours=hours)
                move(game, people, seat, made)
                seen.append([part for one in (2, None) for part in alike(game, people, one)])
            clock.time += timedelta(hours=7)
            move(game, people, 1, Attack(clan=2))  # and again the clock of the attacker of a later battle
            seen.append(list(OpenDecision.objects.filter(game=game, concealed=False).values_list("deadline")))
            return seen

        found.append(undone_afterwards(play))
    assert found[0] == found[1]


def test_a_time_out_behind_a_veil_spends_no_time_that_others_see_spent(
    deal: Deal, people: list[Player], clock: Clock
) -> None:
    game = deal("three two", "three eye", "one two watch")
    move(game, people, 0, Attack(clan=1))
    late = clock.time + timedelta(days=3, minutes=1)
    clock.time = late
    while OpenDecision.objects.filter(game=game, concealed=True).exists():
        assert services.play_time_outs(late)
        late += timedelta(days=3, minutes=1)
        clock.time = late
    asked = OpenDecision.objects.get(game=game)
    assert (asked.seat, asked.kind, asked.deadline) == (1, "attack", asked.asked_at + timedelta(days=3))
