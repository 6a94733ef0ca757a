"""Refusals say what the dossier's table has them say: what is lacking, by name and number, and the rule."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.words.status import RageWords
from tests.games.blood_rage.scene import Scene

ANDLANG: dict[str, Any] = {"figures": {"A": "W @AND", "B": "S @FW, W @HOR, W @UTG"}}
SACRIFICE = "sacrifice W@GIM W@GIM axes"
# What lies there, an order of A, its code, and what its refusal says.
SAID: list[tuple[dict[str, Any], str, str, str]] = [
    ({"rage": {"A": 1}}, "invade S FW", "E_RAGE", "needs 2 Rage, you have 1"),
    ({"figures": {"B": "W5 @GIM"}}, "invade W GIM", "E_FULL", "empty villages in Gimle: 0, needed 1"),
    ({}, "invade W YGG", "E_YGGDRASIL", "Yggdrasil cannot be invaded"),
    ({"destroyed": "GIM"}, "invade W GIM", "E_DESTROYED", "Gimle is destroyed"),
    ({"figures": {"A": "S @FW"}}, "march FW > GIM: S", "E_SHIP_MARCH", "Ships do not march"),
    ({"sheet": {"A": "TGL OTH LDO"}, "hand": {"A": "FCH"}}, "upgrade FCH", "E_NAME_SLOT", "c1, c2, c3"),
    ({"hand": {"A": "TY4"}}, "upgrade TY4", "E_NO_UPGRADE", "is not an upgrade"),
    ({"hand": {"A": "TY4"}}, "quest TY4", "E_NO_QUEST", "is not a quest"),
    ({"pillaged": "AND", **ANDLANG}, "pillage AND", "E_PILLAGED", "pillaged already in this Age"),
    ({"sheet": {"A": "FSA"}, "figures": {"A": "W2 @GIM"}, "steps": {"A": (2, 6, 1)}}, SACRIFICE, "E_LAST_STEP",
     "on its last step; choose another one: not Axes"),
    ({"figures": {"A": "W @GIM"}}, "invade W GIM +pillage", "E_LACKS", "You do not have Thor's Domain"),
    ({"figures": {"A": "L W3 @GIM"}}, "invade W GIM", "E_HORNS", "Horns: 4 of 4 figures on the board"),
    ({"rage": {"A": 0}}, "invade L GIM", "E_NO_RAGE", "No action without Rage"),
    ({"destroyed": "ELV ANG"}, "invade S FN", "E_FJORD_GONE", "Both provinces of that fjord are destroyed"),
    ({}, "invade S GIM", "E_SHIPS_TO_FJORDS", "Ships go to fjords"),
    ({}, "invade W FW", "E_ONLY_SHIPS", "Only ships go to fjords"),
    ({"figures": {"A": "S @FE"}}, "pillage GIM", "E_NOBODY_THERE", "no figure in Gimle or its fjord"),
]  # fmt: skip


@pytest.mark.parametrize("given, line, code, said", SAID, ids=[f"{code} {line}" for _, line, code, _ in SAID])
def test_a_refused_action_is_told_why(given: dict[str, Any], line: str, code: str, said: str) -> None:
    where = Scene(**given).refused("A", line, code)
    assert said in RageWords("en", ("Anna", "Boris")).refusal(code, where)


@pytest.mark.parametrize("line, code, said", [
    ("call W<HOR", "E_NOT_ADJACENT", "Horgr is not adjacent to Andlang"),
    ("call S<FW", "E_SHIP_CALL", "Ships do not answer a call"),
])  # fmt: skip
def test_a_refused_answer_to_a_call_is_told_why(line: str, code: str, said: str) -> None:
    where = Scene(**ANDLANG).does("A", "pillage AND").refused("B", line, code)
    assert said in RageWords("en", ("Anna", "Boris")).refusal(code, where)


def test_a_refused_answer_in_a_battle_is_told_why() -> None:
    words = RageWords("en", ("Anna", "Boris"))
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 TY5 HEY"}).does("A", "pillage GIM")
    late = scene.battle(A="TY2").refused("A", "late TY5", "E_NOT_LATE")
    assert "Only Heimdall's Eye or Gaze may be added late" in words.refusal("E_NOT_LATE", late)
    scene = Scene(figures={"A": "L W2 @MUS", "B": "W @MUS"}, hand={"B": "OTI"}).does("A", "pillage MUS")
    tide = scene.refused("A", "tide S", "E_NOT_IN_BATTLE")
    assert "Not in this battle: Ship" in words.refusal("E_NOT_IN_BATTLE", tide)
