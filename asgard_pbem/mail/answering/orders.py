"""What a mail does: its orders together or not at all, its commands one by one, and one receipt (mail notes 8).

In two steps. First what the game is to do, as one act that commits by itself: what it draws or shows stands, whatever
happens to the rest of the mail (see tables/store/append.py). Then, in one transaction of the caller's, what concerns
the person, press, what is asked to be shown, and the receipt. A mail that is read again after a failure between the two
finds its act done, by its cause, and says of it what the first time would have said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction

from asgard_pbem.mail.answering import doubts, errands, meant, outcomes, pending
from asgard_pbem.mail.answering.seating import joining, newcomers
from asgard_pbem.mail.answering.work import MOST_COMMANDS, Work, Writer
from asgard_pbem.mail.messages import MORE_WRITTEN, Answer, Item, Outcome, Receipt, Understood
from asgard_pbem.mail.reading.cutting import rules
from asgard_pbem.mail.reading.cutting.cut import Reply
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.mail.writing.sections import left_out
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Invitation
from asgard_pbem.tables.models.games import next_of
from engine.core.grammar.text import fold_order
from engine.core.moves import SYNTAX, IllegalMove
from engine.table import headings
from engine.table.orders import Refused
from engine.table.reading.answers import MORE

OF_ALL_TABLES = frozenset({"name", "away", "back"})  # commands that touch every table of their writer
GAME_ACTS = {"undo", "drop_plans"}  # one act with the orders around them
SHOWN = {"status", "board", "history", "replay", "rules", "help", "plans", "games", "memos", "menu"}
OF_A_SEAT = {"undo", "drop_plans", "resign", "pause", "go_on", "press", "propose", "endorse", "memo", "drop_memo"}
NEEDS_SEAT = {"board", "history", "replay", "plans", "memos", "menu"} | OF_A_SEAT


def begin(writer: Writer, reply: Reply) -> Work:
    """Take the cut text of a mail apart; nothing is done yet."""
    lines: Sequence[str] = reply.lines
    found: list[headings.Part] = []
    if words := writer.headings():
        assert writer.seat is not None
        found, lines = headings.parts(reply.lines, words, writer.seat, grammar.is_press, writer.begins_order)
    sheet = meant.answered_ok(writer, grammar.read_sheet(lines, writer.allowed))
    sheet = replace(sheet, lines=tuple(reply.lines))
    sheet, agreed = meant.agreed(writer, newcomers.named(sheet) if writer.game is None else sheet)
    if agreed is None:  # what was meant says its whole path
        sheet = replace(sheet, orders=tuple(writer.in_the_list(sheet.orders, sheet.first_order())))
    several = tuple(found) if any(part.seat != writer.seat for part in found) else ()
    return Work(writer, sheet, reply, game=writer.game, seat=writer.seat, parts=several, agreed=agreed)


def only_show(writer: Writer, reply: Reply) -> Receipt:
    """What a mail that only asks is told. Raises ValueError for one that speaks for a seat."""
    if writer.seat is not None:
        raise ValueError("a mail of a seat is carried out in steps")
    work = begin(writer, reply)
    play(work)
    return finish(work)


# --- The game's part ---------------


def play(work: Work) -> None:
    """Let the game do what the mail asks of it: all of it or, unless something was shown, nothing. Commits by itself.

    Never raises for anything that a person can write.
    """
    acts = {one.line: one.name for one in work.sheet.commands if one.name in GAME_ACTS}
    first = work.sheet.first_order()
    work.rest = doubts.end_of_reading(work)
    doubt = None if is_old(work.writer) and not work.writer.ahead else doubts.doubt(work, work.rest)
    if doubt is not None and not _done_before(work):
        work.refuse(doubt.line - 1, doubt.text, doubt.why)
        work.reason, work.rest = "ambiguous", 0  # not even its commands are carried out
        if doubt.why.code == "yes_or_no":  # what it asks for once more is answered to the mail that asks
            work.meant = work.writer.subject
        return
    if first is not None and first == work.rest and _commands_above(work, first) and not _done_before(work):
        acts = {line: name for line, name in acts.items() if line < first}  # a note to nobody below commands
        first = None
    if first is None and not acts:
        return
    if _has_no_seat(work, first, acts):
        return
    if work.parts:
        _submit_several(work, acts)
    else:
        _submit(work, first, acts)


def _has_no_seat(work: Work, first: int | None, acts: Mapping[int, str]) -> bool:
    """Whether nobody can do here what is asked, for no seat is spoken for; its writer is told how one comes to one."""
    if first is not None and newcomers.is_invited(work):
        outcomes.refuse(work, first, Item(code="invited_here"), "no_orders")
    elif first is not None and work.writer.game is None and newcomers.is_greeting(work, first):
        newcomers.welcome(work)
    elif work.writer.game is None or work.writer.seat is None:
        line = first if first is not None else min(acts)
        outcomes.refuse(work, line, _not_again(work, line) or _no_seat(work.writer), "no_orders")
    else:
        return False
    return True


def _no_seat(writer: Writer) -> Item:
    """Why nothing is done for a seat: the address is of none, or of one that is not, or no more, the writer's."""
    return Item(code="no_seat_here" if writer.game is None else "seat_not_yours")


