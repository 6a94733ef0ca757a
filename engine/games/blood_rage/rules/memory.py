"""What seats remember of a draft: the packs that they passed on lie now where their next holders have left them.

By card and seat it is noted at which step the seat saw it last. At one step a seat sees one pack, so cards of one step
are those of one pack, and have gone the same way since: each may be any of them. What was never seen may lie wherever
else nobody looks.
"""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.moves import Seat
from engine.games.blood_rage.data import AGE_OF
from engine.games.blood_rage.state import ZONES, State

BITS, STEP = 3, 7  # of a seat in `State.passed`
LEFT_OVER = 1 << 12  # the last cards of a pack, which nobody has chosen


def note(state: State, step: int) -> None:
    """Everybody sees the pack that they hold at this step of the draft."""
    for seat, pack in enumerate(state.packs):
        for card in pack:
            state.passed[card] = state.passed[card] & ~(STEP << BITS * seat) | step << BITS * seat


def leave(state: State) -> None:
    """What is left of the packs goes out of the game."""
    for pack in state.packs:
        for card in pack:
            state.passed[card] |= LEFT_OVER


def redealt(state: State, viewer: Seat | None, chance: Chance) -> State:
    """A copy in which the cards that `viewer` cannot know are others: of the same Age, and of the same pack."""
    if viewer is None:
        return ZONES.redeal(state, viewer, chance, AGE_OF.__getitem__)
    shift = BITS * viewer
    new = ZONES.redeal(state, viewer, chance, lambda card: (AGE_OF[card], state.passed[card] >> shift & STEP))
    _move(state, new)
    for seat in range(new.seats):
        if seat != viewer:
            _shuffle(new, viewer, seat, chance)
    return new


def _move(state: State, new: State) -> None:
    """What is remembered of a place goes with it."""
    for (_, _, before, _), (_, _, after, _) in zip(ZONES.piles(state), ZONES.piles(new), strict=True):
        for old, card in zip(before, after, strict=True):
            new.passed[card] = state.passed[old]


def _shuffle(new: State, viewer: Seat, seat: Seat, chance: Chance) -> None:
    """Which of them a seat still holds, has committed or has discarded unshown, only that seat knows."""
    places: dict[int, list[tuple[list[int], int]]] = {}
    for pile in (new.hands[seat], new.quests[seat], new.dropped[seat]):
        for at, card in enumerate(pile):
            if not (new.passed[card] & LEFT_OVER or ZONES.knows(new, viewer, seat, "owner", card)):
                places.setdefault(AGE_OF[card], []).append((pile, at))
    for alike in places.values():
        if len(alike) == 1:
            continue
        cards = [pile[at] for pile, at in alike]
        for (pile, at), other in zip(alike, chance.shuffle("redeal own", len(cards)), strict=True):
            pile[at] = cards[other]
