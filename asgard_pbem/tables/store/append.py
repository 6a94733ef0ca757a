"""The one write function. In one transaction: lock, load, act, append, project, owe mail; after it, tell Celery.

What was drawn or shown is never taken back. Whoever could act, learn something by it, and make it undone by a refusal
further down would play with open cards. So (1) what belongs together is one act on one session, (2) a refusal raised
after a draw or a reveal takes nothing back: what came before it is written, and the refusal is raised after the commit,
(3) a transaction around an append could undo it from outside, so acts of players refuse to be nested (`within`).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction

from asgard_pbem.serving.metrics import series
from asgard_pbem.tables import notify
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.store import carrying, loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.acting import UNSET, Acting, Watched
from asgard_pbem.tables.store.folding import Asked, Course, Noted, prompts_of, snapshot
from asgard_pbem.tables.store.loading import Loaded
from asgard_pbem.tables.store.rows import TIMED_OUT, EventRow, GameRow, MomentRow, Owed, write_time
from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove, Seat
from engine.log.chain import Head, event_hash, payload_digest
from engine.table.events import GameEnded, GameStarted, RulesRaised
from engine.table.orders import Refused
from engine.table.registry import UnknownRules
from engine.table.session import cannot_be_unseen

_log = logging.getLogger(__name__)
SNAPSHOT_EVERY = 24  # events
T = TypeVar("T")


@dataclass(slots=True)
class Done(Generic[T]):
    """What an append did. `repeated`: it had been done before; everything is as it was then."""

    game: GameRow  # afterwards
    result: T
    noted: list[Noted]
    course: Course  # afterwards; not to be changed
    balked: dict[Seat, IllegalMove]
    repeated: bool = False
    before: int = 0  # the head before the act


def append(
    game_id: UUID,
    act: Callable[[Acting], T],
    *,
    cause: UUID,
    by_bot: bool = False,
    told: Iterable[Seat] = (),
    within: bool = False,
) -> Done[T]:
    """Let `act` happen on the game and write down all that it makes, or nothing.

    Raises what `act` raises (ServiceError, IllegalMove, Refused). Asked twice with one `cause`, the first answer
    stands. `by_bot`: the caller goes on letting bots play. `told`: seats that learn from the caller what they are asked
    next, and need no mail. `within`: may be part of a transaction of the caller's; only for what answers no question
    of a running game (opening, closing, sitting down, press), so that nobody learns from it what to take back. All else
    commits by itself; inside another transaction it raises RuntimeError.
    """
    with series.timed(series.append_seconds), transaction.atomic(savepoint=not within, durable=not within):
        outcome = _attempt(game_id, act, cause, by_bot=by_bot, told=set(told))
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _attempt(
    game_id: UUID, act: Callable[[Acting], T], cause: UUID, *, by_bot: bool, told: set[Seat]
) -> Done[T] | Exception:
    """A refusal comes back instead of being raised: mostly nothing was written, and what was is to be committed."""
    found = store.look(game_id, cause=None, lock=True)
    if found is None:
        return ServiceError("E_NO_GAME")
    acting: Acting | None = None
    try:
        loaded = loading.load(found.game)
        if cause in loaded.causes and (caused := _caused(game_id, cause)) is not None:
            return _again(found, caused, act)
        acting = _acting(found, loaded.course.copy(), loaded.chance_key)
        acting.told = told
        result = act(acting)
    except UnknownRules as why:
        return ServiceError("E_UNKNOWN_RULES", game=why.key, version=why.version)
    except (ServiceError, IllegalMove, Refused) as refusal:
        if acting is not None and any(map(cannot_be_unseen, acting.session.made)):
            _finish(acting, loaded, None, cause, by_bot=by_bot)
        return refusal
    return _finish(acting, loaded, result, cause, by_bot=by_bot)


def _caused(game_id: UUID, cause: UUID) -> tuple[int, int] | None:
    found = store.look(game_id, cause=cause, lock=False)
    return found.caused if found is not None else None


def _acting(found: store.Locked, course: Course, key: bytes, at: datetime | None = None) -> Acting:
    time = at or datetime.now(UTC)
    session = Watched(course, SeededChance(key, course.table.draws_made), found.game, found.holders, time)
    return Acting(found.game, found.holders, session, time, key)


def _again(found: store.Locked, caused: tuple[int, int], act: Callable[[Acting], T]) -> Done[T]:
    """The first answer, made again: the act on the table as it was then; nothing is written."""
    first, last = caused
    row = found.game
    before = loading.course_at(row, first - 1)
    events = store.events(row.id, after=first - 1, upto=last)
    acting = _acting(found, before.copy(), loading.chance_key(row.id), events[0].recorded_at)
    status = Game.Status.RUNNING if before.table.state is not None else Game.Status.OPEN
    acting.game = row._replace(status=status, head_seq=first - 1)
    result = act(acting)
    if not _same(acting.session.noted, events):
        raise ServiceError("E_STALE")  # or one could try out on the past what one did not do
    places = prompts_of(events)
    after = acting.course
    _number(after, places[last].prompt)
    return Done(row, result, acting.session.noted, after, acting.session.balked, repeated=True, before=first - 1)


def _same(noted: Iterable[Noted], events: Iterable[EventRow]) -> bool:
    """Whether an act has made again what is recorded of it; the end of a game is recorded by `_end`, not by the act."""
    made = [one.payload.model_dump(mode="json") for one in noted]
    kept = [event.payload for event in events]
    return made == kept[: len(made)] and all(payload["kind"] == "game_ended" for payload in kept[len(made) :])


def _finish(acting: Acting, loaded: Loaded, result: T, cause: UUID, *, by_bot: bool) -> Done[T]:
    """Write what the act recorded."""
    session = acting.session
    if not session.noted:
        for step in acting.after:
            step()
        return Done(acting.game, result, [], acting.course, session.balked, before=acting.game.head_seq)
    for seat, planned in session.too_late.items():
        acting.tell_late(seat, "plan" if planned else "rules")
    _end(acting)
    events = chained(acting.game, session.noted, acting.at, cause)
    batch = _batch(acting, loaded, events)
    for step in acting.after:
        step()
    owed = store.owed(batch)
    mails = store.write(batch, owed)
    if owed:
        carrying.owed(batch.game.id, owed)
    if "ended_at" in batch.once:
        notify.ended(batch.game.id)
    causes = loaded.causes | {cause}  # a new set: this append may still be rolled back
    end = batch.game
    loading.shelf.put(end.id, Loaded(end.head_seq, end.head_hash, end.moment, acting.course, acting.key, causes))
    asked = () if by_bot or acting.course.rest.since is not None else _asked_now(acting.course)
    bots = any(acting.holders[one.decision.seat].bot for one in asked)
    notify.after_commit(mails, bots_of=batch.game.id if bots else None, waits_s=settings.PROMPT_WAITS_S)
    before = acting.game.head_seq
    said = {"game": str(batch.game.id), "cause": str(cause), "first": before + 1, "last": batch.game.head_seq}
    _log.info("events written", extra=said)
    return Done(batch.game, result, session.noted, acting.course, session.balked, before=before)


def _end(acting: Acting) -> None:
    """Record the end when the rules have come to one."""
    table = acting.course.table
    if table.state is None or table.ended is not None:
        return
    result = table.rules.result(table.state)
    if result is not None:
        seed = loading.seed(acting.game.id).hex()
        ended = GameEnded(winners=result.winners, causes=result.causes, scores=result.scores, seed=seed)
        acting.session.record(ended)


def chained(game: GameRow, noted: Iterable[Noted], at: datetime, cause: UUID) -> list[EventRow]:
    """Rows of the log, each hashed over the one before, from the game's head on."""
    rows: list[EventRow] = []
    prev, seq, time, name, why = game.head_hash, game.head_seq, write_time(at), str(game.id), str(cause)
    for one in noted:
        seq += 1
        payload = one.payload.model_dump(mode="json")
        salt = secrets.token_hex(16)
        seat = getattr(one.payload, "seat", None)
        kind, version = one.payload.kind, one.payload.v
        head = Head(name, seq, kind, version, seat, time, why, prev)
        mark = event_hash(head, payload_digest(salt, payload))
        rows.append(EventRow(seq, kind, version, seat, payload, salt, at, cause, prev, mark))
        prev = mark
    return rows


