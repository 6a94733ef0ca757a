"""What a time-out answers (the last column of the table of decisions)."""

from __future__ import annotations

from typing import Any, cast

from engine.core.contract import Decision, Move, Seat
from engine.games.asgard import moves
from engine.games.asgard.menus.answers import menu
from engine.games.asgard.menus.asgard_area import fill
from engine.games.asgard.pieces import ASGARD, FENRIR, GODS, MIMIR, SURTR, TEMPLE, Slot
from engine.games.asgard.rules import round_start
from engine.games.asgard.rules.placing import due, entries
from engine.games.asgard.rules.questions import QUESTIONS
from engine.games.asgard.rules.ragnarok import supported
from engine.games.asgard.rules.skills import skill_at
from engine.games.asgard.state import State


def default(state: State, decision: Decision) -> Move:
    """Always legal."""
    seat, wave = decision.seat, state.flow.wave
    asked = wave.of(seat) if wave is not None and wave.kind == decision.kind else None
    if asked is not None:
        return QUESTIONS[decision.kind].default(state, asked)
    answers = {
        "gods": _gods,
        "place": _place,
        "act": _act,
        "valhalla": _pass,
        "arm": _arm,
        "recover": round_start.default_recovery,
    }
    # The rest takes the first line of its menu, which is ordered for that.
    return answers[decision.kind](state, seat) if decision.kind in answers else menu(state, decision).first()


def _gods(state: State, seat: Seat) -> Move:
    return moves.ChooseGods(gods=tuple(GODS[god] for god in state.risen_gods()[: due(state, seat)]))


def _place(state: State, seat: Seat) -> Move:
    """The first unrevealed god; upper or single, else bottom, else Asgard."""
    god = min(state.hand[seat])
    slots = [slot for slot in entries(state, seat, god) if slot != "temple"]
    return moves.Place(god=GODS[god], slot=cast("Slot", slots[0] if slots else "asgard"))


def _act(state: State, seat: Seat) -> Move:
    """The disc that was placed first, without its optional parts."""
    place = state.placed[seat][0]
    god, slot = state.slot_name(place)
    if place == ASGARD:
        return _asgard(state, seat)
    assert god is not None
    if place % 3 == TEMPLE or place in (3 * MIMIR, 3 * SURTR, 3 * FENRIR):
        return moves.Decline(god=god, slot=slot)
    return moves.Request(god=god, slot=slot, skill=cast("Any", skill_at(state, place).default(state)))


def _asgard(state: State, seat: Seat) -> Move:
    """The leftmost face-up tile without its bonus; discs of the middle to the lowest legal battle slots."""
    data = state.components
    flip = None
    if True in state.asgard_up:
        flip = moves.FlipTile(tile=data.asgard[state.asgard_row[state.asgard_up.index(True)]])
    return moves.Asgard(flip=flip, move=fill(state, seat, []))


def _pass(state: State, seat: Seat) -> Move:
    return moves.Valhalla()


def _arm(state: State, seat: Seat) -> Move:
    """The highest weapon first, then wizardry by kind, under the supported god in the highest world."""
    slot = supported(state, seat)[-1]
    weapons = state.owned_arms(seat, 0)
    tile = weapons[-1] if weapons else state.owned_arms(seat, 1)[0]
    return moves.Arm(tile=state.components.arms_name(tile), god=GODS[state.god_at(slot)], world=slot // 2 + 1)
