"""What seats remember of a draft: the packs that they passed on lie now where their next holders have left them.

By card and seat it is noted at which step the seat saw it last. At one step a seat sees one pack, so cards of one step
are those of one pack, and have gone the same way since: each may be any of them. What was never seen may lie wherever
else nobody looks. Only what was committed is known to be a quest, whoever looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.core.chance import Chance
from engine.core.moves import Seat
from engine.games.blood_rage.data import AGE_OF, CARDS
from engine.games.blood_rage.state import ZONES, State

BITS, STEP = 3, 7  # of a seat in `State.passed`
Place: TypeAlias = tuple[list[int], int]  # a pile, and where in it
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

    def alike(card: int) -> tuple[int, int]:
        return AGE_OF[card], 0 if viewer is None else state.passed[card] >> BITS * viewer & STEP

    new = ZONES.redeal(state, viewer, chance, alike)
    _commit_quests(new, viewer, alike, chance)
    _move(state, new)
    if viewer is not None:
        for seat in range(new.seats):
            if seat != viewer:
                _shuffle(new, viewer, seat, chance)
    return new


def _commit_quests(new: State, viewer: Seat | None, alike: Callable[[int], object], chance: Chance) -> None:
    """Where another card lies committed, a hidden quest that is like it takes its place."""
    if not any(CARDS[card].kind != "quest" for pile in new.quests for card in pile):
        return
    groups: dict[object, list[Place]] = {}
    for _, owner, pile, sees in ZONES.piles(new):
        for at, card in enumerate(pile):
            if not ZONES.knows(new, viewer, owner, sees, card):
                groups.setdefault(alike(card), []).append((pile, at))
    for places in groups.values():
        _put_right(new, places, chance)


def _put_right(new: State, places: Iterable[Place], chance: Chance) -> None:
    """Exchange each committed card that is no quest for one drawn from the quests that lie elsewhere.

    After a fair shuffle every deal that is left is as likely as any other: the exchange treats all quests alike, all
    other cards, and all places where both may lie.
    """
    wrong, quests = list[Place](), list[Place]()
    for pile, at in places:
        committed, quest = any(pile is one for one in new.quests), CARDS[pile[at]].kind == "quest"
        if committed != quest:
            (wrong if committed else quests).append((pile, at))
    for pile, at in wrong:
        other, there = quests.pop(chance.draw("redeal quest", len(quests)))
        pile[at], other[there] = other[there], pile[at]


def _move(state: State, new: State) -> None:
    """What is remembered of a place goes with it."""
    for (_, _, before, _), (_, _, after, _) in zip(ZONES.piles(state), ZONES.piles(new), strict=True):
        for old, card in zip(before, after, strict=True):
            new.passed[card] = state.passed[old]


def _shuffle(new: State, viewer: Seat, seat: Seat, chance: Chance) -> None:
    """Which of them a seat still holds, has committed or has discarded unshown, only that seat knows."""
    places: dict[int, list[Place]] = {}
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
        _put_right(new, alike, chance)
