"""The shortest way to say what may have been meant. Nothing is ever done by it: only its writer can say it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from asgard_pbem.mail.messages import Item
from asgard_pbem.tables.reading import history
from engine.core.menu import Menu
from engine.table.registry import UnknownRules

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work

_NUMBER = re.compile(r"(?<![\w.,:/-])[0-9]{1,3}(?![\w:/-]|[.,]\w)")


def shortest(work: Work) -> tuple[Item, ...]:
    """Of a mail that holds no order: the one number in the line that was refused, if the list has such an answer."""
    if work.reason != "no_orders" or work.writer.game is None or work.writer.seat is None or len(work.refused) != 1:
        return ()
    text = work.refused[0].text
    numbers = _NUMBER.findall(text)
    if len(numbers) != 1 or numbers == [text.strip()]:
        return ()
    try:
        desk = history.desk(work.writer.game.pk, work.writer.seat)
    except UnknownRules:
        return ()
    asked = desk.asked() if desk is not None else None
    if desk is None or asked is None:
        return ()
    menu = desk.menus(asked)
    found = menu.pick(str(int(numbers[0]))) if menu.form == "lines" else None
    if found is None or isinstance(found, Menu):
        return ()
    return (Item(code="send_just", params={"number": str(int(numbers[0]))}),)
