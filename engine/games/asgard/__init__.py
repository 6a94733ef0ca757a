"""Asgard (Pierluca Zizzi, 2012) for two to four players: five rounds of gods, temples and battles, and Ragnarök."""

from __future__ import annotations

from typing import Any, cast

from engine.core.contract import Game
from engine.games.asgard.notation import AsgardNotation
from engine.games.asgard.plans import AsgardPlanner
from engine.games.asgard.rules import AsgardRules
from engine.games.asgard.state import State

game: Game[State] = Game(
    key="asgard",
    versions={1: AsgardRules()},
    notation=AsgardNotation(),
    planner=AsgardPlanner(),
    words=cast("Any", None),
    bots={},
    draw=cast("Any", None),
    text_board=cast("Any", None),
    manual=cast("Any", None),
    facts={"year": 2012, "designer": "Pierluca Zizzi", "minutes": 120},
)
