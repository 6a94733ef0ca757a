"""A line of a menu, copied as it stands: `3  Thor up, Freya below (TF2:T)`, or its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.contract import Desk, Game, Notation
from engine.core.grammar.text import fold
from engine.core.menu import Lines, Menu
from engine.core.moves import IllegalMove, Move
from engine.table.listing import blocks

_LINE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[a-z][0-9]{1,3})[.):]?\s+(\S.{0,300})")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,80})[)\]]")
_WORDS = 12  # of a line, at whose end its order is looked for
_WORD = re.compile(r"[+-]?\w+")
_AT_END = re.compile(r"\s*\([^()]*\)$")  # the code or the order that a list has behind its words
MOST_ROWS = 3  # over which a mail wraps a line of its list


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


def in_its_words(lines: Sequence[str], menu: Menu, game: Game[Any], language: str, desk: Desk) -> tuple[str, int]:
    """The number of the list's line whose words begin `lines` (folded), and over how many of them it stands.

    With its number, its order or both, or without. `("", 0)`: they say no such line, or several lines of a list, which
    was quoted, or a player's name, with which a letter begins or ends. `language`: of the list; empty: there is none.
    """
    if not language or not isinstance(menu, Lines):
        return "", 0
    said = _said(menu, game, language, desk)
    if sum(tuple(_WORD.findall(line)) in said for line in lines) > 1 or lines[0] in map(fold, desk.names):
        return "", 0
    rows = next((at for at, line in enumerate(lines[:MOST_ROWS]) if not line), min(MOST_ROWS, len(lines)))
    for count in range(1, rows + 1):
        found = said.get(tuple(_WORD.findall(" ".join(lines[:count]))), set())
        if len(found) == 1:
            return next(iter(found)), count
    return "", 0


def _said(menu: Menu, game: Game[Any], language: str, desk: Desk) -> dict[tuple[str, ...], set[str]]:
    """What each line of a list may be called, word by word, with the numbers of those that are called so."""
    found: dict[tuple[str, ...], set[str]] = {}
    words = game.words(language, desk.names)
    for line in (line for block in blocks(menu, words, desk.view) for line in block.lines):
        text, order = fold(line.text), fold(game.notation.write(line.move, language, desk)) if line.move else ""
        for name in (text, _AT_END.sub("", text), f"{text} {order}"):
            for called in (name, f"{line.reply} {name}"):
                found.setdefault(tuple(_WORD.findall(called)), set()).add(line.reply)
    found.pop((), None)
    return found
