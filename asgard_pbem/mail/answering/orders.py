"""What a mail does: its orders together or not at all, its commands one by one, and one receipt (mail notes 8).

In two steps. First what the game is to do, as one act that commits by itself: what it draws or shows stands, whatever
happens to the rest of the mail (see tables/store/append.py). Then, in one transaction of the caller's, what concerns
the person, press, what is asked to be shown, and the receipt. A mail that is read again after a failure between the two
finds its act done, by its cause, and says of it what the first time would have said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from asgard_pbem.mail.answering import doubts, errands, meant, pending
from asgard_pbem.mail.answering.seating import newcomers
from asgard_pbem.mail.answering.work import Work, Writer
from asgard_pbem.mail.messages import MORE_WRITTEN, Answer, Item, Outcome, Receipt, Understood
from asgard_pbem.mail.reading.cutting.cut import Reply
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.mail.writing.sections import left_out
from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from engine.core.contract import NOBODY
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove
from engine.table import headings
from engine.table.orders import CORE_CODES, Refused
from engine.table.reading.answers import MORE, SYNTAX

OF_ALL_TABLES = frozenset({"name", "away", "back"})  # commands that touch every table of their writer
GAME_ACTS = {"undo", "drop_plans"}  # one act with the orders around them
SHOWN = {"status", "board", "history", "replay", "rules", "help", "plans", "games", "memos", "menu"}
OF_A_SEAT = {"undo", "drop_plans", "resign", "press", "propose", "endorse", "memo", "drop_memo"}
NEEDS_SEAT = {"board", "history", "replay", "plans", "memos", "menu"} | OF_A_SEAT
MOST_COMMANDS = 20  # a mail; one that opens a table and invites to every seat has about 14
_REASONS = {
    "E_GAME_OVER": "game_over", "E_NOT_YOUR_TURN": "not_your_turn", "E_AMBIGUOUS": "ambiguous",
    "E_OLD_PROMPT": "old_prompt",
}  # fmt: skip


def begin(writer: Writer, reply: Reply) -> Work:
    """Take the cut text of a mail apart; nothing is done yet."""
    lines: Sequence[str] = reply.lines
    found: list[headings.Part] = []
    if words := writer.headings():
        assert writer.seat is not None
        found, lines = headings.parts(reply.lines, words, writer.seat, grammar.is_press, writer.begins_order)
    sheet = replace(grammar.read_sheet(lines, writer.allowed), lines=tuple(reply.lines))
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
    doubt = None if is_old(work.writer) else doubts.doubt(work, work.rest)
    if doubt is not None and not _done_before(work):
        work.refuse(doubt.line - 1, doubt.text, doubt.why)
        work.reason, work.rest = "ambiguous", 0  # not even its commands are carried out
        return
    if first is not None and first == work.rest and _commands_above(work, first) and not _done_before(work):
        acts = {line: name for line, name in acts.items() if line < first}  # a note to nobody below commands
        first = None
    if first is None and not acts:
        return
    if work.writer.game is None and first is not None and newcomers.is_greeting(work, first):
        newcomers.welcome(work)
        return
    if work.writer.game is None or work.writer.seat is None:
        line = first if first is not None else min(acts)
        _refuse(work, line, Item(code="no_seat_here"), "no_orders")
        return
    if work.parts:
        _submit_several(work, acts)
    else:
        _submit(work, first, acts)


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
            game.pk, seat=seat, player=writer.player, lines=above, acts=acts, prompt=writer.prompt, cause=writer.cause
        )
    except Refused as refused:
        _stop(work, refused, acts, first)
        return
    except (services.ServiceError, IllegalMove) as why:
        _refuse(work, first if first is not None else min(acts), _said(why), _reason(why))
        return
    work.rest = result.rest if result.rest < len(lines) else None
    work.acts_done = frozenset(result.acts)
    if result.refused is not None and result.rest > result.refused.line:  # a step of a turn whose lines were all read
        _refuse(work, result.refused.line, _said(result.refused.why), "illegal_order")
    elif result.refused is not None:  # what came before it had shown something, and so stands
        _stop(work, result.refused, acts, None)
    if result.lines and work.reason == "illegal_order":
        work.reason = "stopped"
    _say_done(work, result)
    _say_next(work, result)


def _submit_several(work: Work, acts: dict[int, Any]) -> None:
    """Hand the lines below each heading to the game, for the seat that it names: one act, and an outcome for each."""
    game, _ = work.writer.place
    sheets = _sheets(work, acts)
    if not sheets:
        return
    try:
        outcomes = services.submit_sheets(
            game.pk, player=work.writer.player, sheets=sheets, prompt=work.writer.prompt, cause=work.writer.cause
        )
    except (services.ServiceError, IllegalMove) as why:
        _refuse(work, _first_line(sheets[0]), _said(why), _reason(why))
        return
    results = []
    for sheet, outcome in zip(sheets, outcomes, strict=True):
        if isinstance(outcome, services.SubmitResult):
            results.append(outcome)
            work.acts_done |= frozenset(outcome.acts)
            _say_done(work, outcome)
        _say_refused(work, sheet, outcome)
    _say_next_of_several(work, results)


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


def _first_line(sheet: services.SeatSheet) -> int:
    said = (at for at, line in enumerate(sheet.lines) if line.strip() or at in sheet.acts)
    return next(said, 0)


def _say_refused(work: Work, sheet: services.SeatSheet, outcome: services.Outcome) -> None:
    """What of one seat's orders was not carried out, if anything; the receipt then shows what that seat may do."""
    if isinstance(outcome, services.SubmitResult):
        rest = next((at for at in range(outcome.rest, len(sheet.lines)) if fold_order(sheet.lines[at])), None)
        unread = Refused(rest, "", IllegalMove(SYNTAX, line=sheet.lines[rest])) if rest is not None else None
        outcome = outcome.refused or unread or outcome
    if isinstance(outcome, services.SubmitResult):
        return
    if not work.refused_orders:
        work.seat = sheet.seat
    if isinstance(outcome, Refused):
        _refuse(work, outcome.line, _said(outcome.why), "one_seat")
    else:
        _refuse(work, _first_line(sheet), _said(outcome), "one_seat")


