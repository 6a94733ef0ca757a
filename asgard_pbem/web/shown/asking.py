"""What a seat may do now, as the page shows it: questions, their menus, plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from asgard_pbem.tables.models import OpenDecision
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store.folding import question_key
from asgard_pbem.tables.words import why_asked
from asgard_pbem.web.access import Access
from engine.core.contract import Desk, Words
from engine.core.decisions import Decision
from engine.core.menu import Form, Menu, Pick, Share
from engine.table.examples import of_plans
from engine.table.listing import blocks
from engine.table.table import Table

Deadlines: TypeAlias = dict[tuple[int, str], datetime | None]  # by seat and question_key


@dataclass(frozen=True, slots=True)
class Choice:
    """One menu line. `answers`: choosing it is the whole answer. `leads`: it opens a further list, as a step."""

    reply: str
    text: str
    depth: int
    answers: bool
    leads: bool
    most: int = 0  # of something that is shared out: the most that this line can take


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under one heading (may be empty)."""

    heading: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One decision with its menu; `form` says how it is filled in: columns by one choice of each group."""

    mark: str  # what the form carries: stale answers are refused by it
    text: str
    answered: bool  # and may still be changed
    optional: bool
    deadline: datetime | None
    groups: tuple[Group, ...]
    form: Form
    least: int  # lines to choose, or pieces to share out; 0 and 0 for all other forms
    most: int
    at: str  # the path of a further list, empty for the menu itself
    back: str | None  # the path one step up; None at the top
    examples: tuple[str, ...]
    lone: str = ""  # said where there is no choice


@dataclass(frozen=True, slots=True)
class Standing:
    """A plan in force: its place among all that are stored, and its text."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything one own seat may do now."""

    seat: int
    name: str
    questions: tuple[Question, ...]
    plans: tuple[Standing, ...]
    plan_examples: tuple[tuple[str, str], ...]
    may_undo: bool
    heading: str = ""  # above orders for this seat, of whoever holds several

    @property
    def waits(self) -> bool:
        """Whether the game stands still until this seat answers."""
        return any(not question.answered for question in self.questions)

    @property
    def anchor(self) -> str:
        """The id of the first open question on the page."""
        number = next((n for n, question in enumerate(self.questions, 1) if not question.answered), 1)
        return f"ask-{self.seat}-{number}"

    @property
    def mark(self) -> str:
        """Of the question whose menu is meant by a number that is typed; empty: nothing is asked."""
        return next((one.mark for one in sorted(self.questions, key=lambda one: one.answered)), "")


def asking(access: Access, table: Table, words: Words, *, step: tuple[str, str]) -> tuple[Asking, ...]:
    """The own seats in order. `step`: the mark of a question and the path of the further list to show in it."""
    if table.state is None or access.over:
        return ()
    rows = OpenDecision.objects.filter(game=access.game, seat__in=access.seats)
    deadlines = {(row.seat, row.key): row.deadline for row in rows}
    return tuple(_seat(access, table, seat, Reader(words, deadlines, step)) for seat in access.seats)


@dataclass(frozen=True, slots=True)
class Reader:
    """What all questions of one page are told with."""

    words: Words
    deadlines: Deadlines
    step: tuple[str, str]


def _seat(access: Access, table: Table, seat: int, reader: Reader) -> Asking:
    words = reader.words
    desk = table.desk(seat, tuple(access.game.names))
    marks = history.question_ids(access.game.pk, seat)
    asked = desk.asked()
    return Asking(
        seat=seat,
        name=words.seat(seat),
        questions=tuple(_question(reader, desk, one, marks) for one in desk.decisions),
        plans=_plans(table, desk, words.language),
        plan_examples=of_plans(table.game, words, desk, asked) if asked else (),
        may_undo=history.may_undo(access.game.pk, seat),
        heading=history.heading(access.game, seat, words.language) if len(access.seats) > 1 else "",
    )


def _plans(table: Table, desk: Desk, language: str) -> tuple[Standing, ...]:
    stored = table.standing[desk.seat]
    in_force = table.game.planner.in_force(table.plans(desk.seat), desk)
    write = table.game.notation.write_plan
    found = ((index, plan) for index, plan in enumerate(stored) if plan in in_force)
    return tuple(Standing(index, history.on_one_line(write(plan, language))) for index, plan in found)


def still_stands(access: Access, seat: int, index: int, text: str, language: str) -> bool:
    """Whether the own plan at `index` is still the one that was shown. False for seats that are not the reader's."""
    if seat not in access.seats:
        return False
    table = history.table_now(access.game.pk)
    if table.state is None:
        return False
    plans = _plans(table, table.desk(seat), language)
    return any(one.index == index and one.text.split() == text.split() for one in plans)


def _question(reader: Reader, desk: Desk, decision: Decision, marks: dict[str, str]) -> Question:
    mark = history.mark_of(marks, decision)
    return asked_as(reader, desk, decision, mark, reader.step[1] if reader.step[0] == mark else "")


def asked_as(reader: Reader, desk: Desk, decision: Decision, mark: str, at: str) -> Question:
    """The question with the menu's list at the path `at`; with the menu itself where there is no such list."""
    words, menu = reader.words, desk.menus(decision)
    inner = menu.pick(at) if at else menu
    if not isinstance(inner, Menu):
        at, inner = "", menu
    text = words.heading(inner.question) if at and inner.question else words.question(decision, desk.view)
    least, most = (inner.least, inner.most) if isinstance(inner, Pick | Share) else (0, 0)
    return Question(
        mark=mark,
        text=text,
        answered=decision.answered,
        optional=decision.optional,
        deadline=reader.deadlines.get((decision.seat, question_key(decision))),
        groups=tuple(groups(inner, words, desk.view, at)),
        form=inner.form,
        least=least,
        most=most,
        at=at,
        back=at.rpartition(".")[0] if at else None,
        examples=tuple(words.examples(decision, desk.view)),
        lone=why_asked(desk, decision),
    )


def groups(menu: Menu, words: Words, view: Any, at: str) -> Iterator[Group]:
    """The menu's blocks. Paths are whole, from the top of the decision's menu, except where lines answer together."""
    prefix = f"{at}." if at and menu.form == "lines" else ""
    for block in blocks(menu, words, view):
        yield Group(
            block.heading,
            tuple(
                Choice(prefix + line.reply, line.text, line.depth, line.move is not None, line.folded, line.most)
                for line in block.lines
            ),
        )
