"""The one write function. In one transaction: lock, load, act, append, project, owe mail; after it, tell Celery.

Where this process made a table's last append itself, it acts on what it has, and all else is one trip (`_at_once`).

What was drawn or shown is never taken back. Whoever could act, learn something by it, and make it undone by a refusal
further down would play with open cards. So (1) what belongs together is one act on one session, (2) a refusal raised
after a draw or a reveal takes nothing back: what came before it is written, and the refusal is raised after the commit,
(3) a transaction around an append could undo it from outside, so acts of players refuse to be nested (`within`).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction

from asgard_pbem.serving.metrics import series
from asgard_pbem.tables import notify
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import clocks
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.store import carrying, loading, owing
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.acting import UNSET, Acting, Watched
from asgard_pbem.tables.store.folding import Asked, Course, Noted, prompts_of, snapshot
from asgard_pbem.tables.store.loading import Loaded, Seen
from asgard_pbem.tables.store.rows import EventRow, GameRow, Holder, MomentRow, write_time
from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove, Seat
from engine.log.chain import Head, event_hash, payload_digest
from engine.table.events import GameEnded, GameStarted, RulesRaised
from engine.table.orders import Refused
from engine.table.registry import UnknownRules
from engine.table.session import cannot_be_unseen
from engine.table.table import Table

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
    told = set(told)
    with series.append_seconds.time():
        if (done := _at_once(game_id, act, cause, by_bot=by_bot, told=told)) is not None:
            return done
        with transaction.atomic(savepoint=not within, durable=not within):
            outcome = _attempt(game_id, act, cause, by_bot=by_bot, told=told)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _at_once(
    game_id: UUID, act: Callable[[Acting], T], cause: UUID, *, by_bot: bool, told: set[Seat]
) -> Done[T] | None:
    """Act on the table as this process left it, and write that down if nothing has changed since: the lock, the look
    whether it has, the write and the commit are one trip. None: that cannot be told, or something has; nothing was
    written, nobody has seen what was drawn, and it is done anew under the lock, which decides refusals too.
    """
    loaded = loading.shelf.newest(game_id)
    if loaded is None or loaded.seen is None or cause in loaded.causes:
        return None
    if transaction.get_connection().in_atomic_block:  # a larger transaction could take back what was drawn
        return None
    seen = loaded.seen
    acting = _acting(seen.row, seen.holders, loaded.course.copy(), loaded.chance_key)
    acting.told = told
    try:
        result = act(acting)
    except (ServiceError, IllegalMove, Refused):
        return None
    if acting.after or not acting.session.noted:  # writes rows beside the log, which needs the transaction; or none
        return None
    batch = _made(acting, loaded, cause)
    mails = store.owed(batch)
    version = store.move(batch, mails, loaded.hash, seen.version)
    if version is None:
        return None
    return _written(acting, loaded, batch, mails, result, cause, version, by_bot=by_bot, committed=True)


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
        acting = _acting(found.game, found.holders, loaded.course.copy(), loaded.chance_key)
        acting.told = told
        result = act(acting)
    except UnknownRules as why:
        return ServiceError("E_UNKNOWN_RULES", game=why.key, version=why.version)
    except (ServiceError, IllegalMove, Refused) as refusal:
        if acting is not None and any(map(cannot_be_unseen, acting.session.made)):
            _finish(acting, loaded, None, cause, found, by_bot=by_bot)
        return refusal
    return _finish(acting, loaded, result, cause, found, by_bot=by_bot)


def _caused(game_id: UUID, cause: UUID) -> tuple[int, int] | None:
    found = store.look(game_id, cause=cause, lock=False)
    return found.caused if found is not None else None


def _acting(game: GameRow, holders: list[Holder], course: Course, key: bytes, at: datetime | None = None) -> Acting:
    time = at or datetime.now(UTC) + clocks.behind()
    session = Watched(course, SeededChance(key, course.table.draws_made), game, holders, time)
    return Acting(game, holders, session, time, key)


def _again(found: store.Locked, caused: tuple[int, int], act: Callable[[Acting], T]) -> Done[T]:
    """The first answer, made again: the act on the table as it was then; nothing is written."""
    first, last = caused
    row = found.game
    before = loading.course_at(row, first - 1)
    events = store.events(row.id, after=first - 1, upto=last)
    acting = _acting(row, found.holders, before.copy(), loading.chance_key(row.id), events[0].recorded_at)
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


def _finish(acting: Acting, loaded: Loaded, result: T, cause: UUID, found: store.Locked, *, by_bot: bool) -> Done[T]:
    """Write what the act recorded."""
    session = acting.session
    if not session.noted:
        for step in acting.after:
            step()
        return Done(acting.game, result, [], acting.course, session.balked, before=acting.game.head_seq)
    batch = _made(acting, loaded, cause)
    for step in acting.after:
        step()
    mails = store.owed(batch)
    store.write(batch, mails)
    # Known by its version is a row as a commit leaves it that wrote nothing beside the log.
    alone = not acting.after and len(transaction.get_connection().atomic_blocks) == 1
    return _written(acting, loaded, batch, mails, result, cause, found.ours if alone else None, by_bot=by_bot)


def _made(acting: Acting, loaded: Loaded, cause: UUID) -> store.Batch:
    """All rows of what the act recorded."""
    for seat, planned in acting.session.too_late.items():
        acting.tell_late(seat, "plan" if planned else "rules")
    _end(acting)
    return _batch(acting, loaded, chained(acting.game, acting.session.noted, acting.at, cause))


def _written(
    acting: Acting,
    loaded: Loaded,
    batch: store.Batch,
    mails: list[store.OwedRow],
    result: T,
    cause: UUID,
    version: str | None,
    *,
    by_bot: bool,
    committed: bool = False,
) -> Done[T]:
    """What follows a write, once it is committed: keep the game, tell Celery. `version`: of its row now, if known;
    `committed`: it is already.
    """
    end, session = batch.game, acting.session
    if mails:
        carrying.owed(end.id, mails)
    if "ended_at" in batch.once:
        notify.ended(end.id)
    causes = loaded.causes if committed else loaded.causes.copy()  # a new set while it may still be rolled back
    causes.add(cause)
    seen = Seen(end, acting.holders, version) if version is not None and end.status == Game.Status.RUNNING else None
    kept = Loaded(end.head_seq, end.head_hash, end.moment, acting.course, acting.key, causes, seen)
    loading.shelf.put(end.id, kept)
    asked = () if by_bot or acting.course.rest.since is not None else owing.asked_now(acting.course)
    bots = any(acting.holders[one.decision.seat].bot for one in asked)
    sent = store.to_send(batch, mails)
    notify.after_commit(sent, bots_of=end.id if bots else None, waits_s=settings.PROMPT_WAITS_S)
    before = acting.game.head_seq
    said = {"game": end.id, "cause": cause, "first": before + 1, "last": end.head_seq}
    _log.info("events written", extra=said)
    return Done(end, result, session.noted, acting.course, session.balked, before=before)


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
        game.round,
        game.stage,
        tuple(game.scores),
        {},
    )
    for one, event in zip(noted, events, strict=True):
        if one.progress is not None:
            far = (one.progress.round, one.progress.stage, one.progress.scores, one.progress.measures)
        if one.public:
            rows.append(MomentRow(game.moment + len(rows) + 1, event.seq, event.hash, *far, event.recorded_at))
    return rows


def row_after(game: GameRow, table: Table, head: EventRow, moments: Sequence[MomentRow]) -> GameRow:
    """The game's row after an append that ended at `head` and left `table`: all that follows from these."""
    if table.ended is not None:
        status = Game.Status.CLOSED if table.ended.closed else Game.Status.OVER
    else:
        status = Game.Status.RUNNING if table.state is not None else Game.Status.OPEN
    after = game._replace(status=status, head_seq=head.seq, head_hash=head.hash, rules_version=table.rules.version)
    if not moments:
        return after
    end = moments[-1]
    return after._replace(
        moment=end.number, moment_hash=end.hash, round=end.round, stage=end.stage, scores=list(end.scores)
    )


