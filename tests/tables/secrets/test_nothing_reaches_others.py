"""Blood Rage in pairs: games that differ only in what is concealed send all others the same mails and pages."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables.models import Player
from tests.tables.secrets.pairing import (
    CROWD,
    REST,
    STEP,
    Course,
    Pair,
    both,
    clock,
    compare,
    in_one,
    known,
    opened,
    picks,
    reader_ends,
    says,
    takes_back,
)
from tests.tables.secrets.reaching import Mailboxes, differences
from tests.tables.secrets.test_secret_events import Clock
from tests.tables.secrets.unseen import Players

__all__ = ["clock", "known", "reader_ends"]
pytestmark = pytest.mark.django_db
DRAFT: dict[str, Any] = {}  # the game as it begins
PAIRS = {
    "which quest is committed": Pair(
        ({"hand": {"A": "QYG1 QAL1 TY2", "B": "TY3", "C": REST}},) * 2,
        ((says("A", "quest QYG1"), says("A", "quest QAL1")), both(says("B", "pass"))), others=(1, 2, None),
    ),
    "plans filed or none": Pair(
        ({"hand": {"A": "QYG1 TY2", "B": "TY3 HEY", "C": REST}, "figures": CROWD},) * 2,
        ((says("B", "stats horns axes rage"), None), (says("B", "protect L W\nvolur no"), None),
         both(says("A", "invade L GIM"))),
        others=(0, 2, None),
    ),
    "a queue that could not go on, or none": Pair(
        ({"hand": {"A": "QYG1 TY2", "B": "TY3 HEY", "C": REST}, "figures": CROWD},) * 2,
        ((says("B", "then if pillaged AND: pillage AND"), None), both(says("A", "invade L MUS")),
         both(says("B", "pass"))),
        others=(0, 2, None),
    ),
    "what is drafted, how often it is changed, and whether it is taken back": Pair(
        (DRAFT, DRAFT),
        ((picks("A", 0), picks("A", 5)), (picks("A", 3), None), (in_one(takes_back("A"), picks("A", 1)), None),
         both(picks("B", 2))),
        others=(1, 2, None),
    ),
    "what is kept, and how often it is changed": Pair(
        ({"hand": {"A": "TY3 QAL1 LTR", "B": "TY2 HEY", "C": REST}, "rage": {"A": 6, "B": 0, "C": 0}},) * 2,
        (both(says("A", "pass")), (says("A", "keep TY3"), says("A", "keep QAL1")), (says("A", "keep LTR"), None),
         both(says("B", "keep TY2"))),
        others=(2, None),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_that_differs_in_what_is_concealed_reaches_all_others_alike(
    name: str, known: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(PAIRS[name], known, clock, monkeypatch)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_is_done_unseen_changes_a_page_or_sends_a_mail_to_anybody_else(
    seed: int, known: list[Player], clock: Clock
) -> None:
    course = Course(opened(known, uuid4()), known, clock, (0, 1, 2, None), Mailboxes(to=tuple(known)))
    players, events = Players(course.game, known, random.Random(seed)), 0
    while events < 4 and players.go_on():
        clock.time += STEP
        course.look(thoroughly=False)
        actor = players.secretly()
        if actor is None:
            course.seen.clear()
            continue
        course.look(thoroughly=False)
        before, after = (one[:actor] + one[actor + 1 :] for one in course.seen[-2:])
        assert differences(before, after) == [], actor
        events += 1
    assert events == 4
