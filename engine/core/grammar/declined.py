"""Russian names in other cases: `Тора`, `с Фенриром`, `из Утгарда`, `воинов`, `Огненного великана`, `Арфу Браги`."""

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
_ADJECTIVE = re.compile("(?:ый|ой|ий)$")


def declined(name: str) -> Iterator[str]:
    """What a Russian name may become in a sentence: its first word, and the second too where the first describes it."""
    first, _, rest = name.casefold().partition(" ")
    second, _, behind = rest.partition(" ")
    if not rest:
        yield from _forms(first)
    elif not _ADJECTIVE.search(first):
        yield from (f"{form} {rest}" for form in _forms(first))
    else:
        ends = [" ".join(filter(None, (form, behind))) for form in _forms(second)]
        yield from (f"{form} {end}" for form in _forms(first) for end in ends)


def _forms(word: str) -> Iterator[str]:
    """The other cases of one word; nothing for what is no Russian word."""
    if _WORD.fullmatch(word) is None:
        return
    for ending, others in _ENDINGS:
        found = ending.search(word)
        if found is not None:
            yield from (word[: found.start()] + other for other in others)
            return