def moments_of(game: GameRow, noted: Iterable[Noted], events: Iterable[EventRow]) -> list[MomentRow]:
    """The public moments among the events of one append."""
    rows: list[MomentRow] = []
    far: tuple[int, str, tuple[int, ...], Mapping[str, tuple[int, ...]]] = (
        game.round, game.stage, tuple(game.scores), {}
    )  # fmt: skip
    for one, event in zip(noted, events, strict=True):
        if one.progress is not None:
            far = (one.progress.round, one.progress.stage, one.progress.scores, one.progress.measures)
        if one.public:
            rows.append(MomentRow(game.moment + len(rows) + 1, event.seq, event.hash, *far, event.recorded_at))
    return rows


def wants_snapshot(last: int, head: int, noted: Iterable[Noted]) -> bool:
    """Whether the append that ended at `head` is followed by a snapshot; the last one was at `last`."""
    if head - last >= SNAPSHOT_EVERY:
        return True
    return any(isinstance(one.payload, GameStarted | GameEnded | RulesRaised) for one in noted)


def _number(course: Course, prompt: int) -> None:
    """Give the questions opened just now the number of their prompt."""
    for key, one in course.asked.items():
        if one.prompt == UNSET:
            course.asked[key] = one._replace(prompt=prompt)


def _batch(acting: Acting, loaded: Loaded, events: list[EventRow]) -> store.Batch:
    game, course, noted = acting.game, acting.course, acting.session.noted
    head = events[-1]
    _number(course, head.seq)
    moments = moments_of(game, noted, events)
    after = _row_after(acting, head, moments)
    old, new = loaded.course.asked, course.asked
    stopped = (loaded.course.rest.since is None) != (course.rest.since is None)  # or goes on: all deadlines are others
    opened = {key for key, one in new.items() if stopped or old.get(key) != one}
    rows = course.questions(game.days_per_decision, acting.holders)
    batch = store.Batch(
        after, events, acting.at, moments,
        closed=[key for key in old if key not in new],
        questions=[rows[key] for key in new if key in opened],
        forget_after=acting.forget_after,
        owed=[*_in_one(acting.owed, _prompts(acting, head.seq)), *_results(acting)],
        waits=timedelta(seconds=settings.PROMPT_WAITS_S),
        once=_once(after, noted, acting.at),
    )  # fmt: skip
    if course.table.state is not None and wants_snapshot(after.last_snapshot, head.seq, noted):
        batch.snapshot = snapshot(course, head.seq)
        batch.game = after._replace(last_snapshot=head.seq)
    return batch


