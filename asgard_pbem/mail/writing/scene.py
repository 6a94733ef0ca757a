"""What a mail shows of a game: the board, what happened, what may be answered; all of it from one seat's desk."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.plates import plated
from asgard_pbem.database.built import built_once
from asgard_pbem.mail import tokens
from asgard_pbem.mail.writing.letter import Choice, Group, Picture, Section
from asgard_pbem.mail.writing.phrases import moment_of_time
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.promised import promised
from engine.core.board import Layout, laid_out
from engine.core.contract import Desk, Words
from engine.core.decisions import Decision, told_of
from engine.core.menu import Menu
from engine.core.moves import Seat
from engine.table.listing import Block, Line, blocks
from engine.table.rows import between
from engine.table.table import Table

_NO_MARKUP = str.maketrans("<>", "‹›")
SHOWN_AT_MOST = 14  # lines of a menu with its further lists: a screen of a phone; else these are asked for by number
MAILTO_AT_MOST = 1500  # characters of a link, beyond which mail programs cut it


@dataclass(frozen=True)
class Scene:
    """One seat's side of one game, and the words to tell it. What the seat may know and do is made once."""

    game: Game
    seat: Seat | None  # None: told as a spectator sees it
    player: Player
    table: Table
    words: Words

    @cached_property
    def view(self) -> Any:
        """What the seat may know now."""
        return self.table.rules.view(self.table.state, self.seat)

    def desk(self) -> Desk:
        """What the seat may do now. Only for a scene with a seat."""
        if self.seat is None:
            raise ValueError("a spectator has no desk")
        return self._desk

    @cached_property
    def _desk(self) -> Desk:
        assert self.seat is not None
        return self.table.desk(self.seat, history.names(self.game))


def scene(game: Game, seat: Seat | None, player: Player, moment: int | None = None) -> Scene:
    """The game as it is now, or as it was at a public moment. Raises UnknownRules.

    A mail that was owed long ago must not look into a hand that is somebody else's by now: who does not hold `seat` any
    more is shown what a spectator sees.
    """
    if not history.may_look_as(game, player, seat):
        seat = None
    table = history.table_now(game.id) if moment is None else history.table_at_moment(game.id, moment)
    return Scene(game, seat, player, table, history.words(game, player.language))


def picture(one: Scene) -> Picture | None:
    """The board, drawn and written; None before the start."""
    if one.table.state is None:
        return None
    view, rules = one.view, one.table.game
    drawing = plated(rules.key, one.words.title(), rules.draw(view, one.words))
    sheet = laid_out(drawing, Layout.PORTRAIT)  # as wide as the column of the mail
    return Picture(
        png=board_png(rules.key, drawing),
        width=sheet.width,
        height=sheet.height,
        alt=alt_text(one),
        text=rules.text_board(view, one.words),
    )


def alt_text(one: Scene) -> str:
    """The essential state in a line or two.

    Without the brackets of markup: the inliner leaves them bare in attributes, which is good HTML, and yet more than
    the filters of other mail programs can be trusted with.
    """
    return ". ".join(f"{label}: {value}" for label, value in one.words.status(one.view))[:400].translate(_NO_MARKUP)


def groups(one: Scene, desk: Desk, decision: Decision, reply_to: str, subject: str, at: str = "") -> tuple[Group, ...]:
    """The menu of one question, each answer with a ready-made reply; `at`: the further list behind that answer."""
    menu = desk.menus(decision)
    path, inner, span = between(menu, at) or (at, menu.pick(at) if at else menu, None)
    if not isinstance(inner, Menu):
        return groups(one, desk, decision, reply_to, subject)
    found = blocks(inner, one.words, desk.view, f"{path}." if path else "", SHOWN_AT_MOST, short=True, span=span)
    return tuple(
        Group(
            block.heading or (_("Or") if number else _heading(inner, one.words, block)),
            tuple(_choice(one, desk, line, reply_to, subject) for line in block.lines),
            block.form,
            block.example,
        )
        for number, block in enumerate(found)
    )


def _heading(menu: Menu, words: Words, block: Block) -> str:
    """What the list asks; of lines that are answered together also how."""
    asked = words.heading(menu.question) if menu.question else ""
    filled = _filled(block)
    return f"{asked} {filled}".strip() if filled else asked or _("What you may do")


