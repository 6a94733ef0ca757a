"""A number that answers a further list by itself: whoever was shown the lines behind 2 may write `1` for `2.1`."""

from __future__ import annotations

import re

from engine.core.contract import Desk, Notation
from engine.core.menu import LABEL, REPLY, Lines, Menu
from engine.table.reading.answers import path_of, reads_as_order
from engine.table.reading.courteous import reply_to
from engine.table.rows import between


def within(line: str, path: str, desk: Desk, notation: Notation) -> str:
    """`line` (folded) with the path of the list that its writer was shown, where it names a line of that list alone,
    with courtesy around it or without.

    Any other line as it is: a whole path, a number that the list does not have, an order in words.
    """
    asked = desk.asked()
    if asked is None or not path:
        return line
    menu = desk.menus(asked)
    if (found := between(menu, path)) is not None:  # some lines of a list: the path is that of the list
        path = found[0]
    inner = menu.pick(path) if path else None
    if not isinstance(inner, Menu):
        return line
    reply = line if REPLY.fullmatch(line) else reply_to(line, desk, inner)
    if not reply or "." in reply or (isinstance(inner, Lines) and not re.fullmatch(LABEL, reply)):
        return line
    if inner.pick(reply) is None and not inner.read(reply):
        return line
    if reply != line and reads_as_order(line, notation, desk):
        return line
    whole = f"{path}.{reply}"
    return whole if menu.read(whole) or isinstance(menu.pick(path_of(whole)), Menu) else line
