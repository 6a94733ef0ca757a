"""Russian names in other cases: `Тора`, `с Фенриром`, `из Утгарда`, `воинов`."""

from __future__ import annotations

import re
from collections.abc import Iterator

# By how a word ends: what is taken off, and what may stand there instead. A name in a case that it does not have is
# nobody's: no harm is done by one ending too many.
_HARD = ("а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах")
_SOFT = ("я", "ю", "ем", "ём", "ом", "е", "и", "ью", "ей", "ям", "ями", "ях")
_ENDINGS = (
    (re.compile("(?:ый|ой)$"), ("ого", "ому", "ым", "ом", "ая", "ую", "ое", "ые", "ых", "ыми")),
    (re.compile("ий$"), ("его", "ему", "им", "ем", "яя", "юю", "ее", "ие", "их", "ими")),
    (re.compile("[ьй]$"), _SOFT),
    (re.compile("ия$"), ("ии", "ию", "ией")),
    (re.compile("я$"), ("и", "ю", "ей", "е")),
    (re.compile("а$"), ("ы", "и", "у", "ой", "е")),
    (re.compile("(?<=[бвгджзклмнпрстфхцчшщ])$"), _HARD),
)
_WORD = re.compile("[а-яё]{3,}")


def declined(word: str) -> Iterator[str]:
    """What a Russian word of one part may become in a sentence; nothing for any other word."""
    text = word.casefold()
    if _WORD.fullmatch(text) is None:
        return
    for ending, others in _ENDINGS:
        found = ending.search(text)
        if found is not None:
            yield from (text[: found.start()] + other for other in others)
            return
