"""What the driver of bots does with a bot's answer, and with one that is refused."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from asgard_pbem.bots import driver
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Player
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.table import registry
from tests.toys import toy

pytestmark = pytest.mark.django_db


class Counting(toy.HighestCard):
    """Counts how often a time-out's answer is worked out, which takes a whole menu."""

    def __init__(self) -> None:
        self.worked_out = 0

    def default(self, state: Any, decision: Decision) -> Move:
        self.worked_out += 1
        return super().default(state, decision)


@dataclass
class Stubborn(toy.ToyBot):
    """Lays a card that nobody has."""

    card: int = 104

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return toy.Commit(card=self.card)


@dataclass
class Pondering(toy.ToyBot):
    """Thinks for as long as it is given, as bots that search do."""

    asked: int = 0

    def move(self, desk: Desk, rng: random.Random) -> Move:
        while not desk.enough():
            self.asked += 1
        return super().move(desk, rng)


def table_of(bot: toy.ToyBot, people: list[Player], monkeypatch: pytest.MonkeyPatch) -> tuple[UUID, Counting]:
    """A table of one bot and one person, and the rules it plays under."""
    rules = Counting()
    known = {toy.game.key: replace(toy.game, versions={1: rules}, bots={"greedy": bot})}
    monkeypatch.setattr(registry, "games", lambda: known)
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), sit=(0,), bots={1: "greedy"}
    )
    return game.pk, rules


def test_the_answer_of_a_time_out_is_not_worked_out_for_a_bot_that_plays_by_the_rules(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rules = table_of(toy.ToyBot(), people, monkeypatch)
    assert driver.play(game).made == 1
    assert rules.worked_out == 0


def test_a_refused_answer_of_a_bot_is_replaced_by_that_of_a_time_out(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rules = table_of(Stubborn(), people, monkeypatch)
    assert driver.play(game).made == 1
    assert rules.worked_out == 1
    assert Event.objects.filter(game_id=game, kind="move_made", payload__by="bot").count() == 1


@pytest.mark.parametrize("ms", [0, 30])
def test_a_bot_that_would_think_for_ever_answers_when_its_time_is_up(
    ms: int, people: list[Player], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.BOT_THINKS_MS = ms
    bot, began = Pondering(), time.monotonic()
    game, _ = table_of(bot, people, monkeypatch)
    assert driver.play(game).made == 1
    assert time.monotonic() - began >= ms / 1000
    assert (bot.asked > 0) == (ms > 0)
    assert Event.objects.filter(game_id=game, kind="move_made", payload__by="bot").count() == 1
