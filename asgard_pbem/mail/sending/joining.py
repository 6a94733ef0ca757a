"""One mail, not two: what became of a player's mail is told by the question that follows it.

A receipt waits some seconds (RECEIPT_WAITS_S). A mail about the same table that goes to its reader meanwhile takes it
in, and says first what was understood. A receipt that no such mail comes to fetch goes out alone.
"""

from __future__ import annotations

from django.utils import timezone

from asgard_pbem.tables.models import Outbox

FETCHING = frozenset({Outbox.Purpose.PROMPT, Outbox.Purpose.REMINDER, Outbox.Purpose.RESULT})


def take_in(row: Outbox) -> None:
    """Let `row`, which is about to be sent, tell what is waiting to be told; in the transaction that claims it.

    The receipts stay owed, but not before this attempt is over: when it fails they go out alone.
    """
    if row.purpose not in FETCHING or row.game_id is None:
        return
    waiting = Outbox.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        player_id=row.player_id, game_id=row.game_id, purpose=Outbox.Purpose.RECEIPT, state=Outbox.State.QUEUED,
        payload__joins=True,
    )  # fmt: skip
    found = [(str(pk), mail) for pk, mail in waiting.order_by("created_at").values_list("pk", "payload__mail")]
    if found or row.payload.get("joined"):  # an attempt before this one may have had others
        row.payload = {**row.payload, "joined": [pk for pk, _ in found], "answers": found[-1][1] if found else None}
    if found:
        Outbox.objects.filter(pk__in=row.payload["joined"]).update(due_at=row.due_at)


def taken(row: Outbox) -> None:
    """The mail of `row` has gone out: what it told is told."""
    if row.payload.get("joined"):
        told = Outbox.objects.filter(pk__in=row.payload["joined"], state=Outbox.State.QUEUED)
        told.update(state=Outbox.State.JOINED, sent_at=timezone.now())
