"""The laws of all games, held by Asgard's Chosen in every mode and length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.asgards_chosen.state import State, missing
from tests.games.asgards_chosen.table import GAME
from tests.games.laws import LAWS, Case

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"mode": "introductory"}), (3, {}), (2, {"length": "saga"}),
    (4, {"length": "epic", "late_items": True, "automatic_board": True}),
    (1, {"mode": "solitaire"}), (2, {"mode": "coop"}),
]  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats, options", TABLES)
def test_law(law: Callable[[Case], None], seats: int, options: dict[str, Any]) -> None:
    law(Case(GAME, seats, 7, options, missing, colour=State.side))
