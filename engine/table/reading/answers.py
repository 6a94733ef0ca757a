"""A line that answers by the numbers of a menu, and whether a line is an order at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NoReturn, cast

from engine.core.contract import Desk, Notation, Order
from engine.core.decisions import Decision
from engine.core.grammar.courtesy import signed_answer
from engine.core.menu import GROUP, NOTHING, REPLY, Columns, Menu, is_numbers
from engine.core.moves import SYNTAX, IllegalMove
from engine.table import counsel
from engine.table.reading.copied import copied, may_be_copied
from engine.table.reading.courteous import reply_in
from engine.table.rows import between, is_span

MORE = "E_MENU_MORE"  # a menu number that leads to a further list
UNSEEN = "E_MENU_UNSEEN"  # a menu number for a list that its writer cannot have seen
NOT_ASKED = "E_NOT_ASKED"  # a number, and nothing is asked


def by_number(line: str, desk: Desk, seen: frozenset[Decision]) -> Order | None:
    """The order that menu numbers name; None when the line is left to the game.

    A question that was answered before, and may be answered anew, is meant where no other waits. Raises IllegalMove:
    E_MENU_MORE; E_MENU_UNSEEN when the question is none of `seen`.
    """
    asked = desk.asked() or answered_before(desk, seen)
    if asked is None:
        return None
    if "-" in line and (found := between(menu := desk.menus(asked), line)) is not None:
        path, (first, last) = f"{found[0]}." if found[0] else "", found[2]
        if asked not in seen:
            raise IllegalMove(UNSEEN)
        raise IllegalMove(MORE, path=f"{path}{first}-{last}", example=path + example(found[1], first))
    if not (REPLY.fullmatch(line) or line in NOTHING):
        return None
    menu = desk.menus(asked)
    moves = menu.read(line)
    if moves is not None and asked not in seen:
        raise IllegalMove(UNSEEN)
    if moves:
        return Order(1, moves)
    if moves is not None and isinstance(inner := menu.pick(path_of(line)), Menu):
        raise IllegalMove(MORE, path=path_of(line), example=f"{path_of(line)}.{inner.example}")
    if moves is not None and (why := menu.wrong(line)).code == GROUP and len(under := why.where["found"]) > 1:
        raise IllegalMove(MORE, path=f"{under[0]}-{under[-1]}", example=under[0])  # `1` for `1a-1f`
    return None


def example(menu: Menu, label: str) -> str:
    """An answer that names a line: of two columns, with one of the other."""
    if not isinstance(menu, Columns):
        return label
    return f"a{label}" if label.isdigit() else f"{label}1"


def answered_before(desk: Desk, seen: frozenset[Decision]) -> Decision | None:
    """The one question whose answer may still be replaced; none that an earlier line of the sheet has answered."""
    found = [one for one in desk.decisions if one.answered and one in seen]
    return found[0] if len(found) == 1 else None


def no_answer(line: str, desk: Desk) -> IllegalMove | None:
    """Why a line of menu numbers that nobody could make an answer of is none. None for any other line."""
    if not is_numbers(line):
        return None
    asked = desk.asked()
    return IllegalMove(NOT_ASKED) if asked is None else desk.menus(asked).wrong(line)


def path_of(line: str) -> str:
    """`2, 1` as `2.1`."""
    return re.sub(r"\s*[.,]\s*", ".", line.strip().rstrip(".)"))


def reads_as_order(line: str, notation: Notation, desk: Desk) -> bool:
    """Whether a folded line (not blank) is an order, legal now or not: menu numbers or notation that can be read."""
    if is_numbers(line) or counsel.is_do(line, desk):
        return True
    asked = desk.asked() if may_be_copied(line) else None
    if asked is not None and copied(line, desk.menus(asked), notation, desk) is not None:
        return True
    try:
        if not (_may_be_number(line) and by_number(line, desk, frozenset(desk.decisions)) is not None):
            notation.read([line], desk)
    except IllegalMove as why:
        return why.code != SYNTAX
    return True


def goes_on(lines: Sequence[str], notation: Notation, desk: Desk) -> bool:
    """Whether the last of several folded lines is part of an order that begins above it."""
    for first in range(len(lines) - 1):
        with suppress(IllegalMove):
            if notation.read(lines[first:], desk).used >= len(lines) - first:
                return True
    return False


def _may_be_number(line: str) -> bool:
    """Whether `by_number` may find anything in it, at some desk."""
    return is_span(line) or REPLY.fullmatch(line) is not None or line in NOTHING


def meant_as_order(line: str, notation: Notation, desk: Desk) -> bool:
    """Whether a folded line (not blank) is an order, or at least sounds like one."""
    known = _meant_at_any(line, notation)
    return _meant(line, notation, desk) if known is None else known


def _meant(line: str, notation: Notation, desk: Desk) -> bool:
    if sounds_like_order(line, notation) or reads_as_order(line, notation, desk):
        return True
    return signed_answer(line).answer != "" and reply_in(line, desk, desk.asked()) != ""


class _Looked(Exception):
    """What a line means is told by the desk."""


class _Unseen:
    """A desk at which nothing may be looked at."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _Looked(name)


_UNSEEN = cast("Desk[Any]", _Unseen())


@lru_cache(maxsize=4096)  # a letter has some hundred lines that are no order at any desk, and most stood in others
def _meant_at_any(line: str, notation: Notation) -> bool | None:
    """What `_meant` says of a line at every desk: what it found without a look at one. None: the desk tells."""
    try:
        return _meant(line, notation, _UNSEEN)
    except _Looked:
        return None


@lru_cache(maxsize=4096)  # whatever is asked: most lines of a prompt stood in the one before
def sounds_like_order(line: str, notation: Notation) -> bool:
    """See `Notation`, of a folded line."""
    return notation.sounds_like_order(line)
