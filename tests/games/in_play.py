"""Tables of a game as they come up in play, each with a seat that is asked, and what a line does there."""

from __future__ import annotations

import random
from functools import cache

from engine.core.chance import SeededChance
from engine.core.menu import Menu
from engine.table.events import GameOpened
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table

MOST = 12


@cache
def tables(key: str) -> list[tuple[Table, int]]:
    """Of a game from its beginning on, some moves apart."""
    session = Session(Table.opened(GameOpened(game=key, rules=1, options={}, seats=2, commitment="0")), _chance())
    session.start()
    rng, found = random.Random(5), []
    while len(found) < MOST and session.table.ended is None:
        asked = next(one for one in session.table.pending() if one.seat >= 0)
        found.append((session.table.copy(), asked.seat))
        for _ in range(rng.randint(1, 4)):
            if session.table.ended is not None:
                break
            asked = next(one for one in session.table.pending() if one.seat >= 0)
            session.move(asked.seat, session.table.desk(asked.seat).menus(asked).random(rng))
            session.settle()
    return found


def _chance() -> SeededChance:
    return SeededChance(bytes(32))


def menu_of(table: Table, seat: int) -> Menu:
    """The list of what a seat is asked."""
    desk = table.desk(seat)
    asked = desk.asked()
    assert asked is not None
    return desk.menus(asked)


def taken(table: Table, seat: int, line: str) -> list[str] | str:
    """The events that a line makes, or why it is refused."""
    session = Session(table.copy(), _chance(), ("Bob", "Bob"))
    try:
        take(session, seat, [line])
    except Refused as why:
        return why.why.code
    return [one.payload.model_dump_json() for one in session.made]
