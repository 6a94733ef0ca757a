"""Drawing again what a viewer cannot know, for practice tables and bots: the view of that viewer stays the same."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.chance import Chance
from engine.core.components.zones import Places
from engine.core.moves import Seat
from engine.games.aesir.data import ALL_GODS, BOXED, COLUMNS, HALVES, OTHER, THOR
from engine.games.aesir.state import NOTHING, State


def _shows(god: int) -> Callable[[int], bool]:
    """Whether a card has a half of this god: that much is seen of a covered card, and known of a face-down one."""
    return lambda card: OTHER[card][god] >= 0


_SHOWS = tuple(map(_shows, ALL_GODS))


def redeal(state: State, viewer: Seat | None, chance: Chance) -> State:
    """A copy in which deck, other hands, unopened choices, masked cards and closed goals are drawn again."""
    new = state.copy()
    if state.stage == "over":
        return new
    hidden, drawn = _hidden(new, viewer), [new.drawn]
    if new.drawn != NOTHING and viewer != new.favoured:
        hidden.add_all(drawn)
    hidden.deal(chance)
    new.drawn = drawn[0]
    for seat, choice in enumerate(new.picks):
        if choice != NOTHING and seat != viewer:
            card = new.hands[seat][chance.draw("redeal choice", len(new.hands[seat]))]
            new.picks[seat] = card * 7 + HALVES[card][chance.draw("redeal half", 2)]
    _close_goals(new, chance)
    return new


def _hidden(state: State, viewer: Seat | None) -> Places:
    places = Places()
    places.add_all(state.deck)
    for seat in range(state.seats):
        if seat != viewer:
            places.add_all(state.hands[seat])
            places.add_all(state.scored[seat])
            for god in ALL_GODS:
                places.add_all(state.up[seat][god], _SHOWS[god], but=1)  # all but the top card
                places.add_all(state.down[seat][god], _SHOWS[THOR])
    return places


def _close_goals(state: State, chance: Chance) -> None:
    """Shuffle the closed goals and the boxed one among themselves."""
    closed = [place for column in COLUMNS[state.round :] for place in column[1:]] + [BOXED]
    gods = sorted(state.goals[place] for place in closed)
    for place, at in zip(closed, chance.shuffle("redeal goals", len(closed)), strict=True):
        state.goals[place] = gods[at]
