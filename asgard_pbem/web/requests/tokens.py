"""Tokens for a person's own programs: made, used and ended. What a token is, only whoever made it ever sees."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

from django.db.models import Q
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Player
from asgard_pbem.web.forms.base import clean_text
from asgard_pbem.web.models import TOKEN_NAME_LIMIT, AccessToken

PREFIX: Final = "asgard_"  # by which it is known for a secret where it lies about: in a log, in a public repository
TOKEN_BYTES: Final = 32
TOKENS_OF_ONE: Final = 20
_SEEN: Final = timedelta(minutes=1)  # how exactly the last use is kept: not every request is a write


def make_token(player: Player, *, name: str, read_only: bool, cause: UUID) -> tuple[AccessToken, str]:
    """A new token, and what it is: said now and never again, whoever sends the same once more.

    Raises ServiceError E_TOKEN_NAME, E_MANY_TOKENS, E_TOKEN_MADE.
    """
    called = " ".join(clean_text(name).split())
    if not 1 <= len(called) <= TOKEN_NAME_LIMIT:
        raise ServiceError("E_TOKEN_NAME", most=TOKEN_NAME_LIMIT)
    if AccessToken.objects.filter(player=player).count() >= TOKENS_OF_ONE:
        raise ServiceError("E_MANY_TOKENS", most=TOKENS_OF_ONE)
    token_id = uuid5(cause, f"token {player.pk}")
    if AccessToken.objects.filter(pk=token_id).exists():
        raise ServiceError("E_TOKEN_MADE")
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    made = AccessToken.objects.create(id=token_id, player=player, sha256=_hash(text), name=called, read_only=read_only)
    return made, text


def drop_token(player: Player, token_id: UUID) -> None:
    """From now on nobody is let in by it. Raises ServiceError E_NO_TOKEN."""
    gone, _ = AccessToken.objects.filter(player=player, pk=token_id).delete()
    if not gone:
        raise ServiceError("E_NO_TOKEN")


def use_token(text: str) -> AccessToken | None:
    """The token that this is, with its owner; None for one that is none, or not any more. Notes that it was used."""
    if not text.startswith(PREFIX):
        return None
    found = AccessToken.objects.filter(sha256=_hash(text), player__is_active=True).select_related("player").first()
    now = timezone.now().replace(second=0, microsecond=0)
    if found is not None and (found.used_at is None or found.used_at < now - _SEEN):
        older = Q(used_at=None) | Q(used_at__lt=now)
        AccessToken.objects.filter(older, pk=found.pk).update(used_at=now)
    return found


def _hash(text: str) -> bytes:
    """A plain hash will do: 32 random bytes are not found by trying."""
    return hashlib.sha256(text.encode()).digest()
