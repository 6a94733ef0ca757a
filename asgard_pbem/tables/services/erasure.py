"""Forgetting a person, while the others keep their games and every log still verifies.

What is left of them: an id without name and address, their moves, and words that nobody can read any more, for the key
under which they were sealed is gone. What others wrote of them, or quoted, stays sealed under those others' own keys
until their mails are forgotten (`RAW_MAIL_DAYS`).
"""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from asgard_pbem.tables.guards.locking import hold_for_good
from asgard_pbem.tables.models import Block, Game, Invitation, Memo, Outbox, Player, Press, sealing
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import tables_of
from asgard_pbem.tables.services.persons.people import rename_at
from asgard_pbem.tables.services.seating.getting_up import get_up
from asgard_pbem.tables.signals import erased


def erase_player(player: Player) -> None:
    """Forget a person: name, address and words go, bots play the seats on, no mail comes any more. The logs stay."""
    with transaction.atomic():
        # First: titles and words can still be read. And whoever reads a mail holds that before the game it is about.
        erased.send(sender=Player, player=player)
        held = hold_for_good(player, partial(_concerned, player))
        _take_name_away(player)  # as long as rows say where they sit
        get_up(player)
        _take_titles_away(player)
        _withdraw_invitations(player)
        _empty_mails(player)
        player.reply_tokens.all().delete()
        Memo.objects.filter(player=player).delete()
        sealing.destroy(player.pk)
        _blank(player)
        rename_at(held)


def _concerned(player: Player) -> set[UUID]:
    """Every game that says anything of them."""
    theirs = Game.objects.filter(tables_of(player)).values_list("pk", flat=True)
    return {*theirs, *_began_with(player).values_list("game_id", flat=True), *_named_by(player)}


def _named_by(player: Player) -> list[UUID]:
    """What a person called a table are their words. Practice tables carry the title of where they came from, those that
    come from practice too.
    """
    all_named: list[UUID] = []
    named = Game.objects.filter(opened_by=player)
    while found := list(named.values_list("pk", flat=True)):
        all_named += found
        named = Game.objects.filter(forked_from__in=found)
    return all_named


def _take_titles_away(player: Player) -> None:
    Game.objects.filter(pk__in=_named_by(player)).exclude(title="").update(title="")


def _began_with(player: Player) -> QuerySet[SeatRow]:
    """Rows say it, also of whom the seat was taken from since: the log of all games has no index by persons."""
    return SeatRow.objects.filter(Q(began=player.pk) | Q(player=player))


def _take_name_away(player: Player) -> None:
    """From the subjects of all tables that began with them: there they may be called as nowhere else any more."""
    Game.objects.filter(pk__in=_began_with(player).values("game_id")).exclude(begun_by=[]).update(begun_by=[])


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


def _empty_mails(player: Player) -> None:
    """Rows of owed mails stay, for prompts are counted by them; what they say and quote goes."""
    mine = Outbox.objects.filter(player=player)
    mine.filter(state=Outbox.State.QUEUED).update(state=Outbox.State.DROPPED)
    mine.update(payload={}, receipt=None, line_hashes=[])
    for game_id, seats in Press.objects.filter(author=player).values_list("game_id", "game__seats").distinct():
        said = Press.objects.filter(author=player, game_id=game_id).values_list("pk", flat=True)
        told = Outbox.objects.filter(key__in=[f"press:{one}:{seat}" for one in said for seat in range(seats)])
        told.filter(state=Outbox.State.QUEUED).update(state=Outbox.State.DROPPED)
        told.update(line_hashes=[])


def _blank(player: Player) -> None:
    player.absences.all().delete()
    player.email, player.name = f"{player.pk.hex}@erased.invalid", ""
    player.language, player.time_zone = "en", "UTC"
    player.digest, player.digest_due_at, player.turns_seen_at = Player.Digest.NEVER, None, None
    player.bounce_score, player.bounce_scored_at = 0, None
    player.absent_from = player.absent_until = player.verified_at = player.last_login = None
    player.is_active, player.mail_state, player.erased_at = False, Player.MailState.STOPPED, timezone.now()
    player.set_unusable_password()
    player.save()