def _filled(block: Block) -> str:
    """How lines are answered that are answered together; empty for all others."""
    where = {"count": block.most, "least": block.least, "most": block.most, "example": block.example}
    if block.form == "arrange":
        return _("Put them in order: answer with all their numbers, the first one first, such as %(example)s") % where
    if block.form == "pick":
        if block.least == block.most:
            return _("Choose %(count)d: answer with their numbers, such as %(example)s") % where
        if block.least == 0 and block.most == 1:
            return _("Choose one or none: answer with its number, such as %(example)s, or 0 for none") % where
        if block.least == 0:
            return _("Choose at most %(most)d: answer with their numbers, such as %(example)s, or 0 for none") % where
        return _("Choose %(least)d to %(most)d: answer with their numbers, such as %(example)s") % where
    if block.form == "share":
        if block.least == block.most:
            return _("Share out %(most)d: answer with line=amount, such as %(example)s") % where
        if block.least == 0:
            return _("Share out at most %(most)d: answer with line=amount, such as %(example)s, or 0 for none") % where
        return _("Share out %(least)d to %(most)d: answer with line=amount, such as %(example)s") % where
    return ""


def _choice(one: Scene, desk: Desk, line: Line, reply_to: str, subject: str) -> Choice:
    order = one.table.game.notation.write(line.move, one.words.language, desk) if line.move is not None else ""
    asked = line.move is not None or line.folded
    url = mailto(reply_to, subject, order or line.reply) if asked else ""
    shown = "" if says(line.text, order) else order  # once is enough
    text = f"{line.text} …" if line.folded else line.text
    if line.most:
        text += " " + _("(at most %(count)d)") % {"count": line.most}
    number_url = mailto(reply_to, subject, line.reply) if asked else ""
    return Choice(line.reply, text, shown, url, line.depth, line.folded, number_url)


def says(text: str, order: str) -> bool:
    """Whether `order` stands in `text` in whole words: “turn T” does not stand in “turn the top card of Thor”."""
    return not order or re.search(rf"(?<!\w){re.escape(order)}(?!\w)", text, re.IGNORECASE) is not None


def mailto(address: str, subject: str, body: str) -> str:
    """A ready-made mail (RFC 6068): blanks as %20, line ends as %0D%0A, `+` as %2B. Empty when it would be too long."""
    address, subject = tokens.button(address, subject)
    text = quote(body.replace("\n", "\r\n"), safe="")
    url = f"{_to(address, subject)}&body={text}"
    return url if len(url) <= MAILTO_AT_MOST else ""


@lru_cache(maxsize=16)  # all buttons of a letter begin alike
def _to(address: str, subject: str) -> str:
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}"


def waiting(one: Scene, asked: Collection[Seat] = ()) -> Section | None:
    """Who else is waited for, as far as this seat may know. `asked`: further seats of the reader's in the same mail."""
    own = {one.seat, *asked}
    known = told_of(one.table.pending(), (one.seat,))
    others = tuple(dict.fromkeys(one.words.waiting(d) for d in known if d.seat not in own))
    if not others:
        return None
    return Section(_("Also waited for") if any(d.seat in own for d in known) else _("Waited for"), items=others)


def standing(one: Scene, desk: Desk) -> Section | None:
    """The seat's own standing orders."""
    game = one.table.game
    plans = game.planner.in_force(one.table.plans(desk.seat), desk)
    if not plans:
        return None
    lines = tuple(history.written(one.game, plans, one.words.language))
    return Section(_("Your standing orders"), items=lines, paragraphs=(_("To take them all back, answer: drop plans"),))


def deadline(row: Outbox, one: Scene) -> str:
    """By when, or that there is no hurry."""
    if one.seat is None:
        return ""
    due = _due(one.game.id, frozenset((one.seat, *row.payload.get("seats", ()))))
    if not due:
        resting = _("No deadline runs while the table rests: take your time.")
        return resting if one.game.rests else _("No deadline: take your time.")
    return _("Please answer by %(time)s") % {"time": moment_of_time(promised(due[0][0]), row.player)}


@built_once
def _due(game: UUID, seats: frozenset[Seat]) -> QuerySet[OpenDecision, Any]:
    open_ones = OpenDecision.objects.filter(game=game, answered=False, deadline__isnull=False, seat__in=seats)
    return open_ones.order_by("deadline").values_list("deadline")[:1]


def still_wanted(row: Outbox, one: Scene) -> tuple[str, ...]:
    """What the reader is asked all the while, for mails that ask nothing: the last one that comes is the one read."""
    if one.seat is None or one.table.state is None:
        return ()
    asked = one.desk().asked()
    return wanted(row, one, asked) if asked is not None else ()


def wanted(row: Outbox, one: Scene, asked: Decision) -> tuple[str, str]:
    """What was asked of the reader before, and by when."""
    question = one.words.question(asked, one.desk().view)
    return _("Still wanted: %(question)s") % {"question": question}, deadline(row, one)