def wants_snapshot(last: int, head: int, noted: Iterable[Noted]) -> bool:
    """Whether the append that ended at `head` is followed by a snapshot; the last one was at `last`."""
    if head - last >= SNAPSHOT_EVERY:
        return True
    return any(isinstance(one.payload, GameStarted | GameEnded | RulesRaised) for one in noted)


def _number(course: Course, prompt: int) -> None:
    """Give the questions opened just now the number of their prompt."""
    for key, one in course.asked.items():
        if one.prompt == UNSET:
            course.asked[key] = Asked(one.decision, one.since, one.at, prompt)


def _batch(acting: Acting, loaded: Loaded, events: list[EventRow]) -> store.Batch:
    game, course, noted = acting.game, acting.course, acting.session.noted
    head = events[-1]
    _number(course, head.seq)
    moments = moments_of(game, noted, events)
    after = _row_after(acting, head, moments)
    old, new = loaded.course.asked, course.asked
    stopped = (loaded.course.rest.since is None) != (course.rest.since is None)  # or goes on: all deadlines are others
    opened = [key for key, one in new.items() if stopped or old.get(key) != one]
    batch = store.Batch(
        after,
        events,
        acting.at,
        moments,
        closed=[key for key in old if key not in new],
        questions=[course.question(key, game.days_per_decision, acting.holders) for key in opened],
        forget_after=acting.forget_after,
        owed=owing.mails(acting, head.seq),
        waits=timedelta(seconds=settings.PROMPT_WAITS_S),
        once=_once(after, noted, acting.at),
    )
    if course.table.state is not None and wants_snapshot(after.last_snapshot, head.seq, noted):
        batch.snapshot = snapshot(course, head.seq)
        batch.game = after._replace(last_snapshot=head.seq)
    return batch


def _row_after(acting: Acting, head: EventRow, moments: list[MomentRow]) -> GameRow:
    game = row_after(acting.game, acting.course.table, head, moments)
    last = game.last_snapshot if acting.forget_after is None else min(game.last_snapshot, acting.forget_after)
    return game._replace(**{"last_snapshot": last, **acting.changed})


def _once(game: GameRow, noted: Iterable[Noted], at: datetime) -> dict[str, Any]:
    """When a game started and how it ended."""
    found: dict[str, Any] = {}
    for one in noted:
        if isinstance(one.payload, GameStarted):
            found |= {"started_at": at, "begun_by": [name for name in game.names if name]}
        elif isinstance(one.payload, GameEnded):
            found |= {"ended_at": at, "winners": list(one.payload.winners)}
    return found
