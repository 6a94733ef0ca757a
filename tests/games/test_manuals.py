"""Manuals of all games: what a newcomer reads first, the same chapters in every language, orders that are orders."""

from __future__ import annotations

import re

import pytest

from engine.core.grammar.text import fold
from engine.table.registry import games

FIRST = {"en": "In five minutes", "ru": "За пять минут"}
MOST = 2600  # characters that are read in five minutes, with time to look at the board
CASES = [(key, language) for key in games() for language in FIRST]


def chapters(key: str, language: str) -> list[str]:
    return re.split(r"^## ", games()[key].manual(language), flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("key, language", CASES)
def test_a_newcomer_reads_five_minutes_first_and_how_to_answer(key: str, language: str) -> None:
    title, text = chapters(key, language)[0].split("\n", 1)
    assert title == FIRST[language]
    assert 500 < len(text) < MOST
    orders = re.findall("`([^`]+)`", text.replace("\n", " "))
    assert any(games()[key].notation.sounds_like_order(fold(order)) for order in orders), orders


@pytest.mark.parametrize("key", games())
def test_every_language_has_the_same_chapters(key: str) -> None:
    shapes = [
        [line[0] for line in games()[key].manual(language).splitlines() if line.startswith(("## ", "| "))]
        for language in FIRST
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("key, language", CASES)
def test_no_line_looks_like_a_quotation_or_an_envelope_in_a_mail(key: str, language: str) -> None:
    assert not re.search(r"^\s*(>|From )", games()[key].manual(language), re.MULTILINE)


@pytest.mark.parametrize("key, language", CASES)
def test_no_chapter_is_empty_and_none_has_the_title_of_another(key: str, language: str) -> None:
    titles = [chapter.splitlines()[0] for chapter in chapters(key, language)]
    assert len(set(titles)) == len(titles)
    assert all(chapter.split("\n", 1)[1].strip() for chapter in chapters(key, language))
