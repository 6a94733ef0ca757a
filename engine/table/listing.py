"""Menus as people read them: blocks of lines, each with what to reply. The same for mail, page and text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from engine.core.contract import Words
from engine.core.menu import LONG, Columns, Form, Lines, Menu, Option, Pick, Share
from engine.core.moves import Move


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what to reply, what it means, and the move if the reply is a whole answer."""

    reply: str
    text: str
    move: Move | None
    depth: int = 0  # how many lists deep
    folded: bool = False  # a further list follows that is not shown: the reply asks for it
    most: int = 0  # of a menu that shares something out: the most that this line can take


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under one heading (may be empty), and how they are answered (`menu.Form`).

    Two blocks of columns are answered together (`b7`). The one block of lines that are picked, shared among or arranged
    is answered as a whole: `least` to `most` lines or pieces (0 and 0 for an order), as in `example`.
    """

    heading: str
    lines: tuple[Line, ...]
    form: Form = "lines"
    least: int = 0
    most: int = 0
    example: str = ""


def blocks(menu: Menu, words: Words, view: Any, at: str = "", most: int = LONG) -> tuple[Block, ...]:
    """The menu in reading order; further lists stand indented under their option while the whole has `most` lines.

    `at` is the path of a further list: `2.` makes its lines `2.1`, `2.2` ... and its example `2.1 4`.
    """
    if isinstance(menu, Columns):
        return tuple(_columns(menu, words, view, at))
    if not isinstance(menu, Lines):
        return (_together(menu, words, view, at),)
    headings = len({option.group for _, option in menu.lines} - {""})
    short = len(list(islice(_printed(menu), most + 1))) + headings <= most
    reader = _Reader(words, view, expand=short)
    return tuple(
        Block(
            words.heading(group) if group else "",
            tuple(line for label, option in members for line in reader.lines(f"{at}{label}", option)),
        )
        for group, members in groupby(menu.lines, key=lambda pair: pair[1].group)
    )


def _printed(menu: Lines) -> Iterator[Option]:
    """The lines of a menu with all further lists below them, as they would be printed."""
    for _, option in menu.lines:
        yield option
        further = option.then() if option.then is not None and option.move is None else None
        if isinstance(further, Lines):
            yield from _printed(further)


def text_of(option: Option, words: Words, view: Any) -> str:
    """What a line says; of one that stands for many, their heading, or the first and the last of them."""
    if not option.folds:
        return words.option(option, view)
    if option.what:
        return words.heading(option.what[0])
    first, last = (text_of(one, words, view) for one in (option.folds[0], option.folds[-1]))
    return f"{first} … {last}"


def _columns(menu: Columns, words: Words, view: Any, at: str) -> Iterator[Block]:
    labels = iter(menu.lines)
    for prefix, column in zip((at, ""), menu.columns, strict=True):
        heading = words.heading(column[0].group if column else "")
        lines = tuple(Line(prefix + label, words.option(one, view), None) for label, one in islice(labels, len(column)))
        yield Block(heading, lines, "columns", example=at + menu.example)


def _together(menu: Menu, words: Words, view: Any, at: str) -> Block:
    caps = menu.caps if isinstance(menu, Share) else (0,) * len(menu.options)
    lines = tuple(
        Line(label, words.option(option, view), None, most=cap)
        for (label, option), cap in zip(menu.lines, caps, strict=True)
    )
    least, most = (menu.least, menu.most) if isinstance(menu, Pick | Share) else (0, 0)
    return Block("", lines, menu.form, least, most, at + menu.example)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads options aloud, their further lists included where `expand` says so."""

    words: Words
    view: Any
    expand: bool

    def lines(self, path: str, option: Option, depth: int = 0) -> Iterator[Line]:
        further = option.then() if self.expand and option.then is not None and option.move is None else None
        leads = option.then is not None and option.move is None
        # What is filled in as a whole, inside a list, is asked in a step of its own.
        folded = leads and not isinstance(further, Lines)
        yield Line(path, text_of(option, self.words, self.view), option.move, depth, folded)
        if isinstance(further, Lines):
            for label, one in further.lines:
                yield from self.lines(f"{path}.{label}", one, depth + 1)
