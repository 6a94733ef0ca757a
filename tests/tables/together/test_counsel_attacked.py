"""Counsel as a cheat, a clumsy player and a stranger would use it: stale, for others, and to find something out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import projecting
from asgard_pbem.tables.store import append, loading
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove
from engine.core.questions import Asks
from tests.tables.together.test_counsel import LATE, endorse, kinds, propose, refused, say, standing
from tests.toys import rampart

pytestmark = pytest.mark.django_db


def opened(people: list[Player], seats: int = 3, turns: int = 6) -> Game:
    made = services.open_table(
        opened_by=people[0], key="rampart", seats=seats, cause=uuid4(), options={"turns": turns}, days_per_decision=3
    )
    for player in people[1:seats]:
        services.take_seat(made.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=made.pk)


@pytest.fixture
def clockless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rampart whose questions have a deadline each, so that a proposal is for one question alone."""
    monkeypatch.setattr(rampart.Rampart, "clock", lambda self, state, asked: "")


@pytest.fixture
def alike(clockless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """... and all questions of one kind to one god are equal."""
    asked = Asks.decisions

    def decisions(self: Any, state: Any) -> tuple[Decision, ...]:
        return tuple(Decision(one.seat, one.kind) if one.kind == "act" else one for one in asked(self, state))

    monkeypatch.setattr(rampart.Rampart, "decisions", decisions)


# --- Stale ---------------


@pytest.mark.usefixtures("clockless")
def test_what_was_proposed_for_a_question_is_not_proposed_for_its_like_in_a_later_turn(people: list[Player]) -> None:
    game = opened(people)
    number = propose(game, people[1], 1, "end")
    endorse(game, people[2], 2, number)
    for seat in (0, 1, 2):
        say(game, people[seat], seat, "end")
    assert standing(game, 0) == ()
    with refused("E_NO_PROPOSAL"):
        say(game, people[0], 0, f"do {number}")
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(game)[3:] == [("build", "timeout")]  # what the rules answer


@pytest.mark.usefixtures("alike")
def test_what_was_proposed_is_over_when_the_seat_has_answered_and_is_asked_the_same_again(people: list[Player]) -> None:
    game = opened(people)
    number = propose(game, people[1], 1, "end")
    say(game, people[0], 0, "build")
    assert standing(game, 0) == ()
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert [one.number for one in standing(game, 0)] == [number]


@pytest.mark.usefixtures("alike")
def test_a_time_out_answers_one_question_by_what_is_proposed_and_not_the_next_one_too(people: list[Player]) -> None:
    game = opened(people)
    propose(game, people[1], 1, "build", "end")
    endorse(game, people[2], 2, 1)
    assert services.play_time_outs(timezone.now() + timedelta(days=3, minutes=1)) == 1
    assert kinds(game) == [("build", "timeout")]


@pytest.mark.usefixtures("alike")
def test_nor_do_the_rules_answer_the_next_one_too(people: list[Player]) -> None:
    game = opened(people)
    assert services.play_time_outs(timezone.now() + timedelta(days=3, minutes=1)) == 1
    assert kinds(game) == [("build", "timeout")]


@pytest.mark.usefixtures("clockless")
def test_stale_counsel_outlives_neither_memory_nor_snapshots(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(append, "SNAPSHOT_EVERY", 1)
    game = opened(people)
    propose(game, people[1], 1, "end")
    for seat in (0, 1, 2):
        say(game, people[seat], seat, "end")
        loading.shelf.clear()
    assert standing(game, 0) == ()
    assert list(projecting.differences(game.pk)) == []


# --- Below what was shown ---------------


def test_what_was_done_of_a_proposal_before_a_line_that_cannot_be_is_said_and_settled(people: list[Player]) -> None:
    """The scout has looked: that stands, and whoever let it be done must be told so."""
    game = opened(people)
    number = propose(game, people[1], 1, "scout", "drive 6", "end")
    done = say(game, people[0], 0, f"do {number}")
    assert kinds(game) == [("scout", "player")]
    assert done.refused is not None
    assert done.refused.why.code == "E_SO_MANY"
    assert done.orders == (f"do {number}",)


# --- To find something out ---------------


def test_no_refusal_of_a_proposal_tells_of_the_standing_orders_of_the_one_who_is_advised(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planner may refuse what does not go with what stands; what stands is its owner's secret."""

    def file(self: Any, old: Any, new: Any, desk: Any) -> Any:
        if old:
            raise IllegalMove("E_SYNTAX", line="there are plans already")
        return new

    game = opened(people)
    say(game, people[0], 0, "prefer 2 1")
    monkeypatch.setattr(type(rampart.game.planner), "file", file)
    assert propose(game, people[1], 1, "prefer 1") == 1


# --- After others have sat down ---------------


def test_a_substitute_does_not_stand_behind_what_the_one_before_them_endorsed(people: list[Player]) -> None:
    game = opened(people, seats=4)
    number = propose(game, people[1], 1, "end")
    endorse(game, people[2], 2, number)
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    eve = services.player_for("eve@home.example", name="Eve")
    services.substitute(game.pk, seat=2, player=eve, by=people[0], cause=uuid4())
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(game)[0] == ("build", "timeout")
