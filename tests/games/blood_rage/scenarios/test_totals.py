"""Battle totals that the dossier's scenarios print, one by one: who won does not tell by how much."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.happenings import BattleDecided
from tests.games.blood_rage.scene import Scene

GIMLE = {"A": "L @GIM", "B": "W @GIM"}
CLANS = {"A": "L W @GIM", "B": "W2 @GIM"}
CROWD = {"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}
SHIP = {"A": "W2 @GIM", "B": "S @FW"}
# Scenario -> what lies there, what is ordered (after the pillage of A, or of B where B is on turn), totals.
TOTALS: dict[str, tuple[dict[str, Any], list[str], dict[str, int]]] = {
    "S24": ({"figures": CLANS, "hand": {"A": "TY3", "B": "TY4"}}, [], {"A": 7, "B": 6}),
    "S25": ({"figures": CLANS, "hand": {"A": "TY3", "B": "TY6"}}, [], {"A": 7, "B": 8}),
    "S26": ({"figures": {**CROWD, "B": "W2 @GIM"}, "hand": {"A": "TY2", "B": "TY3", "C": "FGR"}}, [],
            {"A": 5, "B": 5, "C": 3}),
    "S27": ({"figures": SHIP, "hand": {"A": "TY3", "B": "TY4"}}, [], {"A": 5, "B": 6}),
    "S27 with TY5": ({"figures": SHIP, "hand": {"A": "TY5", "B": "TY4"}}, [], {"A": 7, "B": 6}),
    "S28": ({"figures": GIMLE, "hand": {"A": "OSM", "B": "TY5"}}, [], {"A": 4, "B": 5}),
    "S29": ({"figures": {"A": "L W2 @GIM, S @FW", "B": "W2 @GIM"}, "hand": {"A": "TY4", "B": "OTI"}},
            ["A tide L", "B tide W"], {"A": 7, "B": 2}),
    "S30": ({"figures": GIMLE, "hand": {"A": "HWA", "B": "TPR"}}, [], {"A": 3, "B": 4}),
    "S31": ({"figures": {**CROWD, "B": "W2 @GIM"}, "hand": {"A": "HWA TY2", "B": "TY5", "C": "HSI TY3"}},
            ["A card HWA", "C card HSI"], {"A": 5, "B": 2, "C": 4}),
    "S32": ({"figures": {"A": "W2 @GIM", "B": "W @GIM"}, "hand": {"A": "HSI", "B": "TY3 HGA"}},
            ["B card TY3", "B late HGA"], {"A": 5, "B": 7}),
    "S32 without": ({"figures": {"A": "W2 @GIM", "B": "W @GIM"}, "hand": {"A": "HSI", "B": "TY3 HGA"}},
                    ["B card TY3", "B late none"], {"A": 5, "B": 4}),
    "S33": ({"figures": CROWD, "hand": {"A": "TY3", "B": "TY5 HEY", "C": "TY2"}}, ["B card TY5", "B late HEY"],
            {"A": 6, "B": 8, "C": 3}),
    "S33 without": ({"figures": CROWD, "hand": {"A": "TY3", "B": "TY5 HEY", "C": "TY2"}},
                    ["B card TY5", "B late none"], {"A": 6, "B": 6, "C": 3}),
    "S34": ({"figures": GIMLE, "hand": {"A": "TY6", "B": "LTR"}}, [], {"A": 9, "B": 1}),
    "S35": ({"figures": GIMLE, "hand": {"A": "TY5 HEY", "B": "LPO"}}, ["A card TY5", "A late HEY"], {"A": 10, "B": 1}),
    "S36": ({"figures": GIMLE, "hand": {"A": "FGR"}}, [], {"A": 5, "B": 1}),
    "S38": ({"figures": {"A": "VOL W @GIM", "B": "L @GIM"}, "sheet": {"A": "VOL"}, "hand": {"B": "OJU"}}, [],
            {"A": 4, "B": 5}),
    "S39": ({"figures": {"A": "L W2 @GIM", "B": "L W @GIM"}, "hand": {"B": "TY3"}, "turn": "B"}, [],
            {"A": 5, "B": 7}),
    "S40": ({"figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"B": "TAS"}}, [], {"A": 1, "B": 4}),
    "S49": ({"figures": {"A": "L @GIM", "B": "L @GIM"}, "hand": {"A": "TY3", "B": "TY3 HEY"}},
            ["B card TY3", "B late HEY"], {"A": 6, "B": 8}),
    "S49 with TY6": ({"figures": {"A": "L @GIM", "B": "L @GIM"}, "hand": {"A": "TY6", "B": "TY3 HEY"}},
                     ["B card TY3", "B late none"], {"A": 9, "B": 6}),
    "S56": ({"figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"A": "TY2", "B": "FGR"}}, [], {"A": 3, "B": 5}),
}  # fmt: skip


@pytest.mark.parametrize("name", TOTALS)
def test_the_totals_are_those_of_the_dossier(name: str) -> None:
    given, lines, totals = TOTALS[name]
    players, by = "".join(given["figures"]), given.get("turn", "A")
    scene = Scene(players, **given).does(by, "pillage GIM").battle()
    for line in lines:
        scene.does(*line.split(" ", 1)).battle()
    *_, decided = (one for one in scene.told if isinstance(one, BattleDecided))
    assert {"ABCD"[seat]: total for seat, total in decided.totals} == totals
