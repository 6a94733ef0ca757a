"""Answers that stay: whoever is the last of those who choose at once sees what all chose; the clock's and bots'."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import SeededChance
from engine.table import registry
from engine.table.events import By, GameOpened
from engine.table.session import Session, cannot_be_unseen
from engine.table.table import Recorded, Table
from engine.table.undo import take_back
from tests.toys import toy


@pytest.mark.parametrize("key", ["aesir", "asgard", "blood_rage", "asgards_chosen"])
def test_the_last_of_those_who_choose_at_once_cannot_take_back_and_those_before_can(key: str) -> None:
    game, whim, first, last = registry.game(key), random.Random(5), 0, 0
    options = game.rules.Options().model_dump(mode="json")
    table = Table.opened(GameOpened(game=key, rules=game.rules.version, options=options, seats=3, commitment=""))
    session = Session(table, SeededChance(bytes(32)))
    session.start()
    while (pending := session.table.pending()) and len(session.made) < 600:
        together = len({one.seat for one in pending}) > 1 and all(one.secret and not one.veil for one in pending)
        for one in pending if together else pending[:1]:
            before, sealed = session.table.copy(), len(session.table.pending())
            session.move(one.seat, session.table.rules.menu(session.table.state, one).random(whim))
            made = session.made[-1]
            if together:
                undone = take_back(before, [Recorded(1, made.payload)], one.seat)
                if sealed == 1 or len(session.table.pending()) != sealed - 1:
                    last += 1
                    assert cannot_be_unseen(made)
                    assert undone is None
                elif not cannot_be_unseen(made):
                    first += 1
                    assert undone is not None
        session.settle()
    assert first > 0
    assert last > 0


@pytest.mark.parametrize(
    "by, goes", [("player", True), ("plan", True), ("forced", True), ("timeout", False), ("bot", False)]
)
def test_what_the_clock_or_a_bot_has_answered_is_not_taken_back(by: By, goes: bool) -> None:
    """An undo would give time that is up, and whoever plays on for a bot begins where it stopped."""
    session = Session(Table(toy.game, toy.game.rules, toy.Options(), 2, None, [(), ()]), SeededChance(bytes(32)))
    session.start()
    before, (asked, _) = session.table.copy(), session.table.pending()
    session.move(asked.seat, session.table.rules.default(session.table.state, asked), by)
    taken = take_back(before, [Recorded(1, session.made[-1].payload)], asked.seat)
    assert (taken is not None) is goes
