"""What is settled before anything is carried out: where reading ends, and whether a mail can be read in two ways.

Nothing here may wait until orders were carried out: what they drew or showed can no longer be taken back then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain

from asgard_pbem.mail.answering.press_words import own_words
from asgard_pbem.mail.answering.work import MOST_COMMANDS, Work
from asgard_pbem.mail.messages import Item, Refusal
from asgard_pbem.mail.models import Pending
from asgard_pbem.mail.reading.grammar.commands import Command, is_for_the_table
from asgard_pbem.tables.reading import history
from engine.core.grammar.taking_back import replaces, takes_back
from engine.core.grammar.text import fold_order
from engine.core.menu import is_numbers
from engine.table import registry
from engine.table.orders import UNDO_BELOW
from engine.table.reading.answers import goes_on, meant_as_order, reads_as_order

MOST_LINES = 400  # that are looked at; below them nothing is read
MOST_BELOW = 5  # lines below the orders that may take them back
_STOP = re.compile(r"(?:(?:please )?stop(?: (?:it|this|that))?|стоп|остановите|прекратите)")
Reader = Callable[[str], bool]  # whether a folded line (not blank) is an order


def end_of_reading(work: Work) -> int | None:
    """The first line (from 0) that is neither command nor order nor blank nor comment. None: there is none."""
    meant = _reader(work, meant_as_order)
    for at, line in enumerate(work.sheet.orders):
        folded = fold_order(line)
        if folded and not folded.startswith("#") and (at >= MOST_LINES or not meant(folded)):
            return at
    return None


def doubt(work: Work, end: int | None) -> Refusal | None:
    """Why nothing of the mail may be done although it could be read. `end`: as of `end_of_reading`."""
    looked_for = (
        _between(work, end), _echoed(work, end), _below(work), _in_press(work, end), _instead_of_yes(work),
        _stop(work, end), _taken_back(work, end),
    )  # fmt: skip
    return next(filter(None, looked_for), None)


def _stop(work: Work, end: int | None) -> Refusal | None:
    """Nothing but `stop`, by which people mean our mails, the game or their last move: one game passes by it, another
    keeps it for later.
    """
    first = work.sheet.first_order()
    if first is None or work.parts or not _STOP.fullmatch(fold_order(work.sheet.orders[first])):
        return None
    more = work.sheet.next_order(first + 1)
    if more is not None and (end is None or more < end):
        return None
    return Refusal(line=first + 1, text=work.sheet.orders[first].strip(), why=Item(code="stop"))


def _instead_of_yes(work: Work) -> Refusal | None:
    """A number in answer to the question whether to leave a seat: it may mean "1 yes", or a line of the last list."""
    first, subject = work.sheet.first_order(), work.writer.subject
    answers = any(one.name in {"yes", "no"} for one in work.sheet.commands)
    if work.writer.purpose != "confirm" or subject is None or first is None or answers:
        return None
    line = work.sheet.orders[first]
    asked = Pending.objects.filter(pk=subject, kind=Pending.Kind.RESIGN, settled_at=None)
    if not is_numbers(fold_order(line)) or not asked.exists():
        return None
    return Refusal(line=first + 1, text=line.strip(), why=Item(code="yes_or_no"))


def _taken_back(work: Work, end: int | None) -> Refusal | None:
    """A line below the first order that may take back what stands above it, among the other orders or below them all.

    So does an undo: it takes back what was done before the mail, and there it would come too late for what the orders
    above it have shown.
    """
    first, lines = work.sheet.first_order(), work.sheet.orders
    if first is None or (end is not None and first >= end):
        return None
    last = len(lines) if end is None else end
    undone = [one for one in work.sheet.commands if one.name == "undo" and first < one.line < last]
    if undone and not work.parts:
        return Refusal(line=undone[0].line + 1, text=undone[0].text, why=Item(code=UNDO_BELOW, by="table"))
    is_order, more = _reader(work, reads_as_order), _reader(work, goes_on)
    folded = [fold_order(line) for line in lines]
    below = [at for at in range(last, len(lines)) if folded[at]][:MOST_BELOW]
    for at in (*range(first + 1, min(last, MOST_LINES)), *below):
        if at < last and not replaces(folded[at]) and (not folded[at] or is_order(folded[at])):
            continue
        if takes_back(folded[at], is_order) and not more(folded[first : at + 1]):
            return Refusal(line=at + 1, text=lines[at].strip(), why=Item(code="taken_back"))
    return None


def _reader(work: Work, reads: Callable[..., bool]) -> Callable[..., bool]:
    """`reads` for the seats that the mail speaks for as their game stood when the mail was judged.

    What comes in between is found by the act itself. Without a game no line is an order.
    """
    game, seat = work.writer.game, work.writer.seat
    if game is None or seat is None:
        return lambda _: False
    try:
        notation = registry.game(game.key).notation
        desks = [history.desk_when_read(game, one) for one in {seat, *(part.seat for part in work.parts)}]
    except registry.UnknownRules:
        return lambda _: True  # the table says what is wrong
    known = [desk for desk in desks if desk is not None]
    if not known:
        return lambda line: isinstance(line, str) and notation.sounds_like_order(line)
    return lambda line: any(reads(line, notation, desk) for desk in known)


def _ambiguous(line: str) -> Refusal:
    return Refusal(line=0, text=line, why=Item(code="ambiguous"))


def _between(work: Work, end: int | None) -> Refusal | None:
    """Text between quotations that is no order."""
    between = {line.strip() for line in work.reply.between.split("\n") if line.strip()}
    after = work.sheet.orders[end:] if between and end is not None else ()
    found = next((line.strip() for line in after if line.strip() in between), None)
    return _ambiguous(found) if found is not None else None


def _echoed(work: Work, end: int | None) -> Refusal | None:
    """A line that would be carried out, and may be what another has said in the letter among whose lines it stands."""
    lines = work.sheet.lines
    for at in work.reply.echoes:
        folded = fold_order(lines[at]) if at < len(lines) and (end is None or at < end) else ""
        if folded and not folded.startswith("#"):
            return _ambiguous(lines[at].strip())
    return None


def _below(work: Work) -> Refusal | None:
    """Other orders below the quotation."""
    if not work.reply.below.strip():
        return None
    own = {fold_order(line) for line in work.reply.text.split("\n")}
    meant = _reader(work, meant_as_order)
    lines = [line for line in work.reply.below.split("\n") if line.strip()][:MOST_LINES]
    for line in lines:
        folded = fold_order(line)
        if folded and folded not in own and meant(folded):
            return _ambiguous(line.strip())
    return None


def _in_press(work: Work, end: int | None) -> Refusal | None:
    """A line of press, below its first, that is an order or a command for the table: whether it was meant as one nobody
    can tell. Sent, it would be told to others and not done.
    """
    press = [one for one in work.sheet.commands if one.name == "press"]
    if not press or (end is not None and press[0].line > end):
        return None
    reads = cache(_reader(work, reads_as_order))
    ends = [*(one.line for one in press[1:]), len(work.sheet.lines)]
    sent = zip(press[:MOST_COMMANDS], ends, strict=False)  # of more none is sent
    for at, line in chain.from_iterable(_press_lines(work, one, below) for one, below in sent):
        if (folded := fold_order(line)) and (reads(folded) or is_for_the_table(line)):
            return Refusal(line=at + 1, text=line.strip(), why=Item(code="order_in_press"))
    return None


def _press_lines(work: Work, press: Command, below: int) -> Sequence[tuple[int, str]]:
    """The lines between that of `press:` and the one `below` that will be sent, with their places."""
    sent = {line.strip() for line in own_words(press.args["text"], press.line, work.reply).text.split("\n")}
    lines = list(enumerate(work.sheet.lines))[press.line + 1 : below]
    return [(at, line) for at, line in lines if line.strip() in sent][:MOST_LINES]
