"""Manuals of all games: what a newcomer reads first, the same chapters in every language, orders that are orders."""

from __future__ import annotations

import re

import pytest

from engine.core.grammar.text import fold
from engine.table.registry import games

FIRST = {"en": "In five minutes", "ru": "За пять минут"}
MOST = 2600  # characters that are read in five minutes, with time to look at the board
LONGEST = 4997  # characters of a chapter without its mark, in a mail of its own
SHAPE = r"## |\| |- |\d+\. |    \w"  # what begins a chapter, a row, an item, a step, an example
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
def test_every_language_has_the_same_chapters_items_tables_and_examples(key: str) -> None:
    shapes = [
        [line[0] for line in games()[key].manual(language).splitlines() if re.match(SHAPE, line)] for language in FIRST
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("key, language", CASES)
def test_chapters_are_short_enough_for_a_mail_and_no_line_looks_like_a_quotation_or_an_envelope_there(
    key: str, language: str
) -> None:
    assert max(map(len, chapters(key, language))) < LONGEST
    assert not re.search(r"^\s*(>|From )", games()[key].manual(language), re.MULTILINE)


@pytest.mark.parametrize("key, language", CASES)
def test_every_column_of_a_table_has_a_name(key: str, language: str) -> None:
    """Who hears a table read out is told the name of the column with every cell."""
    lines = games()[key].manual(language).splitlines()
    heads = [lines[at - 1] for at, line in enumerate(lines) if re.fullmatch(r"[|-]+", line)]
    assert heads
    assert all(cell.strip() for head in heads for cell in head.strip("|").split("|")), heads


@pytest.mark.parametrize("key, language", CASES)
def test_no_chapter_is_empty_and_none_has_the_title_of_another(key: str, language: str) -> None:
    titles = [chapter.splitlines()[0] for chapter in chapters(key, language)]
    assert len(set(titles)) == len(titles)
    assert all(chapter.split("\n", 1)[1].strip() for chapter in chapters(key, language))
