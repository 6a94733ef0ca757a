"""Keeping somebody out who abuses the service: at once, by every spelling of their mailbox, until an operator lets them
in again. What they sit at goes on without them, as when somebody leaves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables.guards.locking import hold_all_of
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Bar, Invitation, Outbox, Player
from asgard_pbem.tables.services.persons.signing_in import NOBODY, owe_newcomer
from asgard_pbem.tables.services.seating.getting_up import get_up
from asgard_pbem.tables.signals import barred

BARRED = "barred"


class Barred(NamedTuple):
    """What barring did."""

    people: list[Player]
    failed: int  # seats of running games that nobody takes over


def bar(mark: str, *, why: str, since: datetime | None = None) -> Barred:
    """Keep a mailbox out, and all who are here by it. Once more, it does again what was not done yet, with a new `why`.

    In steps, each committed: whoever is just doing something comes to its end before they get up, and from that too.
    """
    before = Bar.objects.filter(pk=mark).first()
    from_then = since or (before.since if before is not None else timezone.now())
    Bar.objects.update_or_create(mark=mark, defaults={"why": why, "since": from_then})
    people = list(people_of(mark))
    for player in people:
        _keep_out(player)
    return Barred(people, sum(map(get_up, people)))


@transaction.atomic
def _keep_out(player: Player) -> None:
    """Who has invited them sees an invitation that nobody answers, and no more."""
    barred.send(sender=Player, player=player)  # first: whoever reads a mail holds that before the game it is about
    hold_all_of(player, ended=False)
    Player.objects.filter(pk=player.pk).update(is_active=False)
    player.is_active = False
    sent = Invitation.objects.filter(by=player, state=Invitation.State.OPEN)
    sent.update(state=Invitation.State.LAPSED, answered_at=timezone.now())


@transaction.atomic
def unbar(mark: str) -> list[Player]:
    """Let a mailbox in again. Back come those who are here by it; seats that they gave up stay given up."""
    people = list(people_of(mark))
    Bar.objects.filter(pk=mark).delete()
    for player in people:
        player.is_active = True
        player.save(update_fields=["is_active"])
    return people


def people_of(*wanted: str) -> Iterator[Player]:
    """Who is here by these mailboxes. All addresses are looked at: which spellings there are no index knows."""
    return (player for player, found in among(wanted))


def among(wanted: Collection[str]) -> Iterator[tuple[Player, str]]:
    """The same with the mark by which each was found."""
    named = set(wanted)
    here = Player.objects.filter(erased_at=None).exclude(pk=NOBODY).order_by("pk")
    for player in here.iterator(chunk_size=1000) if named else ():
        found = named.intersection(marks(player.email))
        if found:
            yield player, min(found)


def tell_barred(found: Bar, address: str, language: str, *, mail: object) -> None:
    """Owe whoever wrote `mail` from a barred mailbox the sentence that says so, once for all."""
    if Bar.objects.filter(pk=found.pk, told_at=None).update(told_at=timezone.now()):
        owe_newcomer(
            address, language, purpose=Outbox.Purpose.NOTICE, key=f"barred:{mail}",
            payload={"what": BARRED, "about_mail": str(mail), "answers": str(mail)},
        )  # fmt: skip
