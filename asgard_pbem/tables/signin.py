"""Signing in by mail: a signed link that works once and not for long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from asgard_pbem.tables.models import Player

SALT: Final = "asgard.web.sign-in"
MAX_AGE: Final = timedelta(minutes=30)


class BadLink(Exception):
    """A sign-in link that was altered, is too old, or has been used."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sign-in link says: whose it is, and when that player had last signed in."""

    player: UUID
    last: str  # ISO time of the last sign-in, "" before the first


def sign_in_token(player: Player) -> str:
    """A token that signs `player` in once: any later sign-in moves `last_login` and so spends it."""
    return signing.dumps({"p": player.pk.hex, "l": _stamp(player)}, salt=SALT, compress=False)


def sign_in_url(player: Player) -> str:
    """The absolute address for the mail. Opening it shows a form; only sending the form signs in."""
    return settings.PUBLIC_URL + reverse("sign_in_link", args=[quote(sign_in_token(player), safe=":")])


def read_sign_in(token: str) -> Claim:
    """What the token says. Raises BadLink when it is not ours or too old."""
    try:
        data = signing.loads(token, salt=SALT, max_age=MAX_AGE)
        return Claim(UUID(hex=data["p"]), str(data["l"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError) as broken:
        raise BadLink from broken


def fits(claim: Claim, player: Player) -> bool:
    """Whether the link is still unspent."""
    return player.is_active and claim.last == _stamp(player)


def _stamp(player: Player) -> str:
    return player.last_login.isoformat() if player.last_login else ""
