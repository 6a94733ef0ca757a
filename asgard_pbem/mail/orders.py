"""What a mail does: its orders together or not at all, its commands one by one, and one receipt (mail notes 8).

The order of work: what concerns the person, then the game's acts as one, then press, then what is asked to be shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from asgard_pbem.mail import errands, grammar, left_out
from asgard_pbem.mail.cut import Reply
from asgard_pbem.mail.grammar import Command, Sheet
from asgard_pbem.mail.messages import Answer, Item, Outcome, Receipt, Refusal, Understood
from asgard_pbem.tables import history, services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from engine.core import registry
from engine.core.contract import IllegalMove
from engine.core.orders import CORE_CODES, MORE, SYNTAX, Refused
from engine.core.text import fold

GAME_ACTS = {"undo", "drop_plans"}  # one act with the orders around them
SHOWN = {"status", "board", "history", "replay", "rules", "help", "plans", "games"}
NEEDS_SEAT = {"board", "history", "replay", "plans", "undo", "drop_plans", "resign", "press"}
_REASONS = {"E_GAME_OVER": "game_over", "E_NOT_YOUR_TURN": "not_your_turn", "E_AMBIGUOUS": "ambiguous"}


@dataclass(frozen=True, slots=True)
class Writer:
    """On whose behalf a mail speaks, and what it answers."""

    player: Player
    cause: UUID  # of this mail: asked twice, done once
    purpose: str = "player"  # of its token, see tables.ReplyToken
    game: Game | None = None
    seat: int | None = None
    prompt: int | None = None  # internal number of the prompt that it answers
    subject: UUID | None = None  # an invitation, or what waits for a yes
    mail_id: UUID | None = None

    @property
    def allowed(self) -> frozenset[str]:
        """The commands that this mail may carry."""
        if self.purpose == "invitation":
            return grammar.ANSWERING_INVITATION
        return grammar.CONFIRMING | grammar.ALWAYS if self.purpose == "confirm" else grammar.ALWAYS

    @property
    def place(self) -> tuple[Game, int]:
        """The game and seat of a mail that has them. Raises ValueError for any other."""
        if self.game is None or self.seat is None:
            raise ValueError("a mail of no seat")
        return self.game, self.seat

    def cause_of(self, command: Command) -> UUID:
        """One cause for each command of the mail."""
        return uuid5(self.cause, f"{command.name}:{command.line}")


@dataclass(slots=True)
class Work:
    """One mail being carried out."""

    writer: Writer
    sheet: Sheet
    reply: Reply
    understood: list[Understood] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    notes: list[Item] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    next: list[Item] = field(default_factory=list)
    reason: str = ""
    rest: int | None = None  # the first line (from 0) that is no order: nothing below it counts
    pending: UUID | None = None
    game: Game | None = None  # the game that the mail is about: its token's, or one that it opened or joined
    seat: int | None = None  # the writer's in it

    def did(self, command: Command, code: str, **params: Any) -> None:
        """Note what a command did."""
        item = Item(code=code, params=params)
        self.understood.append(Understood(line=command.line + 1, text=command.text, did=item))

    def refuse(self, line: int, text: str, why: Item) -> None:
        """Note that a line (from 0) was not carried out."""
        self.refused.append(Refusal(line=line + 1, text=grammar.shorten(text), why=why))


def carry_out(writer: Writer, reply: Reply) -> Receipt:
    """Do what the cut text of a mail says. Never raises for anything a person can write."""
    lines = reply.text.split("\n")
    work = Work(writer, grammar.read_sheet(lines, writer.allowed), reply, game=writer.game, seat=writer.seat)
    game_acts_done = _play(work)
    for command in work.sheet.commands:
        if work.rest is not None and command.line > work.rest:
            continue
        _one(work, command, game_acts_done=game_acts_done)
    _say_rest(work)
    return _receipt(work)


def _play(work: Work) -> bool:
    """The game's acts, all or none. True unless one was refused."""
    acts = [command for command in work.sheet.commands if command.name in GAME_ACTS]
    first = work.sheet.first_order()
    if first is None and not acts:
        return True
    if _is_prose(work, first):
        work.rest = first
        acts = [command for command in acts if command.line < (first or 0)]
        if not acts:
            return True
        first = None
    if work.writer.game is None or work.writer.seat is None:
        return _no_seat(work, acts, first)
    before = (list(work.understood), list(work.next))
    try:
        with transaction.atomic():
            _current(work, first)
            _acts_in_order(work, acts, first)
    except _RefusedError as refused:
        work.understood, work.next = before
        if refused.why.code == MORE and refused.line == first and not acts:
            return _lead_on(work, refused)
        work.refuse(refused.line, refused.text, refused.why)
        work.reason = refused.reason
        return False
    return True


