"""What must hold of every game of Aesir, tried on random ones; what holds of all games stands in the laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.moves import IllegalMove, Move, Seat
from engine.games.aesir.data import ALL_GODS, CARDS, DATA, GODS, HALVES, NUMBER, OTHER, THOR
from engine.games.aesir.moves import (
    MOVES,
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    StackRef,
    Tally,
    ThorWill,
)
from engine.games.aesir.state import NOTHING, State
from tests.games.aesir.playing import (
    NO_CHANCE,
    NOTATION,
    RULES,
    answers,
    chance,
    deal,
    desk,
    next_move,
    somewhere,
)

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 2**32)
MOVES_MADE = st.integers(0, 90)


@given(seats=SEATS, seed=SEEDS)
def test_random_play_ends_and_keeps_the_invariants(seats: int, seed: int) -> None:
    state, _ = deal(seats, seed)
    rng, points, asked = random.Random(seed), [0] * seats, 0
    while made := next_move(state, rng):
        RULES.apply(state, *made, NO_CHANCE)
        asked += 1
        check_invariants(state)
        gained = [now - before for now, before in zip(state.points, points, strict=True)]
        assert min(gained) >= 0
        assert max(gained) <= (3 if isinstance(made[1], Achieve) else 1)
        points = list(state.points)
    assert state.stage == "over"
    assert RULES.result(state) is not None
    assert sum(points) <= DATA["game"]["points_at_most"]
    assert asked <= 150


def check_invariants(state: State) -> None:
    """The components are all there, stacks are well formed, the Doubling card lies where it may."""
    piles = [state.deck, *state.hands, *state.scored]
    piles += [pile for side in (state.up, state.down) for stacks in side for pile in stacks]
    everywhere = [card for pile in piles for card in pile] + ([state.drawn] if state.drawn != NOTHING else [])
    assert sorted(everywhere) == list(range(62))
    for seat, god in product(range(state.seats), ALL_GODS):
        up, down = state.up[seat][god], state.down[seat][god]
        assert state.counts[seat][god] == len(up) + len(down)
        assert all(OTHER[card][god] >= 0 for card in up)
        assert all(THOR in HALVES[card] for card in down)
        assert not down or (up and god != THOR)
    assert [len(cards) for cards in state.scored] == state.points
    assert state.doubled == NOTHING or state.counts[state.doubled // 7][state.doubled % 7]
    assert state.doubled == NOTHING or state.stage == "awaken"
    assert {len(hand) for hand in state.hands} == {len(state.hands[0])}
    assert (state.stage == "pick") == bool(state.hands[0])


@given(seats=SEATS, seed=SEEDS, made=MOVES_MADE)
def test_a_redealt_table_keeps_the_invariants(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    before = state.copy()
    for viewer in (None, *range(seats)):
        check_invariants(RULES.redeal(state, viewer, chance(seed + 1)))
        assert state == before


@given(seats=SEATS, seed=SEEDS, made=MOVES_MADE)
def test_no_view_holds_another_seats_secrets(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    for viewer in (None, *range(seats)):
        shown = repr(RULES.view(state, viewer))
        for card in _secrets(state, viewer):
            assert CARDS[card] not in shown


def _secrets(state: State, viewer: Seat | None) -> list[int]:
    """The cards whose ids a viewer must not find anywhere."""
    if state.stage == "over":
        return []
    hidden = list(state.deck)
    if state.drawn != NOTHING and viewer != state.favoured:
        hidden.append(state.drawn)
    for seat in range(state.seats):
        if seat != viewer:
            hidden += state.hands[seat] + state.scored[seat]
            hidden += [card for stack in state.up[seat] for card in stack[:-1]]
            hidden += [card for stack in state.down[seat] for card in stack]
    return hidden


@given(seats=SEATS, seed=SEEDS, made=MOVES_MADE)
def test_closed_goals_are_closed_to_everybody(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    view = RULES.view(state, 0)
    seen = [goal.god is not None for number, column in enumerate(view.columns, 1) for goal in column]
    due = [row == 0 or number <= state.round for number in (1, 2, 3) for row in range(number)]
    assert seen == due
    assert (view.boxed is None) == (state.stage != "over")


@given(seats=SEATS, seed=SEEDS, made=st.integers(0, 80))
def test_every_legal_move_reads_back_as_it_is_written(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    for decision in RULES.decisions(state):
        before = desk(state, decision.seat)
        for path, _, move in RULES.menu(state, decision).leaves():
            for language in ("en", "ru"):
                text = NOTATION.write(move, language, before).casefold()
                assert NOTATION.read([text], before).moves == (move,), text
            if path.count(".") == 0:
                assert NOTATION.read([path], before).moves == (move,)
            assert MOVES.validate_json(move.model_dump_json()) == move


@given(seats=SEATS, seed=SEEDS, made=MOVES_MADE)
def test_apply_takes_exactly_what_the_menu_offers(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    before = state.copy()
    decisions = RULES.decisions(state)
    for seat in range(seats):
        menu = {_plain(move) for one in decisions if one.seat == seat for move in answers(state, one)}
        menu |= {copy for move in menu if isinstance(move, Pick) for copy in _copies(state, seat, move)}
        for move in every_move(state):
            try:
                RULES.apply(state, seat, move, NO_CHANCE)
            except IllegalMove:
                assert _plain(move) not in menu
                assert state == before
            else:
                assert _plain(move) in menu
                state = before.copy()


def _plain(move: Move) -> Move:
    """Without what makes no difference: the order in which a goal's cards are named."""
    if isinstance(move, Achieve):
        refs = sorted(move.cards, key=lambda ref: (ref.face == "down", ref.pos))
        return move.model_copy(update={"cards": tuple(refs)})
    return move


