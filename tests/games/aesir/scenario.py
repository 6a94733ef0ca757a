"""Loads the worked scenarios: one TOML block a file, in the words of the rules' dossier.

`given` is the table; each `step` may name the god now awake, what the favour must come to, a move as it would be
mailed, its refusal, and what must be true right after the move and settling, before the next god awakens.
"""

from __future__ import annotations

import re
from typing import Any

from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.games.aesir.data import CARD, COLUMNS, NUMBER
from engine.games.aesir.rules.awakening import awaken
from engine.games.aesir.rules.contest import begin_round
from engine.games.aesir.state import NOBODY, NOTHING, State, empty

STACK = re.compile(r"([OTFLSBH])=\[([^\]]*)\](?:\+\[([^\]]*)\])?")


def cards(text: str) -> list[int]:
    return [CARD[name] for name in text.split()]


def seat_of(name: str) -> Seat:
    return int(name[1:]) - 1


def start(given: dict[str, Any]) -> State:
    """The table of a `given` block, before any god awakens."""
    state = empty(given["players"])
    state.round, state.deck = given["round"], cards(given.get("deck", ""))
    state.goals = _goals(given)
    if given["stage"] == "setup":
        begin_round(state, state.round, [])
        return state
    state.stage = given["stage"]
    for name, hand in given.get("hands", {}).items():
        state.hands[seat_of(name)] = cards(hand)
    for name, stacks in given.get("stacks", {}).items():
        _put(state, seat_of(name), stacks)
    for name, points in given.get("points", {}).items():
        state.points[seat_of(name)] = points
    if given.get("doubling", "centre") != "centre":
        name, god = given["doubling"].split(".")
        state.doubled = seat_of(name) * 7 + NUMBER[god]
    return state


def wake(state: State, god: str) -> list[Happening]:
    """Let `god` awaken now, whoever was awake before."""
    out: list[Happening] = []
    state.favoured = NOBODY
    awaken(state, NUMBER[god], out)
    return out


def _goals(given: dict[str, Any]) -> list[int]:
    if "goal_order" in given:
        return [NUMBER[god] for god in given["goal_order"].split()]
    columns = given.get("goals", "- / - - / - - -").split("/")
    listed = [NUMBER.get(god, NOTHING) for column in columns for god in column.split()]
    assert len(listed) == sum(len(column) for column in COLUMNS)
    return [*listed, NOTHING]


def _put(state: State, seat: Seat, text: str) -> None:
    for god, up, down in STACK.findall(text):
        state.up[seat][NUMBER[god]] = cards(up)
        state.down[seat][NUMBER[god]] = cards(down)
        state.counts[seat][NUMBER[god]] = len(cards(up)) + len(cards(down))
