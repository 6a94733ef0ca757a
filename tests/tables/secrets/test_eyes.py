"""Who, how and when: what a viewer learns of an event beside what the game shows of it."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.reading.eyes import Eyes
from asgard_pbem.tables.store.folding import Noted
from asgard_pbem.tables.store.rows import EventRow
from asgard_pbem.tables.store.walking import Told
from engine.core.counsel import Advised
from engine.core.flow.veil import Unseen
from engine.core.happenings import Happening
from engine.table.events import Event, MoveMade, Proposed
from tests.tables.conftest import OpenToy, lay
from tests.toys import toy

pytestmark = pytest.mark.django_db


def test_others_see_times_to_the_minute_and_everybody_his_own_exactly(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    exact = history.history(game.pk, 0)[-1].recorded_at
    assert exact.microsecond
    for viewer in (None, 1):
        assert history.history(game.pk, viewer)[-1].recorded_at == exact.replace(second=0, microsecond=0)
        shown = json.loads(logfile.export(game.pk, viewer=viewer).splitlines()[-2])["recorded_at"]
        assert shown.endswith(":00.000000Z")
    services.close_table(game.pk, by=None, cause=uuid4())
    assert exact in [entry.recorded_at for entry in history.history(game.pk, None)]


def test_a_time_out_is_told_of_whoever_is_seen_to_have_moved_and_of_nobody_else(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """The last card is laid by the clock: that another won the round must not read as if his time had run out."""
    game = open_toy(2, days_per_decision=1)
    services.set_absence(people[1], since=None, until=timezone.now() + timedelta(days=9))
    lay(game, 1, people[1])
    assert services.play_time_outs(timezone.now() + timedelta(days=2)) == 1
    last = history.history(game.pk, None)[-1]
    winner = last.faces[0].seat  # type: ignore[attr-defined]  # the round is won
    assert last.by == ("timeout" if winner == 0 else "")
    assert history.history(game.pk, 0)[-1].by == "timeout"


def step_of(payload: Event, happenings: list[Happening]) -> Told:
    row = EventRow(5, payload.kind, 1, 0, {}, "", timezone.now(), uuid4(), "", "")
    return Told(row, Noted(payload, happenings, public=True, progress=None), undone=False)


def test_of_advice_its_team_alone_knows_and_nobody_who_looks_on() -> None:
    advice = Proposed(seat=0, to=2, team=(0, 2), number=1, topic="attack", orders=(Advised(moves=({},)),))
    opened = step_of(MoveMade(seat=0, move={}), [toy.Boasted(0)])
    for viewer, knows in ((0, True), (1, False), (2, True), (None, False)):
        eyes = Eyes(viewer, over=False)
        entry = eyes.entry(1, opened)
        eyes.add_note(entry, step_of(advice, []))
        assert [one.payload for one in entry.notes] == [advice] * knows


@pytest.mark.parametrize(
    "happenings, told",
    [
        ([toy.Boasted(0)], "timeout"),
        ([toy.Boasted(1)], ""),
        ([toy.Boasted(1), toy.Boasted(0)], ""),
        ([Unseen(), toy.Boasted(0)], ""),  # a veil lifts: who was asked behind it nobody learns
        ([], ""),
    ],
)
def test_of_a_time_out_others_learn_by_what_they_see_first(happenings: list[Happening], told: str) -> None:
    step = step_of(MoveMade(seat=0, move={}, by="timeout"), happenings)
    assert [Eyes(viewer, over=False).entry(1, step).by for viewer in (0, 1, None)] == ["timeout", told, told]


def test_the_history_since_a_moment_is_the_end_of_the_whole_one(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3, options={"hand": 13})
    for _ in range(10):
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
        for seat in range(3):
            lay(game, seat, people[seat])
            if seat == 1:
                services.undo(game.pk, seat=1, player=people[1], cause=uuid4())
                lay(game, seat, people[seat], 2)
    whole = history.history(game.pk, 1)
    tables = [frame.table for frame in history.frames(game.pk, 1)]
    for since in range(len(whole) + 1):
        assert history.history(game.pk, 1, since=since) == whole[since:]
        assert history.history(game.pk, 1, since=since, upto=since + 2) == whole[since : since + 2]
        frames = list(history.frames(game.pk, 1, first=since + 1, last=since + 3))
        assert [frame.entry for frame in frames] == whole[since : since + 3]
        assert [frame.table.state for frame in frames] == [table.state for table in tables[since : since + 3]]
    assert history.histories(game.pk, [None, 1]) == [history.history(game.pk, None), whole]
