"""What a seat has been told by mail, and what its log has shown since."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Min, QuerySet

from asgard_pbem.tables.models import Event, Moment, Outbox
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.eyes import Entry
from engine.core.contract import Seat

# Mails that say what happened. A receipt does not: what the answered move led to comes with the next of these.
TELLING = (
    Outbox.Purpose.PROMPT, Outbox.Purpose.REMINDER, Outbox.Purpose.NOTICE, Outbox.Purpose.RESULT, Outbox.Purpose.DIGEST,
)  # fmt: skip


def telling(game_id: UUID, player_id: UUID, seat: Seat) -> QuerySet[Outbox]:
    """The mails that have told this holder of the seat what happened."""
    sent = Outbox.objects.filter(game_id=game_id, player_id=player_id, seat=seat, state=Outbox.State.SENT)
    return sent.filter(purpose__in=TELLING, moment__isnull=False)


def told_upto(game_id: UUID, player_id: UUID, seat: Seat) -> int:
    """The event up to which they have been told, from the beginning of their time on the seat; never to be shown."""
    last: datetime | None = telling(game_id, player_id, seat).aggregate(Max("created_at"))["created_at__max"]
    events = Event.objects.filter(game_id=game_id)
    before = events.filter(recorded_at__lte=last) if last is not None else events.filter(kind="game_started")
    seq: int | None = before.aggregate(Max("seq"))["seq__max"]
    return seq or 0


def news(game_id: UUID, seat: Seat, after: int, upto: int) -> list[Entry]:
    """What the seat's log shows of the events after `after`, up to `upto`: moments with their notes.

    Where notes were added to a moment that had been told before, it comes with these alone, and without faces.
    """
    moments = Moment.objects.filter(game_id=game_id, seq__lte=upto)
    told = moments.filter(seq__lte=after).aggregate(Max("number"))["number__max"] or 0
    last = moments.aggregate(Max("number"))["number__max"] or 0
    found = history.history(game_id, seat, since=max(0, told - 1), upto=last) if last else []
    kept = [replace(one, notes=[note for note in one.notes if after < note.seq <= upto]) for one in found]
    return [one for one in kept if one.number > told or one.notes]


def is_old(entry: Entry, game_id: UUID, after: int) -> bool:
    """Whether the moment itself was told before event `after`, so that only its notes are new."""
    first = Moment.objects.filter(game_id=game_id, seq__gt=after).aggregate(Min("number"))["number__min"]
    return first is None or entry.number < first
