"""Chance to the byte: docs/fair-play.md gives these very numbers."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import (
    Ask,
    ChanceMismatch,
    Draw,
    RecordedChance,
    SeededChance,
    chance_key,
    commitment,
    outcome_of,
)

SEED = bytes(range(32))


def test_the_commitment_is_a_labelled_hash_and_not_the_key() -> None:
    assert commitment(SEED) == hashlib.sha256(b"asgard-pbem/commitment/v1\x00" + SEED).hexdigest()
    assert commitment(SEED) == "2c1fa2f885c8d459c7c2269b391ba831b1e32b63002ed4d24815240067da9b89"
    assert chance_key(SEED, []).hex() != commitment(SEED)


def test_the_key_mixes_in_what_every_seat_added_lengths_first() -> None:
    message = b"asgard-pbem/chance-key/v1\x00" + b"\x00\x00\x00\x02ab" + b"\x00\x00\x00\x00"
    assert chance_key(SEED, [b"ab", b""]) == hmac.digest(SEED, message, "sha256")
    assert chance_key(SEED, [b"a", b"b"]) != chance_key(SEED, [b"ab", b""])


def test_the_worked_example_of_the_documentation() -> None:
    key = chance_key(SEED, [b"ab", b""])
    assert key.hex() == "30b48f4acf27310ec4ac49cb8ea897baa33442f9cb631c64f8761c234863de46"
    assert outcome_of(key, 0, Ask("deck", 10, whole=True)) == (7, 0, 3, 2, 1, 8, 9, 5, 4, 6)
    assert outcome_of(key, 1, Ask("die", 6, whole=False)) == (4,)


def test_a_draw_by_hand() -> None:
    key = chance_key(SEED, [])
    block = hmac.digest(
        key, b"asgard-pbem/draw/v1\x00deck\x00" + (7).to_bytes(8, "big") + (0).to_bytes(4, "big"), "sha256"
    )
    assert outcome_of(key, 7, Ask("deck", 10, whole=False)) == (int.from_bytes(block[:8], "big") % 10,)


def test_a_shuffle_by_hand() -> None:
    key = chance_key(SEED, [])
    message = b"asgard-pbem/draw/v1\x00deck\x00" + (0).to_bytes(8, "big")
    blocks = b"".join(hmac.digest(key, message + n.to_bytes(4, "big"), "sha256") for n in range(2))
    words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, 64, 8)]
    order = list(range(6))
    for i, word in zip(range(5, 0, -1), words, strict=False):
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert outcome_of(key, 0, Ask("deck", 6, whole=True)) == tuple(order)


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    """Below a size just past 2^63 nearly every second word is too large: the next one of the stream counts."""
    key, size, thrown = chance_key(SEED, []), (1 << 63) + 1, 0
    for number in range(40):
        message = b"asgard-pbem/draw/v1\x00die\x00" + number.to_bytes(8, "big")
        blocks = b"".join(hmac.digest(key, message + n.to_bytes(4, "big"), "sha256") for n in range(8))
        words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]
        wanted = next(place for place, word in enumerate(words) if word < size)
        assert outcome_of(key, number, Ask("die", size, whole=False)) == (words[wanted],)
        thrown += wanted
    assert thrown > 0


@pytest.mark.parametrize("size", [0, -1, (1 << 64) + 1])
def test_no_number_is_drawn_below_a_size_that_words_cannot_reach(size: int) -> None:
    with pytest.raises(ValueError, match="a draw of"):
        outcome_of(chance_key(SEED, []), 0, Ask("die", size, whole=False))


@given(size=st.integers(1, 200), number=st.integers(0, 2**40), label=st.text(max_size=20))
def test_a_shuffle_is_a_permutation_and_a_draw_is_in_range(size: int, number: int, label: str) -> None:
    key = chance_key(SEED, [label.encode()])
    assert sorted(outcome_of(key, number, Ask(label, size, whole=True))) == list(range(size))
    assert 0 <= outcome_of(key, number, Ask(label, size, whole=False))[0] < size


def test_draws_are_spread_evenly() -> None:
    chance = SeededChance(SEED)
    counts = Counter(chance.draw("die", 6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_label_or_place_gives_other_chance() -> None:
    asks = [outcome_of(SEED, 0, Ask("a", 52, whole=True)), outcome_of(SEED, 1, Ask("a", 52, whole=True))]
    assert len({*asks, outcome_of(SEED, 0, Ask("b", 52, whole=True))}) == 3


def test_recorded_draws_come_back_and_a_wrong_label_is_named() -> None:
    chance = SeededChance(SEED)
    deck, die = chance.shuffle("deck", 9), chance.draw("die", 6)
    draws = chance.take()
    again = RecordedChance(draws)
    assert (again.shuffle("deck", 9), again.draw("die", 6)) == (deck, die)
    again.close()
    with pytest.raises(ChanceMismatch, match="asked for 'dice' of 9, recorded 'deck' of 9"):
        RecordedChance(draws).shuffle("dice", 9)
    with pytest.raises(ChanceMismatch, match="never recorded"):
        RecordedChance([]).draw("die", 6)
    with pytest.raises(ChanceMismatch, match="never asked for"):
        RecordedChance(draws).close()


def test_the_count_of_draws_goes_on_over_sessions() -> None:
    whole = SeededChance(SEED)
    first, second = whole.draw("die", 100), whole.draw("die", 100)
    assert SeededChance(SEED, made=1).draw("die", 100) == second
    assert [draw.outcome for draw in whole.take()] == [(first,), (second,)]


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="a draw of 0"):
        SeededChance(SEED).draw("die", 0)
    assert Draw(label="x", size=1, outcome=(0,)).outcome == (0,)