def _row_after(acting: Acting, head: EventRow, moments: list[MomentRow]) -> GameRow:
    game, table = acting.game, acting.course.table
    if table.ended is not None:
        status = Game.Status.CLOSED if table.ended.closed else Game.Status.OVER
    else:
        status = Game.Status.RUNNING if table.state is not None else Game.Status.OPEN
    last = game.last_snapshot if acting.forget_after is None else min(game.last_snapshot, acting.forget_after)
    game = game._replace(
        status=status, head_seq=head.seq, head_hash=head.hash, rules_version=table.rules.version, last_snapshot=last
    )
    if moments:
        end = moments[-1]
        game = game._replace(
            moment=end.number, moment_hash=end.hash, round=end.round, stage=end.stage, scores=list(end.scores)
        )
    return game._replace(**acting.changed)


def _asked_now(course: Course) -> list[Asked]:
    return [one for one in course.asked.values() if not one.decision.answered]


def _prompts(acting: Acting, head: int) -> list[Owed]:
    """One prompt for each seat of a person that was asked something new."""
    seats = {one.decision.seat for one in _asked_now(acting.course) if one.prompt == head}
    found: list[Owed] = []
    for seat in sorted(seats):
        holder = acting.holders[seat]
        if holder.player is None:
            continue
        why = acting.session.balked.get(seat)
        payload = {"balked": {"code": why.code, "where": why.where}} if why else {}
        spent = all(acting.course.is_spent(one) for one in _asked_now(acting.course) if one.decision.seat == seat)
        told = acting.game.practice or seat in acting.told or spent
        key = f"prompt:{acting.game.id}:{seat}:{head}"
        found.append(Owed(holder.player, "prompt", key, seat, head, payload, told))
    return _one_a_person(acting, found) if acting.course.table.game.together else found


def _in_one(owed: list[Owed], prompts: list[Owed]) -> list[Owed]:
    """Whoever was too late and is asked anew by the same act is told of both in one mail."""
    for notice in owed:
        prompt = next((one for one in prompts if one.player == notice.player and not one.told), None)
        if prompt is not None and notice.payload.get("what") == TIMED_OUT:
            prompt.payload = {**prompt.payload, "late": {**notice.payload, "seat": notice.seat}}
            notice.told = True
    return [*owed, *prompts]


def _one_a_person(acting: Acting, owed: list[Owed]) -> list[Owed]:
    """Where one person may hold several seats: one mail that asks for all of them, older questions too.

    The others are kept as records: they say what each seat was asked last.
    """
    asked: dict[UUID | None, set[Seat]] = {}
    for one in _asked_now(acting.course):
        asked.setdefault(acting.holders[one.decision.seat].player, set()).add(one.decision.seat)
    seen: set[UUID] = set()
    for mail in owed:
        seats = sorted(asked[mail.player])
        if mail.told or len(seats) == 1:
            continue
        mail.payload = {**mail.payload, "seats": seats}
        mail.told = mail.player in seen
        seen.add(mail.player)
    return owed


def _results(acting: Acting) -> list[Owed]:
    """The result, to everybody who sat at the table until the end."""
    if acting.course.table.ended is None or not any(isinstance(one.payload, GameEnded) for one in acting.session.noted):
        return []
    game = acting.game
    told = game.practice
    return [
        Owed(holder.player, "result", f"result:{game.id}:{holder.seat}", holder.seat, told=told)
        for holder in acting.holders
        if holder.player is not None
    ]


def _once(game: GameRow, noted: Iterable[Noted], at: datetime) -> dict[str, Any]:
    """When a game started and how it ended."""
    found: dict[str, Any] = {}
    for one in noted:
        if isinstance(one.payload, GameStarted):
            found |= {"started_at": at, "begun_by": [name for name in game.names if name]}
        elif isinstance(one.payload, GameEnded):
            found |= {"ended_at": at, "winners": list(one.payload.winners)}
    return found
