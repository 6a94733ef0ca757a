"""Phase 3, the end of a round, the final tally: who is asked about which god, what passes of itself (R7, R11-R13)."""

from __future__ import annotations

from engine.core.happenings import Happening
from engine.games.aesir.data import COLUMNS, GODS, ROUNDS, ROW_LIMIT
from engine.games.aesir.happenings import FavourSettled, GameEnded, RoundEnded, WillVoid
from engine.games.aesir.rules.contest import begin_round
from engine.games.aesir.rules.favour import favour, winners
from engine.games.aesir.rules.stacks import return_doubling
from engine.games.aesir.rules.wills import WILLS
from engine.games.aesir.state import NOBODY, NOTHING, State


def awaken(state: State, god: int, out: list[Happening]) -> None:
    """Let gods awaken from `god` on until one leaves somebody a decision, or the phase is over (R7.1-R7.7)."""
    tally = state.stage == "tally"
    while god < len(GODS):
        seat, attention, compared = favour(state, god)
        limit = 0 if tally else goal_limit(state, god)
        winner = None if seat == NOBODY else seat
        gods = tuple([GODS[other] for other in compared]) if compared else ()
        out.append(FavourSettled(GODS[god], tuple(attention), gods, winner, limit, tally))
        if winner is not None:
            if tally or limit or WILLS[god].possible(state, seat):
                state.god, state.favoured, state.compared, state.limit = god, seat, compared, limit
                return
            out.append(WillVoid(seat, GODS[god]))
        god += 1
    if tally:
        _end_game(state, out)
    else:
        end_round(state, out)


def goal_limit(state: State, god: int) -> int:
    """Cards that `god` may score as a goal of the present round; 0: it is none (R7.8, R8.2)."""
    for row, place in enumerate(COLUMNS[state.round - 1]):
        if state.goals[place] == god:
            return ROW_LIMIT[row]
    return 0


def end_round(state: State, out: list[Happening]) -> None:
    """The Doubling card goes home; then the next round, or the tally (R11)."""
    return_doubling(state, out)
    out.append(RoundEnded(state.round, tuple(state.points)))
    if state.round < ROUNDS:
        begin_round(state, state.round + 1, out)
    else:
        state.stage = "tally"
        awaken(state, 0, out)


def _end_game(state: State, out: list[Happening]) -> None:
    state.stage = "over"
    state.god, state.favoured, state.compared, state.limit = NOTHING, NOBODY, [], 0
    first, tie_break = winners(state)
    out.append(GameEnded(tuple(first), tuple(state.points), tie_break))
