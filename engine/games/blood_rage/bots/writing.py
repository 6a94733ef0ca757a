"""What greedy writes beside its answer: standing orders, so that it is asked less often."""

from __future__ import annotations

from engine.core.bots import asked
from engine.core.contract import Desk, Notation
from engine.games.blood_rage.bots.worth import held
from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.orders.plans import Draft

_LIKED = tuple(sorted(BY_CODE, key=lambda code: -held(BY_CODE[code])))


def plans(desk: Desk, notation: Notation, language: str) -> list[str]:
    """In a draft the cards that it likes best: so it is asked but once in an Age."""
    if asked(desk).kind != "draft":
        return []
    return [notation.write_plan(Draft(cards=_LIKED, age=desk.view.round), language)]
