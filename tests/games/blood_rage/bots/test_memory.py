"""A seat remembers the packs that it passed on: worlds that it imagines hold their cards where they can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core.chance import SeededChance
from engine.games.blood_rage.data import AGE_OF, CARDS
from engine.games.blood_rage.state import ZONES, State, missing
from tests.games.blood_rage.scene import RULES, begun

WORLDS = 12
Sights = list[frozenset[int]]  # what the viewer passed on, pack by pack


def drafting(seats: int, viewer: int, seed: int, ages: int = 1) -> Iterator[tuple[State, Sights]]:
    """Every state of a random game down to the end of some Ages, with what `viewer` has passed on in this one."""
    state, rng = begun(seats, seed), random.Random(seed)
    sights: Sights = []
    age, step = 0, 0
    while state.stage != "over" and state.age <= ages:
        asked = [one for one in RULES.decisions(state) if one.waits]
        now = (state.age, 9 - len(state.packs[viewer])) if state.stage == "gifts" else (state.age, 9)
        if state.age != age:
            sights = []
        if state.stage == "gifts" and now != (age, step):
            sights = [*sights, frozenset(state.packs[viewer])]
        age, step = now
        mine = {*state.hands[viewer], *state.quests[viewer], *state.packs[viewer]}
        yield state, [one - mine for one in sights]
        decision = asked[0]
        RULES.apply(state, decision.seat, RULES.menu(state, decision).random(rng), SeededChance(rng.randbytes(8)))


def hidden(state: State, seat: int) -> set[int]:
    """The cards of a seat that others do not see."""
    return {*state.hands[seat], *state.quests[seat], *state.dropped[seat]}


@pytest.mark.parametrize("seats, viewer, seed", [(2, 0, 1), (3, 1, 2), (3, 2, 3), (4, 0, 4), (4, 3, 5)])
def test_what_was_passed_on_lies_in_the_hands_and_packs_where_it_can_be(seats: int, viewer: int, seed: int) -> None:
    others = [seat for seat in range(seats) if seat != viewer]
    for number, (state, sights) in enumerate(drafting(seats, viewer, seed)):
        if state.veil is not None or number % 3:
            continue
        for world in range(3):
            other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250, world])))
            assert missing(other) == []
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            for sight in sights:
                assert not sight & set(other.undealt)
                for seat in others:
                    assert len(sight & hidden(other, seat)) == len(sight & hidden(state, seat))
                    assert len(sight & set(other.packs[seat])) == len(sight & set(state.packs[seat]))


def test_what_was_never_seen_may_lie_anywhere_else() -> None:
    state = next(state for state, _ in drafting(4, 0, 7) if state.stage == "action")
    worlds = [RULES.redeal(state, 0, SeededChance(bytes([one]))) for one in range(WORLDS)]
    assert len({tuple(sorted(world.hands[2])) for world in worlds}) > WORLDS // 2
    assert len({tuple(sorted(world.undealt)) for world in worlds}) > 1


def test_which_of_several_cards_was_kept_is_not_told_by_the_pack_that_it_came_from() -> None:
    """Whoever discards unshown may have kept any of them, passed on by the viewer or not."""
    state = next(state for state, _ in drafting(4, 0, 11, ages=2) if state.age == 2)
    for seat in (1, 2, 3):
        worlds = [RULES.redeal(state, 0, SeededChance(bytes([seat, one]))) for one in range(40)]
        kept = {next(iter(world.hands[seat])) for world in worlds}
        assert len({world.passed[card] & 7 for world in worlds for card in world.hands[seat][:1]}) > 1, kept


@pytest.mark.parametrize("seats, seed", [(2, 21), (3, 22), (4, 23)])
def test_what_lies_committed_in_an_imagined_world_is_a_quest(seats: int, seed: int) -> None:
    committed = 0
    for number, (state, _) in enumerate(drafting(seats, 0, seed, ages=3)):
        if not any(state.quests) or state.veil is not None:
            continue
        for viewer in (*range(seats), None):
            other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250, seed])))
            assert missing(other) == []
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            assert {CARDS[card].kind for pile in other.quests for card in pile} == {"quest"}
            committed += viewer != 0 and other.quests != state.quests
    assert committed > 10, "nothing was imagined otherwise: nothing is tested"


def test_every_quest_lies_committed_in_as_many_worlds_as_any_other() -> None:
    state = next(state for state, _ in drafting(4, 0, 3) if state.stage == "action")
    seat = next(seat for seat in range(4) if any(CARDS[card].kind == "quest" for card in state.hands[seat]))
    quest = next(card for card in state.hands[seat] if CARDS[card].kind == "quest")
    state.hands[seat].remove(quest)
    state.quests[seat].append(quest)
    hidden_ones = [
        card for _, _, pile, sees in ZONES.piles(state) if sees != "all"
        for card in pile if CARDS[card].kind == "quest" and AGE_OF[card] == 1
    ]  # fmt: skip
    found = Counter(RULES.redeal(state, None, SeededChance(b"%d" % one)).quests[seat][0] for one in range(600))
    assert set(found) == set(hidden_ones)
    fair = 600 / len(hidden_ones)
    assert sum((count - fair) ** 2 / fair for count in found.values()) < 3 * len(hidden_ones)
