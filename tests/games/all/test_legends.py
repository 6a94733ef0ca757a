"""Whoever reads the letters alone learns from them how they are read, in every game."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.table.registry import games

KEYS = ("aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil")


@pytest.mark.parametrize("language,words_for_it", [("en", "How to read it"), ("ru", "Как читать")])
@pytest.mark.parametrize("key", KEYS)
def test_a_board_in_letters_says_how_it_is_read(key: str, language: str, words_for_it: str) -> None:
    game = games()[key]
    names = ("Anna", "Boris")
    state, _ = game.rules.setup(game.rules.Options(), 2, SeededChance(b"legend"))
    for viewer in (0, None):
        lines = game.text_board(game.rules.view(state, viewer), game.words(language, names)).split("\n")
        assert [line for line in lines if line.startswith(words_for_it)]
        assert lines[0][0].isupper()
        assert max(map(len, lines)) <= 72
        for name in names:
            assert [line for line in lines if name in line]
