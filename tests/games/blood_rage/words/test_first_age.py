"""The manual: both languages alike, the card index from the data, and the first Age for beginners as it is told."""

from __future__ import annotations

import re

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold
from engine.core.moves import Move
from engine.games.blood_rage.data import BY_CODE, CODE, OUTER, PLACES, VALUES
from engine.games.blood_rage.manual import manual
from engine.games.blood_rage.manual.index import ages_of
from engine.games.blood_rage.orders.notation import RageNotation
from engine.games.blood_rage.words.effects import EFFECTS
from engine.games.blood_rage.words.names import CARDS
from engine.games.blood_rage.words.names import PLACES as NAMES
from tests.games.blood_rage.orders.test_orders import desk
from tests.games.blood_rage.scene import GRAMMAR, RULES, Scene, begun

LANGUAGES = ("en", "ru")
PLAYERS = {"Anna": 0, "Анна": 0, "Boris": 1, "Борис": 1}
TABLE = 38  # the seed of the table of the first Age


def orders(language: str) -> list[tuple[int, str]]:
    """(seat, order) of all that Anna and Boris write."""
    found = re.findall(r"^    (\w+): +(.+)$", manual(language), re.MULTILINE)
    return [(PLAYERS[who], order) for who, order in found]


def moves(language: str) -> list[Move]:
    return [GRAMMAR.read(fold(order)) for _, order in orders(language)]


def chapter(language: str, number: int) -> str:
    return re.split(r"^## ", manual(language), flags=re.MULTILINE)[number]


def test_every_order_of_the_first_age_means_the_same_in_both_languages() -> None:
    assert len(orders("en")) == 36
    assert moves("en") == moves("ru")
    assert [seat for seat, _ in orders("en")] == [seat for seat, _ in orders("ru")]


def quoted(language: str) -> list[str]:
    """What stands in code quotes in the tables of orders."""
    rows = [line for line in manual(language).splitlines() if line.startswith("| ") and "`" in line]
    return [one for row in rows for one in re.findall(r"`([^`]+)`", row)]


def read(line: str) -> object:
    """What it says to a player who is asked nothing, so that answers are plans and actions moves of the own turn."""
    order = RageNotation().read([fold(line)], desk(Scene(), "A"))
    return order.moves, order.plans


def test_every_order_of_the_tables_is_understood_and_means_the_same_in_both_languages() -> None:
    assert len(quoted("en")) > 35
    assert [read(line) for line in quoted("en")] == [read(line) for line in quoted("ru")]
    assert all(any(read(line)) for line in quoted("en"))


def test_what_a_player_asks_for_is_in_the_title_of_a_chapter() -> None:
    wanted = {
        "en": ("board", "token", "fjord", "upgrade", "age", "invade", "march", "quest", "pillage", "battle", "call",
               "strength", "hidden", "beginner", "notation", "plan", "monster", "card index", "time"),
        "ru": ("поле", "жетон", "фьорд", "усилени", "эпоха", "вторжение", "марш", "поход", "грабёж", "битва", "зов",
               "сила", "скрытые", "начинающих", "запись", "план", "чудовища", "список карт", "время"),
    }  # fmt: skip
    for language, words in wanted.items():
        titles = " ".join(re.findall("^## (.*)$", manual(language), re.MULTILINE)).casefold()
        assert not [word for word in words if word not in titles]


def test_the_index_names_every_design_with_its_ages_and_what_it_does() -> None:
    for language in LANGUAGES:
        rows = {cells[0]: cells[1:] for line in manual(language).splitlines()
                if re.match(r"\| [A-Z]\w{2,3} \|", line) and len(cells := line.strip("| ").split(" | ")) == 5
                and cells[0] in BY_CODE}  # fmt: skip
        assert set(rows) == set(BY_CODE)
        for code, (name, _number, ages, effect) in rows.items():
            assert (name, ages, effect) == (CARDS[code][language], ages_of(code), EFFECTS[code][language])
    assert ages_of("TY3") == "I, I (3+), II (4+)"
    assert rows["LWR"][2] == "III (4+)"


def test_the_tables_are_those_of_the_data() -> None:
    for language in LANGUAGES:
        for values in VALUES:
            assert f"| {' | '.join(map(str, values))} |" in manual(language)
        for code in PLACES[:9]:
            assert f"| {code} | {NAMES[code][language]} |" in manual(language)


# --- The first Age ---------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_the_first_age_is_as_it_is_told(language: str) -> None:
    state = begun(2, TABLE)
    text = " ".join(manual(language).split())
    for pack in state.packs:
        assert ", ".join(CARDS[CODE[card]][language] for card in pack) in text
    tokens = {PLACES[place]: state.tokens[place] for place in OUTER if not state.destroyed[place]}
    assert tokens == {"ELV": "axes", "HOR": "glory5", "UTG": "horns", "GIM": "rage", "MYR": "horns"}
    assert (state.first, PLACES[state.doom[0]]) == (0, "HOR")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_age_plays_as_it_is_told(language: str) -> None:
    state, chance = begun(2, TABLE), SeededChance(bytes([TABLE]))
    marks = {}
    for number, ((seat, _), move) in enumerate(zip(orders(language), moves(language), strict=True)):
        assert seat in {one.seat for one in RULES.decisions(state) if one.waits}, number
        RULES.apply(state, seat, move, chance)
        marks[number] = (list(state.glory), list(state.rage))
    assert marks[9][0] == [0, 5]  # both have pillaged
    assert marks[19] == ([3, 5], [3, 4])  # after the battle
    assert marks[30][1] == [1, 0]  # the last pillage is declared, and one Rage is left
    assert (state.age, state.stage) == (2, "gifts")
    assert state.glory == [8, 28]
    assert [[state.value(seat, stat) for stat in range(3)] for seat in (0, 1)] == [[8, 6, 7], [7, 3, 4]]
    assert [[CODE[card] for card in hand] for hand in state.hands] == [["OSM"], ["TY5"]]
