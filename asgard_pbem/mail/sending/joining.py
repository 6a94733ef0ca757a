"""One mail, not two: what became of a player's mail is told by the question that follows it.

A receipt waits some seconds (RECEIPT_WAITS_S). A mail about the same table that goes to its reader meanwhile takes it
in, and says first what was understood. A receipt that no such mail comes to fetch goes out alone. So it is with what
was played for somebody who was too late: where several are late together, only the last of their time-outs asks anew.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from asgard_pbem.database.built import built_once
from asgard_pbem.tables.models import OpenDecision, Outbox, Seat
from asgard_pbem.tables.store.rows import TIMED_OUT

LOOKED_AGAIN_S = 1.0
FETCHING = frozenset({Outbox.Purpose.PROMPT, Outbox.Purpose.REMINDER, Outbox.Purpose.RESULT})


def bots_come_first(row: Outbox, now: datetime) -> bool:
    """Whether a question waits a little longer, for bots that are still to answer at its table.

    Only for those of whom all know that they are asked: no wait tells who is asked unseen. And not so long that a
    receipt which it would tell goes out alone.
    """
    longest = timedelta(seconds=settings.RECEIPT_WAITS_S * 0.8)
    if row.purpose != Outbox.Purpose.PROMPT or row.attempts or row.created_at + longest <= now:
        return False
    return row.game_id is not None and bool(_bots_asked(row.game_id))


@built_once
def _bots_asked(game: UUID) -> QuerySet[Seat, Any]:
    asked = OpenDecision.objects.filter(game=game, answered=False, concealed=False).values("seat")
    return Seat.objects.filter(game=game, seat__in=asked).exclude(bot="").order_by().values_list("seat")[:1]


def left_to_a_question_s(row: Outbox, now: datetime) -> float:
    """How many seconds the notice of what was played for its reader is still left to a question that may tell it.

    The same for everybody, whether one comes or not: the wait tells nobody who was asked.
    """
    if row.purpose != Outbox.Purpose.NOTICE or row.payload.get("what") != TIMED_OUT or row.attempts:
        return 0
    return max(0.0, (row.created_at - now).total_seconds() + settings.RECEIPT_WAITS_S)


def take_in(row: Outbox, now: datetime) -> tuple[Outbox, ...]:
    """Let `row`, which is about to be sent, tell what is waiting to be told; in the transaction that claims it.

    Returns those mails, the oldest first; `marking.taken` writes all of it down. They stay owed, but not before this
    attempt is over: when it fails they go out alone. None that another mail may be telling at this moment, or that was
    tried alone: it would be told twice.
    """
    if row.purpose not in FETCHING or row.game_id is None:
        return ()
    found = tuple(_free(row.player_id, row.game_id, str(row.pk), row.created_at, now))
    if found or row.payload.get("joined"):  # an attempt before this one may have had others
        answers = next((one.payload["mail"] for one in reversed(found) if "mail" in one.payload), None)
        row.payload = {**row.payload, "joined": [str(one.pk) for one in found], "answers": answers}
    return found


@built_once
def _free(player: UUID, game: UUID, teller: str, owed: datetime, now: datetime) -> QuerySet[Outbox]:
    free = Q(payload__teller__isnull=True) | Q(payload__teller=teller) | Q(due_at__lte=now)
    receipts = Q(purpose=Outbox.Purpose.RECEIPT, payload__joins=True, receipt__isnull=False)
    late = Q(purpose=Outbox.Purpose.NOTICE, payload__what=TIMED_OUT, created_at__lte=owed)  # what followed it
    waiting = Outbox.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        free, receipts | late, player=player, game=game, state=Outbox.State.QUEUED, attempts=0
    )
    return waiting.order_by("created_at")
