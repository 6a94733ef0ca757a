"""Whoever holds a surprise is told how to order it, in a mail that is sent anyway, until the order stands (P7)."""

from __future__ import annotations

import pytest

from engine.core.bots import asked
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table.examples import of_plans
from tests.games.asgards_chosen.plans.test_plans import s_round
from tests.games.asgards_chosen.table import GAME, Letters

NAMES = ("Anna", "Boris")


def reminded(letters: Letters) -> list[str]:
    desk = letters.session.table.desk(0, NAMES)
    found = of_plans(GAME, ChosenWords("en", NAMES), desk, asked(desk))
    return [order for order, _ in found if order.partition(" ")[0] in ("block", "late", "event")]


@pytest.mark.parametrize(
    "card, order",
    [
        ("havamal", "block with Hávamál if flips"), ("dis1.2", "late Dís if flips"), ("draugr1.2", "event sac Draugr"),
    ],
)  # fmt: skip
def test_a_surprise_is_reminded_of_until_it_is_ordered(card: str, order: str) -> None:
    letters = Letters(s_round(A=f"thor {card} odin"))
    assert reminded(letters) == [order]
    assert reminded(letters.sends("A", order)) == []
    assert reminded(Letters(s_round(A="thor odin"))) == []