def _copies(state: State, seat: Seat, move: Pick) -> list[Pick]:
    """The menu lists one copy of each pair; the others held are as good."""
    held = [CARDS[card] for card in state.hands[seat]]
    return [Pick(card=card, up=move.up) for card in held if card[:2] == move.card[:2]]


def every_move(state: State) -> Iterator[Move]:
    """Moves of all kinds, most of them nonsense on this table."""
    for card, up in product([card for hand in state.hands for card in hand], GODS):
        yield Pick(card=CARDS[card], up=up)
    for god in GODS:
        yield from (OdinWill(stack=god), ThorWill(target=god), FreyaWill(stack=god), Place(up=god), Tally(god=god))
        for ref in _refs(state, god):
            yield from (HeimdallWill(card=ref), Tally(god=god, card=ref))
            yield from (LokiWill(opponent=owner, card=ref) for owner in range(state.seats + 1))
    yield SifWill()
    yield from _goals(state)
    some = [ref for god in GODS for ref in _refs(state, god)][:: max(1, len(GODS))]
    for give, take in product(some, some):
        yield BragiWill(give=give, opponent=(give.pos + take.pos) % state.seats, take=take)


def _refs(state: State, god: str) -> list[StackRef]:
    """Every place in a stack of this god, of the largest there is, and one more."""
    number = NUMBER[god]
    ups = max(len(stacks[number]) for stacks in state.up) + 1
    downs = max(len(stacks[number]) for stacks in state.down) + 1
    places = [("up", pos + 1) for pos in range(ups)] + [("down", pos + 1) for pos in range(downs)]
    return [StackRef.model_validate({"stack": god, "face": face, "pos": pos}) for face, pos in places]


def _goals(state: State) -> Iterator[Move]:
    god = GODS[state.god] if state.god != NOTHING else "O"
    for count in range(4):
        for cards in combinations(_refs(state, god)[:7], count):
            yield Achieve(god=god, cards=cards)


@given(seats=SEATS, seed=SEEDS, made=MOVES_MADE)
def test_a_forced_answer_is_the_only_one(seats: int, seed: int, made: int) -> None:
    state = somewhere(seats, seed, made)
    for decision in RULES.decisions(state):
        forced = RULES.forced(state, decision)
        assert ([forced] == answers(state, decision)) == (forced is not None)
        assert forced is not None or len(answers(state, decision)) > 1


@given(seats=SEATS, seed=SEEDS)
def test_others_see_of_a_pick_only_that_it_was_made(seats: int, seed: int) -> None:
    state, _ = deal(seats, seed)
    decision = RULES.decisions(state)[0]
    first, second = answers(state, decision)[:2]
    chosen, replaced = (RULES.apply(state, 0, move, NO_CHANCE)[0] for move in (first, second))
    for viewer in (None, *range(1, seats)):
        assert repr(chosen.seen_by(viewer)).count("None") == 2
        assert replaced.seen_by(viewer) is None
    assert chosen.seen_by(0) == chosen
    assert [one.answered for one in RULES.decisions(state)] == [True] + [False] * (seats - 1)


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_redeal_really_redeals(seats: int) -> None:
    state = somewhere(seats, 5, 30)
    other = RULES.redeal(state, 0, chance(99))
    assert other.deck != state.deck
    assert other.hands[1:] != state.hands[1:]
    assert other.hands[0] == state.hands[0]
    assert other.up != state.up
