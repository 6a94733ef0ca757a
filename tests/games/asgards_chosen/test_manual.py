"""The manual: both languages alike, every order in it understood, the index from the data, the battle as it is told."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.games.asgards_chosen.data import DESIGNS, ELEMENT, ELEMENTS, LENGTHS, NAME, OPPOSING, TERRAINS
from engine.games.asgards_chosen.data.names import CARDS, KIND_NAMES
from engine.games.asgards_chosen.manual import manual
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.words import terms
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.asgards_chosen.scene import Scene
from tests.games.asgards_chosen.table import Letters

LANGUAGES = ("en", "ru")
NOTATION = ChosenNotation()
PLAYERS = {"Anna": "A", "Анна": "A", "Boris": "B", "Борис": "B"}
NAMES = {"en": ("Anna", "Boris"), "ru": ("Анна", "Борис")}


def chapters(language: str) -> list[str]:
    return re.split(r"^## ", manual(language), flags=re.MULTILINE)[1:]


def rows(chapter: str) -> list[list[str]]:
    """The cells of its tables, without their heads."""
    lines = [line for line in chapter.splitlines() if line.startswith("|")]
    table = [line for line in lines if not set(line) <= set("|-")]
    heads = {lines[at - 1] for at, line in enumerate(lines) if set(line) <= set("|-")}
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table if line not in heads]


def titled(language: str, english: str) -> str:
    """The chapter whose English title begins so."""
    at = next(number for number, one in enumerate(chapters("en")) if one.startswith(english))
    return chapters(language)[at]


# --- Both languages alike ---------------


def test_both_manuals_have_the_same_chapters_items_and_tables() -> None:
    shapes = [
        [line[0] for line in manual(language).splitlines() if re.match(r"## |\| |- |\d+\. |    \w", line)]
        for language in LANGUAGES
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_looks_like_a_quotation_or_an_envelope_in_a_mail(language: str) -> None:
    assert not re.search(r"^\s*(>|From )", manual(language), re.MULTILINE)


def test_nothing_russian_is_left_in_english() -> None:
    """But for codes of territories, slots and tiles, and the words of options."""
    assert not re.search("[а-яё]", manual("en").casefold())
    bare = re.sub(r"`(?:automatic_board|late_items|aggressive|scattered|man_first)`|\bII\b", "", manual("ru"))
    assert not re.findall(r"[A-Za-z]{3,}|(?<![A-Z])[a-z]{2,}", bare)


def test_what_a_player_asks_for_is_in_the_title_of_a_chapter() -> None:
    wanted = {
        "en": ("five minutes", "goal", "end", "map", "territor", "town", "enchanted", "setting up", "tisch", "round",
               "god", "favor", "appease", "charm", "campaign", "battle", "militia", "bodyguard", "berserk", "honor",
               "vanquished", "last marker", "muster", "payment", "event", "renewal", "introductory", "saga", "epic",
               "solitaire", "co-operative", "hidden", "notation", "plan", "time", "creature", "item", "words"),
        "ru": ("пять минут", "цель", "конец", "карта", "территор", "города", "волшебные", "подготовка", "тиш", "раунд",
               "боги", "милост", "умилостивить", "чар", "поход", "битва", "ополчение", "телохранитель", "берсерк",
               "почётный", "повержен", "последний маркер", "набор", "плата", "событи", "обновление", "вводная", "сага",
               "эпос", "одиночная", "совместная", "скрытые", "запись", "план", "время", "существа", "предмет",
               "слова"),
    }  # fmt: skip
    for language, words in wanted.items():
        titles = " ".join(chapter.splitlines()[0] for chapter in chapters(language)).casefold()
        assert not [word for word in words if word not in titles]


# --- Figures and the index ---------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_those_of_the_data(language: str) -> None:
    lengths = [int(gods) for _, gods, _ in rows(titled(language, "Goal"))]
    assert lengths == [LENGTHS[one] for one in ("introductory", "standard", "saga", "epic", "solitaire", "coop")]
    assert [(name, opposing) for name, _, opposing in rows(titled(language, "The map"))] == [
        (KIND_NAMES[name][language], KIND_NAMES[TERRAINS[OPPOSING[at]]][language]) for at, name in enumerate(TERRAINS)
    ]
    elements = [element for _, element, _ in rows(titled(language, "The map"))]
    assert [elements.index(one) for one in elements] == [3 * ELEMENTS.index(ELEMENTS[one]) for one in ELEMENT]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_has_every_design_once_with_its_text(language: str) -> None:
    words = ChosenWords(language)
    tables = [rows(one) for one in chapters(language) if one.startswith(("Card index", "Список карт"))]
    found = {row[0]: row for table in tables for row in table}
    assert len(found) == sum(map(len, tables)) == len(DESIGNS) == 95
    assert set(found) == {by[language] for by in CARDS.values()}
    for code, one in DESIGNS.items():
        row = found[words.card(code)]
        if one.sort == "god":
            continue
        assert words.does(code) in row
        if one.sort == "creature":
            assert row[1:5] == [
                words.kind(TERRAINS[one.terrain]), f"{one.power} +{one.bonus}", str(one.cost), str(NAME.count(code))
            ]  # fmt: skip
    assert all(cell and "{" not in cell for row in found.values() for cell in row)
    (meanings,) = [rows(one) for one in chapters(language) if one.startswith(("Index: words", "Список: слова"))]
    assert len(meanings) == len(terms.TERMS)


# --- Orders ---------------


def spans(chapter: str) -> list[str]:
    """The orders of its tables."""
    return [order for row in rows(chapter) for order in re.findall("`([^`]+)`", row[1])]


def read(language: str, order: str) -> Any:
    """What an order of the manual says; what is only a part of one is read behind the beginning of a plan."""
    start = {"en": "defend any play Odin ", "ru": "защита любая сыграть Один "}[language]
    line = start + order if re.match(r"(until|short|пока|иначе) ", order) else order
    desk = Letters(Scene(2)).session.table.desk(0, NAMES[language])
    said = NOTATION.read([fold(line)], desk)
    return said.moves, said.plans


@pytest.mark.parametrize("chapter", ["Orders by mail", "Orders for later"])
def test_every_order_of_the_tables_is_understood_and_means_the_same_in_both_languages(chapter: str) -> None:
    english, russian = (spans(titled(language, chapter)) for language in LANGUAGES)
    assert len(english) == len(russian) > 25
    for one, other in zip(english, russian, strict=True):
        assert read("en", one) == read("ru", other), (one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_first_chapter_is_an_order(language: str) -> None:
    found = re.findall("`([^`]+ [^`]+)`", chapters(language)[0].replace("\n", " "))
    assert found
    assert all(read(language, order) != ((), ()) for order in found)


def written(chapter: str) -> list[tuple[str, str]]:
    """(player, order) of all that Anna and Boris write in it."""
    return [(PLAYERS[who], order) for who, order in re.findall(r"^    (\w+): +(.+)$", chapter, re.MULTILINE)]


# --- The worked battle ---------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_battle_goes_as_it_is_told(language: str) -> None:
    scene = Scene(
        2, heroes={"AM": "L7b", "BF": "S1b"}, markers={"B": "T6 S3b"},
        hands={"A": "troll1 nixie1 ormr1 curtana odin", "B": "giant_spider1 thor"}, draws={"B": "tyr hel loki"},
        deck="draugr1 mittagsfrau1 garmr1",
    ).turn("A")  # fmt: skip
    letters, totals = Letters(scene), list[tuple[int, int]]()
    orders = written(titled(language, "A worked battle"))
    for player, order in orders:
        letters.sends(player, order)
        if scene.state.battle is not None:
            totals.append(letters.scene.totals)
    assert totals[:3] == [(0, 3), (6, 3), (2, 6)]
    (militia, guard) = letters.told("militia_revealed")
    assert (militia.joined, militia.sacrificed, guard.joined) == (("mittagsfrau1",), ("draugr1",), ("garmr1",))
    (decided,) = letters.told("battle_decided")
    assert (decided.attack, decided.defence, decided.won) == (8, 6, True)
    (honor,) = [one for one in letters.told("cards_drawn") if one.why == "honor"]
    assert (honor.seat, honor.count) == (1, 2)
    assert (scene.at("BF"), scene.at("AM"), scene.marker("S1b")) == ("T6 down", "S1b", "A")
    assert len(orders) == 6


def test_chapters_come_in_the_order_of_a_round() -> None:
    titles = [chapter.splitlines()[0] for chapter in chapters("en")]
    steps = [next(at for at, one in enumerate(titles) if one.startswith(word)) for word in
             ("In five", "Goal", "The map", "Setting up", "A round", "God phase", "Charm phase", "Campaign", "Battles",
              "A worked battle", "Muster", "Renewal", "Modes", "Orders by mail", "If your time")]  # fmt: skip
    assert all(one < other for one, other in pairwise(steps))
