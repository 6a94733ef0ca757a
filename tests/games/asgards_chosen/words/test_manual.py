"""The manual: both languages alike, every order in it understood, the index from the data, the battle as it is told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.flow.veil import Aside
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as h
from engine.games.asgards_chosen.data import DESIGNS, ELEMENT, ELEMENTS, LENGTHS, NAME, OPPOSING, TERRAINS
from engine.games.asgards_chosen.data.names import CARDS, KIND_NAMES
from engine.games.asgards_chosen.happenings import clashes as c
from engine.games.asgards_chosen.manual import manual
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.words import terms
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.table import GAME, Letters

LANGUAGES = ("en", "ru")
NOTATION = ChosenNotation()
PLAYERS = {"Anna": "A", "Анна": "A", "Boris": "B", "Борис": "B"}
TABLE = bytes([12])  # the seed of the table of the two rounds
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
               "solitaire", "co-operative", "hidden", "reconstructed", "beginner", "notation", "plan", "time",
               "creature", "item", "words"),
        "ru": ("пять минут", "цель", "конец", "карта", "территор", "города", "волшебные", "подготовка", "тиш", "раунд",
               "боги", "милост", "умилостивить", "чар", "поход", "битва", "ополчение", "телохранитель", "берсерк",
               "почётный", "повержен", "последний маркер", "набор", "плата", "событи", "обновление", "вводная", "сага",
               "эпос", "одиночная", "совместная", "скрытые", "восстановлено", "начинающих", "запись", "план", "время",
               "существа", "предмет", "слова"),
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
    desk = Letters(Scene(2, tisch={"B1": "ormr1"})).session.table.desk(0, NAMES[language])
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


# --- Two rounds of the introductory game ---------------


def mails(language: str) -> list[tuple[int, list[str]]]:
    """(seat, lines): what stands together in a block is a mail of each who writes in it."""
    blocks = re.findall(r"(?:^    .+\n)+", titled(language, "The introductory game"), re.MULTILINE)
    return [
        (ord(player) - ord("A"), [order for _, order in some])
        for block in blocks
        for player, some in groupby(written(block), key=itemgetter(0))
    ]


def played(language: str) -> tuple[Session, list[list[Happening]]]:
    """The table after all mails, and what each brought."""
    table = Table(GAME, RULES, RULES.Options(mode="introductory"), 2, None, [(), ()])
    session = Session(table, SeededChance(TABLE), NAMES[language])
    session.start()
    told = [[one for made in session.made for one in made.happenings]]
    for seat, lines in mails(language):
        before = len(session.made)
        taken = take(session, seat, lines)
        assert (taken.refused, taken.dropped, session.balked) == (None, (), {}), lines
        told.append([one for made in session.made[before:] for one in made.happenings])
    return session, told


def of(kind: type, told: Iterable[Happening]) -> list[Any]:
    shown = (one.what if isinstance(one, Aside) else one for one in told)
    return [one for one in shown if type(one) is kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_rounds_play_as_they_are_told(language: str) -> None:
    session, told = played(language)
    everything = [one for some in told for one in some]
    state = session.table.state
    assert (state.round, state.first, state.stage) == (3, 0, "god")
    (dealt,) = of(h.TischDealt, told[0])
    assert dealt.cards == ("jotunn1", "garmr1", "ormr1", "troll1", "nixie1", "garmr1", "alfar1", "troll1")
    assert [one.item for one in of(h.ItemPicked, told[0])] == ["gram", "angurvadel"]
    assert [one.taken for one in of(h.HeroPlaced, everything)] == ["jotunn1", "troll1", "nixie1", "garmr1"]
    assert of(h.CardsDrawn, told[5])[0].cards == ("freyr", "hel", "frigg")
    assert of(h.CardsDrawn, told[7])[0].cards == ("frigg", "loki", "hel", "freyr", "heimdall")
    battles = of(c.BattleDecided, everything)
    assert [(one.ground, one.attack, one.defence, one.won) for one in battles] == [
        ("T6", 2, 1, True), ("L7b", 6, 5, True), ("L4b", 1, 0, True), ("L9a", 3, 1, True), ("S1a", 5, 4, True),
        ("L7b", 10, 8, True),
    ]  # fmt: skip
    assert [(one.seat, one.god) for one in of(h.GodAppeased, everything)] == [(1, "heimdall"), (0, "thor")]
    assert [(one.card, one.paid, one.power) for one in of(h.CardMustered, everything)] == [
        ("ormr1", ("jotunn1", "frigg"), 6), ("garmr1", ("thor", "baldr", "freyja", "tyr"), 4),
        ("backahasten1", ("ormr1",), 6),
    ]  # fmt: skip
    assert [len(state.owned(side)) for side in (0, 1)] == [5, 4]
    assert not any(state.down)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_battle_of_the_two_rounds_goes_as_it_is_told(language: str) -> None:
    _, told = played(language)
    last = next(
        some for some in told if any(one.ground == "L7b" and one.defender == 1 for one in of(c.BattleBegan, some))
    )
    at = [number for number, one in enumerate(last) if of(c.BattleBegan, [one])][-1]
    fight = last[at:]
    militia, guard = of(c.MilitiaRevealed, fight)
    assert (militia.joined, militia.power, guard.joined, guard.power) == (
        ("dis1", "backahasten1"), 5, ("giant_spider1",), 2
    )  # fmt: skip
    assert [(one.card, one.power, one.how) for one in of(c.CardFights, fight)] == [
        ("jotunn1", 5, "attack"), ("hel", 1, "defend"), ("baldr", 1, "defend"), ("gram", 2, "berserk"),
    ]  # fmt: skip
    assert [(one.attack, one.defence) for one in of(c.StepEnded, fight)] == [(8, 6), (8, 8), (10, 8)]
    drawn = {one.why: one.cards for one in of(h.CardsDrawn, fight)}
    assert drawn["gram"] == ("ormr1",)
    assert len(drawn["honor"]) == 1


def test_both_languages_tell_the_same_two_rounds() -> None:
    english, russian = played("en"), played("ru")
    assert [made.payload for made in english[0].made] == [made.payload for made in russian[0].made]


def test_chapters_come_in_the_order_of_a_round() -> None:
    titles = [chapter.splitlines()[0] for chapter in chapters("en")]
    steps = [next(at for at, one in enumerate(titles) if one.startswith(word)) for word in
             ("In five", "Goal", "The map", "Setting up", "A round", "God phase", "Charm phase", "Campaign", "Battles",
              "A worked battle", "Muster", "Renewal", "Modes", "The introductory", "Orders by mail",
              "If your time")]  # fmt: skip
    assert all(one < other for one, other in pairwise(steps))


@pytest.mark.parametrize("language, event, honor", [
    ("en", "Event attacks", "honor draw"), ("ru", "Нападения событий", "почётный добор"),
])  # fmt: skip
def test_whom_an_event_attacks_reads_that_cards_are_drawn_for_it(language: str, event: str, honor: str) -> None:
    """R15.5: the line above says of battles that one begins oneself that there is no such draw."""
    [line] = [one for one in manual(language).split("\n- ") if one.startswith(f"**{event}**")]
    assert honor in line
