"""The manual: `<language>.md` of this folder, and behind it the index of everything that has a text of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.core.speech import manuals
from engine.games.asgards_chosen.manual.index import index

_text = manuals(Path(__file__).parent)


@cache
def manual(language: str) -> str:
    """The rules in our own words, in English where there is no other."""
    return f"{_text(language).rstrip()}\n\n{index(language)}"
