"""Words of all languages in one table: how a thing is called, and what a typed word means.

    LEXICON = Lexicon({"god": {"odin": {"en": "Odin", "ru": "Один"}, ...}, "key": {"from": {"en": "from", "ru": "от"}}})

    LEXICON.find("god", "od")           -> "odin"     (accents, case and look-alike letters do not matter)
    LEXICON.say("god", "odin", "ru")    -> "Один"

A word may be cut short as long as one thing alone begins so: two are refused with `E_AMBIGUOUS`, none is None. A game
whose orders are so short that beginnings of words would be guesses takes whole words alone (`prefixes=False`). Of the
kinds that are named (`cases`) Russian words are understood in every case: `Тора`, `с Локи`, `из Утгарда`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from engine.core.grammar.declined import declined
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove

Words: TypeAlias = "str | Sequence[str]"  # the first one is said, all are understood
LEAST = 2  # letters of a word that is cut short

# Cyrillic letters that look like Latin ones: a code may be typed on either keyboard.
_ALIKE = str.maketrans("авекмнорстухіј", "abekmhopctyxij")


@lru_cache(maxsize=4096)
def skeleton(word: str) -> str:
    """What of a word counts when it is compared: no case, no accents, one letter for letters that look alike."""
    plain = unicodedata.normalize("NFKD", fold(word))
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return bare.translate(_ALIKE).replace("'", "").replace("_", "-")


class Lexicon:
    """Things by kind and code, each with its words by language.

    `table`: kind -> code -> language -> word or words. A code is understood as a word of its thing in every language.
    Raises ValueError when one word would mean two things of a kind.
    """

    def __init__(
        self,
        table: Mapping[str, Mapping[str, Mapping[str, Words]]],
        *,
        prefixes: bool = True,
        cases: Collection[str] = (),
    ) -> None:
        self._prefixes = prefixes
        self.table = {
            kind: {code: {language: _listed(words) for language, words in by.items()} for code, by in things.items()}
            for kind, things in table.items()
        }
        self._known: dict[str, dict[str, str]] = {kind: {} for kind in table}
        for kind, code, word in self._words():
            if self._known[kind].setdefault(skeleton(word), code) != code:
                raise ValueError(f"{word!r} means two things of {kind}: {code}, {self._known[kind][skeleton(word)]}")
        for kind in cases:
            self._known[kind] = self._other_cases(kind) | self._known[kind]
        self._longest = {
            kind: max((len(full.split()) for full in known), default=1) for kind, known in self._known.items()
        }
        self._begun = {kind: _beginnings(known) for kind, known in self._known.items()} if prefixes else {}

    def _words(self) -> Iterator[tuple[str, str, str]]:
        for kind, things in self.table.items():
            for code, by in things.items():
                yield kind, code, code
                for words in by.values():
                    for word in words:
                        yield kind, code, word

    def _other_cases(self, kind: str) -> dict[str, str]:
        """Of every Russian word the other cases, but for those that may be of two things, or begin another's word."""
        found: dict[str, set[str]] = {}
        for _, code, word in (one for one in self._words() if one[0] == kind):
            for form in declined(word):
                found.setdefault(skeleton(form), set()).add(code)
        for form, codes in found.items() if self._prefixes else ():
            codes.update(code for full, code in self._known[kind].items() if full.startswith(form))
        return {form: next(iter(codes)) for form, codes in found.items() if len(codes) == 1}

    def find(self, kind: str, word: str) -> str | None:
        """The code of what a word means among the things of a kind, None when it means none.

        Raises IllegalMove E_AMBIGUOUS (`text`, `found`: the codes) for the beginning of several.
        """
        known, wanted = self._known[kind], skeleton(word)
        if wanted in known:
            return known[wanted]
        if len(wanted) < LEAST or not self._prefixes:
            return None
        found = self._begun[kind].get(wanted, ())
        if len(found) > 1:
            raise IllegalMove("E_AMBIGUOUS", text=word, found=sorted(found))
        return next(iter(found), None)

    def say(self, kind: str, code: str, language: str) -> str:
        """How a thing is called: in this language, else in English, else by its code."""
        by = self.table[kind][code]
        words = by.get(language) or by.get("en")
        return words[0] if words else code

    def words(self, kind: str, code: str) -> tuple[str, ...]:
        """All that a thing is called, folded as typed lines are."""
        return tuple(dict.fromkeys(fold(word) for words in self.table[kind][code].values() for word in words))

    def codes(self, kind: str) -> tuple[str, ...]:
        """All things of a kind, in the order of the table."""
        return tuple(self.table[kind])

    def longest(self, kind: str) -> int:
        """The most words (parted by blanks) that a name of this kind has."""
        return self._longest[kind]


def _beginnings(known: Mapping[str, str]) -> dict[str, set[str]]:
    """By every beginning of a word the codes that begin so: a mail asks of some hundred lines what their words mean."""
    found: dict[str, set[str]] = {}
    for full, code in known.items():
        for end in range(LEAST, len(full) + 1):
            found.setdefault(full[:end], set()).add(code)
    return found


def _listed(words: Words) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)
