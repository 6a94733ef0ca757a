"""Moving on the board: pieces that answer a question are links to the lines of its menu, and what is tapped is shown
beside the board before anything is done.

All of it is in the address, so it works without scripts and changes nothing: only the form in the sheet answers. Links
come from the menu of the seat that is asked, in its own eyes and at the last moment; nobody else ever sees one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from asgard_pbem.boards.parts import Link
from asgard_pbem.tables.reading import history
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.shown.asking import Choice, Group, Question, Reader, asked_as
from engine.core.contract import Desk, Words
from engine.core.decisions import Decision
from engine.core.menu import LABEL, PATH, Columns, Lines, Menu, Pick, Share
from engine.core.menu.pointing import Line, answered_by, narrowed
from engine.core.moves import Move
from engine.table.saying import in_full
from engine.table.table import Table

Links = dict[str, Link]
MOST_TAPPED: Final = 8  # pieces in one address
MOST_CHOSEN: Final = 60  # lines of a menu that is filled in
FEW: Final = 2  # lines that stand in the sheet though they can be tapped
SAID: Final = 3  # lines told in the name of a piece; of more only how many
_MARK: Final = re.compile(r"[0-9a-f]{20}")
_PATH: Final = re.compile(PATH)
_CHOSEN: Final = re.compile(rf"({LABEL}|[a-z]{{1,2}})(\.{LABEL}){{0,9}}")


@dataclass(frozen=True, slots=True)
class Step:
    """How far somebody has come by tapping, as it stands in the address."""

    question: str = ""  # the mark of the question that is being answered; empty: nothing is tapped yet
    at: str = ""  # the path of the further list that was come to
    on: tuple[str, ...] = ()  # pieces tapped there, which leave the lines that speak of them all
    chosen: tuple[str, ...] = ()  # the line to be confirmed, or those that are ticked

    @classmethod
    def of(cls, query: QueryDict) -> Step:
        """What an address says; whatever nobody could have tapped is left out."""
        mark, at = query.get("tapped", ""), query.get("at", "")
        if not _MARK.fullmatch(mark):
            return cls()
        chosen = [one for one in query.get("chosen", "").split(",")[:MOST_CHOSEN] if _CHOSEN.fullmatch(one)]
        on = tuple(one[:60] for one in query.getlist("on")[:MOST_TAPPED])
        return cls(mark, at if _PATH.fullmatch(at) else "", on, tuple(chosen))

    def back(self) -> Step:
        """One step before this one; nothing tapped before the first."""
        if self.chosen:
            return replace(self, chosen=()) if self.on or self.at else Step()
        if self.on:
            return replace(self, on=self.on[:-1]) if self.at or len(self.on) > 1 else Step()
        return Step()

    def items(self) -> list[tuple[str, str]]:
        """As it stands in an address."""
        found = [("tapped", self.question), ("at", self.at), *(("on", one) for one in self.on)]
        found.append(("chosen", ",".join(self.chosen)))
        return [pair for pair in found if pair[1]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was tapped, beside the board: a line to be confirmed, a short list, or a form with what is ticked."""

    seat: int
    question: Question
    said: str  # what will happen, of the line to be confirmed; else what has been chosen so far
    answer: str  # the path of the line to be confirmed; empty: it is a list or a form
    ticked: tuple[str, ...]
    back: str  # addresses: one step before, without anything tapped, and of a further list but for its path
    close: str
    open: str

    on_board: bool = False  # whether each line that is left can be tapped on the board

    @property
    def folds(self) -> bool:
        """Whether the board is left in sight: lines that can be tapped there need not be read."""
        lines = sum(len(group.choices) for group in self.question.groups)
        return self.on_board and lines > FEW and self.question.form != "columns"

    @property
    def taken(self) -> str:
        """What is ticked, in words."""
        words = {choice.reply: choice.text for group in self.question.groups for choice in group.choices}
        counts = {label: self.ticked.count(label) for label in self.ticked if label in words}
        return "; ".join(words[label] + (f" ×{count}" if count > 1 else "") for label, count in counts.items())

    @property
    def sure(self) -> bool:
        """Whether it only waits to be confirmed."""
        return bool(self.answer)

    @property
    def amounts(self) -> Mapping[str, int]:
        """Of lines among which something is shared: how much is given to each."""
        return {label: self.ticked.count(label) for label in self.ticked}

    @property
    def places(self) -> Mapping[str, int]:
        """Of lines that are put in order: first those tapped, in their order, then the others."""
        labels = [choice.reply for group in self.question.groups for choice in group.choices]
        order = [*self.ticked, *(label for label in labels if label not in self.ticked)]
        return {label: place for place, label in enumerate(order, 1)}


