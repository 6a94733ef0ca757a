"""What runs by the clock: owing notices, sending them, forgetting the old."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from asgard_pbem.alerts import pushing


@shared_task(acks_late=True, ignore_result=True)
def call_players() -> int:
    """Owe and queue what is due; a lost message is found again here. Returns how many."""
    return pushing.owe(timezone.now())


@shared_task(acks_late=True, ignore_result=True)
def send_call(call_id: str) -> None:
    """Send one notice, once."""
    pushing.send(UUID(call_id))


@shared_task(ignore_result=True)
def forget_old_calls() -> int:
    """Drop old rows."""
    return pushing.forget_old(timezone.now())
