"""What the web part keeps: sessions."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.module_loading import import_string


class Session(AbstractBaseSession):
    """One browser that is signed in, or has been here."""

    player_id = models.UUIDField(null=True, db_index=True)  # no foreign key: signing out may come after being forgotten

    @classmethod
    def get_session_store_class(cls) -> Any:
        """What reads and writes these rows: what the settings name, as Django itself finds it."""
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")