@dataclass(frozen=True, slots=True)
class Moving:
    """What can be tapped on a board, by the names of its pieces, and what has been."""

    links: Links
    sheet: Sheet | None = None


def moving(access: Access, lens: Lens, table: Table, words: Words, step: Step) -> Moving:
    """For the table as it is now. Nothing where the reader looks through eyes that are not asked."""
    links: Links = {}
    sheet = None
    for asker in _askers(access, lens, table, words):
        for mark, decision in asker.questions(step.question):
            tapped = step if step.question == mark else Step(mark)
            found, shown = _Walk(asker, decision, tapped).seen()
            sheet = sheet or shown
            links = found | links if shown is None else links | found
    return Moving(links, sheet)


def chosen(access: Access, seat: int, mark: str, path: str, language: str) -> str:
    """What an answer by menu says, in the words of its lines; empty for what is none."""
    table = history.table_now(access.game.pk)
    if table.state is None or seat not in access.seats or not mark:
        return ""
    desk, marks = table.desk(seat, tuple(access.game.names)), history.question_ids(access.game.pk, seat)
    for decision in desk.decisions:
        menu = desk.menus(decision)
        if history.mark_of(marks, decision) == mark and isinstance(menu.pick(path), Move):
            said = in_full(menu, path, history.words(access.game, language), desk.view)
            return said or gettext("nothing of the list")
    return ""


def _askers(access: Access, lens: Lens, table: Table, words: Words) -> Iterator[_Asker]:
    """Own seats that are asked and see what the lens shows."""
    if table.state is None or access.over or lens.viewer not in access.seats:
        return
    for seat in access.seats if table.game.together else (lens.viewer,):
        code = "" if lens.viewer == access.seats[0] else lens.code
        yield _Asker(access, table, words, table.desk(seat, tuple(access.game.names)), code)


@dataclass(frozen=True, slots=True)
class _Asker:
    """A seat that is asked, and what it is told with."""

    access: Access
    table: Table
    words: Words
    desk: Desk
    lens: str  # for addresses; empty: the first of those that the reader may use

    def names(self) -> frozenset[str]:
        """The pieces that are drawn."""
        drawing = self.table.game.draw(self.desk.view, self.words)
        return frozenset(part.name for block in drawing.blocks for part in block.parts)

    def questions(self, tapped: str) -> Iterator[tuple[str, Decision]]:
        """Those that wait, each with its mark; and the one `tapped`, whose answer may be replaced."""
        marks = history.question_ids(self.access.game.pk, self.desk.seat) if self.desk.decisions else {}
        for one in self.desk.decisions:
            mark = history.mark_of(marks, one)
            if mark and (one.waits or mark == tapped):
                yield mark, one

    def address(self, step: Step) -> str:
        query = urlencode([*([("as", self.lens)] if self.lens else []), *step.items()])
        return f"{reverse('game', args=[self.access.game.pk])}{'?' if query else ''}{query}#board"


