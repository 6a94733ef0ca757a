"""Persons: found by address, named, mailed or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import get_supported_language_variant

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.locking import hold_all_of, hold_person
from asgard_pbem.tables.guards.mailboxes import is_barred
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading.holders import holders_at, shown_names
from asgard_pbem.tables.services.mailing import ask_again
from asgard_pbem.tables.services.persons.addressing import address_of
from asgard_pbem.tables.services.persons.digests import next_due
from asgard_pbem.tables.services.persons.naming import clean_name
from asgard_pbem.tables.services.persons.zones import zone_called

AT_ONCE = 500  # games a statement
_RENAME = """
UPDATE tables_game SET names = %(names)s::jsonb -> id::text
WHERE id = ANY(%(games)s) AND names IS DISTINCT FROM %(names)s::jsonb -> id::text
"""


def player_for(email: str, *, name: str = "", language: str = "en") -> Player:
    """The player of this address, made if there is none. Raises ServiceError E_EMAIL, E_OWN_ADDRESS.

    Who gives no name has none, and is called by their seat: an address is nobody else's business, nor is half of it.
    Who is barred is nobody who can do anything here, under no spelling.
    """
    address = address_of(email)
    found = Player.objects.filter(email=address).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            admitted = not is_barred(address)
            return Player.objects.create_user(
                address, clean_name(name), language=_language(language), is_active=admitted
            )
    except IntegrityError:  # somebody else made it just now
        return Player.objects.get(email=address)


def update_player(
    player: Player, *, name: str | None = None, language: str | None = None, time_zone: str | None = None
) -> Player:
    """Change what a person chose; None leaves a field. Raises ServiceError E_NAME, E_NAME_LONG, E_NAME_BOT,
    E_NAME_OURS, E_LINK, E_LANGUAGE, E_ZONE.
    """
    given = {"name": name, "language": language, "time_zone": time_zone}
    read = {"name": _name, "language": _language, "time_zone": _zone}
    changed: dict[str, Any] = {field: read[field](value) for field, value in given.items() if value is not None}
    with transaction.atomic():
        games = hold_all_of(player) if name is not None else []
        if not hold_person(player):  # else the name would come back that was to be forgotten just now
            return player
        # Another request of theirs may have changed all else since this one found them.
        player.refresh_from_db(fields=[*given, "digest", "digest_due_at"])
        if changed.get("time_zone", player.time_zone) != player.time_zone:
            changed["digest_due_at"] = next_due(player.digest, changed["time_zone"], timezone.now())
        for field, value in changed.items():
            setattr(player, field, value)
        player.save(update_fields=changed)
        rename_at(games)
    return player


def rename_at(games: Sequence[UUID]) -> None:
    """Show the present names of all who sit at these games, which the caller holds.

    In few statements: who has played for years sits at thousands, and a mail that changes a name waits for them all.
    """
    for first in range(0, len(games), AT_ONCE):
        some = games[first : first + AT_ONCE]
        names = {str(game): shown_names(sitting) for game, sitting in holders_at(some).items()}
        with connection.cursor() as cursor:
            cursor.execute(_RENAME, {"names": json.dumps(names), "games": list(some)})


def _name(name: str) -> str:
    cleaned = clean_name(name)
    if not cleaned:
        raise ServiceError("E_NAME")
    return cleaned


def _language(language: str) -> str:
    try:
        return get_supported_language_variant(language.strip().lower().replace("_", "-"))
    except LookupError:
        raise ServiceError("E_LANGUAGE", language=language[:20]) from None


def _zone(name: str) -> str:
    found = zone_called(name)
    if found is None:
        raise ServiceError("E_ZONE", zone=name[:40])
    return found


def set_receipts(player: Player, *, on: bool) -> Player:
    """Whether a clean move is answered by a mail of its own where no question follows it soon."""
    player.receipts = on
    player.save(update_fields=["receipts"])
    return player


def set_page(player: Player, *, on: bool) -> Player:
    """Whether a person's public games stand together on a page, and are found by the name."""
    player.has_page = on
    player.save(update_fields=["has_page"])
    return player


def set_mail(player: Player, *, on: bool) -> Player:
    """Mail me, or not, as settings say it: what they do not change goes on as it is, and for the reason that it has."""
    if on == (player.mail_state == Player.MailState.ON):
        return player
    return start_mail(player) if on else stop_mail(player)


def stop_mail(player: Player, why: str = Player.MailState.STOPPED) -> Player:
    """No more mail to this person, until they ask for it again. Idempotent; the first reason stands."""
    Player.objects.filter(pk=player.pk, mail_state=Player.MailState.ON).update(mail_state=why)
    player.refresh_from_db(fields=["mail_state"])
    return player


def start_mail(player: Player, *, but: UUID | None = None) -> Player:
    """Mail again, with a clean score: the person's own wish.

    What is asked of them is asked again, but of the game `but`, whose question the answer to their wish shows.
    """
    player.mail_state, player.bounce_score, player.bounce_scored_at = Player.MailState.ON, 0, None
    player.save(update_fields=["mail_state", "bounce_score", "bounce_scored_at"])
    ask_again(player, but=but)
    return player
