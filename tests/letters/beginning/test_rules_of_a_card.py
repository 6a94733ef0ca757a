"""`rules Troll`: a card's own line of the index, by its name or its code, without accents too."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.writing.sections.manual import topic
from engine.table.registry import games

CARDS = [
    ("asgards_chosen", "en", "jotunn", "Jötunn: terrain: mountain; power: 4 +1; cost: 8"),
    ("asgards_chosen", "ru", "никса", "Никса: местность: озеро; сила: 1 +1; цена: 2"),
    ("asgards_chosen", "en", "Thor", "Thor: favor: campaign phase: +1 in every battle"),
    ("asgards_chosen", "en", "bodyguard", ""),
    ("blood_rage", "en", "TRO", "TRO: card: Troll"),
    ("blood_rage", "en", "troll", "TRO: card: Troll"),
    ("yggdrasil", "en", "hymir", "Hymir: rune: "),
]


@pytest.mark.parametrize("key, language, word, line", CARDS)
def test_a_word_finds_the_line_of_what_is_called_so(key: str, language: str, word: str, line: str) -> None:
    found = topic(games()[key], word, language)
    items = [str(item) for section in found for item in section.items]
    if line:
        assert any(item.startswith(line) for item in items), items
        assert sum(map(len, items)) < 1500
    else:  # the title of a chapter has it: the chapter
        assert found[0].kept


def test_a_word_that_begins_no_line_finds_the_chapters_that_speak_of_it() -> None:
    (first, *_) = topic(games()["asgards_chosen"], "shuffles ten gods", "en")
    assert first.kept
    assert "shuffles ten gods" in first.kept


@pytest.mark.parametrize(
    "key, language, word, line",
    [
        ("aesir", "en", "standing", "- tally *: score and tally S: keep: what to do in the final tally; * means"),
        ("aesir", "ru", "приказы", "- итог *: очко и итог С: оставить: что делать в итоговом подсчёте; * — каждый"),
        ("asgards_chosen", "en", "later", "* stands for all cards that can be played"),
    ],
)
def test_a_star_that_is_to_be_typed_stays_in_a_chapter(key: str, language: str, word: str, line: str) -> None:
    """Stars mark emphasis in the manual, but what stands between backticks is an order, to be copied as it is."""
    kept = "\n".join(section.kept for section in topic(games()[key], word, language))
    assert line in kept
    assert "``" not in kept
    assert "**" not in kept
