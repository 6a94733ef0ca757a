"""Which lines of a reply are one order: what is done in an attack may stand below it (P3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.core.contract import Desk
from engine.core.grammar.values import Text
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.orders.lexicon import LEXICON

STEPS = ("attack", "defend", "berserk")  # of a battle, as its questions are called
LISTED = ("play", "berserk")  # verbs before lists of cards
_STOP_MILITIA = re.compile(r"(?:stop militia|стоп ополчение)\b")


def orders_of(lines: Sequence[str], desk: Desk) -> Iterator[tuple[int, int, str]]:
    """Where each order begins and ends, and what it says: what is done in an attack may stand below it (P3).

    `play` alone, below an attack that is made now, or where a battle asks already, answers what is asked then.
    """
    end = 0
    while end < len(lines):
        start, below = end, list[str]()
        if verb_of(lines[start]) == "attack":
            below = list(takewhile(_of_attack, lines[start + 1 :]))
            if kind_of(desk) in ("campaign", *STEPS) and all(verb_of(line) == "play" for line in below):
                below = []
        end += 1 + len(below)
        yield start, end, " ".join((lines[start], *below))


def _of_attack(line: str) -> bool:
    return verb_of(line) in LISTED or _STOP_MILITIA.match(line) is not None


def kind_of(desk: Desk) -> str:
    """The kind of what the seat is asked; empty: nothing."""
    asked = desk.asked()
    return "" if asked is None else asked.kind


def verb_of(line: str) -> str:
    """The verb with which a line begins; empty: none."""
    try:
        return LEXICON.find("verb", Text.of(line).peek() or " ") or ""
    except IllegalMove:
        return ""
