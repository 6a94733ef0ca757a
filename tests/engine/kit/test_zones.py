"""Zones: what is hidden from whom, and tables on which the hidden cards lie elsewhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.components.copies import copier
from engine.core.components.zones import HIDDEN, Zones, draw, shown_to, zone

CARDS = 24


@dataclass(slots=True)
class Table:
    deck: list[int] = zone("nobody")
    hands: list[list[int]] = zone("owner")
    discards: list[int] = zone("all")
    seen: list[int] = field(default_factory=lambda: [0] * CARDS)

    def copy(self) -> Table:
        return _copy(self)


_copy = copier(Table)
ZONES = Zones(Table, CARDS)
viewers = st.sampled_from([None, 0, 1, 2])


@st.composite
def tables(draw_: st.DrawFn) -> Table:
    order = draw_(st.permutations(range(CARDS)))
    table = Table(order[:8], [order[8:12], order[12:17], order[17:18]], order[18:])
    for card in draw_(st.lists(st.integers(0, CARDS - 1), max_size=5)):
        table.seen[card] = shown_to(*draw_(st.lists(viewers, max_size=3)))
    return table


@given(tables(), viewers)
def test_a_viewer_sees_open_piles_the_own_hand_and_what_was_shown(table: Table, viewer: int | None) -> None:
    masked = ZONES.masked(table, viewer)
    assert masked.discards == table.discards
    for seat, hand in enumerate(table.hands):
        known = [card for card in hand if seat == viewer or table.seen[card] & shown_to(viewer)]
        assert sorted(masked.hands[seat]) == sorted(known + [HIDDEN] * (len(hand) - len(known)))
    assert len(masked.deck) == len(table.deck)
    assert masked.seen == []


@given(tables(), viewers, st.integers(0, 99))
def test_a_redeal_looks_the_same_to_its_viewer_and_loses_no_card(table: Table, viewer: int | None, seed: int) -> None:
    before = table.copy()
    other = ZONES.redeal(table, viewer, SeededChance(bytes([seed])))
    assert table == before
    assert ZONES.missing(other) == []
    assert ZONES.masked(other, viewer) == ZONES.masked(table, viewer)


def test_what_others_know_of_a_place_goes_with_the_place() -> None:
    table = Table([0, 1, 2], [[3, 4], [5], []], list(range(6, CARDS)))
    table.seen[3] = shown_to(1)
    for seed in range(20):
        other = ZONES.redeal(table, 2, SeededChance(bytes([seed])))
        known = [card for card in range(6) if other.seen[card] & shown_to(1)]
        assert known == [other.hands[0][0]]


def test_every_hidden_place_may_get_every_hidden_card_equally_often() -> None:
    table = Table([0, 1, 2], [[3], [4, 5], []], list(range(6, CARDS)))
    dealt = Counter(ZONES.redeal(table, 1, SeededChance(n.to_bytes(2, "big"))).hands[0][0] for n in range(2000))
    assert set(dealt) == {0, 1, 2, 3}
    assert max(dealt.values()) - min(dealt.values()) < 150


def test_only_cards_that_are_alike_change_places() -> None:
    table = Table([0, 1, 2, 3], [[4, 5], [], []], list(range(6, CARDS)))
    for seed in range(20):
        other = ZONES.redeal(table, None, SeededChance(bytes([seed])), alike=lambda card: card % 2)
        assert [card % 2 for card in other.deck + other.hands[0]] == [0, 1, 0, 1, 0, 1]


def test_a_lost_and_a_doubled_card_are_found() -> None:
    assert ZONES.missing(Table([0, 0], [[], [], []], list(range(2, CARDS)))) == [0, 1]


def test_drawing_shuffles_the_discards_when_the_pile_is_empty_and_only_then() -> None:
    chance, pile, discards = SeededChance(b"x"), [1, 2], [3, 4, 5]
    assert draw(pile, 2, discards, chance, "deck") == [2, 1]
    assert chance.take() == ()
    assert sorted(draw(pile, 9, discards, chance, "deck")) == [3, 4, 5]
    assert [one.label for one in chance.take()] == ["deck"]
    assert (pile, discards) == ([], [])
