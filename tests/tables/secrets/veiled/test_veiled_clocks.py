"""The clock of a turn and a veil: how long somebody was asked unseen shows in no deadline that others read."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history, projecting
from asgard_pbem.tables.store import append
from asgard_pbem.tables.store.rows import TIMED_OUT
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards
from tests.tables.secrets.veiled.test_veils import Deal, alike, deal, move
from tests.toys.skirmish import Skirmish
from tests.toys.skirmish.table import Attack, Lay, Say

__all__ = ["deal"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(datetime(2040, 3, 4, 5, 6, 7, 123456, tzinfo=UTC))  # ahead: absences of days gone are refused
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


def test_a_time_out_behind_a_veil_takes_nobody_for_gone(
    deal: Deal, people: list[Player], clock: Clock, settings: Settings
) -> None:
    """A bot at a seat would tell that it was asked there."""
    settings.TIME_OUTS_IN_A_ROW = 1
    game = deal("three two", "three eye", "one two watch")
    move(game, people, 0, Attack(clan=1))
    while OpenDecision.objects.filter(game=game, concealed=True).exists():
        clock.time += timedelta(days=3, minutes=1)
        assert services.play_time_outs(clock.time)
        assert not game.holders.exclude(bot="").exists()
    asked = OpenDecision.objects.get(game=game)
    clock.time += timedelta(days=3, minutes=1)
    assert services.play_time_outs(clock.time) == 1
    assert list(game.holders.exclude(bot="").values_list("seat", flat=True)) == [asked.seat], (
        "all saw that time run out"
    )


# --- One time for all that a veil hides ---------------

BEAT, BEATS, DAYS = timedelta(hours=12), 22, 3
HOUR = timedelta(hours=1)
LAY, NO = Lay(card="one"), Say(word="no")


@dataclass(frozen=True)
class Hidden:
    """What a battle between the seats 0 and 1 hides: their hands, and who answers when (in hours after the attack)."""

    hands: tuple[str, str]
    answers: tuple[tuple[float, int, Lay | Say], ...] = ()


# A hand of each with an eye and without; what a time-out lays of it is the same card.
EYE, NONE = ("0 1 6", "8 9 14"), ("0 1 2", "8 9 10")
SILENT = {  # somebody is waited for to the end
    "nobody answers": Hidden((NONE[0], NONE[1])),
    "one lays no card": Hidden((NONE[0], NONE[1]), ((5, 0, LAY),)),
    "the other lays none": Hidden((NONE[0], NONE[1]), ((71.9, 1, LAY),)),
    "one is asked late and says nothing": Hidden((EYE[0], NONE[1]), ((5, 0, LAY), (6, 1, LAY))),
    "one is asked half an hour before the end": Hidden((NONE[0], EYE[1]), ((70, 1, LAY), (71.5, 0, LAY))),
    "one is asked late when all time is up": Hidden((EYE[0], NONE[1]), ((5, 0, LAY),)),
    "both are asked late when all time is up": Hidden((EYE[0], EYE[1])),
    "both are asked late, one answers": Hidden((EYE[0], EYE[1]), ((5, 0, LAY), (6, 1, LAY), (20, 0, NO))),
}


def watched(deal: Deal, people: list[Player], clock: Clock, hidden: Hidden, cause: UUID) -> list[object]:
    """What the seat that looks on, and a spectator, receive at every beat from the attack on."""
    game, seen = deal(*hidden.hands, "one two watch", cause=cause), list[object]()
    move(game, people, 0, Attack(clan=1))
    begun, todo = clock.time, sorted(hidden.answers, key=lambda one: one[0])
    for beat in range(1, BEATS + 1):
        while todo and begun + todo[0][0] * HOUR < begun + beat * BEAT:
            hours, seat, made = todo.pop(0)
            clock.time = begun + hours * HOUR
            move(game, people, seat, made)
        clock.time = begun + beat * BEAT
        services.remind(clock.time)
        services.play_time_outs(clock.time)
        seen.append([part for one in (2, None) for part in alike(game, people, one)])
    assert list(projecting.differences(game.pk)) == []
    return seen


def test_how_long_a_veil_is_down_tells_nobody_who_was_asked_behind_it(
    deal: Deal, people: list[Player], clock: Clock
) -> None:
    """Over three of the table's deadlines and two battles: reminders, time-outs, what waits, what all see, and when."""
    begun, cause = clock.time, uuid4()
    found: dict[str, list[object]] = {}
    for name, hidden in SILENT.items():
        clock.time = begun
        found[name] = undone_afterwards(partial(watched, deal, people, clock, hidden, cause))
    first = found.pop("nobody answers")
    for name, seen in found.items():
        assert seen == first, name
    assert len({repr(one) for one in first}) > 3, "nothing happened at all"


