"""Orders, moves, plans, and taking back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar
from uuid import UUID

from pydantic import ValidationError

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store import undoing
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import Done, append
from asgard_pbem.tables.store.folding import Asked, question_key
from asgard_pbem.tables.store.owing import asked_now
from asgard_pbem.tables.store.questions import question_id
from engine.core.decisions import Decision, told_of
from engine.core.happenings import Happening
from engine.core.menu import WHOLE
from engine.core.moves import SYNTAX, IllegalMove, Move, Plan, Seat
from engine.table.events import MoveMade, PlansFiled
from engine.table.orders import UNDO_BELOW, Refused, Taken, take
from engine.table.reading.answers import UNSEEN
from engine.table.reading.steps import OLD

T = TypeVar("T")


@dataclass(slots=True)
class SubmitResult:
    """What became of a submission, as its seat may know it; what most callers do not ask is found when it is asked."""

    _done: Done[Any] = field(repr=False)
    game_id: UUID
    seat: Seat
    lines: dict[int, str]  # of a sheet, that were carried out, as typed, by their places (from 0)
    rest: int  # the first line of the sheet that is no order
    moment: int  # the game's last public moment
    moment_hash: str  # the chain's head there
    balked: IllegalMove | None  # why this seat's plans could not answer
    over: bool
    repeated: bool  # it had been done before
    replaced: tuple[int, ...] = ()  # places of orders that a later one of the sheet replaced
    acts: tuple[int, ...] = ()  # places of the acts that were done
    refused: Refused | None = None  # the line at which a sheet stopped whose beginning could not be taken back
    idle: tuple[Plan, ...] = ()  # filed before for a question that did not come; of this sheet it is a dropped line
    waiting: tuple[int, ...] = ()  # places of orders that go on when what is asked has been answered
    dropped: tuple[int, ...] = ()  # places of orders to which it did not come
    typed: Mapping[int, str] = field(default_factory=dict)  # those lines as they were typed
    kept: tuple[int, ...] = ()  # places of plans and standing orders, of those carried out, that stand now
    said: Mapping[int, str] = field(default_factory=dict)  # how lines that made a move were understood, in words
    going: tuple[int, ...] = ()  # those of `kept` by which a move was made at once
    displaced: tuple[Plan, ...] = ()  # filed before, whose place plans of this sheet took

    @property
    def orders(self) -> tuple[str, ...]:
        """The lines carried out, in their order."""
        return tuple(self.lines.values())

    @property
    def faces(self) -> tuple[Happening, ...]:
        """What followed."""
        happenings = (one for noted in self._done.noted for one in noted.happenings)
        return tuple(face for one in happenings if (face := one.seen_by(self.seat)) is not None)

    @property
    def asked(self) -> bool:
        """Whether this seat is asked something (again) now."""
        return bool(self._open())

    @property
    def still(self) -> bool:
        """Whether it is asked, and nothing anew: no mail asks it again."""
        return self.asked and all(one.prompt <= self._done.before for one in self._open())

    @property
    def waits(self) -> tuple[Decision, ...]:
        """What others are waited for, as far as this seat may know."""
        waiting = told_of(self._done.course.table.pending(), (self.seat,))
        return tuple(one for one in waiting if one.seat != self.seat)

    def _open(self) -> list[Asked]:
        return [one for one in asked_now(self._done.course) if one.decision.seat == self.seat]


_NO_SHEET = Taken({}, 0)


def _result(done: Done[Any], seat: Seat, sheet: Taken = _NO_SHEET) -> SubmitResult:
    over = done.course.table.ended is not None
    kept_idle = tuple(plan for plan in sheet.idle if plan not in sheet.lost)
    return SubmitResult(
        done, done.game.id, seat, sheet.lines, sheet.rest, done.game.moment, done.game.moment_hash,
        done.balked.get(seat), over, done.repeated, sheet.replaced, sheet.acts, sheet.refused,
        kept_idle, sheet.waiting, sheet.dropped, sheet.typed, sheet.kept, sheet.said, sheet.going,
        sheet.displaced,
    )  # fmt: skip


def _submit(
    game_id: UUID,
    seat: Seat,
    player: Player | None,
    act: Callable[[Acting], T],
    *,
    cause: UUID,
    told: bool = False,
    by_bot: bool = False,
) -> Done[T]:
    def checked(acting: Acting) -> T:
        acting.running()
        acting.holds(seat, player.pk if player is not None else None)
        return act(acting) if player is None else _not_too_often(acting, seat, cause, lambda: act(acting))

    return append(game_id, checked, cause=cause, by_bot=by_bot, told=[seat] if told else ())


def _not_too_often(acting: Acting, seat: Seat, cause: UUID, act: Callable[[], T]) -> T:
    """Refuse what answers nothing that is waited for (other cards, other plans) when it comes too often."""
    before = _waited_for(acting, seat)
    result = act()
    if acting.session.noted and _waited_for(acting, seat) == before:
        limits.change(acting.game.id, seat, cause)
    return result


def _waited_for(acting: Acting, seat: Seat) -> set[tuple[str, int]]:
    """The open questions of a seat, with their prompts: one that is asked again is another one."""
    asked = acting.course.asked.items()
    return {(key, one.prompt) for (of, key), one in asked if of == seat and not one.decision.answered}


SheetAct: TypeAlias = Literal["undo", "drop_plans"]  # what a line of a sheet may ask for, beside orders
_NO_ACTS: Mapping[int, SheetAct] = {}


def submit_orders(
    game_id: UUID,
    *,
    seat: Seat,
    player: Player,
    lines: Sequence[str],
    cause: UUID,
    acts: Mapping[int, SheetAct] = _NO_ACTS,
    prompt: int | None = None,
    ahead: bool = False,
    last_at: str = "",
    question: str | None = None,
    told: bool = False,
) -> SubmitResult:
    """Carry out a sheet of orders, all of it or nothing: menu numbers, notation, plans, in any number of lines.

    `acts`: the (blank) lines at which something else is to be done, as part of the same act. An undo takes back what
    was done before this sheet, so it stands above the orders. `prompt`: the one that is answered; when a newer one has
    gone to the seat nothing is done. `ahead`: that mail invited to order what is to come; such orders are carried out
    while what is open is the first question since. `last_at`: a head of the log at which it was known to be the last.
    `question`: the one that the sheet was written to, as of `submit_move`. `told`: the caller tells the seat what it is
    asked next (a receipt), so no prompt is mailed for that.
    Raises ServiceError E_NOT_YOURS, E_NO_SEAT, E_GAME_OVER, E_NOT_STARTED, E_UNKNOWN_RULES, E_OLD_PROMPT, E_STALE,
    E_MANY_UNDOS, E_MANY_CHANGES; Refused.
    """
    if "undo" in acts.values():
        limits.undo(game_id, seat, cause)

    def act(acting: Acting) -> Taken:
        late = False
        if acting.game.head_hash != last_at:  # prompts are owed with events
            late = _answers_the_last(acting, seat, prompt, ahead=ahead and not acts)
        if question is not None:
            _find_question(acting, seat, question)
        among = {at: partial(_among_orders, acting, seat, acts[at]) for at in acts}
        return _taken(acting, seat, lines, among, language=player.language, ahead=late)

    done = _submit(game_id, seat, player, act, cause=cause, told=told)
    return _result(done, seat, done.result)


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """Orders for one of several seats of one person. `lines` and `acts` as of `submit_orders`."""

    seat: Seat
    lines: Sequence[str]
    acts: Mapping[int, SheetAct] = field(default_factory=dict)


Outcome: TypeAlias = SubmitResult | Refused | ServiceError | IllegalMove


def submit_sheets(
    game_id: UUID,
    *,
    player: Player,
    sheets: Sequence[SeatSheet],
    cause: UUID,
    prompt: int | None = None,
    ahead: bool = False,
) -> list[Outcome]:
    """Carry out orders for several seats of one person, one sheet after another, in one act: what became of each.

    Each sheet is as strictly judged as if it came alone: the seat must be the player's, `prompt` not older than the
    last that this seat was sent, and a sheet is carried out as a whole or, unless something was shown, not at all. A
    refused sheet undoes none of those before it and bars none after it; no more orders are carried out than of one
    sheet. `ahead` as of `submit_orders`. Raises ServiceError E_GAME_OVER, E_NOT_STARTED,
    E_UNKNOWN_RULES, E_MANY_UNDOS.
    """
    for sheet in sheets:
        if "undo" in sheet.acts.values():
            limits.undo(game_id, sheet.seat, cause)

    def act(acting: Acting) -> list[Taken | Refused | ServiceError | IllegalMove]:
        acting.running()
        found: list[Taken | Refused | ServiceError | IllegalMove] = []
        count = 0
        for sheet in sheets:
            found.append(made := _one_sheet(acting, player, sheet, prompt, count, cause, ahead=ahead))
            count = made.count if isinstance(made, Taken) else count + sum(bool(line.strip()) for line in sheet.lines)
        return found

    done = append(game_id, act, cause=cause)
    found = zip(sheets, done.result, strict=True)
    return [_result(done, sheet.seat, made) if isinstance(made, Taken) else made for sheet, made in found]


def _one_sheet(
    acting: Acting, player: Player, sheet: SeatSheet, prompt: int | None, count: int, cause: UUID, *, ahead: bool
) -> Taken | Refused | ServiceError | IllegalMove:
    """One of several; a refusal comes back, and the table is as before it."""
    before, forget = acting.session.mark(), acting.forget_after
    acts = {at: partial(_among_orders, acting, sheet.seat, sheet.acts[at]) for at in sheet.acts}
    try:
        acting.running()
        acting.holds(sheet.seat, player.pk)
        late = _answers_the_last(acting, sheet.seat, prompt, ahead=ahead and not acts)
        done = partial(_taken, acting, sheet.seat, sheet.lines, acts, count, player.language, ahead=late)
        return _not_too_often(acting, sheet.seat, cause, done)
    except (Refused, ServiceError, IllegalMove) as refusal:
        # Nothing was drawn or shown by this sheet: `take` would have kept it, and said where it stopped.
        acting.session.back_to(before)
        acting.forget_after = forget
        return refusal


def _answers_the_last(acting: Acting, seat: Seat, prompt: int | None, *, ahead: bool) -> bool:
    """Refuse what answers an older question. A repeated cause is judged by the prompts of its own time.

    Returns whether it was written before what is asked now, and may order that all the same (`ahead`).
    """
    game = acting.game
    if prompt is None or (newest := store.newest_prompt(game.id, seat, upto=game.head_seq) or 0) <= prompt:
        return False
    first = (store.newest_prompt(game.id, seat, upto=newest - 1) or 0) <= prompt
    asked = (one for (of, _), one in acting.course.asked.items() if of == seat and not one.decision.answered)
    if not (ahead and first and any(one.prompt == newest for one in asked)):
        acting.refuse(OLD)
    return True


def _taken(acting: Acting, seat: Seat, lines: Sequence[str], *how: Any, ahead: bool, **more: Any) -> Taken:
    """As `take`; where a line is no order but, perhaps, an answer, it is one to an older question."""
    try:
        return take(acting.session, seat, lines, *how, ahead=ahead, **more)
    except Refused as why:
        if ahead and why.why.code in {SYNTAX, UNSEEN}:
            acting.refuse(OLD)
        raise


def _among_orders(acting: Acting, seat: Seat, name: SheetAct) -> None:
    """An undo or a dropping of plans as a line of a sheet. Raises IllegalMove."""
    done = [one.payload for one in acting.session.noted if isinstance(one.payload, MoveMade | PlansFiled)]
    if name == "undo" and any(one.seat == seat for one in done):
        raise IllegalMove(UNDO_BELOW)
    try:
        _take_back(acting, seat) if name == "undo" else _drop(acting, seat, None)
    except ServiceError as why:
        raise IllegalMove(why.code, **why.where) from why


def was_done(game_id: UUID, cause: UUID) -> bool:
    """Whether this cause has been served."""
    found = store.look(game_id, cause=cause, lock=False)
    return found is not None and found.caused is not None


def submit_move(
    game_id: UUID,
    *,
    seat: Seat,
    player: Player,
    cause: UUID,
    move: Any = None,
    path: str | None = None,
    question: str | None = None,
    told: bool = False,
) -> SubmitResult:
    """Make one move: given whole, as JSON, or as a `path` in the menu of a question.

    A path is `3`, `b7` or `2.1`; `1 4 5`, `1=5 3=2` or `2 1 3` where lines are answered together.

    `question` (see `questions.question_id`) guards against a page that shows an older question. Raises ServiceError
    E_STALE, E_PATH, those of `menu.WHOLE`, E_MOVE and those of `submit_orders`; IllegalMove.
    """

    def act(acting: Acting) -> None:
        acting.session.move(seat, _chosen(acting, seat, move, path, question))
        acting.session.settle()

    return _result(_submit(game_id, seat, player, act, cause=cause, told=told), seat)


def submit_bot_move(game_id: UUID, *, seat: Seat, move: Move, cause: UUID) -> SubmitResult:
    """A bot's move on a seat that a bot holds; the caller goes on with the next. Raises ServiceError, IllegalMove.

    E_RESTS while the table rests: whoever asked for a pause wants to come back to the table as they left it.
    """

    def act(acting: Acting) -> None:
        if not acting.holders[seat].bot:
            acting.refuse("E_NOT_YOURS", seat=seat)
        if acting.course.rest.since is not None:
            acting.refuse("E_RESTS")
        acting.session.move(seat, move, "bot")
        acting.session.settle()

    return _result(_submit(game_id, seat, None, act, cause=cause, by_bot=True), seat)


def _chosen(acting: Acting, seat: Seat, move: Any, path: str | None, question: str | None) -> Move:
    table = acting.course.table
    if path is None:
        if question is not None:
            _find_question(acting, seat, question)
        try:
            chosen: Move = table.rules.moves.validate_python(move)
        except ValidationError:
            raise ServiceError("E_MOVE") from None
        return chosen
    decision = _find_question(acting, seat, question)
    menu = table.rules.menu(table.state, decision)
    picked = menu.pick(path)
    if not isinstance(picked, Move):
        why = menu.wrong(path)
        raise ServiceError(why.code, **why.where) if why.code in WHOLE else ServiceError("E_PATH", path=path[:40])
    return picked


def _find_question(acting: Acting, seat: Seat, question: str | None) -> Decision:
    own = [one for one in acting.course.asked.values() if one.decision.seat == seat]
    if question is None:
        waiting = [one for one in own if not one.decision.answered] or own
        if not waiting:
            raise ServiceError("E_NOT_ASKED")
        return waiting[0].decision
    for one in own:
        if question_id(acting.game.id, seat, question_key(one.decision), one.prompt) == question:
            return one.decision
    raise ServiceError("E_STALE")


# --- Plans ---------------


def drop_plans(game_id: UUID, *, seat: Seat, player: Player, cause: UUID, index: int | None = None) -> SubmitResult:
    """Take back standing orders: all of them, or the one at `index` (from 0). Raises ServiceError E_NO_PLAN."""
    act = partial(_drop, seat=seat, index=index)
    return _result(_submit(game_id, seat, player, act, cause=cause, told=True), seat)


def _drop(acting: Acting, seat: Seat, index: int | None) -> None:
    standing = acting.course.table.standing[seat]
    if not standing or (index is not None and not 0 <= index < len(standing)):
        acting.refuse("E_NO_PLAN")
    kept = () if index is None else standing[:index] + standing[index + 1 :]
    acting.session.record(PlansFiled(seat=seat, plans=tuple(plan.model_dump(mode="json") for plan in kept)))


# --- Undo ---------------


def undo(game_id: UUID, *, seat: Seat, player: Player, cause: UUID) -> SubmitResult:
    """Take back the seat's last submission, whole. Gives no time back.

    Raises ServiceError E_UNDO when too late, E_MANY_UNDOS.
    """
    limits.undo(game_id, seat, cause)
    return _result(_submit(game_id, seat, player, partial(_take_back, seat=seat), cause=cause, told=True), seat)


def _take_back(acting: Acting, seat: Seat) -> None:
    back = undoing.undoing(acting.game, seat, [one.payload for one in acting.session.noted], acting.session.at)
    if back is None:
        raise ServiceError("E_UNDO")
    undoing.record(acting, seat, back)
