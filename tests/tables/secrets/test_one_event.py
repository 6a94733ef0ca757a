"""What of one event a viewer reads: whose it was, how it came about, when, and whether they know of it at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

import pytest

from asgard_pbem.tables.reading.eyes import Entry, Eyes, Note
from asgard_pbem.tables.store.folding import Noted
from asgard_pbem.tables.store.rows import EventRow
from asgard_pbem.tables.store.walking import Told
from engine.core.contract import Progress
from engine.core.counsel import Advised
from engine.core.flow.veil import Aside, Unseen
from engine.core.happenings import Happening
from engine.table.events import By, Endorsed, Event, GameStarted, MoveMade, PlansFiled, PressSent, Proposed, SeatTaken
from tests.toys.toy import Boasted, Laid, RoundWon

AT = datetime(2026, 3, 1, 12, 30, 17, 250, tzinfo=UTC)
MINUTE = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
ANNA, BORIS, CLEO = range(3)


@dataclass(slots=True)
class Thundered(Happening):
    """Of nobody."""

    kind: ClassVar[str] = "thundered"


def event(payload: Event, *happenings: Happening, undone: bool = False, far: Progress | None = None) -> Told:
    seat = getattr(payload, "seat", None)
    row = EventRow(7, payload.kind, 1, seat, {}, "", AT, UUID(int=1), "", "its hash")
    return Told(row, Noted(payload, list(happenings), public=True, progress=far), undone)


def move(seat: int, *happenings: Happening, by: By = "player", **how: Any) -> Told:
    return event(MoveMade(seat=seat, move={}, by=by), *happenings, **how)


def entry(told: Told, viewer: int | None, *, over: bool = False) -> Entry:
    return Eyes(viewer, over).entry(3, told)


def notes(told: Told, viewer: int | None, *, over: bool = False) -> list[Note]:
    found = entry(move(BORIS, Boasted(BORIS)), viewer)
    Eyes(viewer, over).add_note(found, told)
    return found.notes


@pytest.mark.parametrize("viewer, over", [(BORIS, False), (None, True), (CLEO, True)])
def test_ones_own_and_what_is_over_is_read_as_it_was(viewer: int | None, over: bool) -> None:
    """The last card of a round is Boris's, and Anna wins it."""
    found = entry(move(BORIS, RoundWon(ANNA, (9, 3))), viewer, over=over)
    assert (found.seat, found.recorded_at) == (BORIS, AT)


@pytest.mark.parametrize("viewer", [None, CLEO])
@pytest.mark.parametrize(
    "faces, seat",
    [
        ([RoundWon(ANNA, (9, 3)), Boasted(BORIS)], ANNA),
        ([Laid(BORIS, 4), Boasted(BORIS)], BORIS),  # of what the viewer sees the first
        ([RoundWon(None, ()), Boasted(BORIS)], None),
        ([Thundered()], None),
        ([Laid(BORIS, 4)], None),
        ([], None),
    ],
    ids=repr,
)
def test_of_anothers_move_is_read_what_the_first_thing_seen_says(
    faces: list[Happening], seat: int | None, viewer: int | None
) -> None:
    found = entry(move(BORIS, *faces), viewer)
    assert (found.seat, found.recorded_at) == (seat, MINUTE)
    assert found.faces == tuple(one for one in faces if not isinstance(one, Laid))


@pytest.mark.parametrize("viewer", [None, ANNA])
def test_when_the_table_itself_did_something_is_read_to_the_minute(viewer: int | None) -> None:
    """It was dealt when the last of them sat down."""
    assert entry(event(GameStarted()), viewer).recorded_at == MINUTE


def test_whose_anything_but_a_move_was_is_no_secret() -> None:
    assert entry(event(SeatTaken(seat=BORIS, holder=None)), CLEO).seat == BORIS


@pytest.mark.parametrize("viewer", [None, ANNA, BORIS])
def test_what_a_move_or_the_deal_says_is_not_read_and_what_anything_else_says_is(viewer: int | None) -> None:
    taken = SeatTaken(seat=BORIS, holder=None)
    assert entry(event(taken), viewer).payload == taken
    assert entry(move(BORIS), viewer).payload is None
    assert entry(event(GameStarted()), viewer).payload is None


