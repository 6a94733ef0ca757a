"""Phases 1 and 2: opening goals, dealing, opening the cards that were chosen, passing on (R5, R6)."""

from __future__ import annotations

from engine.core.happenings import Happening
from engine.games.aesir.data import CARDS, COLUMNS, DEAL, GODS, PASS_TO
from engine.games.aesir.happenings import GoalsOpened, HandsDealt, HandsPassed, PicksOpened
from engine.games.aesir.rules.stacks import lay
from engine.games.aesir.state import NOBODY, NOTHING, State


def begin_round(state: State, number: int, out: list[Happening]) -> None:
    """Open the goals of the round, then deal, P1's block first (R5.1-R5.3)."""
    state.round, state.stage = number, "pick"
    state.god, state.favoured, state.limit = NOTHING, NOBODY, 0
    state.compared, state.touched = [], []
    out.append(GoalsOpened(number, tuple([GODS[state.goals[place]] for place in COLUMNS[number - 1]])))
    each = DEAL[state.seats][number - 1]
    for seat in range(state.seats):
        state.hands[seat] = state.deck[seat * each : (seat + 1) * each]
    del state.deck[: state.seats * each]
    out.append(HandsDealt(number, each, _names(state.hands)))


def open_picks(state: State, out: list[Happening]) -> None:
    """Open all chosen cards together, then pass the hands on (R6.2-R6.6)."""
    state.touched = []
    opened = []
    for seat, hand in enumerate(state.hands):
        card, god = divmod(state.picks[seat], 7)
        hand.remove(card)
        lay(state, seat, god, card)
        opened.append((CARDS[card], GODS[god]))
    state.picks = [NOTHING] * state.seats
    out.append(PicksOpened(tuple(opened)))
    if state.hands[0]:
        to = PASS_TO[state.round - 1]
        state.hands = state.hands[-to:] + state.hands[:-to]
        out.append(HandsPassed(to, _names(state.hands)))


def _names(hands: list[list[int]]) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(map(CARDS.__getitem__, hand)) for hand in hands])
