"""In which of our languages somebody writes, by their letters: of who has not said it, there is no more to go by."""

from __future__ import annotations

import re

_CYRILLIC = re.compile(r"[а-яё]{2}", re.IGNORECASE)
_LATIN_WORDS = re.compile(r"(?:\b[a-z]{2,}\b[^a-z]*){3}", re.IGNORECASE)  # a `yes` is typed by everybody


def letters_of(words: str) -> str | None:
    """The code of the language, of settings.LANGUAGES; None where the words are too few to show it."""
    if _CYRILLIC.search(words):
        return "ru"
    return "en" if _LATIN_WORDS.search(words) else None