def test_a_moment_says_in_which_round_it_ended_and_whether_it_was_taken_back() -> None:
    far = entry(move(BORIS, Boasted(BORIS), far=Progress(4, "laying", (0, 0)), undone=True), ANNA)
    assert (far.round, far.undone, far.number, far.hash, far.what, far.notes) == (
        4,
        True,
        3,
        "its hash",
        "move_made",
        [],
    )
    assert (entry(move(BORIS), ANNA).round, entry(move(BORIS), ANNA).undone) == (0, False)


@pytest.mark.parametrize("by", ["player", "plan", "forced", "timeout", "bot"])
def test_how_a_move_came_about_others_read_of_the_clock_and_bots_alone(by: By) -> None:
    told = move(BORIS, Boasted(BORIS), by=by)
    assert entry(told, BORIS).by == by
    assert entry(told, CLEO).by == (by if by in {"timeout", "bot"} else "")


@pytest.mark.parametrize(
    "happenings", [[RoundWon(ANNA, (9, 3)), Boasted(BORIS)], [Laid(BORIS, 4)], [], [Boasted(BORIS), Unseen()]], ids=repr
)
def test_and_only_where_they_see_whose_it_was(happenings: list[Happening]) -> None:
    """Behind a veil nobody learns who had been asked."""
    told = move(BORIS, *happenings, by="timeout")
    assert (entry(told, CLEO).by, entry(told, BORIS).by) == ("", "timeout")


def test_what_is_no_move_came_about_in_no_way() -> None:
    assert entry(event(SeatTaken(seat=BORIS, holder=None), Boasted(BORIS)), BORIS).by == ""


def test_what_one_did_unseen_is_ones_own_to_read() -> None:
    told = event(PlansFiled(seat=BORIS, plans=()), undone=True)
    (note,) = notes(told, BORIS)
    assert (note.what, note.seat, note.by, note.recorded_at, note.undone) == ("plans_filed", BORIS, "", AT, True)
    assert (note.faces, note.news, note.seq, note.payload) == ((), (), 7, None)
    for over in (False, True):
        assert notes(told, None, over=over) == notes(told, CLEO, over=over) == []


def test_who_is_told_something_before_all_others_reads_that_and_when_to_the_minute() -> None:
    told = move(BORIS, Laid(BORIS, 4), Aside(Boasted(ANNA), (CLEO,)), by="bot")
    (note,) = notes(told, CLEO)
    assert (note.faces, note.news, note.recorded_at) == ((Boasted(ANNA),), (Boasted(ANNA),), MINUTE)
    assert (note.seat, note.by) == (ANNA, "")
    (own,) = notes(told, BORIS)
    assert (own.faces, own.news, own.by) == ((Laid(BORIS, 4),), (), "bot")
    assert notes(told, ANNA) == []


def test_a_spectator_has_no_notes() -> None:
    assert notes(move(BORIS, Boasted(BORIS)), None) == []


def test_what_nobody_did_and_what_somebody_said_is_no_note() -> None:
    """Letters have a place of their own, and those of others are theirs."""
    assert notes(event(GameStarted(), Boasted(ANNA)), ANNA) == []
    for viewer in (None, ANNA, BORIS):
        assert notes(event(PressSent(seat=BORIS, to=None, press=UUID(int=2))), viewer) == []


@pytest.mark.parametrize("kind", ["proposed", "endorsed"])
def test_counsel_is_read_by_its_team_word_for_word(kind: str) -> None:
    said: Proposed | Endorsed = Endorsed(seat=BORIS, team=(ANNA, BORIS), number=1)
    if kind == "proposed":
        said = Proposed(seat=BORIS, team=(ANNA, BORIS), number=1, to=ANNA, topic="", orders=(Advised(moves=({},)),))
    for viewer, time in ((ANNA, MINUTE), (BORIS, AT)):
        (note,) = notes(event(said), viewer)
        assert (note.payload, note.seat, note.recorded_at) == (said, BORIS, time)
    assert notes(event(said), CLEO) == notes(event(said), None) == []
