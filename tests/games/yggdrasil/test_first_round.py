"""The manual: both languages alike, the index from the data, and the first round for beginners as it is told."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.games.yggdrasil import happenings as h
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import (
    AREA,
    CARDS,
    DEFEATS,
    FORCE,
    GIANT_ROWS,
    GODS,
    ISLAND,
    LEVEL_CARDS,
    RUNES,
    SPACES,
    START_FIRES,
    START_VIKINGS,
    WORLDS,
)
from engine.games.yggdrasil.manual import manual
from engine.games.yggdrasil.orders.notation import YggdrasilNotation
from engine.games.yggdrasil.rules.odds import at_least, percent
from engine.games.yggdrasil.state import State
from engine.games.yggdrasil.words import effects
from tests.games.yggdrasil.correspondence import Correspondence
from tests.games.yggdrasil.scene import GRAMMAR, RULES, Scene

LANGUAGES = ("en", "ru")
PLAYERS = {"Anna": 0, "Анна": 0, "Boris": 1, "Борис": 1}
TABLE = bytes([13, 118])  # the seed of the table of the first round


def chapters(language: str) -> list[str]:
    return re.split(r"^## ", manual(language), flags=re.MULTILINE)[1:]


def rows(language: str, number: int) -> list[list[str]]:
    """The cells of the tables of a chapter, without their heads."""
    lines = [line for line in chapters(language)[number].splitlines() if line.startswith("|")]
    table = [line for line in lines if not set(line) <= set("|-")]
    heads = {lines[at - 1] for at, line in enumerate(lines) if set(line) <= set("|-")}
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table if line not in heads]


def orders(language: str) -> list[tuple[int, str]]:
    """(seat, order) of all that Anna and Boris write."""
    found = re.findall(r"^    (\w+): +(.+)$", manual(language), re.MULTILINE)
    return [(PLAYERS[who], order) for who, order in found]


def special(counts: tuple[int, int]) -> str:
    """How the table of levels tells so many Angry and so many Ragnarök cards."""
    return " + ".join(str(count) for count in counts if count) or "0"


# --- Both languages ---------------


def quoted(language: str) -> list[str]:
    """What stands in code quotes in the tables of orders."""
    lines = [line for line in manual(language).splitlines() if line.startswith("| ") and "`" in line]
    return [one for line in lines for one in re.findall(r"`([^`]+)`", line)]


def read(line: str, giants: str = "gialp") -> object:
    """What it says to Thor on turn."""
    desk = Correspondence(Scene("thor odin", active=giants)).session.table.desk(0)
    order = YggdrasilNotation().read([fold(line)], desk)
    return order.used, order.moves, order.plans


def test_every_order_of_the_tables_is_understood_and_means_the_same_in_both_languages() -> None:
    assert len(quoted("en")) > 40
    assert [read(line) for line in quoted("en")] == [read(line) for line in quoted("ru")]


def test_every_order_of_the_first_round_means_the_same_in_both_languages() -> None:
    assert len(orders("en")) == 16
    said = [[(seat, GRAMMAR.read(fold(order))) for seat, order in orders(language)] for language in LANGUAGES]
    assert said[0] == said[1]


def test_what_a_player_asks_for_is_in_the_title_of_a_chapter() -> None:
    wanted = {
        "en": ("five minutes", "track", "defeat", "turn", "enemy card", "fenrir", "world", "midgard", "bag",
               "valkyries", "combat", "chance", "artifact", "giant", "rune", "vanir", "level", "counsel", "hidden",
               "beginner", "notation", "plan", "time", "gods"),
        "ru": ("пять минут", "делени", "поражение", "ход", "карта врага", "фенрир", "мир", "мидгард", "мешки",
               "валькирии", "бой", "шанс", "артефакт", "великан", "рун", "ваны", "уровни", "советы", "скрыто",
               "начинающих", "запись", "план", "время", "боги"),
    }  # fmt: skip
    for language, words in wanted.items():
        titles = " ".join(chapter.splitlines()[0] for chapter in chapters(language)).casefold()
        assert not [word for word in words if word not in titles]


# --- Figures ---------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_those_of_the_data(language: str) -> None:
    areas = [
        [effects.area(AREA.index(area), language), ", ".join(str(one) for one in SPACES if AREA[one] == area),
         str(FORCE[AREA.index(area)]), str(area)]
        for area in dict.fromkeys(AREA)
    ]  # fmt: skip
    assert rows(language, 1) == areas
    worlds = [names.WORLDS[code][language] for code in WORLDS]
    assert [(number, world) for number, world, _ in rows(language, 5)] == [
        (str(number), world) for number, world in enumerate(worlds, 1)
    ]
    levels = [[names.LEVELS[code][language], *map(special, by_gods)] for code, by_gods in LEVEL_CARDS.items()]
    assert [[row[0], row[1], *row[1:]] for row in rows(language, 11)] == levels  # one column for one god and for two
    text = " ".join(chapters(language)[2].split())
    for code in ("white", "blue", "green", "black"):
        assert re.search(rf"{START_VIKINGS[ISLAND[code]]} (and|и) {START_FIRES[ISLAND[code]]}\b", text)
    for cause, (_, count, space) in zip(chapters(language)[1].split("\n- ")[1:], DEFEATS, strict=True):
        assert str(space) in cause
        assert str(count) in cause or count == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chances_of_the_table_are_those_of_the_die(language: str) -> None:
    usual, tyr = rows(language, 7)
    assert usual[1:] == [f"{percent(count, 1)}%" for count in range(5)]
    assert tyr[1:] == [f"{percent(count, 2)}%" for count in range(5)]
    assert at_least(1, 1) == Fraction(2, 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_names_everything_and_what_it_does(language: str) -> None:
    tables = {chapter.splitlines()[0]: rows(language, at) for at, chapter in enumerate(chapters(language))}
    gods, enemies, special, artifacts, runes, giants, squares = list(tables.values())[-7:]
    assert [name for name, _ in gods] == [names.GODS[code][language] for code in GODS]
    assert [(name, int(copies)) for name, copies, _ in enemies] == [
        (by[language], CARDS.count(f"normal_{code}")) for code, by in names.ENEMY_NAMES.items()
    ]
    assert len(special) == 10
    assert [name for name, *_ in artifacts] == [by[language] for by in names.ARTIFACT_OF.values()]
    assert [name for name, *_ in runes] == [names.RUNES[code][language] for code in RUNES]
    assert {name: rune for name, rune, _ in giants} == {
        names.GIANTS[one["id"]][language]: names.RUNES[one["rune"]][language] for one in GIANT_ROWS
    }
    assert [square for square, _ in squares] == ["1", "2", "3", "4", "5"]
    for table in (gods, enemies, special, artifacts, runes, giants, squares):
        assert all(all(cell for cell in row) for row in table)
        assert not any("{" in cell or "None" in cell for row in table for cell in row)


# --- The first round ---------------


def played(language: str) -> list[tuple[State, list[Happening]]]:
    """The table before the first order and after each of them, with what happened; forced ends included."""
    chance = SeededChance(TABLE)
    state, told = RULES.setup(RULES.Options(), 2, chance)
    found = [(state.copy(), told)]
    for seat, order in orders(language):
        (asked,) = RULES.decisions(state)
        assert asked.seat == seat, order
        told = RULES.apply(state, seat, GRAMMAR.read(fold(order)), chance)
        while (asked_next := RULES.decisions(state)) and (forced := RULES.forced(state, asked_next[0])) is not None:
            told += RULES.apply(state, asked_next[0].seat, forced, chance)
        found.append((state.copy(), told))
    return found


def only(told: list[Happening], kind: type) -> object:
    (found,) = (one for one in told if type(one) is kind)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_round_plays_as_it_is_told(language: str) -> None:
    moments = played(language)
    state, told = moments[2]  # both gods are chosen, and the first card has come
    assert (state.first, state.spaces[1], state.dead, state.bag_vikings[1]) == (0, 1, 7, 4)
    state = moments[4][0]  # Thor has searched
    assert (state.bag_vikings[1], state.bag_fires[1], state.vikings[0], state.elves[0]) == (3, 12, 1, 1)
    told = moments[5][1]  # his turn is over, and Odin has drawn
    assert only(told, h.OdinDrew) == h.OdinDrew(1, ("normal_jormungand", "normal_surt"))
    assert moments[5][0].artifacts[0][1] == 1
    state, told = moments[6]
    assert only(told, h.OdinReturned) == h.OdinReturned(1, "normal_jormungand", "bottom")
    assert only(told, h.FiresCame) == h.FiresCame("white", 2)
    assert only(moments[7][1], h.BagCleared) == h.BagCleared(1, "white", fires=5, vikings=0)
    assert only(moments[8][1], h.IslandSearched) == h.IslandSearched(1, "white", vikings=1, fires=2)
    state, told = moments[9]  # Hel has come again
    assert (state.vikings, state.spaces[1], state.bag_vikings[1]) == ([2, 0], 2, 0)
    assert only(told, h.VikingsLost) == h.VikingsLost("white", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_fight_goes_as_it_is_told(language: str) -> None:
    moments = played(language)
    (fight,) = (one for one in RULES.view(moments[9][0], 0).fights if one.code == "hel")
    assert (fight.force, fight.bonus, fight.odds(2), fight.odds(3)) == (5, 2, 67, 100)
    state, told = moments[10]
    assert only(told, h.CombatBegan) == h.CombatBegan(0, "hel", 5, 2, (3,), 2)
    assert only(told, h.CombatEnded) == h.CombatEnded(0, "hel", 0, 7, 5, won=True)
    assert (state.spaces[1], state.dead, state.elves[0]) == (1, 11, 1)
    assert only(moments[11][1], h.VikingsReturned) == h.VikingsReturned(0, "white", 5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_first_round_the_table_is_as_it_is_told(language: str) -> None:
    moments = played(language)
    assert only(moments[12][1], h.OdinDrew) == h.OdinDrew(1, ("normal_loki", "normal_surt"))
    assert only(moments[13][1], h.GiantTurned) == h.GiantTurned("hymir")
    last, state = moments[15][0], moments[16][0]  # after it the next card has come
    assert last.spaces == [0, 1, 0, 1, 0, 1]
    assert (state.vikings, state.elves, len(last.deck)) == ([0, 3], [1, 1], 38)
    assert [CARDS[card] for card in state.deck[1::-1]] == ["normal_jormungand", "normal_surt"]
    view = RULES.view(last, 1)
    assert view.deck[-2:] == ("normal_jormungand", "normal_surt")
    (giants,) = (one for one in view.fights if one.code == "giants")
    assert giants.odds(3) == 100
