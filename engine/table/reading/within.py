"""A number that answers a further list by itself: whoever was shown the lines behind 2 may write `1` for `2.1`."""

from __future__ import annotations

import re

from engine.core.contract import Desk
from engine.core.menu import LABEL, REPLY, Lines, Menu
from engine.table.reading.answers import path_of
from engine.table.rows import between


def within(line: str, path: str, desk: Desk) -> str:
    """`line` (folded) with the path of the list that its writer was shown, where it names a line of that list alone.

    Any other line as it is: a whole path, a number that the list does not have, an order in words.
    """
    asked = desk.asked()
    if asked is None or "." in line or not REPLY.fullmatch(line):
        return line
    menu = desk.menus(asked)
    if (found := between(menu, path)) is not None:  # some lines of a list: the path is that of the list
        path = found[0]
    inner = menu.pick(path) if path else None
    if not isinstance(inner, Menu) or (isinstance(inner, Lines) and not re.fullmatch(LABEL, line)):
        return line
    if inner.pick(line) is None and not inner.read(line):
        return line
    whole = f"{path}.{line}"
    return whole if menu.read(whole) or isinstance(menu.pick(path_of(whole)), Menu) else line
