"""Sending a mail again by hand: any row of the outbox, or the question of a seat. Asked twice, it goes out once.

Or letting go of one that was given up and that nobody waits for, to an address that is gone: else `stuck` and
the alert would name it for as long as it is kept, and tell nothing of the next one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from asgard_pbem.mail.sending import failing
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.guards import clocks
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Outbox

WHAT, LET_GO = "resend", "let go"
AT_WORK_S = 90  # the hard limit of a task: nobody sends one mail for longer
OVER = {
    Outbox.State.SENT: "was sent; --again sends it once more, with the same Message-ID",
    Outbox.State.JOINED: "was told in the question that followed it; --again sends it by itself",
    Outbox.State.DROPPED: "was overtaken, or its reader wants no mail; --again asks that anew",
}


def resend(outbox_id: UUID, *, why: str = "", again: bool = False) -> str:
    """Owe the mail now. Returns in a sentence's end what became of it. `again`: also one that came to its end.

    The game is locked first, then the row. A row that waits is told once more; one that a worker may be sending at this
    moment is left alone, or it would go out twice.
    """
    game_id = Outbox.objects.filter(pk=outbox_id).values_list("game", flat=True).first()
    with transaction.atomic():
        if game_id is not None:
            hold(game_id)
        row = Outbox.objects.select_for_update().filter(pk=outbox_id).first()
        if row is None:
            return "is not in the outbox"
        if row.state == Outbox.State.QUEUED and row.attempts == 0:
            return "is owed already"
        if row.state == Outbox.State.QUEUED and (until := _at_work_until(row)) is not None:
            return f"may be with the relay just now: ask again after {until:%H:%M:%S} UTC"
        if row.state in OVER and not again:
            return OVER[Outbox.State(row.state)]
        Outbox.objects.filter(pk=row.pk).update(
            state=Outbox.State.QUEUED, attempts=0, error="", due_at=clocks.now(), sent_at=None
        )
        services.note_deed(WHAT, row.pk, why=why)
        notify.after_commit([row.pk])
    return "is owed again"


def let_go(outbox_id: UUID, *, why: str = "") -> str:
    """Owe a mail that was given up no more. Returns in a sentence's end what became of it."""
    with transaction.atomic():
        given_up = Outbox.objects.filter(pk=outbox_id, state=Outbox.State.FAILED)
        if not given_up.update(state=Outbox.State.DROPPED):
            return "was not given up"
        services.note_deed(LET_GO, outbox_id, why=why)
    return "is owed no more"


def question_of(game_id: UUID, seat: int) -> UUID | None:
    """The row of the last question that a seat was mailed, or is to be; None: it was asked none."""
    asked = Outbox.objects.filter(game=game_id, seat=seat, purpose=Outbox.Purpose.PROMPT)
    return asked.order_by("-prompt").values_list("pk", flat=True).first()


def _at_work_until(row: Outbox) -> datetime | None:
    """Until when the last try may still go on: it began when the next one was put off. None: it has ended.

    How a first try ended its error tells; that of a later one may be of the try before.
    """
    until = row.due_at - failing.pause(row.attempts) + timedelta(seconds=AT_WORK_S)
    return until if until > clocks.now() and not (row.attempts == 1 and row.error) else None
