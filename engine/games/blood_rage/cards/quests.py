"""Quests (R20.52-R20.54): whether they are fulfilled."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.blood_rage.data import DESIGNS, OUTER, REGION, VALHALLA, YGGDRASIL
from engine.games.blood_rage.rules.play import effect, trait
from engine.games.blood_rage.rules.strength import strongest
from engine.games.blood_rage.state import State

_REGIONS = [f"quest_{region}_{age}" for region in ("alfheim", "jotunheim", "manheim") for age in (1, 2, 3)]


@trait(*_REGIONS, at="judged")
def rule_a_region(state: State, seat: Seat, name: str) -> bool:
    """Most strength in at least one standing province of the region."""
    region = DESIGNS[name].effect["region"]
    return any(REGION[province] == region and strongest(state, province) == seat for province in OUTER)


@trait("quest_yggdrasil_1", "quest_yggdrasil_2", "quest_yggdrasil_3", at="judged")
def rule_yggdrasil(state: State, seat: Seat, name: str) -> bool:
    """Most strength in Yggdrasil."""
    return strongest(state, YGGDRASIL) == seat


@trait("quest_glorious_death_1", "quest_glorious_death_2", "quest_glorious_death_3", at="judged")
def glorious_death(state: State, seat: Seat, name: str) -> bool:
    """At least four own figures in Valhalla."""
    return len(state.at(seat, VALHALLA)) >= effect(name, "at_least")
