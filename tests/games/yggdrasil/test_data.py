"""The component data adds up to what is in the box (R1)."""

from __future__ import annotations

from collections import Counter

from engine.games.yggdrasil.cards import enemies, gods, runes
from engine.games.yggdrasil.data import (
    ADJACENT,
    AREA,
    BLOCKS,
    CARD_ROWS,
    CARDS,
    DATA,
    ENEMIES,
    FIRES,
    FORCE,
    GIANT_ROWS,
    GODS,
    HAMMERS,
    ISLANDS,
    RUNES,
    START_FIRES,
    START_VIKINGS,
    VIKINGS,
)
from engine.games.yggdrasil.play import effect, powers, rune


def test_the_counters() -> None:
    assert sum(START_VIKINGS) + DATA["setup"]["dead_vikings"] == VIKINGS == 47
    assert sum(START_FIRES) + DATA["setup"]["kingdom_fire_giants"] == FIRES == 42
    assert all(START_VIKINGS[bag] + START_FIRES[bag] == 18 for bag in range(1, 5))


def test_the_cards() -> None:
    assert Counter(CARD_ROWS[code]["kind"] for code in CARDS) == {"normal": 42, "angry": 6, "ragnarok": 4}
    shown = Counter(code for row in CARD_ROWS.values() for code in row.get("enemies", ()))
    assert shown == dict.fromkeys(ENEMIES, 2)


def test_the_giants() -> None:
    kinds = Counter(row["effect"]["kind"] for row in GIANT_ROWS)
    assert kinds == {
        "unreachable_world": 6, "force_plus": 7, "whirlpool": 1, "no_god_powers": 1, "no_die_in_combat": 1
    }  # fmt: skip
    assert Counter(row["rune"] for row in GIANT_ROWS) == dict.fromkeys(RUNES, 4)
    assert len(BLOCKS) == 6


def test_the_track_the_islands_and_the_die() -> None:
    assert FORCE == (5, 5, 5, 6, 6, 7, 7, 8)
    assert AREA == (1, 1, 1, 2, 2, 3, 3, 4)
    assert all(one in ADJACENT[other] for other in range(5) for one in ADJACENT[other])
    assert [ISLANDS[one] for one in ADJACENT[2]] == ["white", "green"]
    assert sorted(HAMMERS) == [0, 0, 1, 1, 2, 3]


def test_each_god_enemy_and_rune_says_once_what_it_does() -> None:
    rooms = (gods, enemies, runes)
    assert all(rooms)
    assert all(len(powers.texts(code)) == 1 for code in GODS)
    assert all(effect.has(code, "card") for code in ENEMIES)
    assert all(rune.has(code, "completed") for code in RUNES)
