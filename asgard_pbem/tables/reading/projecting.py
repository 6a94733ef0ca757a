"""All projections of a game from its log alone, to put them in place anew or to compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret, Moment, OpenDecision, Outbox, Player, Snapshot
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading.history import Step, walk
from asgard_pbem.tables.reading.holders import holders_of, shown_names
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.append import moments_of, row_after, wants_snapshot
from asgard_pbem.tables.store.folding import Course, Key, prompts_of, same_shape, snapshot
from asgard_pbem.tables.store.rows import CHANGED, GameRow, Holder, MomentRow, QuestionRow, SnapshotRow
from engine.table.events import GameEnded, GameStarted, SeatTaken, Undone


@dataclass(slots=True)
class Projection:
    """What the log says all rows of a game should be."""

    game: GameRow
    holders: list[Holder]
    taken_at: list[datetime | None]
    moments: list[MomentRow] = field(default_factory=list)
    questions: dict[Key, QuestionRow] = field(default_factory=dict)
    snapshots: list[SnapshotRow] = field(default_factory=list)
    began: tuple[UUID | None, ...] = ()  # who held the seats at the start, by seat; empty before it
    started_at: datetime | None = None
    ended_at: datetime | None = None
    winners: list[int] | None = None
    paused_at: datetime | None = None
    paused_by_service: bool = False


class Projector:
    """Walks a log append by append and keeps what its writer kept."""

    def __init__(self, row: GameRow) -> None:
        empty = row._replace(
            status=Game.Status.OPEN, names=[""] * row.seats, head_seq=0, head_hash="0" * 64, moment=0, moment_hash="",
            last_snapshot=0, round=0, stage="", scores=[],
        )  # fmt: skip
        self.row = row
        nobody = [Holder(seat, None, "", "", "", None, None) for seat in range(row.seats)]
        self.out = Projection(empty, nobody, [None] * row.seats)
        self.course: Course | None = None

    def run(self) -> Projection:
        """The projection. Raises UnknownRules, ChanceMismatch."""
        rows = store.events(self.row.id)
        places = prompts_of(rows)
        batch: list[Step] = []
        for step in walk(self.row, rows):
            batch.append(step)
            self._event(step)
            if places[step.row.seq].prompt == step.row.seq:
                self._append(batch, step.course)
                batch = []
                self.course = step.course
        if self.course is not None:
            self.out.paused_at, self.out.paused_by_service = self.course.rest.since, self.course.rest.service
            self.out.questions = self.course.questions(self.row.days_per_decision, self.out.holders)
        self.out.game = self.out.game._replace(names=shown_names(self.out.holders))
        return self.out

    def _event(self, step: Step) -> None:
        payload, out, time = step.noted.payload, self.out, step.row.recorded_at
        if isinstance(payload, SeatTaken):
            self._seat(payload, time)
        elif isinstance(payload, GameStarted):
            out.started_at, out.began = time, tuple(one.player for one in out.holders)
        elif isinstance(payload, GameEnded):
            out.ended_at, out.winners = time, list(payload.winners)
        elif isinstance(payload, Undone):
            out.snapshots = [one for one in out.snapshots if one.seq <= payload.to]
            out.game = out.game._replace(last_snapshot=min(out.game.last_snapshot, payload.to))

    def _seat(self, payload: SeatTaken, time: datetime) -> None:
        player = Player.objects.filter(pk=payload.holder).first() if payload.holder else None
        away = (player.absent_from, player.absent_until) if player else (None, None)
        old = self.out.holders[payload.seat]
        entropy = old.entropy if self.out.started_at else payload.entropy
        holder = Holder(
            payload.seat,
            player.pk if player else None,
            payload.bot or "",
            entropy,
            player.name if player else "",
            *away,
        )
        self.out.holders[payload.seat] = holder
        self.out.taken_at[payload.seat] = None if payload.holder is None and not payload.bot else time

    def _append(self, batch: list[Step], course: Course) -> None:
        out, noted, events = self.out, [step.noted for step in batch], [step.row for step in batch]
        moments, head, table = moments_of(out.game, noted, events), events[-1], course.table
        game = row_after(out.game, table, head, moments)
        if table.state is not None and wants_snapshot(game.last_snapshot, head.seq, noted):
            out.snapshots.append(snapshot(course, head.seq))
            game = game._replace(last_snapshot=head.seq)
        out.moments += moments
        out.game = game


def rebuild(game_id: UUID) -> None:
    """Drop all projections of a game and make them again from its log. Raises UnknownRules, ChanceMismatch."""
    with transaction.atomic():
        found = store.look(game_id, cause=None, lock=True)
        assert found is not None
        out = Projector(found.game).run()
        for model in (Moment, OpenDecision, Snapshot):
            model.objects.filter(game_id=game_id).delete()
        if Game.objects.filter(pk=game_id).exclude(settled_at=None).exists():
            out.snapshots = out.snapshots[-1:]  # as `keeping` left it
        _write_rows(game_id, out)
        _write_game(game_id, out)
    loading.shelf.clear()


def _write_rows(game_id: UUID, out: Projection) -> None:
    Moment.objects.bulk_create(Moment(game_id=game_id, **_fields(one)) for one in out.moments)
    Snapshot.objects.bulk_create(Snapshot(game_id=game_id, **_fields(one)) for one in out.snapshots)
    reminders = _reminders(game_id)
    OpenDecision.objects.bulk_create(
        OpenDecision(game_id=game_id, reminded_at=reminders.get((one.seat, one.prompt)), **_fields(one))
        for one in out.questions.values()
    )
    for holder, (taken_at, began) in zip(out.holders, _sat(out), strict=True):
        values: dict[str, Any] = {"player_id": holder.player, "bot": holder.bot, "entropy": holder.entropy}
        values |= {"taken_at": taken_at, "began": began}
        SeatRow.objects.update_or_create(game_id=game_id, seat=holder.seat, defaults=values)


def _sat(out: Projection) -> list[tuple[datetime | None, UUID | None]]:
    """Of each seat: since when its holder has it, and who held it when the game began."""
    return list(zip(out.taken_at, out.began or [None] * len(out.holders), strict=True))


def _write_game(game_id: UUID, out: Projection) -> None:
    changed = {name: getattr(out.game, name) for name in CHANGED}
    Game.objects.filter(pk=game_id).update(
        **changed, winners=out.winners, started_at=out.started_at, ended_at=out.ended_at, paused_at=out.paused_at,
        paused_by_service=out.paused_by_service,
        moved_at=out.moments[-1].recorded_at if out.moments else None,
    )  # fmt: skip
    if (key := _chance_key(game_id, out)) is not None:
        GameSecret.objects.filter(pk=game_id).update(chance_key=crypto.encrypt(key))


def _chance_key(game_id: UUID, out: Projection) -> bytes | None:
    from engine.core.chance import chance_key

    if out.started_at is None or not GameSecret.objects.filter(pk=game_id).exists():
        return None
    return chance_key(loading.seed(game_id), [bytes.fromhex(holder.entropy) for holder in out.holders])


def _fields(row: Any) -> dict[str, Any]:
    return dict(row._asdict())


def _reminders(game_id: UUID) -> dict[tuple[int, int], datetime]:
    """(seat, prompt) -> when its holder was reminded of it: of several seats by one mail, where they hold several."""
    rows = Outbox.objects.filter(game_id=game_id, purpose=Outbox.Purpose.REMINDER)
    return {(seat, row.prompt or 0): row.created_at for row in rows for seat in row.payload.get("seats", [row.seat])}


# --- Comparing ---------------


def differences(game_id: UUID) -> Iterator[str]:
    """What in the database is not as the log says, in words for an operator; nothing when all is equal."""
    found = store.look(game_id, cause=None, lock=False)
    assert found is not None
    out = Projector(found.game).run()
    yield from _differing("game", found.game._asdict(), {**out.game._asdict(), **_given(found.game)})
    game = Game.objects.get(pk=game_id)
    times: dict[str, Any] = {"started_at": out.started_at, "ended_at": out.ended_at, "winners": out.winners}
    times |= {"paused_at": out.paused_at, "paused_by_service": out.paused_by_service}
    yield from _differing("game", {name: getattr(game, name) for name in times}, times)
    yield from _differing(
        "seats", {one.seat: one for one in holders_of(game_id)}, {one.seat: one for one in out.holders}
    )
    since = SeatRow.objects.filter(game_id=game_id).values_list("seat", "taken_at", "began")
    sat = {seat: (taken_at, began) for seat, taken_at, began in since}
    yield from _differing("who sat when at seat", sat, dict(enumerate(_sat(out))))
    yield from _differing(
        "moment", _kept(Moment, game_id, MomentRow, "number"), {one.number: one for one in out.moments}
    )
    if game.settled_at is not None:
        out.snapshots = out.snapshots[-1:]
    wanted = {(one.seat, one.key): one for one in out.questions.values()}
    yield from _differing("question", _kept(OpenDecision, game_id, QuestionRow, "seat", "key"), wanted)
    snapshots = {one.seq: one for one in out.snapshots}
    yield from _differing(
        "snapshot", dict(_read_today(_kept(Snapshot, game_id, SnapshotRow, "seq"), snapshots)), snapshots
    )
    if (key := _chance_key(game_id, out)) is not None and key != loading.chance_key(game_id):
        yield "the key of chance differs"


def _read_today(kept: dict[int, SnapshotRow], wanted: dict[int, SnapshotRow]) -> Iterator[tuple[int, SnapshotRow]]:
    """Snapshots by their numbers. Nobody reads one of another shape, which a release before has left: what stands in it
    is no difference, else each copy that was made before a state got another field would be called damaged.
    """
    for seq, one in kept.items():
        today = wanted.get(seq)
        yield seq, one if today is None or one.rules_version != today.rules_version or same_shape(one, today) else today


def _given(row: GameRow) -> dict[str, Any]:
    """What people agreed on and no event says."""
    names = ("opened_by", "visibility", "practice", "days_per_decision", "reminders", "options")
    return {name: getattr(row, name) for name in names}


def _kept(model: Any, game_id: UUID, row: Any, *key: str) -> dict[Any, Any]:
    found = model.objects.filter(game_id=game_id).values_list(*row._fields)
    rows = [row(*values) for values in found]
    return {tuple(getattr(one, name) for name in key) if len(key) > 1 else getattr(one, key[0]): one for one in rows}


def _differing(what: str, found: dict[Any, Any], wanted: dict[Any, Any]) -> Iterator[str]:
    for key in sorted(found.keys() | wanted.keys(), key=str):
        if key not in wanted:
            yield f"{what} {key} should not be there"
        elif key not in found:
            yield f"{what} {key} is missing"
        elif _plain(found[key]) != _plain(wanted[key]):
            yield f"{what} {key} differs"


def _plain(value: Any) -> Any:
    """Tuples and lists alike: JSON knows no difference."""
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value