def _not_again(work: Work, line: int) -> Item | None:
    """Why `again` opens nothing: who gave a seat up says it too, of whose game the end is not mailed to them."""
    if not any(one.name == "again" for one in grammar.read_sheet([work.sheet.lines[line]], grammar.ENDED).commands):
        return None
    game = work.writer.game
    return Item(code="not_again", params={"table": f"{game.key} {game.seats}" if game is not None else "aesir 2"})


def _done_before(work: Work) -> bool:
    """Whether an earlier reading of this mail came as far as the game: then nothing of that is judged again."""
    return work.writer.game is not None and services.was_done(work.writer.game.pk, work.writer.cause)


def _commands_above(work: Work, line: int) -> bool:
    return any(command.line < line for command in work.sheet.commands)


def is_old(writer: Writer) -> bool:
    """Whether a newer prompt than the one that is answered has gone to the seat."""
    if writer.current or writer.game is None or writer.seat is None or writer.prompt is None:
        return False  # what comes between judging and playing is found by the act itself
    current = services.current_prompt(writer.game.pk, writer.seat)
    return current is not None and current > writer.prompt


def _submit(work: Work, first: int | None, acts: dict[int, Any]) -> None:
    """Hand all lines to the game; say which were carried out, and where the orders end."""
    writer, lines = work.writer, work.sheet.orders
    game, seat = writer.place
    above = list(lines) if first is not None else list(lines[: work.rest])
    try:
        result = services.submit_orders(
            game.pk, seat=seat, player=writer.player, lines=above, acts=acts, prompt=writer.prompt, cause=writer.cause,
            ahead=writer.ahead, last_at=game.head_hash if writer.current else "",
        )  # fmt: skip
    except Refused as refused:
        _stop(work, refused, acts, first)
        return
    except (services.ServiceError, IllegalMove) as why:
        outcomes.refuse(work, first if first is not None else min(acts), outcomes.item_of(why), outcomes.reason_of(why))
        return
    game.moment = result.moment
    work.rest = result.rest if result.rest < len(lines) else None
    work.acts_done = frozenset(result.acts)
    if result.refused is not None and result.rest > result.refused.line:  # a step of a turn whose lines were all read
        outcomes.refuse(work, result.refused.line, outcomes.item_of(result.refused.why), "illegal_order")
    elif result.refused is not None:  # what came before it had shown something, and so stands
        _stop(work, result.refused, acts, None)
    if result.lines and work.reason == "illegal_order":
        work.reason = "stopped"
    outcomes.say_done(work, result)
    outcomes.say_next(work, result)


def _submit_several(work: Work, acts: dict[int, Any]) -> None:
    """Hand the lines below each heading to the game, for the seat that it names: one act, and an outcome for each."""
    game, _ = work.writer.place
    sheets = _sheets(work, acts)
    if not sheets:
        return
    try:
        done = services.submit_sheets(
            game.pk, player=work.writer.player, sheets=sheets, prompt=work.writer.prompt, cause=work.writer.cause,
            ahead=work.writer.ahead,
        )  # fmt: skip
    except (services.ServiceError, IllegalMove) as why:
        outcomes.refuse(work, outcomes.first_line(sheets[0]), outcomes.item_of(why), outcomes.reason_of(why))
        return
    results = []
    for sheet, outcome in zip(sheets, done, strict=True):
        if isinstance(outcome, services.SubmitResult):
            results.append(outcome)
            game.moment = outcome.moment
            work.acts_done |= frozenset(outcome.acts)
            outcomes.say_done(work, outcome)
        outcomes.say_refused(work, sheet, outcome)
    outcomes.say_next_of_several(work, results)


