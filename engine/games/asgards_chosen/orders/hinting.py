"""What a line that cannot be read may have been meant as: the shortest legal order that says all that it says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice

from engine.core.contract import Desk
from engine.core.grammar.lexicon import skeleton
from engine.core.menu import Menu
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.lexicon import LEXICON

MOST = 300  # answers that are looked at
LONGEST = 14  # words of a line that is looked at at all
_WORD = re.compile(r"[^\W_]+")
_CLOSE = 0.75  # how much of a word must be right
_VERBS = frozenset(skeleton(word) for code in LEXICON.codes("verb") for word in LEXICON.words("verb", code))


def meant(line: str, desk: Desk) -> str:
    """An order, in the language of the line; empty: none comes near it."""
    said = _WORD.findall(line.replace("-", ""))
    asked = desk.asked()
    if asked is None or not 1 < len(said) <= LONGEST or not _begins(skeleton(said[0])):
        return ""
    typed = [skeleton(word) for word in said]
    written = _LAST.written(desk.menus(asked), language_of(line))
    if not all(map(written.says, typed)):  # most lines of a mail hold a word that is in none of hundreds of answers
        return ""
    found = (order for order in written.orders if all(_says(order, word) for word in typed))
    return min(found, key=len, default="")


def language_of(line: str) -> str:
    """In which a folded line is written."""
    return "ru" if re.search("[а-яё]", line) else "en"


class _Written:
    """Answers as they are written, and which words any of them says."""

    def __init__(self, orders: Iterable[str]) -> None:
        self.orders = tuple(orders)
        self._words = frozenset(word for order in self.orders for word in _words(order))
        self._known: dict[str, bool] = {}

    def says(self, word: str) -> bool:
        """Whether some answer says it, as `_says` has it."""
        if word not in self._known:
            self._known[word] = _near(word, self._words)
        return self._known[word]


@dataclass(slots=True)
class _Last:
    """The answers of the menu that was looked at last: a prompt asks of a hundred of its lines what each may mean."""

    of: tuple[Menu, dict[str, _Written]] | None = None  # its answers by language; one value, as threads share it

    def written(self, menu: Menu, language: str) -> _Written:
        """The first ones of `menu` as they are written."""
        of = self.of
        if of is None or of[0] is not menu:
            self.of = of = (menu, {})
        found = of[1]
        if language not in found:
            found[language] = _Written(GRAMMAR.write(move, language) for _, _, move in islice(menu.leaves(), MOST))
        return found[language]


_LAST = _Last()


def _words(line: str) -> list[str]:
    return [skeleton(word) for word in _WORD.findall(line.replace("-", ""))]


@lru_cache(maxsize=2048)  # a prompt asks of a hundred of its lines whether they read as orders: of the same words
def _begins(word: str) -> bool:
    return _near(word, _VERBS)


@lru_cache(maxsize=8192)
def _says(written: str, word: str) -> bool:
    return _near(word, _words(written))


def _near(word: str, others: Iterable[str]) -> bool:
    """Whether it is one of these, begins one of them, or is one of them with a slip."""
    found = list(others)
    if word in found or (len(word) > 1 and any(one.startswith(word) for one in found)):
        return True
    return len(word) > 3 and bool(get_close_matches(word, found, 1, _CLOSE))
