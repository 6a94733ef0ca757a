"""What runs by the clock: owing notices, sending them, forgetting the old."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from asgard_pbem.alerts import pushing
from asgard_pbem.tables.guards import pulse


@shared_task(acks_late=True, ignore_result=True)
def call_players() -> int:
    """Owe and queue what is due; a lost message is found again here. Returns how many."""
    return pulse.run("calls", partial(pushing.owe, timezone.now())) or 0


@shared_task(acks_late=True, ignore_result=True)
def send_call(call_id: str) -> None:
    """Send one notice, once."""
    pushing.send(UUID(call_id))


@shared_task(ignore_result=True)
def forget_old_calls() -> int:
    """Drop old rows."""
    return pulse.forget("forget old calls", pushing.forget_old) or 0
