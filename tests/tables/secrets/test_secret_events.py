"""What others do unseen changes nothing that a viewer receives, nor what a viewer may do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from asgard_pbem.tables.store import append
from asgard_pbem.tables.store import sql as store
from engine.core.decisions import told_of
from engine.core.moves import Seat
from engine.table import registry
from tests.tables.conftest import INSTALLED
from tests.tables.log.test_real_games import open_table
from tests.tables.secrets.test_undo_tells_nothing import SEVERAL, battle
from tests.tables.secrets.unseen import Players

__all__ = ["battle"]
pytestmark = pytest.mark.django_db
T = TypeVar("T")


@pytest.fixture
def all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)


def received(game_id: Any, viewer: Seat | None, player: Player | None) -> dict[str, Any]:
    """All that reaches one viewer; the words of pages and mails are made of it."""
    game, table = Game.objects.get(pk=game_id), history.table_now(game_id)
    pending = told_of(table.pending(), (viewer,))
    words = history.words(game, "en")
    public = (game.moment, game.moment_hash, game.moved_at, game.round, game.stage, game.scores, game.status)
    asked = OpenDecision.objects.filter(game=game, answered=False, concealed=False)
    mails = Outbox.objects.filter(game=game, player=player).order_by("key")
    found = {
        "game": public,
        "view": table.rules.view(table.state, viewer),
        "log": history.history(game_id, viewer),
        "file": logfile.export(game_id, viewer=viewer),
        "waiting": [words.waiting(one) for one in pending],
        "asked": sorted(asked.values_list("seat", "kind", "since", "deadline")),
        "mails": list(mails.values("purpose", "seat", "prompt", "moment", "payload", "state")) if player else [],
    }
    if viewer is not None and player is not None:
        found["desk"] = table.desk(viewer).decisions, table.desk(viewer).everyone
        found["questions"] = history.question_ids(game_id, viewer)
        found["may undo"] = history.may_undo(game_id, viewer)
        found["undo"] = tried_undo(game_id, viewer, player)
    return found


def tried_undo(game_id: Any, seat: Seat, player: Player) -> Any:
    """What taking back now comes to, for the one who does it and for all; nothing is kept of it."""
    before = transaction.savepoint()
    try:
        services.undo(game_id, seat=seat, player=player, cause=uuid4())
        table, moment = history.table_now(game_id), Game.objects.get(pk=game_id).moment
    except services.ServiceError as why:
        return why.code, why.where
    finally:
        transaction.savepoint_rollback(before)
    return table.rules.view(table.state, seat), moment


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_three_dozen_secret_events_change_nothing_that_others_receive(
    key: str, all_installed: None, people: list[Player]
) -> None:
    game = open_table(key, people[:3], 4)
    players, events = Players(game, people[:3], random.Random(8)), 0
    while events < 36 and players.go_on():
        events += check_one(players)
    assert events == 36


def check_one(players: Players) -> bool:
    """Let somebody do something unseen, if it can be, and compare what all others receive. Whether it could be."""
    viewers = [(None, None), *enumerate(players.people)]
    before = {viewer: received(players.game.pk, viewer, player) for viewer, player in viewers}
    actor = players.secretly()
    if actor is None:
        return False
    for viewer, player in viewers:
        if viewer != actor:
            assert received(players.game.pk, viewer, player) == before[viewer], (viewer, actor)
    return True


def test_battle_orders_that_others_cannot_see_change_nothing_for_them(battle: Game, people: list[Player]) -> None:
    players, events = Players(battle, people, random.Random(2)), 0
    while any(kind == "battle" for _, kind in players.waited_for()):
        events += check_one(players)
        players.go_on()
    assert events > 2


def test_the_orders_of_one_wave_share_a_clock_which_plays_them_all(battle: Game, people: list[Player]) -> None:
    players = Players(battle, people, random.Random(2))
    seat = SEVERAL[0]
    due = OpenDecision.objects.get(game=battle, seat=seat).deadline
    first = OpenDecision.objects.get(game=battle, seat=seat).prompt
    players.answer(seat, players.desk(seat).decisions[0])
    question = OpenDecision.objects.get(game=battle, seat=seat)
    assert question.deadline == due
    assert question.prompt > first  # the next disc is asked about in a mail of its own
    late = timezone.now() + timedelta(days=8)
    while any(kind == "battle" for _, kind in players.waited_for()):
        assert services.play_time_outs(late)
    assert list(projecting.differences(battle.pk)) == []


# --- Two games that differ in plans only ---------------


@dataclass(slots=True)
class Clock:
    """A clock that stands until it is set."""

    time: datetime

    def now(self, zone: object) -> datetime:
        return self.time


HASH = re.compile(rb'"(hash|sha256)":"[0-9a-f]{64}"')
FORCED = re.compile(rb'("by":"forced",(?:(?!"by":).)*?"recorded_at":"[^"]{16})[^"]*')
PLANNER = 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(datetime(2026, 3, 4, 5, 6, 7, 123456, tzinfo=UTC))
    monkeypatch.setattr(append, "datetime", made)
    return made


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_games_that_differ_in_plans_only_are_alike_for_all_others_to_the_letter(
    key: str, all_installed: None, people: list[Player], clock: Clock
) -> None:
    """Once with a seat that plans; once the same moves made by hand, each some seconds after what it waited for."""
    people = people[:3]
    game = open_table(key, people, 6)
    begun = clock.time
    moves, others = undone_afterwards(lambda: (play_planning(game, people, clock), told(game, people)))
    assert sum(move.by == "plan" for move in moves) > 5
    clock.time = begun
    by_hand = undone_afterwards(lambda: (play_again(game, people, clock, moves), told(game, people))[1])
    assert by_hand == others


@dataclass(frozen=True, slots=True)
class Made:
    """A move of a recorded game."""

    seat: Seat
    move: Any
    by: str
    at: datetime


MOVES = {"yggdrasil": 20}  # of a game that may be over after few, and then hides nothing


def play_planning(game: Game, people: list[Player], clock: Clock) -> list[Made]:
    """One seat files what plans it can before anybody moves; the others answer question after question."""
    players, first = Players(game, people, random.Random(3)), history.row_of(game.pk).head_seq
    for _ in range(MOVES.get(game.key, 40)):
        for plan in players.plans(PLANNER)[:-1]:  # all but dropping them
            clock.time += timedelta(seconds=1)
            with suppress(services.Refused, services.ServiceError):
                plan()
        clock.time = clock.time.replace(second=7) + timedelta(minutes=1)
        pending = history.table_now(game.pk).pending()
        one = next((one for one in pending if one.seat != PLANNER), pending[0])
        players.answer(one.seat, one)
    rows = store.events(game.pk, after=first)
    made = [row for row in rows if row.kind == "move_made"]
    return [Made(row.seat or 0, row.payload["move"], row.payload["by"], row.recorded_at) for row in made]


def play_again(game: Game, people: list[Player], clock: Clock, moves: list[Made]) -> None:
    """The same moves, all by hand; but for those that are made by themselves: forced ones, and what is passed over."""
    first = history.row_of(game.pk).head_seq
    for number, made in enumerate(moves):
        if sum(row.kind == "move_made" for row in store.events(game.pk, after=first)) > number:
            continue
        if made.by == "plan":
            clock.time += timedelta(seconds=2)
        elif made.by == "player":
            clock.time = max(clock.time, made.at)  # a plan may begin with a move, at no minute's beginning
        player = people[made.seat]
        services.submit_move(game.pk, seat=made.seat, player=player, move=made.move, cause=uuid4())


def _timeless(entry: Any) -> Any:
    """Without its hash. What nobody had to answer was answered when what came before it was: to the minute, alike."""
    notes = [replace(one, recorded_at=_about(one)) for one in entry.notes]
    return replace(entry, hash="", recorded_at=_about(entry), notes=notes)


def _about(one: Any) -> datetime:
    at: datetime = one.recorded_at
    return at.replace(second=0, microsecond=0) if one.by == "forced" else at


def told(game: Game, people: list[Player]) -> list[object]:
    """What reaches all but the planner, without the chain's hashes, which are random."""
    found = []
    for viewer, player in [(None, None), *enumerate(people)]:
        if viewer != PLANNER:
            one = received(game.pk, viewer, player)
            entries = [_timeless(entry) for entry in one["log"]]
            text = FORCED.sub(rb"\1", HASH.sub(b"", one["file"]))
            found.append((text, entries, one["view"], one["waiting"], one.get("may undo")))
            found.append([(mail["purpose"], mail["seat"], mail["payload"]) for mail in one["mails"]])
    return found


def undone_afterwards(act: Callable[[], T]) -> T:
    """What `act` gives; nothing of it stays in the database."""
    before = transaction.savepoint()  # no block: what players do refuses to be part of one
    try:
        return act()
    finally:
        transaction.savepoint_rollback(before)
