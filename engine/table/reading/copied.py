"""A line of a menu, copied as it stands: `3  Thor up, Freya below (TF2:T)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.core.contract import Desk, Notation
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move

_LINE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[a-z][0-9]{1,3})[.):]?\s+(\S.{0,300})")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,80})[)\]]")
_WORDS = 12  # of a line, at whose end its order is looked for


def looks_copied(line: str) -> bool:
    """Whether a folded line is a number with words behind it."""
    found = _LINE.fullmatch(line)
    return found is not None and any(map(str.isalpha, found[2]))


def may_be_copied(line: str) -> bool:
    """Whether a folded line is a number with something behind it."""
    return _LINE.fullmatch(line) is not None


def copied(line: str, menu: Menu, notation: Notation, desk: Desk) -> Move | None:
    """The answer that a copied line names twice, by its number and by the order in its words; else None.

    A number with other words beside it is a sentence, and a sentence is no answer.
    """
    found = _LINE.fullmatch(line)
    if found is None or menu.form != "lines":
        return None
    move = menu.pick(found[1])
    if move is None or isinstance(move, Menu):
        return None
    return move if any(_reads(text, notation, desk) == (move,) for text in _orders(found[2])) else None


def _orders(words: str) -> Iterator[str]:
    """What in the words of a menu line may be its order: what stands in brackets, or at the end."""
    yield from _IN_BRACKETS.findall(words)
    pieces = words.split()[-_WORDS:]
    for first in range(len(pieces)):
        yield " ".join(pieces[first:])


def _reads(text: str, notation: Notation, desk: Desk) -> Sequence[Move]:
    try:
        order = notation.read([text], desk)
    except IllegalMove:
        return ()
    return () if order.rest or order.plans else order.moves
