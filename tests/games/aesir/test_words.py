"""What players read, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import engine.catalogues
from engine.core.contract import Result
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.games.aesir import game, happenings
from engine.games.aesir.data import GODS
from engine.games.aesir.state import State
from engine.games.aesir.words import log as telling
from engine.games.aesir.words import questions as asking
from engine.games.aesir.words import speech
from engine.games.aesir.words import status as describe
from engine.games.aesir.words.status import AesirWords, manual
from engine.table.listing import blocks
from tests.games.aesir.playing import (
    NO_CHANCE,
    NOTATION,
    RULES,
    deal,
    desk,
    display,
    next_move,
    play,
    refusal,
    say,
    somewhere,
)
from tests.games.aesir.scenario import start, wake

RUSSIAN = ("Эрик", "Марк", "Анна", "Петя")
ENGLISH = ("Erik", "Mark", "Anna", "Petya")
SENTENCES = (asking, describe, speech, telling)
KEYWORDS = {"_": None, "n": (1, 2), "p": ((1, "c"), 2)}


def words(language: str) -> AesirWords:
    return AesirWords(language, RUSSIAN if language == "ru" else ENGLISH)


def told(language: str, seed: int) -> Iterator[str]:
    """Everything that is said in a random game, to its players and to spectators."""
    speaker = words(language)
    state, _ = deal(4, seed)
    rng = random.Random(seed)
    for happening in RULES.setup(RULES.Options(), 4, deal(4, seed)[1])[1]:
        yield speaker.happening(happening)
    while made := next_move(state, rng):
        yield from asked(speaker, state)
        for happening in RULES.apply(state, *made, NO_CHANCE):
            for viewer in (None, 0, made[0]):
                face = happening.seen_by(viewer)
                if face is not None:
                    yield speaker.happening(face)
    result = RULES.result(state)
    assert result is not None
    yield speaker.result(result)
    yield speaker.stage(RULES.view(state, None))


def asked(speaker: AesirWords, state: State) -> Iterator[str]:
    for decision in RULES.decisions(state):
        place = desk(state, decision.seat)
        yield speaker.question(decision, place.view)
        yield speaker.waiting(decision)
        yield speaker.stage(place.view)
        yield from (text for line in speaker.status(place.view) for text in line)
        yield from (text for line in speaker.plan_examples(decision, place.view) for text in line)
        for block in blocks(RULES.menu(state, decision), speaker, place.view):
            yield from (line.text for line in block.lines)
            if block.heading:
                yield block.heading


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_that_is_said_is_empty_or_in_the_other_language(language: str) -> None:
    foreign = "[A-Za-z]" if language == "ru" else "[А-Яа-я]"
    texts = [text for seed in range(6) for text in told(language, seed)]
    assert len(texts) > 1000
    for text in texts:
        assert text.strip()
        assert not re.search(foreign, text), text
        assert "{" not in text


def test_every_kind_of_happening_is_told() -> None:
    kinds = {kind for kind in vars(happenings).values() if isinstance(kind, type) and issubclass(kind, Happening)}
    seen: dict[type[Happening], str] = {}
    for seed in range(12):
        for one in (one for made in play(2 + seed % 4, seed).happenings for one in made):
            seen[type(one)] = words("en").happening(one)
    rare = {
        happenings.PickReplaced: happenings.PickReplaced(0, "OT1", "T"),
        happenings.WillVoid: happenings.WillVoid(0, "T"),
    }
    seen |= {kind: words("en").happening(one) for kind, one in rare.items()}
    assert set(seen) == kinds - {Happening}
    assert all(seen.values())


def test_the_russian_catalogue_is_complete() -> None:
    path = Path(engine.catalogues.LOCALE) / "ru" / "LC_MESSAGES" / "aesir.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale="ru")
    wanted = [
        found for module in SENTENCES for found in extract_from_file("python", str(module.__file__), keywords=KEYWORDS)
    ]
    assert len(wanted) > 100
    for _line, text, _comments, _context in wanted:
        message = catalog.get(text[0] if isinstance(text, tuple) else text)
        assert message is not None, text
        assert all(message.string) if isinstance(message.string, tuple) else message.string, text
        assert not message.fuzzy


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("seed", range(4))
def test_every_example_is_legal_as_it_stands(language: str, seed: int) -> None:
    speaker = words(language)
    for made in range(0, 80, 3):
        state = somewhere(2 + seed, seed, made)
        for decision in RULES.decisions(state):
            place = desk(state, decision.seat)
            examples = speaker.examples(decision, place.view)
            assert 1 <= len(examples) <= 3
            assert [refusal(state, decision.seat, text) for text in examples] == [""] * len(examples)
            for order, meaning in speaker.plan_examples(decision, place.view):
                assert NOTATION.read([fold(order)], place).plans
                assert meaning


STAGE_CODES = ["SYNTAX", "NOT_YOUR_TURN", "WRONG_STAGE", "TOO_LATE", "MUST_ACT", "GAME_OVER", "NOT_IN_HAND"]
GOAL_CODES = ["HALF_NOT_ON_CARD", "NO_GOAL", "GOAL_LIMIT", "WRONG_STACK", "SAME_CARD", "TALLY_ONE", "DECK_EMPTY"]
CARD_CODES = ["NO_STACK", "NO_CARD", "TOP_ONLY", "FACE_DOWN", "OWN_STACK", "NOT_OWN", "THOR_TARGET"]


@pytest.mark.parametrize("code", [f"E_{name}" for name in STAGE_CODES + GOAL_CODES + CARD_CODES])
def test_every_refusal_has_words_in_both_languages(code: str) -> None:
    where = {"god": "L", "owner": 1, "pos": 4, "card": "LS2", "row": 2, "limit": 2, "who": 1, "expected": "will"}
    english, russian = (words(language).refusal(code, where) for language in ("en", "ru"))
    assert code not in english
    assert re.search("[А-Яа-я]", russian)
    assert not re.search("[A-Za-z{]", russian)
    assert words("en").refusal(code, {})


def test_own_cards_are_named_so_that_any_verb_may_stand_before_them() -> None:
    """`сбросить за очко верхняя карта` was no Russian: a card is called in words that have no cases."""
    speaker = words("ru")
    for text in ("{gods} on top of {god}", "{gods}, number {pos} of {god}", "{gods} that lies face down under {god}"):
        said = speaker._(f"the card {text} ({{code}})")
        assert not re.search("карта|карту", said), said


def test_a_shared_victory_and_a_tie_break_are_named_as_such() -> None:
    speaker = words("en")
    assert "Shared victory: Erik, Mark." in speaker.result(Result((0, 1), ("shared",), (5, 5)))
    assert "Level on points, Mark wins" in speaker.result(Result((1,), ("tie_break",), (5, 5)))
    assert speaker.result(Result((0,), ("points",), (6, 5))) == "The winner is Erik. Points: Erik: 6, Mark: 5."
    assert speaker.result(Result((0,), ("points",))) == "The winner is Erik."


def test_without_names_seats_are_numbered_as_in_orders() -> None:
    assert AesirWords("en", ()).seat(1) == "P2"
    assert AesirWords("ru", ("", "")).seat(1) == "И2"


@pytest.mark.parametrize(
    "language, wanted", [("en", ["Odin", "goal 0", "tally *: score"]), ("ru", ["Один", "цель 0", "итог *: очко"])]
)
def test_the_manual_is_complete(language: str, wanted: list[str]) -> None:
    text = manual(language)
    assert text.count("\n## ") >= 10
    assert all(one in text for one in wanted)
    assert all(god in "OTFLSBH" for god in GODS)


def test_the_game_is_one_whole() -> None:
    assert game.rules.key == game.key == "aesir"
    assert list(game.rules.seats) == [2, 3, 4, 5]
    assert set(game.bots) == {"random", "greedy", "thinker"}
    assert game.words("ru", RUSSIAN).title() == "Асы"
    assert len(game.rules.pins(game.rules.Options())["components.toml"]) == 64


EXAMPLE = {
    "players": 2,
    "round": 1,
    "stage": "awaken",
    "deck": "FS2",
    "goals": "H / - - / - - -",
    "stacks": {"P1": "O=[OL2 OS1] L=[FL1 TL2] H=[OH2 TH2 FH3 TH3]", "P2": "F=[FB2 TF1] B=[TB3] H=[BH3 SH3 FH1]"},
}
ORDERS = {
    "en": ["turn L", "move L", "double B", "turn P2.H2", "draw", "up F", "swap B1 P1.L1", "goal H1"],
    "ru": ["повернуть Л", "под Л", "удвоить Б", "повернуть И2.Х2", "взять", "верх Ф", "обмен Б1 И1.Л1", "цель Х1"],
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_manuals_example_can_be_played_as_it_is_told(language: str) -> None:
    state = start(EXAMPLE)
    happened = wake(state, "O")
    for order in ORDERS[language]:
        assert f"`{order}`" in manual(language)
        happened += say(state, state.favoured, order)
    favours = [(one.god, one.attention, one.seat) for one in happened if isinstance(one, happenings.FavourSettled)]
    assert favours == [
        ("O", (2, 0), 0),
        ("T", (1, 0), 0),
        ("F", (0, 2), 1),
        ("L", (2, 0), 0),
        ("S", (0, 1), 1),
        ("B", (0, 2), 1),
        ("H", (4, 2), 0),
    ]
    assert state.points == [1, 0]
    assert display(RULES.view(state, 0), 0) == "O=[OL2 OS1] T=[TL2] B=[TB3] H=[OH2 TH2 FH3]"
