"""What became of the orders of a mail, as items of its receipt: done, kept, refused and why, what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asgard_pbem.mail.answering.work import Work
from asgard_pbem.mail.messages import Answer, Item
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.eyes import Entry, Note
from engine.core.decisions import NOBODY
from engine.core.grammar.text import fold_order
from engine.core.moves import SYNTAX, IllegalMove, Plan
from engine.table.orders import CORE_CODES, Refused

_REASONS = {
    "E_GAME_OVER": "game_over", "E_NOT_YOUR_TURN": "not_your_turn", "E_AMBIGUOUS": "ambiguous",
    "E_OLD_PROMPT": "old_prompt",
}  # fmt: skip


def refuse(work: Work, line: int, why: Item, reason: str) -> None:
    work.refuse(line, work.sheet.lines[line], why)
    work.reason, work.refused_orders = reason, True


def item_of(why: services.ServiceError | IllegalMove) -> Item:
    """Why an order was refused, as its line in the receipt says it."""
    if why.code == "E_OLD_PROMPT":
        return Item(code="old_prompt")
    if why.code == SYNTAX and "needs" not in why.where:  # the line stands beside it: nobody reads it twice
        return Item(code="no_order")
    by: Any = "table" if isinstance(why, services.ServiceError) or why.code in CORE_CODES else "game"
    return Item(code=why.code, params=why.where, by=by)


def reason_of(why: services.ServiceError | IllegalMove, *, only: bool = True) -> str:
    """Why the mail was refused. `only`: no order stands above the one that was."""
    return _REASONS.get(why.code, "no_orders" if why.code == SYNTAX and only else "illegal_order")


def first_line(sheet: services.SeatSheet) -> int:
    """The first line of a sheet that says anything to the game."""
    said = (at for at, line in enumerate(sheet.lines) if line.strip() or at in sheet.acts)
    return next(said, 0)


def say_refused(work: Work, sheet: services.SeatSheet, outcome: services.Outcome) -> None:
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
        refuse(work, outcome.line, item_of(outcome.why), "one_seat")
    else:
        refuse(work, first_line(sheet), item_of(outcome), "one_seat")


def say_done(work: Work, result: services.SubmitResult) -> None:
    """Orders and acts in their places among the lines as typed."""
    stopped = result.refused.line if result.refused is not None else None
    for line, text in result.lines.items():  # of a proposal of several orders the first ones may stand alone
        said = result.said.get(line, "")
        if line == stopped:
            work.did_line(line, text, "order_partly")
        elif line in result.kept and line not in result.going:
            work.did_line(line, text, "order_kept")
        else:
            code, told = "order_going" if line in result.kept else "order_done", said.casefold() != text.casefold()
            work.did_line(line, text, code, **({"said": said} if told else {}))
    work.notes += [Item(code="passed_over", params={"order": order}) for order in _written(work, result.idle)]
    if gone := "; ".join(_written(work, result.displaced)):
        work.notes.append(Item(code="took_place_of", params={"order": gone}))
    for line in result.waiting:
        work.did_line(line, work.sheet.orders[line], "order_waits")
    for line in result.dropped:
        work.did_line(line, work.sheet.orders[line], "order_dropped")
    for line in result.replaced:
        work.did_line(line, work.sheet.orders[line], "order_replaced")
    for command in work.sheet.commands:
        if command.line in result.acts:
            if command.name == "undo":
                _say_undone(work, command, result)
            else:
                work.did(command, f"{command.name}_done")


def _say_undone(work: Work, command: Command, result: services.SubmitResult) -> None:
    """What was taken back may have replaced a choice: that counts again, and nothing else would say which it is."""
    game, seat = work.place_of(command)
    stands = "" if result.lines else _chosen(game, seat, work.writer.player.language)
    if stands:
        work.did(command, "undone_to", said=stands)
    else:
        work.did(command, "undo_done")
    # What is asked again comes with the receipt, not as a prompt of its own.
    work.answers.append(Answer(kind="menu", game=game.pk, seat=seat))


def _chosen(game: Game, seat: int, language: str) -> str:
    """The last choice of a seat that may still be made anew, as its log says it; empty where there is none."""
    desk = history.desk(game.pk, seat)
    if desk is None or not any(one.answered for one in desk.decisions):
        return ""
    last: Entry | Note | None = None
    for entry in history.history(game.pk, seat):
        steps: list[Entry | Note] = [entry, *entry.notes]
        for step in steps:
            last = step if step.what == "move_made" and step.seat == seat and not step.undone else last
    return " ".join(telling.sentences(last.faces, last, history.words(game, language))) if last is not None else ""


def _written(work: Work, plans: Iterable[Plan]) -> list[str]:
    """Orders that were given before, as they are typed."""
    game, _ = work.writer.place
    return history.written(game, plans, work.writer.player.language)


def say_next(work: Work, result: services.SubmitResult) -> None:
    """What happens after the orders of this mail."""
    if not (result.lines or result.waiting or result.dropped):
        return
    if result.over:
        work.next.append(Item(code="game_is_over"))
        return
    if result.balked is not None:
        work.next.append(Item(code="plans_balked"))
        by: Any = "table" if result.balked.code in CORE_CODES else "game"
        game, _ = work.writer.place
        about = history.reason(game, result.balked.where, work.writer.player.language)
        work.next.append(Item(code=result.balked.code, params=about, by=by))
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


def say_next_of_several(work: Work, results: list[services.SubmitResult]) -> None:
    if not any(result.lines for result in results):
        return
    asked = sorted({result.seat for result in results if result.asked})
    last = next((result for result in results if not result.asked), results[-1])
    if asked and not last.over:
        work.next.append(Item(code="asked_for", params={"seats": asked}))
    else:
        say_next(work, last)
