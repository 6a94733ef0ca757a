"""Whether a line was meant as an order although nothing can read it: such a line is refused, while other words below
orders are a note to nobody. A word that begins orders begins sentences too (`On Monday I am away`, `No problem`), so
that something of the game must stand near it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache

from engine.core.grammar.lexicon import Lexicon, skeleton
from engine.core.grammar.values import Text
from engine.core.moves import IllegalMove

NEAR = 4  # words behind the first that are looked at
SHORT = 3  # words behind the first of a line that is no sentence
TELLING = 3  # letters of the beginning of a word that may be no other
ENDING = 2  # letters of a case: `Фенриром`
ALIKE, ALIKE_IN_SHORT = 0.8, 0.75  # of two words, of which one may be a slip of the other
_SIGNS = frozenset("<>+=")


class Sounding:
    """The words that begin a game's orders, and those of the things that orders speak of: of all other kinds. Those of
    the kind `key` are words of any sentence: they count alone in a line of hardly anything else (`mid stay search`,
    `mid purple search`).

    `heads`: by kind of the lexicon the codes that begin a line; all where there are none.
    """

    def __init__(self, lexicon: Lexicon, heads: Mapping[str, Iterable[str]]) -> None:
        self._lexicon = lexicon
        self._heads = {kind: frozenset(codes) or frozenset(lexicon.codes(kind)) for kind, codes in heads.items()}
        self._things = tuple(kind for kind in lexicon.table if kind not in {"key", *heads})
        self._keys = _words(lexicon, {"key"} & {*lexicon.table})
        self._names = sorted(_words(lexicon, self._things))
        self._whole = {skeleton(word) for kind, codes in self._heads.items() for word in _words(lexicon, [kind], codes)}

    def is_heard(self, line: str) -> bool:
        """Of a folded line."""
        first, *rest = Text.of(line).tokens or [""]
        if not any(self._begins(kind, codes, first) for kind, codes in self._heads.items()):
            return False
        if not rest:
            return skeleton(first) in self._whole or len(first) >= TELLING
        words = [one for one in rest if one[0].isalnum() or one in _SIGNS]
        if 0 < len(words) <= SHORT and self._is_short(*words):
            return True
        return any(map(self._is_of_the_game, words[:NEAR]))

    def _is_short(self, word: str, *more: str) -> bool:
        """Of the words behind the first, of a line that is no sentence: `ring F`, `mid stay search`, `god thro`."""
        if not more and (len(word) == 1 or skeleton(word) in self._keys or skeleton(word) in self._names):
            return True
        ends = (word, *more[-1:])  # sentences neither go on nor end so
        return any(len(one) > TELLING and skeleton(one) in self._keys for one in ends) or self._slips(
            word, ALIKE_IN_SHORT
        )

    def _begins(self, kind: str, codes: frozenset[str], word: str) -> bool:
        try:
            return self._lexicon.find(kind, word or " ") in codes
        except IllegalMove as why:  # the beginning of several
            return not codes.isdisjoint(why.where["found"])

    def _is_of_the_game(self, word: str) -> bool:
        if word in _SIGNS or any(map(str.isdigit, word)):
            return True
        if len(word) < TELLING:
            return False
        return any(self._names_one(kind, word) for kind in self._things) or self._slips(word)

    def _names_one(self, kind: str, word: str) -> bool:
        try:
            return self._lexicon.find(kind, word) is not None
        except IllegalMove:
            return True

    def _slips(self, word: str, alike: float = ALIKE) -> bool:
        bare = skeleton(word)
        if len(bare) <= TELLING:
            return False
        begun = (name for name in self._names if len(name) > TELLING and bare.startswith(name))
        if any(len(bare) - len(name) <= ENDING for name in begun):
            return True
        near = [name for name in self._names if abs(len(name) - len(bare)) <= 1]
        return bool(get_close_matches(bare, near, n=1, cutoff=alike))


@cache
def sounding(lexicon: Lexicon, verbs: str) -> Sounding:
    """Of a game all of whose orders begin with a verb."""
    return Sounding(lexicon, {verbs: ()})


def _words(lexicon: Lexicon, kinds: Iterable[str], codes: Iterable[str] | None = None) -> set[str]:
    """Of what things are called the whole, and each longer word."""
    called = {word for kind in kinds for code in codes or lexicon.codes(kind) for word in lexicon.words(kind, code)}
    pieces = {piece for word in called for piece in word.split() if len(piece) > TELLING}
    return set(map(skeleton, called | pieces))