@pytest.mark.parametrize("away", [None, 1, 2])
def test_a_veil_has_one_deadline_whenever_and_whomever_it_asks(
    away: int | None, deal: Deal, people: list[Player], clock: Clock
) -> None:
    """Whoever is away is waited for, asked or not: that is no secret."""
    game = deal("one two eye", "one two eye", "one two watch")
    move(game, people, 0, Attack(clan=1))
    begun = clock.time
    due, end = begun + timedelta(days=DAYS), begun + timedelta(days=DAYS)
    assert deadlines(game) == {(0, "card"): due, (1, "card"): due}
    if away is not None:
        services.set_absence(people[away], since=begun + HOUR, until=begun + HOUR + timedelta(days=2))
        end = due + timedelta(days=2)
        assert set(deadlines(game).values()) == {end}
    for hours, seat, made in ((5, 0, LAY), (6, 1, LAY), (60, 0, NO)):
        clock.time = begun + hours * HOUR
        move(game, people, seat, made)
        assert set(deadlines(game).values()) == {end}
    assert list(deadlines(game)) == [(1, "late")]
    assert list(projecting.differences(game.pk)) == []


def deadlines(game: Game) -> dict[tuple[int, str], datetime | None]:
    asked = OpenDecision.objects.filter(game=game, answered=False).order_by("seat")
    return {(one.seat, one.kind): one.deadline for one in asked}


def test_who_sits_down_behind_a_veil_has_the_whole_time_and_so_has_everybody(
    deal: Deal, people: list[Player], clock: Clock
) -> None:
    game = deal("one two three", "one two eye", "one two watch")
    move(game, people, 0, Attack(clan=1))
    clock.time += timedelta(days=2)
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    assert set(deadlines(game).values()) == {clock.time + timedelta(days=DAYS)}


def test_what_is_asked_when_a_veil_has_no_time_left_is_answered_at_once(
    deal: Deal, people: list[Player], clock: Clock
) -> None:
    """By whoever comes late with a card, too: their receipt says no more than that of one whom nobody followed."""
    begun, cause = clock.time, uuid4()

    def play(hand: str) -> tuple[list[object], object]:
        clock.time = begun
        game = deal(NONE[0], hand, "one two watch", cause=cause)
        move(game, people, 0, Attack(clan=1))
        move(game, people, 1, LAY)
        clock.time += timedelta(days=DAYS, minutes=5)  # no beat came
        told = move(game, people, 0, LAY)
        assert OpenDecision.objects.get(game=game).kind == "attack"
        late = Outbox.objects.filter(game=game, purpose="notice", payload__what=TIMED_OUT).values_list("player", "seat")
        assert list(late) == ([(people[1].pk, 1)] if hand == EYE[1] else []), "who was asked too late is told"
        return [one.as_json() for one in told.faces], told.waits

    without, late = undone_afterwards(lambda: play(NONE[1])), undone_afterwards(lambda: play(EYE[1]))
    assert without == late


@pytest.mark.parametrize("seed", range(3))
def test_no_time_of_answers_makes_a_veil_last_longer_than_its_time(
    seed: int, deal: Deal, people: list[Player], clock: Clock
) -> None:
    rng = random.Random(seed)
    hands = [f"{rng.choice(['three', 'tide'])} {rng.choice(['two', 'eye', 'shield'])} one" for _ in range(3)]
    game = deal(*hands)
    move(game, people, 0, Attack(clan=1))
    end = clock.time + timedelta(days=DAYS)
    while asked := OpenDecision.objects.filter(game=game, concealed=True).order_by("seat"):
        assert clock.time < end
        assert {one.deadline for one in asked} == {end}
        clock.time = min(end, clock.time + rng.random() * timedelta(days=1.2))
        if clock.time == end:
            services.play_time_outs(clock.time)
            continue
        table = history.table_now(game.pk)
        decision = next(one for one in table.pending() if one.seat == asked[0].seat)
        move(game, people, decision.seat, table.rules.menu(table.state, decision).random(rng))
