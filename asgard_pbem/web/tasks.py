"""What the web part does by the clock."""

from __future__ import annotations

from celery import shared_task

from asgard_pbem.tables.guards import pulse
from asgard_pbem.web.requests.sessions import SessionStore


@shared_task(ignore_result=True)
def end_old_sessions() -> None:
    """Delete sessions whose time is over."""
    pulse.forget("end sessions", lambda _: SessionStore.clear_expired())
