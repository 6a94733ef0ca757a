"""The course of the game: whose turn comes next, which phase follows, until somebody must be asked (R4.1, R6.6)."""

from __future__ import annotations

from typing import Literal

from engine.core.flow import Steps
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import ExtraTurn, PhaseBegan
from engine.games.asgard.moves import Again, End
from engine.games.asgard.pieces import NOBODY, THOR_TILE
from engine.games.asgard.play import Play
from engine.games.asgard.rules import (
    asgard_area,
    battles,
    odin,
    population,
    ragnarok,
    round_start,
    skills,
    supply,
    tiles,
)
from engine.games.asgard.rules.population import could_go_on
from engine.games.asgard.state import State

ROUNDS = 5
STEPS: Steps[Play] = Steps(rooms=(asgard_area, odin, population, round_start, supply, tiles, *skills.ROOMS))


def go_on(play: Play) -> None:
    """Everything that follows of itself."""
    flow = play.state.flow
    while True:
        if flow.frames or flow.wave is not None:
            STEPS.run(play)
            if flow.wave is not None:
                return
        if not _next(play):
            return


def _next(play: Play) -> bool:
    """One step of the course; whether there may be another."""
    state = play.state
    if state.stage in ("place", "act"):
        return _turn(play)
    if state.stage == "start":
        _begin_round(play)
    elif state.stage == "recover":
        if False in state.chosen:
            return False
        round_start.carry_out(play)
    elif state.stage == "gods":
        if False in state.chosen:
            return False
        _begin_turns(play, "place")
    elif state.stage == "battle":
        if any(state.fighting):
            return False
        battles.resolve(play)
        state.stage = "start"
    elif state.stage == "arm":
        return _arms(play)
    else:
        return False
    return True


def _begin_round(play: Play) -> None:
    if play.state.round == ROUNDS:
        ragnarok.begin(play)
    else:
        round_start.begin(play)


def _arms(play: Play) -> bool:
    """Wait for the next owner of a tile; when all are laid the worlds are fought over."""
    state = play.state
    if state.acted:
        ragnarok.discard_idle_arms(play)
        if ragnarok.next_arms(state):
            state.acted = False
        else:
            ragnarok.fight(play)
    return False


def _turn(play: Play) -> bool:
    """End the running turn if it is over. Nothing follows of itself where another turn has begun."""
    state = play.state
    if not state.acted or could_go_on(state, state.active):
        return False
    end_turn(play)
    return state.acted


def end_turn(play: Play) -> None:
    """R6.6; the next phase when nobody has anything left to do."""
    state = play.state
    left, after = state.left_to_do(), state.order.index(state.active) + 1
    for seat in state.order[after:] + state.order[:after]:
        if left[seat]:
            begin_turn(state, seat)
            return
    if state.stage == "place":
        _begin_turns(play, "act")
    else:
        battles.begin(play)


def begin_turn(state: State, seat: Seat) -> None:
    state.active, state.acted = seat, False
    state.turn += 1


def _begin_turns(play: Play, stage: Literal["place", "act"]) -> None:
    """Phase 2 or 3, from the first player who has something to do."""
    state = play.state
    state.stage = stage
    play.out.append(PhaseBegan(stage))
    left = state.left_to_do()
    for seat in state.order:
        if left[seat]:
            begin_turn(state, seat)
            return
    state.acted = True


def end(play: Play, seat: Seat, move: End) -> None:
    """D7."""
    if not play.state.acted:
        raise IllegalMove("E_PHASE")
    end_turn(play)


def again(play: Play, seat: Seat, move: Again) -> None:
    """Thor's tile (R6.7)."""
    state = play.state
    if state.skills[THOR_TILE] != seat:
        raise IllegalMove("E_TILE_NOT_OWNED", tile="thor_skill")
    if not state.acted:
        raise IllegalMove("E_TILE_TIMING", tile="thor_skill")
    state.skills[THOR_TILE] = NOBODY
    play.out.append(ExtraTurn(seat))
    begin_turn(state, seat)


def idle_thor(state: State, seat: Seat) -> bool:
    """An owner of Thor's tile who has nothing left to do: his AGAIN is refused for that reason before all others."""
    return state.stage in ("place", "act", "battle") and state.skills[THOR_TILE] == seat and not state.busy(seat)
