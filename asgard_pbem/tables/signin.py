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

from asgard_pbem.tables.guards.mailboxes import is_barred
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Outbox, Player

SALT: Final = "asgard.web.sign-in"
MAX_AGE: Final = timedelta(minutes=30)


class BadLink(Exception):
    """A sign-in link that was altered, is too old, or has been used."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sign-in link says: whose it is, and when that player had last signed in; of a newcomer, which letter."""

    player: UUID | None
    last: str = ""  # ISO time of the last sign-in, "" before the first
    letter: UUID | None = None  # the outbox row that knows the newcomer's address: links are written into logs


def sign_in_token(player: Player) -> str:
    """A token that signs `player` in once: any later sign-in moves `last_login` and so spends it."""
    return signing.dumps({"p": player.pk.hex, "l": _stamp(player)}, salt=SALT, compress=False)


def sign_in_url(player: Player) -> str:
    """The absolute address for the mail. Opening it shows a form; only sending the form signs in."""
    return _url(sign_in_token(player))


def newcomer_url(letter: Outbox) -> str:
    """The same for somebody who is not here yet."""
    return _url(signing.dumps({"n": letter.pk.hex}, salt=SALT, compress=False))


def _url(token: str) -> str:
    return settings.PUBLIC_URL + reverse("sign_in_link", args=[quote(token, safe=":")])


def read_sign_in(token: str) -> Claim:
    """What the token says. Raises BadLink when it is not ours or too old."""
    try:
        data = signing.loads(token, salt=SALT, max_age=MAX_AGE)
        if "n" in data:
            return Claim(None, letter=UUID(hex=data["n"]))
        return Claim(UUID(hex=data["p"]), str(data["l"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError) as broken:
        raise BadLink from broken


def fits(claim: Claim, player: Player) -> bool:
    """Whether the link is still unspent."""
    return player.is_active and claim.last == _stamp(player)


def is_good(claim: Claim) -> bool:
    """Whether the link would sign somebody in now."""
    if claim.letter is not None:
        return Outbox.objects.filter(pk=claim.letter, newcomer__isnull=False).exists()
    player = Player.objects.filter(pk=claim.player).first() if claim.player is not None else None
    return player is not None and fits(claim, player)


def address_of(letter: Outbox) -> str:
    """Where a letter to a newcomer goes; empty when it goes to a player."""
    return crypto.decrypt(letter.newcomer).decode() if letter.newcomer is not None else ""


def newcomer(letter: Outbox) -> Player:
    """Somebody as they would be here: for writing to them, not to be saved."""
    address = address_of(letter)
    language = letter.payload.get("language", "en")
    return Player(pk=letter.player_id, email=address, language=language, is_active=not is_barred(address))


def _stamp(player: Player) -> str:
    return player.last_login.isoformat() if player.last_login else ""
