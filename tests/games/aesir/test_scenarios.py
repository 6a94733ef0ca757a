"""Every worked scenario of the rules, and the two written-out games."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.core.happenings import Happening
from engine.core.moves import IllegalMove
from engine.games.aesir.data import CARDS, GODS, NUMBER
from engine.games.aesir.happenings import FavourSettled, WillVoid
from engine.games.aesir.moves import BragiWill, Pick, StackRef
from engine.games.aesir.rules import awakening
from engine.games.aesir.rules.contest import begin_round
from engine.games.aesir.rules.favour import attention
from engine.games.aesir.rules.stacks import return_doubling
from engine.games.aesir.state import NOTHING, State, empty
from tests.games.aesir.playing import NO_CHANCE, RULES, display, read
from tests.games.aesir.scenario import cards, seat_of, start, wake

HERE = Path(__file__).parent
LOADED = [tomllib.loads(path.read_text()) for path in sorted((HERE / "scenarios").glob("*.toml"))]
SCENARIOS = [one for one in LOADED if "given" in one]
GAMES = [one["transcript"] for one in LOADED if "transcript" in one]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    given = scenario["given"]
    state, god = start(given), given.get("god")
    if god:
        wake(state, god)
    for number, step in enumerate(scenario["step"], 1):
        god = step.get("god", god)
        why = f"{scenario['id']} {' '.join(scenario['rules'])}, step {number}"
        assert _plays(state, step, god, why)


def test_all_scenarios_are_here() -> None:
    assert [one["id"] for one in LOADED] == [f"S{number:02}" for number in range(1, 44)]


def test_of_a_swap_both_cards_are_checked_at_every_step() -> None:
    """Face down, whose, there: a given card that is not there is the last thing to be said."""
    state = start({"players": 2, "round": 2, "stage": "awaken", "stacks": {"P1": "B=[OB1]", "P2": "L=[LS1]+[OT1]"}})
    give, down, up = StackRef(stack="B", pos=9), StackRef(stack="L", face="down", pos=1), StackRef(stack="L", pos=1)
    wake(state, "B")
    for other, taken, code in ((1, down, "E_FACE_DOWN"), (0, up, "E_OWN_STACK"), (1, up, "E_NO_CARD")):
        with pytest.raises(IllegalMove) as refused:
            RULES.apply(state, 0, BragiWill(give=give, opponent=other, take=taken), NO_CHANCE)
        assert refused.value.code == code


def _plays(state: State, step: dict[str, Any], god: str | None, why: str) -> bool:
    """Whether a step goes as written; asserts on the way."""
    if step.get("end_of_round"):
        return_doubling(state, [])
    if step.get("void"):
        assert god is not None
        _check_void(wake(state.copy(), god), step["favour"], why)
        return True
    if god and ("favour" in step or "god" in step):
        _check_favour(wake(state, god), step.get("favour", {}), why)
    if "move" in step:
        _move(state, step, why)
    _check(state, step.get("result", {}), why)
    return True


def _move(state: State, step: dict[str, Any], why: str) -> None:
    name, _, text = step["move"].partition(": ")
    before = state.copy()
    if "refused" in step:
        with pytest.raises(IllegalMove) as refused:
            RULES.apply(state, seat_of(name), read(state, seat_of(name), text)[0], NO_CHANCE)
        assert (refused.value.code, state) == (step["refused"], before), why
        return
    move = read(state, seat_of(name), text)[0]
    if isinstance(move, Pick):
        RULES.apply(state, seat_of(name), move, NO_CHANCE)
        return
    whole = RULES.apply(before, seat_of(name), move, NO_CHANCE)
    made = RULES.act(state, seat_of(name), move)
    assert whole[: len(made)] == made, why


def _check_void(out: list[Happening], expected: dict[str, Any], why: str) -> None:
    _check_favour(out, expected, why)
    assert expected["to"] == "nobody" or isinstance(out[1], WillVoid), why


def _check_favour(out: list[Happening], expected: dict[str, Any], why: str) -> None:
    found = out[0]
    assert isinstance(found, FavourSettled)
    if "attention" in expected:
        assert {f"P{i + 1}": count for i, count in enumerate(found.attention)} == expected["attention"], why
    if "to" in expected:
        assert found.seat == (None if expected["to"] == "nobody" else seat_of(expected["to"])), why
    if "dispute" in expected:
        assert " ".join(found.compared) == expected["dispute"], why
    assert found.limit == expected.get("goal_limit", found.limit), why


def _check(state: State, expected: dict[str, Any], why: str) -> None:
    """Each listed figure, in the order of the dossier."""
    seats = [RULES.view(state, seat) for seat in range(state.seats)]
    assert state.stage == expected.get("stage", state.stage), why
    for name, hand in expected.get("hands", {}).items():
        assert state.hands[seat_of(name)] == cards(hand), why
    for name, stacks in expected.get("stacks", {}).items():
        assert display(seats[seat_of(name)], seat_of(name)) == stacks, why
    for name, points in expected.get("points", {}).items():
        assert state.points[seat_of(name)] == points, why
    for name, counts in expected.get("attention", {}).items():
        for god, count in counts.items():
            assert attention(state, seat_of(name), NUMBER[god]) == count, why
    if "doubling" in expected:
        assert _doubling(state) == expected["doubling"], why
    if "deck_left" in expected:
        assert len(state.deck) == expected["deck_left"], why
    for god, limit in expected.get("limit", {}).items():
        assert awakening.goal_limit(state, NUMBER[god]) == limit, why
    for seen in expected.get("view", []):
        assert display(seats[seat_of(seen["viewer"])], seat_of(seen["of"])) == seen["stacks"], why
    _check_rest(state, expected, why)


def _check_rest(state: State, expected: dict[str, Any], why: str) -> None:
    if "drawn" in expected:
        views = [RULES.view(state, seat) for seat in range(state.seats)]
        assert [view.drawn for view in views if view.drawn] == [expected["drawn"]], why
    if "winners" in expected:
        result = RULES.result(state)
        assert result is not None
        assert [f"P{seat + 1}" for seat in result.winners] == expected["winners"], why


def _doubling(state: State) -> str:
    return "centre" if state.doubled == NOTHING else f"P{state.doubled // 7 + 1}.{GODS[state.doubled % 7]}"


@pytest.mark.parametrize("name", GAMES)
def test_written_out_game(name: str) -> None:
    game = json.loads((HERE / name).read_text())
    state = empty(game["players"])
    state.deck, state.goals = cards(game["deck"]), [NUMBER[god] for god in game["goal_order"].split()]
    begin_round(state, 1, [])
    gods: list[Happening] = []
    for step in game["steps"]:
        if step["type"] == "deal":
            _check(state, {key: step[key] for key in ("hands", "deck_left")}, name)
            limits = {god: row for row, god in enumerate(step["goals"].split(), 1)}
            _check(state, {"limit": {god: limits.get(god, 0) for god in GODS}}, name)
        elif step["type"] == "pick":
            gods = _picks(state, step["moves"])
        elif step["type"] in ("awaken", "tally"):
            gods = _awakening(state, step, gods)
        elif step["type"] == "board":
            _check(state, {"stacks": step["stacks"]}, name)
    _check(state, game["final"], name)
    assert state.stage == "over"
    assert len(CARDS) == len(state.deck) + sum(map(sum, state.counts)) + sum(state.points)


def _picks(state: State, moves: dict[str, str]) -> list[Happening]:
    out: list[Happening] = []
    for seat, text in moves.items():
        out = RULES.apply(state, seat_of(seat), read(state, seat_of(seat), text)[0], NO_CHANCE)
    return out


def _awakening(state: State, step: dict[str, Any], out: list[Happening]) -> list[Happening]:
    """Check one god: the favour out of what the last move caused, then the move. Returns what is caused next."""
    why = f"{step['type']} {step['god']}"
    settled = [one for one in out if isinstance(one, FavourSettled) and one.god == step["god"]][-1:]
    expected = {"attention": step["attention"], "to": step["favour"], "dispute": step["dispute"]}
    _check_favour(list(settled), expected | {"goal_limit": step.get("goal_limit", 0)}, why)
    if "move" not in step:
        assert settled[0].seat is None
        return out
    for text in (step["move"], step.get("then")):
        if text is None:
            continue
        seat, _, order = text.partition(": ")
        move = read(state, seat_of(seat), order)[0]
        acted = state.copy()
        RULES.act(acted, seat_of(seat), move)
        out = RULES.apply(state, seat_of(seat), move, NO_CHANCE)
        if text == step["move"] and "drawn" in step:
            _check(state, {"drawn": step["drawn"]}, why)
    _check(acted, {key: step[key] for key in ("stacks", "points", "doubling")}, why)
    return out
