"""What players read, in both languages: refusals, happenings, questions and their lines, the board in letters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

import engine.games.asgards_chosen
from engine.catalogues import LOCALE
from engine.core.contract import Result
from engine.core.decisions import NOBODY, Decision
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen.board.text import text_board
from engine.games.asgards_chosen.data import names
from engine.games.asgards_chosen.happenings import AnyHappening
from engine.games.asgards_chosen.words.aims import aim
from engine.games.asgards_chosen.words.refusals import REFUSALS
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table.registry import game as find_game
from tests.games.asgards_chosen.scene import RULES, Scene, play
from tests.games.asgards_chosen.test_properties import GAMES, walk

LANGUAGES = ("en", "ru")
PLAYERS = ("Anna", "Boris", "Carl", "Dora")
HOME = Path(engine.games.asgards_chosen.__file__).parent
RAISED = re.compile(r'"(E_[A-Z_0-9]+)"')


def test_every_refusal_has_its_sentence() -> None:
    rooms = [HOME / room for room in ("data", "rules", "cards", "orders")]
    files = [HOME / "game_rules.py", *(path for room in rooms for path in room.rglob("*.py"))]
    raised = {code for path in files for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert raised <= set(REFUSALS)
    assert set(REFUSALS) <= raised | {"E_SYNTAX", "E_AMBIGUOUS", "E_ANSWERED"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_name_what_they_are_about(language: str) -> None:
    words = ChosenWords(language, PLAYERS)
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1"}).attacks("A", "F", "S1a", "L7a")
    said = words.refusal("E_OPPOSING_TERRAIN", scene.refused("A", play("troll1"), "opposing_terrain"))
    assert names.CARDS["troll1"][language] in said
    for code in REFUSALS:
        where = {"card": "troll1", "territory": "S1a", "hero": "F", "god": "thor", "line": "x", "count": 1}
        assert "{" not in words.refusal(code, where)


def test_all_things_have_names_in_both_languages() -> None:
    for table in (names.CARDS, names.KIND_NAMES):
        for by in table.values():
            assert by["en"]
            assert re.search("[а-яё]", by["ru"].casefold())
        assert len({by["ru"] for by in table.values()}) == len(table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_a_game_is_told_in_words(seats: int, options: dict[str, Any], seed: int, language: str) -> None:
    words, told = ChosenWords(language, PLAYERS[:seats]), list[Happening]()
    for number, (state, decision, _) in enumerate(walk(seats, options, seed, told)):
        view = RULES.view(state, decision.seat)
        said = [
            words.question(decision, view),
            words.stage(view),
            *(text for pair in words.status(view) for text in pair),
        ]
        if number % 3 == 0:
            menu = RULES.menu(state, decision)
            said += [words.option(option, view) for _, option in menu.lines if option.what or not option.folds]
            said += [words.heading(menu.question)] if menu.question else []
            board = text_board(view, words)
            assert max(map(len, board.splitlines())) <= 72
            said.append(board)
        for text in said:
            assert text
            assert "{" not in text
            assert language == "en" or not re.search(r"\b(?:the|of|and)\b", text), text
    for one in told:
        what = one.what if isinstance(one, Aside) else one
        if isinstance(what, get_args(AnyHappening)):
            for viewer in (None, *range(seats)):
                face = what.seen_by(viewer)
                text = words.happening(face) if face is not None else "unseen"
                assert text, what.kind
                assert "{" not in text


def test_who_lays_a_tile_or_a_town_is_shown_how_to_write_it() -> None:
    """The first question of a whole game: nobody knows by then how a place of the grid is written."""
    words, asked = ChosenWords("ru", PLAYERS[:2]), set()
    for state, decision, _ in walk(2, {}, 1):
        if decision.kind not in ("tile", "town"):
            break
        asked.add(decision.kind)
        assert words.examples(decision, RULES.view(state, decision.seat))
    assert asked == {"tile", "town"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_writes_heroes_as_the_map_does(language: str) -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "S1b"})
    board = text_board(RULES.view(scene.state, 0), ChosenWords(language, PLAYERS))
    assert len(set(re.findall(r"\bA[FMЖМ]\b", board))) == 2
    assert all(board.count(mark) == 2 for mark in set(re.findall(r"\bA[FMЖМ]\b", board))), "on the map and below it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_waited_for_in_a_battle_is_not_said(language: str) -> None:
    words = ChosenWords(language, PLAYERS)
    assert words.waiting(Decision(NOBODY, "battle"))
    result = RULES.result
    assert result(Scene().state) is None


def test_every_sentence_is_translated() -> None:
    """The catalogue has what the words say, and nothing else."""
    from babel.messages.pofile import read_po

    with (LOCALE / "ru" / "LC_MESSAGES" / "asgards_chosen.po").open("rb") as source:
        translated = {str(message.id) for message in read_po(source) if message.id}
    said = set()
    for path in (HOME / "words").glob("*.py"):
        text = re.sub(r'"\s*\n\s*"', "", path.read_text(encoding="utf-8"))
        said |= set(re.findall(r'(?:self\._|N_)\(\s*"((?:[^"\\]|\\.)*)"\s*,?\s*\)', text))
    assert said - translated == set()
    assert translated - said == set()


def test_the_board_in_letters() -> None:
    scene = Scene(
        heroes={"AF": "S1a", "BM": "S1b down"}, markers={"B": "T1"}, hands={"A": "troll1 thor", "B": "odin"},
        tisch={"B1": "garmr1", "U2": "gram"}, graves="nixie1", keeper="harvest_moon",
    ).turn("A")  # fmt: skip
    text = text_board(RULES.view(scene.state, 0), ChosenWords("en", PLAYERS))
    for line in (
        "Tisch, bottom row: B1 Garmr 4, B2 –, B3 –, B4 –",
        "Event in force: Harvest Moon",
        "S1a forest 0,0 [A] AF | S1b S1e S2b L7a L7b L9a L9b L9e T1 T2 T3 T4",
        "S1e Focus 1,-1S | S1a S1b L7b",
        "T1 town 0,1N [B] | S1a S1b L9b",
        "*A Anna (start player): appeased 0/5",
        "  hand: Troll, Thor",
        "  hand: 1",
        "  markers 2; heroes M S1b (vanquished)",
    ):
        assert line in text, line


@pytest.mark.parametrize("man_first, led", [(False, ["F S1a", "M S2a"]), (True, ["M S2a", "F S1a"])])
def test_of_partners_each_is_shown_with_their_own_hero(*, man_first: bool, led: list[str]) -> None:
    """R16.1: the two have one colour, and stood both with both heroes."""
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "S2a"})
    scene.state.options = {**scene.state.options, "man_first": man_first}
    text = text_board(RULES.view(scene.state, 0), ChosenWords("en", PLAYERS))
    assert re.findall(r"; heroes (.+)", text) == led


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    "options, gods",
    [
        ({}, 5), ({"mode": "introductory"}, 4), ({"length": "saga"}, 6), ({"length": "epic"}, 7),
        ({"mode": "solitaire"}, 7), ({"mode": "coop"}, 8),
    ],
)  # fmt: skip
def test_what_one_wants_names_the_gods_that_end_this_game(options: dict[str, str], gods: int, language: str) -> None:
    assert find_game("asgards_chosen").aim is not None
    said = aim(options, language)
    assert str(gods) in said
    assert said != aim(options, "de" if language == "ru" else "ru")
    assert aim(options, "de") == aim(options, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_says_what_decided_where_most_gods_did_not(language: str) -> None:
    """A game that is level on gods has equals in its ranking, and one of them has won."""
    speaker = ChosenWords(language, PLAYERS[:3])
    ended = {"gods": (1,), "markers": (1,), "cards": (1,), "shared": (1, 2)}
    plain = {why: speaker.result(Result(winners, (why,), None)) for why, winners in ended.items()}
    assert len({said.replace(", Carl", "") for said in plain.values()}) == len(ended)
    for why, winners in ended.items():
        assert all(PLAYERS[one] in plain[why] for one in winners)
        told = speaker.result(Result(winners, (why,), (4, 5, 5)))
        assert told.startswith(plain[why]), "the points come last"
        assert "Anna: 4, Boris: 5, Carl: 5" in told
