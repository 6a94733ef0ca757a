"""Whoever answers last of those who choose at once sees what all chose, and so cannot choose anew."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import SeededChance
from engine.table import registry
from engine.table.events import GameOpened
from engine.table.session import Session, cannot_be_unseen
from engine.table.table import Recorded, Table
from engine.table.undo import take_back


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
