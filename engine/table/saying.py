"""What an answer said, in the words of the list from which it was chosen: so that its writer sees how it was read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from engine.core.contract import Desk, Notation, Order, Words
from engine.core.decisions import Decision
from engine.core.menu import Columns, Lines, Menu, Option, Pick, Share, only_behind
from engine.core.moves import Json, Move, Seat
from engine.table.events import MoveMade
from engine.table.listing import text_of, with_inner
from engine.table.session import Made, Session

MOST_SAID = 8  # moves of one order: wishes, of which one is played
LOOKED_AT = 300  # answers of a menu at most, for an order that was written in words: menus may have millions
_HEADING = re.compile(r"[^\W\d]+ [0-9]{1,3}\s*:\s*")  # `choose 3: 1 4 5`, a heading copied with its answer
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")  # `07` is 7, and no label begins so
_AMOUNT = re.compile(r"([0-9]{1,3}[a-z]?)=([0-9]{1,3})")


def readings(line: str, order: Order, desk: Desk, session: Session, language: str) -> list[tuple[Move, str]]:
    """How each move of an order would be understood, before any is made: menus look at the table as it is.

    `language`: empty, when nobody wants to know. An answer that may be replaced is to the question that was answered.
    """
    asked = desk.answerable()
    if not language or asked is None or not order.moves:
        return []
    game, menu = session.table.game, desk.menus(asked)
    words = game.words(language, session.names)
    return [(move, _understood(line, move, menu, words, game.notation, desk)) for move in order.moves[:MOST_SAID]]


def as_played(read: Sequence[tuple[Move, str]], made: Sequence[Made]) -> str:
    """What was understood of an order, by the first move that was made for it; empty when none of `read` was."""
    played = next((one.payload.move for one in made if isinstance(one.payload, MoveMade)), None)
    return next((words for move, words in read if move.model_dump(mode="json") == played), "")


def of_plans(session: Session, seat: Seat, language: str) -> Callable[[Decision, Move], str] | None:
    """How what a plan of `seat` answers is read out of the list it was not asked to choose from, where it stands there.

    Of what may yet be refused nothing else can be said.
    """
    if not language:
        return None
    words = session.table.game.words(language, session.names)

    def said(decision: Decision, move: Move) -> str:
        if decision.seat != seat:
            return ""
        desk = session.table.desk(seat, session.names)
        menu = desk.menus(decision)
        reply = _reply("", move, menu)
        return read_out(menu, reply, words, desk.view) if reply else ""

    return said


def _understood(line: str, move: Move, menu: Menu, words: Words, notation: Notation, desk: Desk) -> str:
    """What `line`, which was read as `move`, has answered to the question of `menu`; `desk`: as it stood then."""
    reply = _reply(line, move, menu)
    said = read_out(menu, reply, words, desk.view) if reply else ""
    return said or notation.write(move, words.language, desk)


def _reply(line: str, move: Move, menu: Menu) -> str:
    """The menu reply that names `move`; empty when it is not among the first ones."""
    text = _ZEROS.sub("", _HEADING.sub("", line.strip().casefold().rstrip(".)")))
    path = re.sub(r"\s*[.,]\s*", ".", text)
    for reply in dict.fromkeys((text, path, *text.split()[:20])):
        if reply and menu.pick(reply) == move:
            return reply
    wanted = _unordered(move.model_dump(mode="json")) if isinstance(menu, Pick) else None  # one says them in any order
    for reply, _, found in islice(menu.leaves(), LOOKED_AT):
        if found == move or (wanted is not None and _unordered(found.model_dump(mode="json")) == wanted):
            return reply
    return ""


def _unordered(value: Json) -> Json:
    """What was chosen together, whatever the order in which it was named."""
    if isinstance(value, dict):
        return {key: _unordered(one) for key, one in value.items()}
    return sorted(map(_unordered, value), key=repr) if isinstance(value, list) else value


def in_full(menu: Menu, reply: str, words: Words, view: Any) -> str:
    """As `read_out`, for whoever does not see the list: with the heading under which the first line stands."""
    said = read_out(menu, reply, words, view)
    if not isinstance(menu, Lines):
        return said
    group = dict(menu.lines)[reply.partition(".")[0]].group
    heading = words.heading(group) if group else ""
    return said if not heading or said.startswith(heading) else f"{heading}: {said}"


def read_out(menu: Menu, reply: str, words: Words, view: Any) -> str:
    """The chosen lines of all lists on the way."""
    if isinstance(menu, Lines):
        head, _, tail = reply.strip().partition(".")  # as `Lines.pick` does
        option = dict(menu.lines)[head]
        further = option.then() if option.move is None and option.then is not None else None
        if further is None or not tail or only_behind(option) is not None:
            return text_of(option, words, view)
        inner = read_out(further, tail, words, view)
        return inner if option.folds else with_inner(text_of(option, words, view), inner)
    chosen = list(_chosen(menu, reply, words, view))
    if isinstance(menu, Columns):  # which line is of which column: `You give: ...; You take: ...`
        groups = [column[0].group for column in menu.columns]
        heads = [words.heading(group).partition(" (")[0] if group else "" for group in groups]
        chosen = [f"{head}: {one}" if head else one for head, one in zip(heads, chosen, strict=False)]
    return ("; " if any(", " in one for one in chosen) else ", ").join(chosen)  # where one answer ends is to be seen


def _chosen(menu: Menu, reply: str, words: Words, view: Any) -> Iterator[str]:
    lines: dict[str, Option] = dict(menu.lines)
    if isinstance(menu, Share):
        for label, amount in _AMOUNT.findall(re.sub(r"\s*[=:]\s*", "=", reply)):
            yield f"{text_of(lines[label], words, view)}: {amount}"
        return
    labels = re.findall(r"[a-z]+|[0-9]+", reply) if isinstance(menu, Columns) else re.findall(r"[0-9]+[a-z]?", reply)
    for label in labels:
        if label in lines:
            yield text_of(lines[label], words, view)
