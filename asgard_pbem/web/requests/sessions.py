"""Sessions in the database, each with whose it is: so a person can end them all, and the forgotten leave none.

Django's own keep that inside the sealed data; to find one person's, every session would have to be opened. The way is
that of its documentation ("Extending database-backed session engines").
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from asgard_pbem.tables.store.keeping import forgetting
from asgard_pbem.web.models import Session

STRANGERS: Final = timedelta(days=1)  # what somebody wrote whose session had ended waits so long until they sign in


class SessionStore(DatabaseStore):
    """What `SESSION_ENGINE` names."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Where sessions are kept."""
        return Session

    @classmethod
    def clear_expired(cls) -> None:
        """Delete sessions whose time is over, some at a time: not a million in one transaction."""
        over = Session.objects.filter(expire_date__lt=timezone.now())
        while forgetting.some(over):
            pass

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row, with the player who is signed in; of nobody it goes soon, for anybody can make any number."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.player_id = data.get(SESSION_KEY)
        if row.player_id is None:
            row.expire_date = min(row.expire_date, timezone.now() + STRANGERS)
        return row