def _say_next_of_several(work: Work, results: list[services.SubmitResult]) -> None:
    if not any(result.lines for result in results):
        return
    asked = sorted({result.seat for result in results if result.asked})
    last = next((result for result in results if not result.asked), results[-1])
    if asked and not last.over:
        work.next.append(Item(code="asked_for", params={"seats": asked}))
    else:
        _say_next(work, last)


def _stop(work: Work, refused: Refused, acts: dict[int, Any], first: int | None) -> None:
    """A line was refused. One that could not be read ends the reading; below a refused order commands still count.

    `first`: the first order, when nothing was done.
    """
    line, why = refused.line, refused.why
    if why.code == MORE and line == first and not acts:
        _lead_on(work, line, why)
        return
    _refuse(work, line, _said(why), _reason(why, only=line == first))
    work.rest = line if why.code == SYNTAX else work.sheet.next_order(line + 1)


def _lead_on(work: Work, line: int, why: IllegalMove) -> None:
    """The number of a further list is a step on the way to an answer: the list comes with the receipt."""
    game, seat = work.writer.place
    text = grammar.shorten(work.sheet.orders[line])
    work.understood.append(Understood(line=line + 1, text=text, did=Item(code="list_below")))
    work.answers.append(Answer(kind="menu", game=game.pk, seat=seat, topic=why.where["path"]))
    work.rest = work.sheet.next_order(line + 1)


def _refuse(work: Work, line: int, why: Item, reason: str) -> None:
    work.refuse(line, work.sheet.lines[line], why)
    work.reason, work.refused_orders = reason, True


def _said(why: services.ServiceError | IllegalMove) -> Item:
    if why.code == "E_OLD_PROMPT":
        return Item(code="old_prompt")
    if why.code == SYNTAX and "needs" not in why.where:  # the line stands beside it: nobody reads it twice
        return Item(code="no_order")
    by: Any = "table" if isinstance(why, services.ServiceError) or why.code in CORE_CODES else "game"
    return Item(code=why.code, params=why.where, by=by)


def _reason(why: services.ServiceError | IllegalMove, *, only: bool = True) -> str:
    """Why the mail was refused. `only`: no order stands above the one that was."""
    return _REASONS.get(why.code, "no_orders" if why.code == SYNTAX and only else "illegal_order")