def _sheets(work: Work, acts: dict[int, Any]) -> list[services.SeatSheet]:
    """One for each part of the mail that says anything to the game; lines keep their places."""
    lines, found = work.sheet.orders[: work.rest], []
    for part in work.parts:
        inside = range(part.first, part.last)
        own = ["" if at not in inside or fold_order(line).startswith("#") else line for at, line in enumerate(lines)]
        within = {at: name for at, name in acts.items() if at in inside and at < len(lines)}
        if within or any(map(fold_order, own)):
            found.append(services.SeatSheet(part.seat, own, within))
    return found


def _stop(work: Work, refused: Refused, acts: dict[int, Any], first: int | None) -> None:
    """A line was refused. One that could not be read ends the reading; below a refused order commands still count.

    `first`: the first order, when nothing was done.
    """
    line, why = refused.line, refused.why
    if why.code == MORE and line == first and not acts:
        _lead_on(work, line, why)
        return
    outcomes.refuse(work, line, outcomes.item_of(why), outcomes.reason_of(why, only=line == first))
    work.rest = line if why.code == SYNTAX else work.sheet.next_order(line + 1)


def _lead_on(work: Work, line: int, why: IllegalMove) -> None:
    """The number of a further list is a step on the way to an answer: the list comes with the receipt."""
    game, seat = work.writer.place
    text = grammar.shorten(work.sheet.orders[line])
    work.understood.append(Understood(line=line + 1, text=text, did=Item(code="list_below")))
    work.answers.append(Answer(kind="menu", game=game.pk, seat=seat, topic=why.where["path"]))
    work.rest = work.sheet.next_order(line + 1)


# --- All else, and the receipt ---------------


def hold(*works: Work) -> None:
    """Lock all that the commands of these mails of one person will lock, before the first of them (`guards/locking`).

    A single command locks as its service does, unless it touches several tables.
    """
    names = [one.name for work in works for one in work.sheet.commands if work.reads(one)]
    names = [name for name in names if name not in SHOWN | GAME_ACTS]
    wide = OF_ALL_TABLES.intersection(names)
    if len(names) < 2 and not wide and "again" not in names:
        return
    games = set[UUID]().union(*(_touched(work) for work in works))
    # Only a name concerns those that are over.
    services.hold_before(works[0].writer.player, games, theirs=bool(wide), ended="name" in wide)


def _touched(work: Work) -> set[UUID]:
    """The games that the commands of a mail may be about."""
    game, subject, purpose = work.writer.game, work.writer.subject, work.writer.purpose
    found = {game.pk, next_of(game.pk)} if game is not None else set()
    if subject is not None and purpose == "invitation":
        found |= {*Invitation.objects.filter(pk=subject).values_list("game_id", flat=True)}
    if subject is not None and purpose == "confirm":
        found |= pending.hold_game_of(subject)
    return found


def finish(work: Work) -> Receipt:
    """Do the commands of a mail whose game acts `play` has done, and make its receipt. In the caller's transaction, and
    after `hold`.

    Never raises for anything that a person can write.
    """
    commands = [one for one in work.sheet.commands if work.reads(one)]
    acts, others = ([one for one in commands if (one.name in GAME_ACTS) is wanted] for wanted in (True, False))
    for command in acts:
        if command.line not in work.acts_done and not any(one.line == command.line + 1 for one in work.refused):
            work.refuse(command.line, command.text, Item(code="not_done_either"))
    if work.agreed is not None and not work.refused_orders:
        pending.agree(work.agreed)
    # A name first: with the last seat a game begins, and those who begin it stand in its subject for ever.
    for command in sorted(others[:MOST_COMMANDS], key=lambda one: one.name != "name"):
        _one(work, command)
    for command in others[MOST_COMMANDS:][:1]:
        work.notes.append(Item(code="too_many_commands", params={"most": MOST_COMMANDS, "line": command.line + 1}))
    newcomers.offer_again(work)
    if any(one.why.code == "E_NOT_STARTED" for one in work.refused):
        work.notes += meant.wishes_to_get_up(work)
        joining.say_waits(work)
    _say_rest(work)
    return _receipt(work)


