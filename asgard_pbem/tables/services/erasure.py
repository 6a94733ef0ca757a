"""Forgetting a person, while the others keep their games and every log still verifies.

What is left of them: an id without name and address, their moves, and words that nobody can read any more, for the key
under which they were sealed is gone. What others wrote of them, or quoted, stays sealed under those others' own keys
until their mails are forgotten (`RAW_MAIL_DAYS`).

Their address, key and all that others keep of them go at once, in one transaction of their own rows. Then they get up
from table to table, and only then lose their name, which is a change of every running table where they still sit; then
it goes from the tables, some at a time. Whoever holds thousands lets nobody there move for as long as that takes. A row
(`Erasure`) says that something is left: killed between any two steps it is gone on with from the beginning, for each
step may be done again.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from asgard_pbem.tables.errors import place_of
from asgard_pbem.tables.guards import clocks
from asgard_pbem.tables.guards.locking import hold_each
from asgard_pbem.tables.models import Block, Erasure, Game, Invitation, Memo, Outbox, Player, Press, sealing
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import next_of, tables_of
from asgard_pbem.tables.services.persons.people import rename_at
from asgard_pbem.tables.services.seating.getting_up import get_up
from asgard_pbem.tables.signals import erased

_log = logging.getLogger(__name__)
GAMES_AT_ONCE = 20  # are held, for some milliseconds each
BLANKED = (
    "email", "language", "time_zone", "digest", "digest_due_at", "turns_seen_at", "bounce_score", "bounce_scored_at",
    "verified_at", "last_login", "is_active", "mail_state", "erased_at", "password",
)  # fmt: skip
LEASE = timedelta(minutes=2)  # nobody else goes on with it before


def erase_player(player: Player) -> None:
    """Forget a person: name, address and words go, bots play the seats on, no mail comes any more. The logs stay."""
    _turn_away(player)
    try:
        _go_through(player)
    except DatabaseError as why:  # a table was held for too long, or the database is away: the sweep goes on
        if connection.in_atomic_block:
            raise
        _log.warning("the erasure of %s was broken off: %s", player.pk, place_of(why))


def go_on_erasing(player_id: UUID) -> None:
    """Go on where somebody was killed, unless another is at it."""
    left = Erasure.objects.filter(pk=player_id, due_at__lte=clocks.now())
    if left.update(due_at=clocks.now() + LEASE):
        _go_through(Player.objects.get(pk=player_id))


@transaction.atomic
def _turn_away(player: Player) -> None:
    """From here on nobody knows who they were, and they sit down nowhere: whoever lets them holds their row."""
    # First: titles and words can still be read. And whoever reads a mail holds that before the person.
    erased.send(sender=Player, player=player)
    Erasure.objects.get_or_create(player=player, defaults={"due_at": clocks.now() + LEASE})
    sealing.destroy(player.pk)
    _blank(player)  # last: whoever sends them something just now is waited for, and waits for none of these


def _go_through(player: Player) -> None:
    get_up(player)
    _take_name(player)
    done: set[UUID] = set()
    # Whoever takes a title from a table of theirs holds that one: it is found here, or finds no title any more.
    while left := sorted(_concerned(player, named := _named_by(player)) - done):
        for first in range(0, len(left), GAMES_AT_ONCE):
            some = left[first : first + GAMES_AT_ONCE]
            Erasure.objects.filter(pk=player.pk).update(due_at=clocks.now() + LEASE)
            _leave_nothing_at(player, some, named)
            done.update(some)
    with transaction.atomic():
        _withdraw_invitations(player)
        _drop_mails(player)
        player.reply_tokens.all().delete()
        Memo.objects.filter(player=player).delete()
        # Where a game's rules fail, or are not installed, nobody takes their seat over yet: it is tried again.
        if not SeatRow.objects.filter(player=player, game__ended_at=None).exists():
            Erasure.objects.filter(pk=player.pk).delete()


@transaction.atomic
def _leave_nothing_at(player: Player, some: Collection[UUID], named: set[UUID]) -> None:
    """Take what says anything of them from these tables, as long as rows say where they sat."""
    held = hold_each(Game.objects.filter(pk__in=some))
    _take_name_away(player, held)
    Game.objects.filter(pk__in=named.intersection(held)).exclude(title="").update(title="")
    _empty_told(player, held)
    rename_at(held)


def _concerned(player: Player, named: set[UUID]) -> set[UUID]:
    """Every game that says anything of them."""
    theirs = Game.objects.filter(tables_of(player)).values_list("pk", flat=True)
    wrote = Press.objects.filter(author=player).values_list("game_id", flat=True)
    return {*theirs, *wrote, *_began_with(player).values_list("game_id", flat=True), *named}


def _named_by(player: Player) -> set[UUID]:
    """What a person called a table are their words. Practice tables carry the title of where they came from, those that
    come from practice too, and the table that follows a game for the same people.
    """
    all_named = set[UUID]()
    found = {*Game.objects.filter(opened_by=player).values_list("pk", flat=True)}
    while found:
        all_named |= found
        came_of = Q(forked_from__in=found) | Q(pk__in=[next_of(one) for one in found])
        found = {*Game.objects.filter(came_of).values_list("pk", flat=True)} - all_named
    return all_named


def _began_with(player: Player) -> QuerySet[SeatRow]:
    """Rows say it, also of whom the seat was taken from since: the log of all games has no index by persons."""
    return SeatRow.objects.filter(Q(began=player.pk) | Q(player=player))


def _take_name_away(player: Player, games: Collection[UUID]) -> None:
    """From the subjects of tables that began with them: there they may be called as nowhere else any more."""
    began = _began_with(player).filter(game__in=games).values("game_id")
    Game.objects.filter(pk__in=began).exclude(begun_by=[]).update(begun_by=[])


def _withdraw_invitations(player: Player) -> None:
    """Those to the person go; those from them name nobody. Addresses that only closed ones brought here go too."""
    Block.objects.filter(Q(player=player) | Q(by=player)).delete()
    Invitation.objects.filter(player=player).delete()
    sent = Invitation.objects.filter(by=player)
    guests = list(sent.values_list("player_id", flat=True))
    sent.update(by=None)
    standing = Q(state__in=(Invitation.State.OPEN, Invitation.State.ACCEPTED))
    still = Invitation.objects.filter(standing | Q(by__isnull=False))
    unknown = Player.objects.filter(pk__in=guests, verified_at=None, last_login=None, held_seats=None)
    unknown.exclude(invitations__in=still).delete()


def _drop_mails(player: Player) -> None:
    """Rows of owed mails stay, for prompts are counted by them; what they say and quote goes."""
    mine = Outbox.objects.filter(player=player)
    mine.filter(state=Outbox.State.QUEUED).update(state=Outbox.State.DROPPED)
    mine.update(payload={}, receipt=None, line_hashes=[], newcomer=None)


def _empty_told(player: Player, games: Collection[UUID]) -> None:
    """Fingerprints of their words, in the mails that told others of them."""
    wrote = Press.objects.filter(author=player, game_id__in=games)
    for game_id, seats in wrote.values_list("game_id", "game__seats").distinct():
        said = Press.objects.filter(author=player, game_id=game_id).values_list("pk", flat=True)
        told = Outbox.objects.filter(key__in=[f"press:{one}:{seat}" for one in said for seat in range(seats)])
        told.filter(state=Outbox.State.QUEUED).update(state=Outbox.State.DROPPED)
        told.update(line_hashes=[])


@transaction.atomic
def _take_name(player: Player) -> None:
    """And their absences: what a table knows of who sits there. Of running tables only those that nobody could take
    over are theirs still, and are held before them.
    """
    hold_each(Game.objects.filter(status=Game.Status.RUNNING, pk__in=player.held_seats.values("game_id")))
    player.absences.all().delete()
    player.name, player.absent_from, player.absent_until = "", None, None
    player.save(update_fields=["name", "absent_from", "absent_until"])


def _blank(player: Player) -> None:
    """All but their name."""
    player.email = f"{player.pk.hex}@erased.invalid"
    player.language, player.time_zone = "en", "UTC"
    player.digest, player.digest_due_at, player.turns_seen_at = Player.Digest.NEVER, None, None
    player.bounce_score, player.bounce_scored_at = 0, None
    player.verified_at = player.last_login = None
    player.is_active, player.mail_state, player.erased_at = False, Player.MailState.STOPPED, timezone.now()
    player.set_unusable_password()
    player.save(update_fields=BLANKED)
