"""What the tests of Asgard's words share: speakers, and what a sentence has to be."""

from __future__ import annotations

import re

from engine.games.asgard.words.describe import AsgardWords

LANGUAGES = ("en", "ru")
NAMES = {"en": ("Erik", "Mark", "Anna", "Petya"), "ru": ("Эрик", "Марк", "Анна", "Петя")}
IDS = "double_recruits|negate_weapon|negate_tile|vp_top|vp_bottom|thor_skill"
CODES = re.compile(
    rf"\b(?:P[LD]-\w+|A-[a-z0-9+]+|[WB][1-7][LD]?|V[1-7]|L[LD]|T[0-9](?:-[0-9])?|R[0-9]+(?:\.[0-9]+)*|[1-4][b-z]|{IDS})"
)
FOREIGN = {"en": re.compile("[А-Яа-яЁё]"), "ru": re.compile("[A-Za-zÀ-ÖØ-ɏ]")}


def words(language: str) -> AsgardWords:
    return AsgardWords(language, NAMES[language])


def check(text: str, language: str) -> None:
    """A sentence is there, whole, and in one language."""
    assert text.strip()
    assert not re.search(r"\{|%\(", text), text
    assert not FOREIGN[language].search(CODES.sub("", text)), text
