"""What the web part keeps: sessions, tokens of people's programs, and pictures for lists."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.module_loading import import_string

from asgard_pbem.tables.models.fields import SealedField

TOKEN_NAME_LIMIT: Final = 60  # characters


class Session(AbstractBaseSession):
    """One browser that is signed in, or has been here."""

    player_id = models.UUIDField(null=True, db_index=True)  # no foreign key: signing out may come after being forgotten

    @classmethod
    def get_session_store_class(cls) -> Any:
        """What reads and writes these rows: what the settings name, as Django itself finds it."""
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")


class AccessToken(models.Model):
    """Lets a program act for one person. What it shows is known to that program alone: here stands its hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens")
    sha256 = models.BinaryField(max_length=32, unique=True)
    name = SealedField()  # what its owner calls it
    read_only = models.BooleanField()
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)  # to the minute; None: never


class SmallBoard(models.Model):
    """The board of a table as lists show it: drawn once for a moment, for all who may see the table.

    A spectator's view, with letters for the players, so that nobody's name is in it. Beside it the colours that seats
    play, for their marks in lists. May be dropped at any time.
    """

    pk = models.CompositePrimaryKey("game_id", "theme")
    game = models.ForeignKey(
        "tables.Game", on_delete=models.CASCADE, related_name="+", db_index=False
    )  # the key begins with it
    theme = models.CharField(max_length=5)
    moment = models.PositiveIntegerField()
    picture = models.BinaryField()  # WebP
    colours = models.CharField(max_length=80, default="", db_default="")  # by seat, `red,blue`; empty: as their marks
    drawn_at = models.DateTimeField()
