"""What a seat has been told by mail, and what its log has shown since."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from asgard_pbem.database.built import built_once
from asgard_pbem.database.snapshot import already_read, read_once
from asgard_pbem.tables.models import Game, Logged, Moment, Outbox
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.eyes import Entry
from asgard_pbem.tables.store.rows import TIMED_OUT
from engine.core.moves import Seat
from engine.table import registry

# Mails that say what happened. A receipt does not: what the answered move led to comes with the next of these.
TELLING = (
    Outbox.Purpose.PROMPT, Outbox.Purpose.REMINDER, Outbox.Purpose.NOTICE, Outbox.Purpose.RESULT, Outbox.Purpose.DIGEST,
)  # fmt: skip
TOLD = Q(state=Outbox.State.SENT, purpose__in=TELLING, moment__isnull=False)


class Told(NamedTuple):
    """What the mails of a game before one of them have told its player."""

    moment: int = 0  # the last public moment
    prompt: int = 0  # the event of the last question then
    first: int | None = None  # the event of the first question


def told_before(row: Outbox) -> Told:
    """What the mails before that of `row` have told."""
    if row.seat is None or row.game_id is None:
        return Told()
    found = _told(row.game_id, row.player_id, row.seat, row.pk)
    return Told(*found[0]) if found else Told()


@built_once
def _told(game: UUID, player: UUID, seat: Seat, but: UUID) -> QuerySet[Outbox, tuple[int, int, int | None]]:
    told = TOLD & Q(seat=seat) & ~Q(pk=but)
    mails = Outbox.objects.filter(game_id=game, player_id=player).values("game_id").order_by()  # one group of all
    return mails.annotate(
        upto=Coalesce(Max("moment", filter=told), 0),
        asked=Coalesce(Max("prompt", filter=told), 0),
        first=Min("prompt", filter=Q(purpose=Outbox.Purpose.PROMPT)),
    ).values_list("upto", "asked", "first")


def telling(game_id: UUID, player_id: UUID, seat: Seat) -> QuerySet[Outbox]:
    """The mails that have told this holder of the seat what happened."""
    return Outbox.objects.filter(TOLD, game_id=game_id, player_id=player_id, seat=seat)


def joined(row: Outbox) -> list[Outbox]:
    """The receipts that the mail of `row` tells, the oldest first; none whose words were forgotten meanwhile."""
    return [one for one in _joined(row) if one.receipt]


def played_late(row: Outbox) -> list[tuple[Seat, int, str]]:
    """What the mail of `row` tells of time-outs, the oldest first: for which seat something was played, after which
    event, and by what it was found.
    """
    notices = [(one.seat, one.payload) for one in _joined(row) if one.payload.get("what") == TIMED_OUT]
    own = row.payload.get("late")
    found = [*notices, *([(own["seat"], own)] if own else [])]
    return [(seat, said["after"], said["how"]) for seat, said in found if seat is not None]


def _joined(row: Outbox) -> tuple[Outbox, ...]:
    keys = row.payload.get("joined", ())
    return read_once(("joined", row.pk), lambda: tuple(Outbox.objects.filter(pk__in=keys).order_by("created_at")))


def now_joined(row: Outbox, told: tuple[Outbox, ...]) -> None:
    """Inside `one_snapshot`: these are what the mail of `row` tells, and need not be read again."""
    already_read(("joined", row.pk), told)


def told_upto(game_id: UUID, player_id: UUID, seat: Seat) -> int:
    """The event up to which they have been told, from the beginning of their time on the seat; never to be shown."""
    last: datetime | None = telling(game_id, player_id, seat).aggregate(Max("created_at"))["created_at__max"]
    events = Logged.objects.filter(game_id=game_id)
    before = events.filter(recorded_at__lte=last) if last is not None else events.filter(kind="game_started")
    seq: int | None = before.aggregate(Max("seq"))["seq__max"]
    return seq or 0


def digested_upto(game_id: UUID, player_id: UUID, seat: Seat) -> int:
    """The event up to which the last digest goes that is on its way to them; never to be shown."""
    owed = Outbox.objects.filter(game_id=game_id, player_id=player_id, seat=seat, purpose=Outbox.Purpose.DIGEST)
    last = owed.filter(state=Outbox.State.QUEUED).order_by("-created_at").values_list("payload", flat=True).first()
    return int(last["upto"]) if last else 0


def answered_late(game: Game, seat: Seat, after: int, language: str) -> list[str]:
    """The answers that the rules gave for the seat after event `after`, as they would be typed."""
    late = Logged.objects.filter(game_id=game.pk, seat=seat, seq__gt=after, kind="move_made", payload__by="timeout")
    moves = registry.game(game.key).versions[game.rules_version].moves
    read = (
        moves.validate_python(payload["move"]) for payload in late.order_by("seq").values_list("payload", flat=True)
    )
    return [history.notation(game).write(move, language) for move in read]


def news(game_id: UUID, seat: Seat, after: int, upto: int) -> list[tuple[Entry, bool]]:
    """What the seat's log shows of the events after `after`, up to `upto`: moments with their notes, and whether the
    moment itself is new. One that was told before comes where notes were added to it, and with these alone.
    """
    moments = Moment.objects.filter(game_id=game_id, seq__lte=upto)
    told = moments.filter(seq__lte=after).aggregate(Max("number"))["number__max"] or 0
    last = moments.aggregate(Max("number"))["number__max"] or 0
    found = history.history(game_id, seat, since=max(0, told - 1), upto=last) if last else []
    kept = [replace(one, notes=[note for note in one.notes if after < note.seq <= upto]) for one in found]
    return [(one, one.number > told) for one in kept if one.number > told or one.notes]