def _say_done(work: Work, result: services.SubmitResult) -> None:
    """Orders and acts in their places among the lines as typed."""
    stopped = result.refused.line if result.refused is not None else None
    for line, text in result.lines.items():  # of a proposal of several orders the first ones may stand alone
        said = result.said.get(line, "")
        if line == stopped:
            work.did_line(line, text, "order_partly")
        elif line in result.kept:
            work.did_line(line, text, "order_going" if line in result.going else "order_kept")
        else:
            work.did_line(line, text, "order_done", **({"said": said} if said.casefold() != text.casefold() else {}))
    work.notes += [Item(code="passed_over", params={"order": order}) for order in _idle(work, result)]
    for line in result.waiting:
        work.did_line(line, work.sheet.orders[line], "order_waits")
    for line in result.dropped:
        work.did_line(line, work.sheet.orders[line], "order_dropped")
    for line in result.replaced:
        work.did_line(line, work.sheet.orders[line], "order_replaced")
    for command in work.sheet.commands:
        if command.line in result.acts:
            work.did(command, f"{command.name}_done")
            if command.name == "undo":  # what is asked again comes with the receipt, not as a prompt of its own
                game, seat = work.place_of(command)
                work.answers.append(Answer(kind="menu", game=game.pk, seat=seat))


def _idle(work: Work, result: services.SubmitResult) -> list[str]:
    """Orders that were given beforehand for a question that did not come, as they are typed."""
    game, _ = work.writer.place
    return history.written(game, result.idle, work.writer.player.language)


def _say_next(work: Work, result: services.SubmitResult) -> None:
    """What happens after the orders of this mail."""
    if not (result.lines or result.waiting):
        return
    if result.over:
        work.next.append(Item(code="game_is_over"))
        return
    if result.balked is not None:
        work.next.append(Item(code="plans_balked"))
        by: Any = "table" if result.balked.code in CORE_CODES else "game"
        work.next.append(Item(code=result.balked.code, params=result.balked.where, by=by))
    if result.asked:
        work.next.append(Item(code="still_asked" if result.still else "you_are_asked"))
        if result.still and not any(one.kind == "menu" for one in work.answers):
            work.answers.append(Answer(kind="menu", game=result.game_id, seat=result.seat))
        return
    seats = sorted({one.seat for one in result.waits if one.seat != NOBODY})
    if seats:
        work.next.append(Item(code="waiting_for", params={"seats": seats}))
    veils = [one.kind for one in result.waits if one.seat == NOBODY]
    if veils:
        work.next.append(Item(code="waiting_veiled", params={"veils": veils}))


# --- All else, and the receipt ---------------


def finish(work: Work) -> Receipt:
    """Do the commands of a mail whose game acts `play` has done, and make its receipt. In the caller's transaction.

    Never raises for anything that a person can write.
    """
    commands = [one for one in work.sheet.commands if work.reads(one)]
    acts, others = ([one for one in commands if (one.name in GAME_ACTS) is wanted] for wanted in (True, False))
    for command in acts:
        if command.line not in work.acts_done and not any(one.line == command.line + 1 for one in work.refused):
            work.refuse(command.line, command.text, Item(code="not_done_either"))
    if work.agreed is not None and not work.refused_orders:
        pending.agree(work.agreed)
    if any(command.name in OF_ALL_TABLES for command in others):
        services.hold_all_of(work.writer.player)  # in the one order of locks, before any single game
    for command in others[:MOST_COMMANDS]:
        _one(work, command)
    for command in others[MOST_COMMANDS:][:1]:
        work.notes.append(Item(code="too_many_commands", params={"most": MOST_COMMANDS, "line": command.line + 1}))
    _say_rest(work)
    return _receipt(work)


def _one(work: Work, command: Command) -> None:
    """Any command but the game's own acts."""
    if command.name in NEEDS_SEAT and (work.writer.game is None or work.writer.seat is None):
        work.refuse(command.line, command.text, Item(code="no_seat_here"))
        return
    if command.name == "press" and work.refused_orders:
        work.refuse(command.line, command.text, Item(code="press_not_sent"))
        return
    if command.name in SHOWN:
        _show(work, command)
        return
    try:
        with transaction.atomic():
            errands.RUN[command.name](work, command)
    except (services.ServiceError, IllegalMove) as why:
        work.refuse(command.line, command.text, _said(why))


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
    if below is not None:
        reached = not any(one.line <= below for one in work.refused)  # else there may well be orders, of no account now
        said = {"line": below + 1, "text": grammar.shorten(work.sheet.lines[below])}
        work.notes.append(Item(code="rest_not_read" if reached else "not_reached", params=said))


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
