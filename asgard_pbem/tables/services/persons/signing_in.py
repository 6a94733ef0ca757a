"""Links to sign in: few to one mailbox, few for one network, and no trace of whoever does not come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables import signin
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.mailboxes import is_barred, mailbox
from asgard_pbem.tables.guards.networks import customer
from asgard_pbem.tables.guards.tallies import counted
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Outbox, Player, Tally
from asgard_pbem.tables.services.mailing import owe
from asgard_pbem.tables.services.persons.addressing import address_of
from asgard_pbem.tables.services.persons.people import player_for

NOBODY = UUID(int=0)
DAY = timedelta(days=1)
ELSEWHERE_KEPT = timedelta(days=14)  # that a mail went to another address: by then it has come back, or will not


def ask_to_sign_in(email: str, *, network: str, language: str) -> None:
    """Owe a link to an address, whether or not it is known here; nothing when that mailbox had enough.
    Who is barred is owed one too, and sent none: the answer takes as long as any.

    `network`: the asker's address, IPv4 or IPv6. Raises ServiceError E_EMAIL, E_OWN_ADDRESS, E_WAIT (this
    network asked too often).
    """
    if counted(f"network {customer(network)}") > settings.SIGN_INS_AN_HOUR:
        raise ServiceError("E_WAIT")
    address = address_of(email)
    player = Player.objects.filter(email=address).first()
    if _had_enough(mailbox(address), player):
        return
    if player is None:
        owe_newcomer(address, language, purpose=Outbox.Purpose.SIGN_IN, key=f"sign_in:{uuid4()}")
    else:
        owe(player=player, purpose=Outbox.Purpose.SIGN_IN, key=f"sign_in:{uuid4()}")


def _had_enough(box: str, player: Player | None) -> bool:
    """Whether this mailbox gets no further link now. Anybody may ask for one to it, and must neither fill the mailbox
    of somebody who is not here, day by day, nor keep out who is: of those that were sent one is always good.
    """
    often = counted(f"mailbox {box}") > settings.SIGN_IN_LINKS_AN_HOUR
    if player is None:
        return often or counted(f"newcomer {box}", DAY) > settings.SIGN_IN_LINKS_A_DAY
    first = counted(f"good {box} {player.last_login}", signin.MAX_AGE) == 1  # what was sent before is spent or too old
    return often and not first


def owe_newcomer(
    address: str, language: str, *, purpose: str, key: str, payload: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """A letter to somebody who is not here, and is not made a player by being typed into a form."""
    nobody, _ = Player.objects.get_or_create(
        pk=NOBODY, defaults={"email": "nobody@newcomer.invalid", "is_active": False, "password": "!"}
    )
    owe(
        player=nobody, purpose=purpose, key=key, payload={**payload, "language": language},
        newcomer=crypto.encrypt(address.encode()),
    )  # fmt: skip


def enter(claim: signin.Claim) -> Player | None:
    """The player whom a link signs in, now; None when it has been used. Two clicks at once sign in one of them."""
    with transaction.atomic():
        player_id = claim.player if claim.letter is None else _welcome(claim.letter)
        if player_id is None:
            return None
        player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
        if player is None or not signin.fits(claim, player):
            return None
        player.last_login = timezone.now()
        player.verified_at = player.verified_at or player.last_login
        player.save(update_fields=["last_login", "verified_at"])
    return player


def _welcome(letter_id: UUID) -> UUID | None:
    """The newcomer of a letter, a player from here on. The letter forgets the address: so its link works once."""
    letter = Outbox.objects.select_for_update().filter(pk=letter_id, newcomer__isnull=False).first()
    if letter is None:
        return None
    address = signin.address_of(letter)
    if is_barred(address):  # since it was sent
        return None
    player = player_for(address, language=letter.payload.get("language", "en"))
    letter.newcomer = None
    letter.save(update_fields=["newcomer"])
    return player.pk


def forget_old(now: datetime) -> int:
    """Drop windows that are over, letters to newcomers who did not come, and where mails went that a player asked for.
    Returns how many rows went or changed.
    """
    windows, _ = Tally.objects.filter(until__lte=now).delete()
    letters, _ = Outbox.objects.filter(player_id=NOBODY, created_at__lte=now - DAY).delete()
    old = Outbox.objects.filter(newcomer__isnull=False, created_at__lte=now - ELSEWHERE_KEPT)
    return windows + letters + old.exclude(player_id=NOBODY).update(newcomer=None)
