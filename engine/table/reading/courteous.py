"""A reply to a menu with courtesy around it: the same as the reply alone, if the list has such an answer."""

from __future__ import annotations

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.grammar.courtesy import is_own, signed_answer, turned
from engine.core.grammar.text import fold
from engine.core.menu import Menu
from engine.table.rows import between

_TOGETHER = frozenset({"pick", "arrange"})  # elsewhere `1, 2` is a path, and nobody says so with "and"


def reply_in(line: str, desk: Desk, asked: Decision | None) -> str:
    """The reply that a folded line comes to, for the question `asked`; empty where it is no answer of its list."""
    reply, signed = signed_answer(line)
    if not reply or not is_own(signed, _own_name(desk)) or asked is None:
        return ""
    menu = desk.menus(asked)
    if "," in reply and menu.form not in _TOGETHER:
        return ""
    if between(menu, reply) is not None:
        return reply
    tried = (one for one in (reply, turned(reply)) if menu.read(one) or isinstance(menu.pick(one), Menu))
    return next(tried, "")


def _own_name(desk: Desk) -> str:
    return fold(desk.names[desk.seat]) if desk.seat < len(desk.names) else ""
