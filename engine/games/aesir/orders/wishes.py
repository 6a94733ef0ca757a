"""Wishes as text: each order word is declared once, and so is read and written alike."""

from __future__ import annotations

import re
from typing import Any

from engine.core.grammar.parts import Part, key, many, mark, maybe, sign, skip, the
from engine.core.grammar.records import record
from engine.core.grammar.values import At, Glued, Name, No, Number, SeatNumber, Text
from engine.core.grammar.verbs import Clause, Verb
from engine.games.aesir.data import NUMBER
from engine.games.aesir.moves import CardWish, Ref, Wish
from engine.games.aesir.orders.lexicon import LEXICON, card_name
from engine.games.aesir.rules.wills import WILLS

_PAIR = re.compile(r"([^\W\d_])([^\W\d_])([0-9]{0,2})")


class Item:
    """A card with one half up, `OT1:T`, or `OT:T` for any copy; `alone`: or a god alone, for any card that shows it."""

    def __init__(self, *, alone: bool = False) -> None:
        self.alone = alone

    def read(self, text: Text, at: At) -> str:
        """In English, the two gods in awakening order. Raises No."""
        pair = _PAIR.fullmatch(text.peek())
        if pair is None and self.alone:
            return GOD.read(text, at)
        gods = [LEXICON.find("god", sign) for sign in pair.groups()[:2]] if pair is not None else [None]
        text.at += 1
        if pair is None or None in gods or text.peek() != ":":
            raise No
        text.at += 1
        return f"{''.join(sorted(map(str, gods), key=NUMBER.__getitem__))}{pair[3]}:{GOD.read(text, at)}"

    def write(self, value: str, at: At) -> str:
        return card_name(value, at.language)


class Unread:
    """An order of old that no grammar reads any more: it is only written."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        raise No

    def write(self, value: str, at: At) -> str:
        return value


GOD = Name("god")
PLACE = Glued(record(
    Ref,
    maybe(key("P", kind="seat"), the("owner", SeatNumber()), sign(".")),
    the("god", GOD),
    maybe(mark("face", "~", yes="down", no="up"), the("pos", Number(1, 99)), empty={"face": "up", "pos": None}),
))  # fmt: skip
HALVES = many("gods", GOD, between=">", tight=True)


def _places(least: int, most: int) -> tuple[Part, ...]:
    """Cards or stacks, with commas or without."""
    return skip(","), many("refs", PLACE, between=skip(","), least=least, most=most), skip(",")


def _order(word: str, *parts: Part) -> Verb:
    """A wish: its word, and parts for some of its fields; the others are empty."""
    filled = {name for part in parts for name in part.fields}
    empty: dict[str, Any] = {"refs": (), "gods": (), "count": None, "note": ""}
    given = {name: value for name, value in empty.items() if name not in filled}
    return Verb(word, Wish, skip(":"), *parts, word=word, **given)


# What follows the word of a will its operands say; `score` is a will and an answer in the tally, where more is refused.
_WILLS = {will.word: len(will.operands) for will in WILLS if will.operands and will.word != "score"}
WISH = Clause("verb", (
    *(_order(word, *_places(count, count)) for word, count in _WILLS.items()),
    _order("draw", maybe(key("up", kind="verb"), skip(":"), HALVES, empty=())),
    _order("up", HALVES),
    _order("score", *_places(0, 9)),
    _order("keep"),
    _order("goal", the("count", Number(0, 999))),
    _order("goal", *_places(1, 99)),
    Verb("", Wish, the("note", Unread()), word="", refs=(), gods=(), count=None),
))  # fmt: skip
CARD_WISH = Verb("", CardWish, the("item", Item()))


def written(wish: Wish, language: str = "en") -> str:
    """The text that is read as this wish again."""
    return WISH.write(wish, At(LEXICON, language))
