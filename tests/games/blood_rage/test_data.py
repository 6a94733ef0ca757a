"""The component data adds up to what is in the box."""

from __future__ import annotations

from collections import Counter

from engine.games.blood_rage.data import (
    ADJACENT,
    AGE_OF,
    CARDS,
    CLANS,
    FIGURES,
    FJORD_OF,
    FJORDS,
    LEAST_SEATS,
    MONSTER_CODES,
    MONSTERS,
    OUTER,
    PLACES,
    PROVINCES,
    SUPPORTS,
    TOKENS,
    VILLAGES,
    YGGDRASIL,
)


def test_the_board() -> None:
    assert sum(VILLAGES[province] for province in OUTER) == 32
    assert len(PLACES) == 13
    assert all(FJORD_OF[province] in FJORDS for province in OUTER)
    assert all(FJORD_OF[province] == fjord for fjord, provinces in SUPPORTS.items() for province in provinces)
    assert all(one in ADJACENT[other] for other in PROVINCES for one in PROVINCES if other in ADJACENT[one])
    assert ADJACENT[YGGDRASIL] == tuple(OUTER)
    assert all(set(ADJACENT[province]) == {(province - 1) % 8, (province + 1) % 8, YGGDRASIL} for province in OUTER)


def test_the_tokens() -> None:
    assert Counter(TOKENS) == {"rage": 3, "axes": 2, "horns": 2, "glory5": 1}


def test_the_decks() -> None:
    for age in (1, 2, 3):
        marks = Counter(least for least, of in zip(LEAST_SEATS, AGE_OF, strict=True) if of == age)
        assert marks == {2: 20, 3: 6, 4: 8}
    assert Counter(card.kind for card in CARDS)["battle"] + Counter(card.kind for card in CARDS)["quest"] > 50


def test_the_figures() -> None:
    assert len(CLANS) * (FIGURES - len(MONSTERS)) + len(MONSTER_CODES) == 49
