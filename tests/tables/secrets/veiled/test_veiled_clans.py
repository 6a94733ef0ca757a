"""Blood Rage: games that differ only in what is concealed look the same to all others, to the letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import append
from engine.core.happenings import Happening
from engine.games.blood_rage.game_rules import BloodRageRules
from engine.games.blood_rage.moves import BattleCard as Lay
from engine.games.blood_rage.moves import CommitQuest, DraftPick, LatePass, Pillage, Protect
from engine.games.blood_rage.moves import TideKeep as Tide
from engine.table import registry
from tests.games.blood_rage.scene import Scene
from tests.tables.conftest import INSTALLED
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards
from tests.tables.secrets.veiled.test_veils import alike

pytestmark = pytest.mark.django_db
CROWD = {"A": "W@GIM", "B": "L@GIM", "C": "W@MUS"}
TWOS = {"A": "L W@GIM", "B": "L W@GIM", "C": "W@MUS"}
REST = "TY4 OSM"
Made = tuple[int, Any]


@dataclass(frozen=True)
class Course:
    """A table and what is answered there."""

    table: dict[str, Any]
    moves: tuple[Made, ...]


def battle(a: str, b: str, *moves: Made, figures: dict[str, str] = CROWD, **given: Any) -> Course:
    """A pillages Gimle, where B stands; C looks on."""
    table = {"figures": figures, "hand": {"A": a, "B": b, "C": REST}, **given}
    return Course(table, ((0, Pillage(province="GIM")), *moves))


def quest(card: str) -> Course:
    table = {"hand": {"A": "QYG1 QAL1 TY2", "B": "TY3", "C": REST}}
    return Course(table, ((0, CommitQuest(card=card)),))


PAIRS = {
    "who holds a late card": (
        battle("TY3 HEY", "TY3 TY2", (0, Lay(card="TY3")), (1, Lay(card="TY3")), (0, LatePass())),
        battle("TY3 TY2", "TY3 HEY", (1, Lay(card="TY3")), (0, Lay(card="TY3")), (1, LatePass())),
    ),
    "who thinks longer about the cards": (
        battle("TY3 TY2", "TY5 OJU", (0, Lay(card="TY3")), (1, Lay(card="TY5"))),
        battle("TY3 TY2", "TY5 OJU", (1, Lay(card="TY5")), (0, Lay(card="TY3"))),
    ),
    "which cards stay in the hands": (
        battle("TY3 TY2", "TY5 LPO", (0, Lay(card="TY3")), (1, Lay(card="TY5"))),
        battle("TY3 TAS", "TY5 OJU", (0, Lay(card="TY3")), (1, Lay(card="TY5"))),
    ),
    "who answers Odin's Tide first": tuple(
        battle("OTI TY2", "TY5 TY3", (0, Lay(card="OTI")), (1, Lay(card="TY5")),
               (first, Tide(figure="L")), (1 - first, Tide(figure="L")), figures=TWOS)
        for first in (0, 1)
    ),
    "who is asked for a late card while another is asked whom to save": (
        battle("TY3 HEY", "TY6 TY2", (0, Lay(card="TY3")), (1, Lay(card="TY6")), (0, LatePass()),
               (0, Protect(figures=())), sheet={"A": "FPR"}),
        battle("TY3 TY2", "TY6 HEY", (0, Lay(card="TY3")), (1, Lay(card="TY6")), (1, LatePass()),
               (0, Protect(figures=())), sheet={"A": "FPR"}),
    ),
    "which quest is committed": (quest("QYG1"), quest("QAL1")),
}  # fmt: skip


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(datetime(2026, 3, 4, 5, 6, 7, 123456, tzinfo=UTC))
    monkeypatch.setattr(append, "datetime", made)
    monkeypatch.setattr(registry, "games", INSTALLED)
    return made


def opened(people: list[Player], cause: Any) -> Game:
    game = services.open_table(
        opened_by=people[0], key="blood_rage", seats=3, cause=cause, days_per_decision=3, seed=bytes(32)
    )
    for player in people[1:3]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def answers(game: Game, people: list[Player], seat: int, move: Any) -> None:
    found = move.model_dump(mode="json")
    services.submit_move(game.pk, seat=seat, player=people[seat], move=found, cause=uuid4())


@pytest.mark.parametrize("pair", PAIRS)
def test_games_that_differ_in_what_is_concealed_are_alike_for_all_others(
    pair: str, people: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, cause, found = clock.time, uuid4(), []
    others = (1, 2, None) if pair == "which quest is committed" else (2, None)
    for course in PAIRS[pair]:
        clock.time = begun

        def setup(*_: Any, course: Course = course) -> tuple[Any, list[Happening]]:
            return Scene("ABC", **course.table).state, []

        def play(course: Course = course) -> list[object]:
            game, seen = opened(people, cause), list[object]()
            for seat, move in course.moves:
                clock.time += timedelta(minutes=7)
                answers(game, people, seat, move)
                seen.append([part for one in others for part in alike(game, people, one)])
            assert not OpenDecision.objects.filter(game=game, concealed=True).exists(), "the veil is lifted"
            return seen

        monkeypatch.setattr(BloodRageRules, "setup", setup)
        found.append(undone_afterwards(play))
    assert found[0] == found[1]


def test_what_somebody_drafts_changes_nothing_for_others_until_all_have_chosen(
    people: list[Player], clock: Clock
) -> None:
    begun, cause, found = clock.time, uuid4(), []
    for number in (0, 7):
        clock.time = begun

        def play(number: int = number) -> list[object]:
            game = opened(people, cause)
            table = history.table_now(game.pk)
            answers(game, people, 0, DraftPick(cards=(table.rules.view(table.state, 0).pack[number],)))
            return [part for one in (1, 2, None) for part in alike(game, people, one)]

        found.append(undone_afterwards(play))
    assert found[0] == found[1]
