"""Menus as people read them: blocks of lines, each with what to reply. The same for mail, page and text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from engine.core.contract import Move, Words
from engine.core.menu import Menu, Option, letter

EXPAND_UP_TO = 40  # answers; a longer menu keeps its further lists folded


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what to reply, what it means, and the move if the reply is a whole answer."""

    reply: str
    text: str
    move: Move | None
    depth: int = 0  # how many lists deep
    folded: bool = False  # a further list follows that is not shown: the reply asks for it


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under one heading (may be empty). Blocks of a column menu are answered together: `b7`."""

    heading: str
    lines: tuple[Line, ...]
    column: bool = False
    several: int = 0  # how many of the lines make one answer: `1 4 5`


def blocks(menu: Menu, words: Words, view: Any, at: str = "") -> tuple[Block, ...]:
    """The menu in reading order; further lists stand indented under their option while the whole stays short.

    `at` is the path of a further list: `2.` makes its lines `2.1`, `2.2` ... A menu of which several lines are chosen
    is one block of them all.
    """
    if menu.several:
        lines = tuple(Line(str(n), words.option(option, view), None) for n, option in enumerate(menu.flat, 1))
        return (Block("", lines, several=menu.several),)
    if menu.join is not None:
        return tuple(
            Block(words.heading(_question(column)), tuple(_column(column, number, words, view)), column=True)
            for number, column in enumerate(menu.columns)
        )
    short = len(list(islice(menu.leaves(), EXPAND_UP_TO + 1))) <= EXPAND_UP_TO
    reader = _Reader(words, view, expand=short)
    return tuple(
        Block(
            words.heading(group) if group else "",
            tuple(line for number, option in members for line in reader.lines(f"{at}{number}", option)),
        )
        for group, members in groupby(enumerate(menu.options, 1), key=lambda pair: pair[1].group)
    )


def _question(column: tuple[Option, ...]) -> str:
    return column[0].group if column else ""


def _column(column: tuple[Option, ...], number: int, words: Words, view: Any) -> Iterator[Line]:
    for index, option in enumerate(column):
        yield Line(letter(index) if number == 0 else str(index + 1), words.option(option, view), None)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads options aloud, their further lists included where `expand` says so."""

    words: Words
    view: Any
    expand: bool

    def lines(self, path: str, option: Option, depth: int = 0) -> Iterator[Line]:
        leads = option.then is not None and option.move is None
        yield Line(path, self.words.option(option, self.view), option.move, depth, folded=leads and not self.expand)
        if option.then is None or not leads or not self.expand:
            return
        further = option.then()
        if further.join is not None:  # a pair inside a list is asked in a step of its own
            return
        for number, one in enumerate(further.options, 1):
            yield from self.lines(f"{path}.{number}", one, depth + 1)