def _lead_on(work: Work, refused: _RefusedError) -> bool:
    """The number of a further list is a step on the way to an answer: the list comes with the receipt."""
    game, seat = work.writer.place
    text = grammar.shorten(refused.text)
    work.understood.append(Understood(line=refused.line + 1, text=text, did=Item(code="list_below")))
    work.answers.append(Answer(kind="menu", game=game.pk, seat=seat, topic=refused.why.params["path"]))
    work.rest = refused.line + 1
    return True


class _RefusedError(Exception):
    """Unwinds the game's acts of a mail."""

    def __init__(self, line: int, text: str, why: Item, reason: str) -> None:
        super().__init__(reason)
        self.line, self.text, self.why, self.reason = line, text, why, reason


def _is_prose(work: Work, first: int | None) -> bool:
    """Whether the first line for the game is a note to nobody below commands that were understood."""
    if first is None or not any(command.line < first for command in work.sheet.commands):
        return False
    return not _reads_as_order(work.writer, work.sheet.orders[first])


def _no_seat(work: Work, acts: list[Command], first: int | None) -> bool:
    """Orders sent to an address that belongs to no seat."""
    line = first if first is not None else acts[0].line
    work.refuse(line, work.sheet.orders[line] or acts[0].text, Item(code="no_seat_here"))
    work.reason = "no_orders"
    return False


def _current(work: Work, first: int | None) -> None:
    """Lock the game, so that the question cannot change any more; refuse what answers an older one."""
    game, _ = work.writer.place
    Game.objects.select_for_update().get(pk=game.pk)
    if is_old(work.writer):
        line = first or 0
        text = work.sheet.orders[line] if first is not None else ""
        raise _RefusedError(line, text, Item(code="old_prompt"), "old_prompt")


def is_old(writer: Writer) -> bool:
    """Whether a newer prompt than the one that is answered has gone to the seat."""
    if writer.game is None or writer.seat is None or writer.prompt is None:
        return False
    current = services.current_prompt(writer.game.pk, writer.seat)
    return current is not None and current > writer.prompt


def _acts_in_order(work: Work, acts: list[Command], first: int | None) -> None:
    """Undo and dropping of plans above the orders come before them, the others after."""
    for command in acts:
        if first is None or command.line < first:
            _game_act(work, command)
    if first is None:
        return
    _submit(work, first)
    for command in acts:
        if command.line > first and (work.rest is None or command.line < work.rest):
            _game_act(work, command)


def _game_act(work: Work, command: Command) -> None:
    writer, (game, seat) = work.writer, work.writer.place
    act: Callable[..., Any] = services.undo if command.name == "undo" else services.drop_plans
    try:
        act(game.pk, seat=seat, player=writer.player, cause=writer.cause_of(command))
    except (services.ServiceError, IllegalMove) as why:
        raise _refusal(command.line, command.text, why) from why
    work.did(command, f"{command.name}_done")
    if command.name == "undo":  # what is asked again comes with the receipt, not as a prompt of its own
        work.answers.append(Answer(kind="menu", game=game.pk, seat=seat))


def _submit(work: Work, first: int) -> None:
    """Hand all lines to the game; say which were carried out, and where the orders end."""
    writer, lines = work.writer, work.sheet.orders
    game, seat = writer.place
    try:
        result = services.submit_orders(game.pk, seat=seat, player=writer.player, lines=list(lines), cause=writer.cause)
    except Refused as refused:
        raise _refusal(refused.line if refused.text else first, refused.text or lines[first], refused.why) from refused
    except (services.ServiceError, IllegalMove) as why:
        raise _refusal(first, lines[first], why) from why
    work.rest = result.rest if result.rest < len(lines) else None
    if result.refused is None:
        _refuse_to_guess(work)
    else:  # what came before it had shown something, and so stands
        stopped = _refusal(result.refused.line, result.refused.text, result.refused.why)
        work.refuse(stopped.line, stopped.text, stopped.why)
        work.reason = stopped.reason
        work.rest = result.refused.line + 1 if result.refused.line + 1 < len(lines) else None
    _say_orders(work, result.orders)
    _say_next(work, result)


def _refusal(line: int, text: str, why: services.ServiceError | IllegalMove) -> _RefusedError:
    by: Any = "table" if isinstance(why, services.ServiceError) or why.code in CORE_CODES else "game"
    reason = _REASONS.get(why.code, "no_orders" if why.code == SYNTAX and line == 0 else "illegal_order")
    return _RefusedError(line, text, Item(code=why.code, params=why.where, by=by), reason)


