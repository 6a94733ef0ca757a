"""A reply to a menu with courtesy around it: the same as the reply alone, if the list has such an answer."""

from __future__ import annotations

import re

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.grammar.courtesy import is_own, signed_answer, turned
from engine.core.grammar.ordinals import MOST
from engine.core.grammar.text import fold
from engine.core.menu import Lines, Menu
from engine.table.rows import between

_DO = re.compile(r"\bdo\b")
_TOGETHER = frozenset({"pick", "arrange"})  # elsewhere `1, 2` is a path, and nobody says so with "and"


def reply_in(line: str, desk: Desk, asked: Decision | None) -> str:
    """The reply that a folded line comes to, for the question `asked`; empty where it is no answer of its list, or may
    be meant of what others propose: `let's do 3`.
    """
    if asked is None or not (answer := signed_answer(line).answer):
        return ""
    proposed = {str(one.number) for one in desk.counsel or ()}
    return "" if answer in proposed and _DO.search(line) else reply_to(line, desk, desk.menus(asked))


def reply_to(line: str, desk: Desk, menu: Menu) -> str:
    """As `reply_in`, of any list."""
    said = signed_answer(line)
    reply = said.answer
    if not reply or not is_own(said.name, _own_name(desk)):
        return ""
    if said.by_place and not counts(menu):
        return ""
    if "," in reply and menu.form not in _TOGETHER:
        return ""
    if between(menu, reply) is not None:
        return reply
    tried = (one for one in (reply, turned(reply)) if menu.read(one) or isinstance(menu.pick(one), Menu))
    return next(tried, "")


def counts(menu: Menu) -> bool:
    """Whether the third line of a list is its number 3 however a mail shows it: in no rows, with no lists inside, and
    each line with the number of its place.
    """
    lines = menu.lines if isinstance(menu, Lines) else ()
    places = [(str(at), True) for at in range(1, min(len(lines), MOST) + 1)]
    return places == [(label, option.move is not None) for label, option in lines]


def _own_name(desk: Desk) -> str:
    return fold(desk.names[desk.seat]) if desk.seat < len(desk.names) else ""
