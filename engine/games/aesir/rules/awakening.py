"""Phase 3, the end of a round, the final tally: who is asked about which god, what passes of itself (R7, R11-R13)."""

from __future__ import annotations

from engine.core.contract import Happening, IllegalMove, Seat
from engine.games.aesir.data import COLUMNS, GODS, NUMBER, ROUNDS, ROW_LIMIT
from engine.games.aesir.happenings import FavourSettled, GameEnded, RoundEnded, TallyKept, WillVoid
from engine.games.aesir.moves import Tally
from engine.games.aesir.rules.contest import begin_round
from engine.games.aesir.rules.favour import favour, winners
from engine.games.aesir.rules.refusals import check_own, off_turn
from engine.games.aesir.rules.stacks import return_doubling, score
from engine.games.aesir.rules.wills import possible
from engine.games.aesir.state import NOBODY, NOTHING, State


def awaken(state: State, god: int, out: list[Happening]) -> None:
    """Let gods awaken from `god` on until one leaves somebody a decision, or the phase is over (R7.1-R7.7)."""
    tally = state.stage == "tally"
    while god < len(GODS):
        seat, attention, compared = favour(state, god)
        limit = 0 if tally else goal_limit(state, god)
        winner = None if seat == NOBODY else seat
        gods = tuple([GODS[other] for other in compared])
        out.append(FavourSettled(GODS[god], tuple(attention), gods, winner, limit, tally))
        if winner is not None:
            if tally or limit or possible(state, seat, god):
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


def tally(state: State, seat: Seat, move: Tally, out: list[Happening]) -> None:
    """Score one card of the awake god, or none (R12.2)."""
    god = NUMBER[move.god]
    if move.card is None and state.stage == "awaken" and state.favoured == seat:
        raise IllegalMove("E_MUST_ACT", god=GODS[state.god])
    if state.stage != "tally" or state.god != god or state.favoured != seat:
        raise off_turn(state, seat)
    if move.card is None:
        out.append(TallyKept(seat, move.god))
        return
    check_own(state, seat, move.card, god)
    state.touched = []
    score(state, seat, [move.card], "tally", out)


def _end_game(state: State, out: list[Happening]) -> None:
    state.stage = "over"
    state.god, state.favoured, state.compared, state.limit = NOTHING, NOBODY, [], 0
    first, tie_break = winners(state)
    out.append(GameEnded(tuple(first), tuple(state.points), tie_break))