class _Walk:
    """One question, and how far one has come with it."""

    def __init__(self, asker: _Asker, decision: Decision, step: Step) -> None:
        self.asker, self.decision, self.menu = asker, decision, asker.desk.menus(decision)
        found = self.menu.pick(step.at) if step.at else self.menu
        self.list, self.step = (found, step) if isinstance(found, Menu) else (self.menu, Step(step.question))
        self.answers = self._answered(self.list)
        self.lines = narrowed(self.answers, self.step.on)
        if self.step.on and not self.lines:
            self.step = replace(self.step, on=())

    def _answered(self, menu: Menu) -> dict[str, tuple[Line, ...]]:
        spots, view = self.asker.table.game.spots, self.asker.desk.view
        return answered_by(menu, lambda option: spots(option, view))

    def seen(self) -> tuple[Links, Sheet | None]:
        """What can be tapped now, and the sheet once something was."""
        if not isinstance(self.list, Lines):
            links = {name: self._ticks(lines) for name, lines in self.answers.items()}
        else:
            links = {name: self._link(name, lines) for name, lines in self.answers.items()}
        if self.step.at:  # the pieces of the list before begin anew
            start = _Walk(self.asker, self.decision, Step(self.step.question))
            links = start.seen()[0] | links
        return links, self._sheet()

    # --- A list: pieces lead to its lines -------------------------------------------------------------------------

    def _link(self, name: str, lines: Sequence[Line]) -> Link:
        step, chosen = self.step, self._is_chosen(name)
        if name in step.on:
            rest = tuple(one for one in step.on if one != name)
            return self._to(replace(step, on=rest, chosen=()), self._named(lines), chosen=True)
        both = narrowed(self.answers, (*step.on, name)) if step.on else ()
        if len(both) == 1 or len(lines) == 1:
            line = (both or lines)[0]
            path = self._path(line.reply)
            ahead = replace(step, at=path, on=(), chosen=()) if line.leads else replace(step, chosen=(path,))
            return self._to(ahead, self._says(line), chosen=chosen)
        on = (*step.on, name) if both else (name,)
        return self._to(replace(step, on=on, chosen=()), self._named(both or lines), chosen=chosen)

    def _is_chosen(self, name: str) -> bool:
        return any(self._path(line.reply) in self.step.chosen for line in self.answers[name])

    def _path(self, reply: str) -> str:
        return f"{self.step.at}.{reply}" if self.step.at else reply

    def _says(self, line: Line) -> str:
        said = in_full(self.list, line.reply, self.asker.words, self.asker.desk.view)
        return f"{said} …" if line.leads else said

    def _named(self, lines: Sequence[Line]) -> str:
        if len(lines) <= SAID:
            return "; ".join(self._says(line) for line in lines)
        return ngettext("%(count)d answer", "%(count)d answers", len(lines)) % {"count": len(lines)}

    def _to(self, step: Step, says: str, *, chosen: bool = False) -> Link:
        if not (step.at or step.on or step.chosen):
            step = Step()
        return Link(self.asker.address(step), says, chosen)

    # --- A form: pieces tick its lines ----------------------------------------------------------------------------

    def _ticks(self, lines: Sequence[Line]) -> Link:
        """Tapping takes the next of these lines that can still be taken; once all are, it takes them back.

        Where no more may be taken, one that is not takes the place of the last.
        """
        taken = self.step.chosen
        labels = [line.reply for line in lines]
        free = next((line for line in lines if self._room(line.reply, taken)), None)
        if free is None and not set(labels) & set(taken):
            taken = taken[:-1]
            free = next((line for line in lines if self._room(line.reply, taken)), None)
        if free is None:
            rest = tuple(one for one in taken if one not in labels)
            said = gettext("take back: %(what)s") % {"what": self._says(lines[0])}
            return self._to(replace(self.step, chosen=rest), said, chosen=True)
        if isinstance(self.list, Columns):  # one of each column
            taken = tuple(one for one in taken if one.isalpha() != free.reply.isalpha())
        step = replace(self.step, chosen=(*taken, free.reply))
        return self._to(step, self._says(free), chosen=any(label in self.step.chosen for label in labels))

    def _room(self, label: str, taken: Sequence[str]) -> bool:
        """Whether this line can be taken (once more)."""
        menu = self.list
        if isinstance(menu, Share):
            caps = {one: cap for (one, _), cap in zip(menu.lines, menu.caps, strict=True)}
            return taken.count(label) < caps[label] and len(taken) < menu.most
        full = isinstance(menu, Pick) and len(taken) >= menu.most
        return label not in taken and not full

    # --- What was tapped ------------------------------------------------------------------------------------------

    def _sheet(self) -> Sheet | None:
        step, asker = self.step, self.asker
        if not (step.at or step.on or step.chosen):
            return None
        answer = self._sure()
        if step.chosen and isinstance(self.list, Lines) and not answer:
            return None
        so_far = in_full(self.menu, answer or step.at, asker.words, asker.desk.view) if answer or step.at else ""
        question = asked_as(Reader(asker.words, {}, ("", "")), asker.desk, self.decision, step.question, step.at)
        if step.on and isinstance(self.list, Lines):
            question = replace(question, groups=(Group("", tuple(self._choices())),))
        return Sheet(
            asker.desk.seat, question, so_far, answer, () if isinstance(self.list, Lines) else step.chosen,
            asker.address(step.back()), asker.address(Step()),
            asker.address(Step(step.question)).removesuffix("#board") + "&at=", self._all_on_board(),
        )  # fmt: skip

    def _all_on_board(self) -> bool:
        """Whether every line of the list, or of what the tapped pieces leave of it, can be tapped as well."""
        drawn = self.asker.names() & self.answers.keys()
        there = {line.reply.partition(".")[0] for name in drawn for line in self.answers[name]}
        return {label for label, _ in self.list.lines} <= there and len(self.step.on) < 1

    def _sure(self) -> str:
        """The path of the one line that is to be confirmed; empty where it is none of this menu, or no whole answer."""
        if not isinstance(self.list, Lines) or len(self.step.chosen) != 1:
            return ""
        path = self.step.chosen[0]
        found = self.menu.pick(path)
        return path if found is not None and not isinstance(found, Menu) else ""

    def _choices(self) -> Iterator[Choice]:
        for line in self.lines:
            said = in_full(self.list, line.reply, self.asker.words, self.asker.desk.view)
            yield Choice(self._path(line.reply), said, 0, answers=not line.leads, leads=line.leads)