def _refuse_to_guess(work: Work) -> None:
    """Text between quotations that is no order, or other orders below them: nothing of the mail is done."""
    between = {line.strip() for line in work.reply.between.split("\n") if line.strip()}
    after = work.sheet.orders[work.rest :] if work.rest is not None else ()
    doubtful = next((line for line in after if line.strip() in between), None)
    if doubtful is None and work.reply.below.strip():
        own = {fold(line) for line in work.reply.text.split("\n")}
        lines = [line for line in work.reply.below.split("\n") if line.strip()]
        doubtful = next((line for line in lines if fold(line) not in own and _reads_as_order(work.writer, line)), None)
    if doubtful is not None:
        raise _RefusedError(-1, doubtful, Item(code="ambiguous"), "ambiguous")


def _reads_as_order(writer: Writer, line: str) -> bool:
    """Whether the game can read a line, or takes it for an attempt at an order."""
    if writer.game is None or writer.seat is None:
        return False
    try:
        notation = registry.game(writer.game.key).notation
        folded = fold(line[: grammar.MAX_LINE])
        if notation.sounds_like_order(folded):
            return True
        desk = history.desk(writer.game.pk, writer.seat)
        if desk is None:
            return False
        notation.read([folded], desk)
    except IllegalMove as why:
        return why.code != SYNTAX
    except registry.UnknownRules:
        return False
    return True


def _say_orders(work: Work, orders: tuple[str, ...]) -> None:
    """The orders in their places among the lines as typed."""
    typed = [line.strip() for line in work.sheet.orders]
    at = 0
    for order in orders:
        at = typed.index(order, at) if order in typed[at:] else at
        item = Item(code="order_done")
        work.understood.append(Understood(line=at + 1, text=grammar.shorten(order), did=item))
        at = min(at + 1, len(typed) - 1)


def _say_next(work: Work, result: services.SubmitResult) -> None:
    """What happens after the orders of this mail."""
    if result.over:
        work.next.append(Item(code="game_is_over"))
        return
    if result.balked is not None:
        work.next.append(Item(code="plans_balked"))
        by: Any = "table" if result.balked.code in CORE_CODES else "game"
        work.next.append(Item(code=result.balked.code, params=result.balked.where, by=by))
    if result.asked:
        work.next.append(Item(code="you_are_asked"))
        return
    game, seat = work.writer.place
    waited = OpenDecision.objects.filter(game_id=game.pk, answered=False, concealed=False)
    seats = sorted(set(waited.exclude(seat=seat).values_list("seat", flat=True)))
    if seats:
        work.next.append(Item(code="waiting_for", params={"seats": seats}))


def _one(work: Work, command: Command, *, game_acts_done: bool) -> None:
    """Any command but the game's own acts."""
    if command.name in GAME_ACTS:
        if not game_acts_done and not work.refused:
            work.refuse(command.line, command.text, Item(code="not_done_either"))
        return
    if command.name in NEEDS_SEAT and (work.writer.game is None or work.writer.seat is None):
        work.refuse(command.line, command.text, Item(code="no_seat_here"))
        return
    if command.name == "press" and not game_acts_done:
        work.refuse(command.line, command.text, Item(code="press_not_sent"))
        return
    if command.name in SHOWN:
        _show(work, command)
        return
    try:
        with transaction.atomic():
            errands.RUN[command.name](work, command)
    except services.ServiceError as why:
        work.refuse(command.line, command.text, Item(code=why.code, params=why.where, by="table"))
    except IllegalMove as why:
        work.refuse(command.line, command.text, Item(code=why.code, params=why.where, by="game"))


def _show(work: Work, command: Command) -> None:
    """Ask the renderer for a section."""
    game, seat, kind = work.writer.game, work.writer.seat, command.name
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
    if work.rest is None:
        return
    left = [line for line in work.sheet.orders[work.rest :] if line.strip()]
    if left:
        work.notes.append(Item(code="rest_not_read", params={"line": work.rest + 1}))


def _receipt(work: Work) -> Receipt:
    """Everything in the order of the lines."""
    work.understood.sort(key=lambda one: one.line)
    work.refused.sort(key=lambda one: one.line)
    outcome: Outcome = "done"
    if work.refused:
        outcome = "partly" if work.understood else "refused"
    if work.pending is not None:
        outcome = "asked"
    game = work.game
    return Receipt(
        outcome=outcome, reason=work.reason, game=game.pk if game is not None else None, seat=work.seat,
        understood=tuple(work.understood), refused=tuple(work.refused), notes=tuple(work.notes),
        answers=tuple(work.answers), next=tuple(work.next), quoted=quoted(work.reply.text), confirm=work.pending,
        left_out=left_out.items(work.reply),
    )  # fmt: skip


def quoted(text: str) -> tuple[str, ...]:
    """At most three lines of the player's mail."""
    return tuple(grammar.shorten(line) for line in text.split("\n") if line.strip())[:3]
