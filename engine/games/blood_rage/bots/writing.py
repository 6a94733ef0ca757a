"""What greedy writes beside its answer: standing orders, so that it is asked less often."""

from __future__ import annotations

from engine.core.bots import asked
from engine.core.contract import Desk, Notation
from engine.games.blood_rage.bots.drafting import liked
from engine.games.blood_rage.orders.plans import Draft
from engine.games.blood_rage.state import State


def plans(desk: Desk, table: State, notation: Notation, language: str) -> list[str]:
    """In a draft the cards that it likes best, with those that it has: so it is asked but once in an Age.

    `table`: one that the seat cannot tell from the true one.
    """
    if asked(desk).kind != "draft":
        return []
    return [notation.write_plan(Draft(cards=tuple(liked(table, desk.seat)), age=desk.view.round), language)]
