"""How much one person may cause in a while: enough for anybody who plays, too little to drown others in it.

Counted are the rows that are there, not tries, but for invitations to a mailbox that proves nothing (a tally). Two
requests at the same moment may go one over; nobody minds.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.mailboxes import mailbox
from asgard_pbem.tables.guards.tallies import counted
from asgard_pbem.tables.models import Event, Game, Invitation, Player, Press
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import tables_of
from engine.core.moves import Seat

REMEMBERED = timedelta(days=365)  # that a mailbox was invited from which nobody answered
ALIVE = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.UNKNOWN_RULES)


def table(player: Player) -> None:
    """Refuse one more opened table. Raises ServiceError E_MANY_OPENED, E_MANY_WAITING, E_MANY_TABLES."""
    opened = Game.objects.filter(opened_by=player)
    if opened.filter(practice=False, opened_at__gt=_an_hour_ago()).count() >= settings.TABLES_AN_HOUR:
        raise ServiceError("E_MANY_OPENED", most=settings.TABLES_AN_HOUR)
    if opened.filter(status=Game.Status.OPEN).count() >= settings.TABLES_WAITING:
        raise ServiceError("E_MANY_WAITING", most=settings.TABLES_WAITING)
    seat(player)


def seat(player: Player) -> None:
    """Refuse to sit at one more table. Raises ServiceError E_MANY_TABLES."""
    if Game.objects.filter(tables_of(player), status__in=ALIVE).count() >= settings.TABLES_AT_ONCE:
        raise ServiceError("E_MANY_TABLES", most=settings.TABLES_AT_ONCE)


def fork(player: Player) -> None:
    """Refuse one more practice table. Raises ServiceError E_MANY_OPENED, E_MANY_TABLES."""
    opened = Game.objects.filter(opened_by=player, practice=True, opened_at__gt=_an_hour_ago())
    if opened.count() >= settings.FORKS_AN_HOUR:
        raise ServiceError("E_MANY_OPENED", most=settings.FORKS_AN_HOUR)
    seat(player)


def press(player: Player) -> None:
    """Refuse one more message. Raises ServiceError E_MANY_MESSAGES."""
    if Press.objects.filter(author=player, sent_at__gt=_an_hour_ago()).count() >= settings.PRESS_AN_HOUR:
        raise ServiceError("E_MANY_MESSAGES", most=settings.PRESS_AN_HOUR)


def undo(game_id: UUID, seat: Seat, cause: UUID) -> None:
    """Refuse to take back once more, but not what was taken back before: each time the others get mails.

    Raises ServiceError E_MANY_UNDOS.
    """
    undone = Event.objects.filter(game_id=game_id, kind="undone", seat=seat, recorded_at__gt=_an_hour_ago())
    if undone.count() >= settings.UNDOS_AN_HOUR and not undone.filter(cause=cause).exists():
        raise ServiceError("E_MANY_UNDOS", most=settings.UNDOS_AN_HOUR)


def change(game_id: UUID, seat: Seat, cause: UUID) -> None:
    """Refuse to put one more answer or plan in the place of others, but not what was done before: each is an event that
    nobody can delete. Counted is all that the seat did at the table; who goes on in the game is not asked.

    Raises ServiceError E_MANY_CHANGES.
    """
    own = Event.objects.filter(game_id=game_id, seat=seat, recorded_at__gt=_an_hour_ago())
    if own.count() >= settings.CHANGES_AN_HOUR and not own.filter(cause=cause).exists():
        raise ServiceError("E_MANY_CHANGES", most=settings.CHANGES_AN_HOUR)


def rest(game_id: UUID, player: Player, cause: UUID) -> None:
    """Refuse to ask for a rest once more, but not what was asked before: to ask and to go on are mails to all others.

    Raises ServiceError E_MANY_PAUSES.
    """
    own = SeatRow.objects.filter(game_id=game_id, player=player).values("seat")
    asked = Event.objects.filter(game_id=game_id, kind="pause_asked", seat__in=own, recorded_at__gt=_an_hour_ago())
    often = asked.values("cause").distinct().count() >= settings.PAUSES_AN_HOUR
    if often and not asked.filter(cause=cause).exists():
        raise ServiceError("E_MANY_PAUSES", most=settings.PAUSES_AN_HOUR)


def sitting(game_id: UUID, player: Player) -> None:
    """Refuse to sit down, or to say another word for the seed, once more: each is an event that nobody can delete, at a
    table that need not be one's own. Raises ServiceError E_MANY_SEATINGS.
    """
    own = Event.objects.filter(game_id=game_id, kind="seat_taken", payload__holder=str(player.pk))
    if own.filter(recorded_at__gt=_an_hour_ago()).values("cause").distinct().count() >= settings.SEATINGS_AN_HOUR:
        raise ServiceError("E_MANY_SEATINGS", most=settings.SEATINGS_AN_HOUR)


def invitation(by: Player) -> None:
    """Refuse one more invitation from this person. Raises ServiceError E_INVITES."""
    if Invitation.objects.filter(by=by, created_at__gt=_a_day_ago()).count() >= settings.INVITATIONS_A_DAY:
        raise ServiceError("E_INVITES", most=settings.INVITATIONS_A_DAY)


def invited(player: Player, by: Player) -> None:
    """Refuse one more invitation to this person: whose address nobody has proven gets no second one from anybody whom
    they left without an answer, for they may never have heard of us. Asked last: it counts this one for their mailbox.

    Rows alone would not do: another spelling of the mailbox is another person, and the rows of those who never answered
    go with whoever invited them. Raises ServiceError E_UNANSWERED, E_INVITED_OFTEN.
    """
    got = Invitation.objects.filter(player=player).exclude(by=player)  # but for own seats that are kept for them
    unanswered = got.filter(state__in=(Invitation.State.OPEN, Invitation.State.LAPSED))
    if player.verified_at is None and unanswered.filter(by=by).exists():
        raise ServiceError("E_UNANSWERED")
    lately = unanswered if player.verified_at is None else got.filter(created_at__gt=_a_day_ago())
    if lately.count() >= settings.INVITATIONS_TO_ONE or (player.verified_at is None and _is_written_to(player.email)):
        raise ServiceError("E_INVITED_OFTEN")


def _is_written_to(address: str) -> bool:
    """Whether this mailbox, by whatever spelling, has got the invitations that one which proves nothing gets."""
    return counted(f"invited {mailbox(address)}", REMEMBERED) > settings.INVITATIONS_TO_ONE


def _an_hour_ago() -> datetime:
    return timezone.now() - timedelta(hours=1)


def _a_day_ago() -> datetime:
    return timezone.now() - timedelta(days=1)
