"""Menus as people read them: blocks of lines, each with what to reply. The same for mail, page and text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, TypeAlias

from engine.core.contract import Words
from engine.core.menu import LONG, Columns, Form, Lines, Menu, Option, Pick, Share, only_behind
from engine.core.moves import Move
from engine.table.rows import WHOLE, Row, named, packed, rows, within

Span: TypeAlias = tuple[str, str] | None  # the first and the last label of what is shown; None: all


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what to reply, what it means, and the move if the reply is a whole answer."""

    reply: str
    text: str
    move: Move | None
    depth: int = 0  # how many lists deep
    folded: bool = False  # what stands behind it is not shown: the reply asks for it
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


def blocks(
    menu: Menu, words: Words, view: Any, at: str = "", most: int = LONG, *, short: bool = False, span: Span = None
) -> tuple[Block, ...]:
    """The menu in reading order; further lists stand indented under their option while the whole has `most` lines.

    `at` is the path of a further list: `2.` makes its lines `2.1`, `2.2` ... and its example `2.1 4`. `short`: in at
    most `most` rows, of which some may hold several lines; `span`: only the lines from one label to another.
    """
    if isinstance(menu, Columns):
        return tuple(_columns(menu, words, view, at, most // 2 if short else 0, span))
    if not isinstance(menu, Lines):
        return (_together(menu, words, view, at),)
    lines = within(menu.lines, span) if span else menu.lines
    headings = len({option.group for _, option in lines} - {""})
    whole = len(list(islice(_printed(lines), most + 1))) + headings <= most
    reader = _Reader(words, view, expand=whole)
    shown = rows(lines, most) if short else tuple((one,) for one in lines)
    return tuple(
        Block(
            words.heading(group) if group else "", tuple(line for row in members for line in reader.row(at, row, group))
        )
        for group, members in _headed(shown)
    )


def _headed(shown: Sequence[Row]) -> Iterator[tuple[str, Sequence[Row]]]:
    """Rows under their headings. From the first of several lines on they are one list, and each names its own."""
    first = next((at for at, row in enumerate(shown) if len(row) > 1), len(shown))
    while 0 < first < len(shown) and not shown[first - 1][0][1].group:
        first -= 1
    for group, members in groupby(shown[:first], key=lambda row: row[0][1].group):
        yield group, tuple(members)
    if shown[first:]:
        yield "", shown[first:]


def _printed(lines: Sequence[tuple[str, Option]]) -> Iterator[Option]:
    """The lines of a menu with all further lists below them, as they would be printed."""
    for _, option in lines:
        yield option
        leads = option.then is not None and option.move is None and only_behind(option) is None
        further = option.then() if leads and option.then is not None else None
        if isinstance(further, Lines):
            yield from _printed(further.lines)


def text_of(option: Option, words: Words, view: Any, *, alone: bool = False) -> str:
    """What a line says, with the one answer behind it, if there is but one and it does not stand `alone`; of one that
    stands for many, their heading, or the first and the last of them.
    """
    if not option.folds:
        said = words.option(option, view)
        if alone or option.then is None or only_behind(option) is None:
            return said
        (inner,) = option.then().options
        return with_inner(said, text_of(inner, words, view))
    if option.what:
        return words.heading(option.what[0])
    first, last = (text_of(one, words, view) for one in (option.folds[0], option.folds[-1]))
    return f"{first} … {last}"


def with_inner(said: str, inner: str) -> str:
    """A line with that of the further list behind it, which may say all of it again."""
    first, *others = said.casefold().split(", ")
    repeats = inner.casefold().startswith(first) and all(part in inner.casefold() for part in others)
    return inner if repeats else f"{said}: {inner}"


def _columns(menu: Columns, words: Words, view: Any, at: str, most: int, span: Span) -> Iterator[Block]:
    labels, reader = iter(menu.lines), _Reader(words, view, expand=False, columns=True)
    for prefix, column in zip((at, ""), menu.columns, strict=True):
        heading = words.heading(column[0].group if column else "")
        lines = list(islice(labels, len(column)))
        if span and not set(span) <= {label for label, _ in lines}:
            continue  # the other column was asked for
        kept = within(lines, span) if span else lines
        shown = packed(kept, most) if most and not span else tuple((one,) for one in kept)
        printed = tuple(reader.cell(prefix, row) for row in shown)
        yield Block(heading, printed, "columns", example=at + menu.example)


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
    columns: bool = False  # whose heading stands above them

    def row(self, at: str, row: Row, under: str) -> Iterator[Line]:
        """A line with what stands below it, or several lines as one; its group, where it stands under no heading."""
        if len(row) > 1:
            yield self.folded(at, row)
            return
        ((label, option),) = row
        first, *below = self.lines(f"{at}{label}", option)
        heading = self.words.heading(option.group) if option.group and not under else ""
        yield first if heading in first.text else replace(first, text=f"{heading}: {first.text}")
        yield from below

    def cell(self, at: str, row: Row) -> Line:
        """A part of an answer that two columns give together, or several of them as one line."""
        if len(row) > 1:
            return self.folded(at, row)
        ((label, option),) = row
        return Line(f"{at}{label}", text_of(option, self.words, self.view), None)

    def folded(self, at: str, row: Row) -> Line:
        """Several lines as one, whose reply asks for them: what they are about, and each with its number."""
        group = row[0][1].group if row[0][1].group == row[-1][1].group else ""
        said = [text_of(option, self.words, self.view) for _, option in row]
        if sum(map(len, said)) > WHOLE:  # rather what each does than what little is left to choose
            said = [text_of(option, self.words, self.view, alone=True) for _, option in row]
        labels = [f"{at}{label}" for label, _ in row]
        named_so = named(list(zip(labels, said, strict=True)), by_code=self.columns)
        heading = self.words.heading(group) if group and not self.columns else ""
        text = f"{heading}: {named_so}" if heading else named_so
        return Line(f"{at}{row[0][0]}-{row[-1][0]}", text, None, folded=True)

    def lines(self, path: str, option: Option, depth: int = 0) -> Iterator[Line]:
        only = only_behind(option)
        leads = option.then is not None and option.move is None and only is None
        further = option.then() if self.expand and leads and option.then is not None else None
        # What is filled in as a whole, inside a list, is asked in a step of its own.
        folded = leads and not isinstance(further, Lines)
        move = only.move if only is not None else option.move
        yield Line(path, text_of(option, self.words, self.view), move, depth, folded)
        if isinstance(further, Lines):
            for label, one in further.lines:
                yield from self.lines(f"{path}.{label}", one, depth + 1)
