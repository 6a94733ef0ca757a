"""What a plan names that can never be is refused when it is written: it would have waited in vain."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.moves import IllegalMove
from tests.games.asgards_chosen.scene import Scene
from tests.games.asgards_chosen.table import Letters


def letters() -> Letters:
    """It is B's campaign turn on the board of three, where L5 does not lie; A writes."""
    scene = Scene(heroes={"AF": "S1a", "BF": "L4a"}, hands={"A": "thor troll1", "B": "tyr"}, markers={"A": "T1"})
    return Letters(scene.turn("B"))


@pytest.mark.parametrize("line, why", [
    ("RETREAT L5a", "E_TERRITORY"), ("SHIFT L5b, L5a", "E_TERRITORY"), ("TARGET L1a", "E_TERRITORY"),
    ("DEFEND L5a PLAY Troll", "E_TERRITORY"), ("EVENT remove L5a", "E_TERRITORY"),
    ("SHIFT S1e", "E_NO_MARKER"), ("EVENT remove S1e, S2e", "E_NO_MARKER"),
    ("DEFEND any PLAY Blót", "E_NOT_PLAYABLE"), ("DEFEND any PLAY Troll; Gjallarhorn", "E_NOT_PLAYABLE"),
    ("ATTACK F from S1a to S1b PLAY Troll BERSERK Draupnir", "E_NOT_PLAYABLE"),
    ("ITEM Aarni", "E_WRONG_PHASE"), ("ITEM Aarni > Raskovnik", "E_WRONG_PHASE"), ("TILE auto", "E_WRONG_PHASE"),
])  # fmt: skip
def test_it_is_refused_at_once(line: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        letters().sends("A", line)


def test_an_attack_for_which_a_charm_is_to_fight_is_not_begun() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "aarni troll1"}).turn("A")
    with pytest.raises(IllegalMove, match="E_NOT_PLAYABLE"):
        Letters(scene).sends("A", "ATTACK F from S1a to S1b PLAY Troll; Aarni UNTIL win")
    assert scene.asked == ("A", "campaign")


@pytest.mark.parametrize("line", [
    "RETREAT L5a, S1e", "SHIFT S1e, T1", "EVENT remove L5a, T1", "DEFEND S1e PLAY Troll", "DEFEND town PLAY *",
    "DEFEND any PLAY Almace; Wið Færstice; Thor; Huldra", "KEEP Gjallarhorn",
])  # fmt: skip
def test_what_may_yet_come_true_stands(line: str) -> None:
    plans: list[Any] = list(letters().sends("A", line).session.table.plans(0))
    assert len(plans) == 1
