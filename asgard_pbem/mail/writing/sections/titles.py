"""What an installed game is called in an order, and which one is meant by what people call it."""

from __future__ import annotations

from django.conf import settings

from engine.core.grammar.text import fold
from engine.table import registry

LONGEST = 4  # words of a title


def called(name: str) -> str:
    """The key of the game with this key or, in any language, this title; nothing where there is none."""
    wanted = fold(name).replace("-", " ").replace("_", " ").replace("'", "")
    for key, game in registry.games().items():
        if key.replace("_", " ") == wanted:
            return key
        if any(fold(game.words(language, ()).title()).strip("\"'") == wanted for language, _ in settings.LANGUAGES):
            return key
    return ""


def first(text: str) -> tuple[str, str]:
    """The key of the game that the first words call, of which as many as make a name, and what stands behind them."""
    words = text.split()
    for count in range(min(LONGEST, len(words)), 0, -1):
        if key := called(" ".join(words[:count])):
            return key, " ".join(words[count:])
    return "", text


def named(key: str, language: str) -> str:
    """How a game is called in an order: by its key, or by its name where the reader's letters are others."""
    return key if language == "en" else registry.games()[key].words(language, ()).title().casefold()
