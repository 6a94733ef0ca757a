"""Asgard's Chosen: games that differ only in what is concealed look the same to all others, to the letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.store import append
from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.table import registry
from tests.games.asgards_chosen.scene import Scene
from tests.tables.conftest import INSTALLED
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards
from tests.tables.secrets.veiled.test_veils import alike

pytestmark = pytest.mark.django_db
BEGUN = datetime(2030, 3, 4, 5, 6, 7, tzinfo=UTC)
Deed = tuple[str, str] | None  # who writes which lines; None: time goes by
LAND = {"A": "L9b", "B": "S1b T9", "C": "L4a"}
ATTACK = ("A", "attack F from L9b to S1b")
DECK = "ormr1 nixie1"


@dataclass(frozen=True)
class Course:
    """A table, and what is written there: nobody but its writer may tell one course of a pair from the other."""

    table: dict[str, Any]
    deeds: tuple[Deed, ...]
    begins: str = "turn"
    others: tuple[Seat | None, ...] = (2, None)


def battle(a: str, b: str, *deeds: Deed, **given: Any) -> Course:
    """Anna attacks Boris on a hill; Cleo looks on."""
    hands = {"A": a, "B": b, "C": "thor"}
    return Course({"heroes": {"AF": "L9b"}, "markers": LAND, "hands": hands, "deck": DECK, **given}, (ATTACK, *deeds))


def renewal(*deeds: Deed) -> Course:
    hands = {"A": "thor odin", "B": "baldr tyr", "C": "hel freyr"}
    return Course({"markers": LAND, "hands": hands}, deeds, "renews", (1, 2, None))


GARMR = ("A", "play garmr[] then ask")
ENOUGH = ("A", "enough"), ("B", "enough"), ("A", "enough")  # nor goes she berserk
PAIRS = {
    "who thinks: the defender about an interrupt, or the attacker about the next card": (
        battle("garmr1 odin", "havamal nixie1", ("B", "block ask"), GARMR, ("B", "no"), *ENOUGH),
        battle("garmr1 odin", "havamal nixie1", None, GARMR, None, *ENOUGH),
    ),
    "whether somebody holds an enchanted item": (
        battle("garmr1 odin", "havamal nixie1", GARMR, *ENOUGH),
        battle("garmr1 odin", "baldr nixie1", GARMR, *ENOUGH),
    ),
    "which cards stay in the hands": (
        battle("garmr1 odin troll1", "havamal nixie1", ("A", "play garmr then ask"), *ENOUGH),
        battle("garmr1 tyr dis1", "fairies1 freyr", ("A", "play garmr then ask"), *ENOUGH),
    ),
    "what is discarded in renewal, until all have chosen": (
        renewal(("A", "renew discard Thor")), renewal(("A", "renew discard Odin")),
    ),
    "whether what is discarded in renewal was thought over": (
        renewal(("A", "renew discard Thor"), ("A", "renew discard Odin")),
        renewal(("A", "renew none"), None),
    ),
}  # fmt: skip


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(BEGUN)
    monkeypatch.setattr(append, "datetime", made)
    monkeypatch.setattr(registry, "games", INSTALLED)
    return made


def opened(people: list[Player], cause: Any) -> Game:
    game = services.open_table(
        opened_by=people[0], key="asgards_chosen", seats=3, cause=cause, days_per_decision=3, seed=bytes(32)
    )
    for player in people[1:3]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def table_of(course: Course) -> Any:
    scene = Scene(3, **course.table)
    return (scene.turn("A") if course.begins == "turn" else scene.renews()).state


@pytest.mark.parametrize("pair", PAIRS)
def test_games_that_differ_in_what_is_concealed_are_alike_for_all_others(
    pair: str, people: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    cause, found = uuid4(), []
    for course in PAIRS[pair]:
        clock.time = BEGUN

        def setup(*_: Any, course: Course = course) -> tuple[Any, list[Happening]]:
            return table_of(course), []

        def play(course: Course = course) -> list[object]:
            game, seen = opened(people, cause), list[object]()
            for deed in course.deeds:
                clock.time += timedelta(minutes=7)
                if deed is not None:
                    writes(game, people, *deed)
                seen.append([part for one in course.others for part in alike(game, people, one)])
            if ENOUGH[-1] == course.deeds[-1]:
                assert not OpenDecision.objects.filter(game=game, concealed=True).exists(), "the veil is lifted"
            return seen

        monkeypatch.setattr(ChosenRules, "setup", setup)
        found.append(undone_afterwards(play))
    assert found[0] == found[1]


def writes(game: Game, people: list[Player], name: str, lines: str) -> None:
    number = "ABC".index(name)
    services.submit_orders(game.pk, seat=number, player=people[number], lines=[lines], cause=uuid4())