def _one(work: Work, command: Command) -> None:
    """Any command but the game's own acts."""
    if command.name in NEEDS_SEAT and (work.writer.game is None or work.writer.seat is None):
        work.refuse(command.line, command.text, _no_seat(work.writer))
        return
    if command.name == "press" and work.refused_orders:
        work.refuse(command.line, command.text, Item(code="press_not_sent"))
        return
    if command.name in SHOWN:
        _show(work, command)
        return
    try:
        with transaction.atomic(), work.unsaid():
            errands.RUN[command.name](work, command)
    except (services.ServiceError, IllegalMove) as why:
        work.refuse(command.line, command.text, outcomes.item_of(why))


def _show(work: Work, command: Command) -> None:
    """Ask the renderer for a section, once however often it is asked for."""
    game, seat, kind = work.writer.game, work.seat_at(command.line), command.name
    if kind == "status" and (game is None or seat is None):
        kind = "games"
    moment = int(command.args["moment"]) if kind == "replay" else None
    if moment is not None and game is not None and not 1 <= moment <= game.moment:
        work.refuse(command.line, command.text, Item(code="no_such_moment", params={"last": game.moment}))
        return
    section: dict[str, Any] = {"kind": kind, "moment": moment, "topic": command.args.get("topic", "")}
    if game is not None and kind != "games":
        section |= {"game": game.pk, "seat": seat}
    work.answers.append(Answer(**section))
    work.did(command, "shown_below")


def _say_rest(work: Work) -> None:
    """Name the line from which nothing was read."""
    if work.rest is None or (work.reason == "ambiguous" and work.rest == 0):
        return
    if any(one.kind == "welcome" for one in work.answers):
        return
    if any(one.line == work.rest + 1 for one in work.refused):  # what is refused with it needs no words
        if not all(map(work.reads, work.sheet.commands)):
            work.notes.append(Item(code="below_not_read", params={"line": work.rest + 1}))
        return
    below = work.sheet.next_line(work.rest)
    if below is not None and not _is_signed(work, below):
        reached = not any(one.line <= below for one in work.refused)  # else there may well be orders, of no account now
        said = {"line": below + 1, "text": grammar.shorten(work.sheet.lines[below])}
        work.notes.append(Item(code="rest_not_read" if reached else "not_reached", params=said))


def _is_signed(work: Work, line: int) -> bool:
    """Whether nothing stands from `line` on but its writer's name: nothing of theirs was left unread then."""
    below = [one for one in work.sheet.lines[line:] if one.strip()]
    mailbox = work.writer.player.email.partition("@")[0]
    known = {word for word in re.split(r"[\W\d_]+", f"{work.writer.player.name} {mailbox}".casefold()) if len(word) > 1}
    return len(below) == 1 and rules.may_be_name(below[0]) and bool(known & set(re.split(r"\W+", below[0].casefold())))


def _receipt(work: Work) -> Receipt:
    """Everything in the order of the lines. Nothing is called done where nothing was."""
    work.notes += meant.ask(work)
    work.understood.sort(key=lambda one: one.line)
    work.refused.sort(key=lambda one: one.line)
    outcome: Outcome = "done"
    if work.refused:
        outcome = "partly" if work.understood else "refused"
    elif not work.understood and not any(one.kind == "welcome" for one in work.answers):
        outcome, work.reason = "refused", work.reason or "no_orders"
    if work.pending is not None:
        outcome = "asked"
    game = work.game
    return Receipt(
        outcome=outcome, reason=work.reason, game=game.pk if game is not None else None, seat=work.seat,
        understood=tuple(work.understood), refused=tuple(work.refused), notes=tuple(work.notes),
        answers=tuple(dict.fromkeys(work.answers)), next=tuple(work.next), quoted=quoted(work.reply.text),
        confirm=work.pending or work.meant, left_out=left_out.items(work.reply),
    )  # fmt: skip


def quoted(text: str) -> tuple[str, ...]:
    """At most three lines of the player's mail, and a mark where there are more."""
    lines = [grammar.shorten(line) for line in text.split("\n") if line.strip()]
    return (*lines[:3], *([MORE_WRITTEN] if len(lines) > 3 else []))
