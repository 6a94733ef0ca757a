"""Invitations: a seat offered to an address, once; and what people do to get no more of them.

Offered is a free seat of a table that waits, and while a game runs a seat that its person has given up: a bot plays it
until somebody takes it over. Seats that were a bot's from the start stay so; whoever sat down agreed to play it.
"""

from __future__ import annotations

from functools import partial
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.guards.locking import hold, hold_person
from asgard_pbem.tables.guards.mailboxes import mailbox, people_of
from asgard_pbem.tables.models import Block, Game, Invitation, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading.holders import given_up, left_by
from asgard_pbem.tables.services.mailing import owe_invitation, tell_inviter
from asgard_pbem.tables.services.persons.people import player_for
from asgard_pbem.tables.services.seating import seats
from engine.core.moves import Seat


def invite(
    game_id: UUID, *, by: Player, email: str, cause: UUID, seat: Seat | None = None, language: str | None = None
) -> Invitation:
    """Offer a seat to an address and owe it a mail: one for each table and address, whatever comes of it. To a running
    game also those can be asked who sat there before, or who came too late for its beginning.

    Only people at the table, or who opened it, invite. Raises ServiceError E_EMAIL, E_OWN_ADDRESS, E_NO_GAME,
    E_STARTED, E_GAME_OVER, E_NOT_YOURS, E_NO_SEAT, E_TAKEN, E_OTHER_HAND, E_INVITES, E_INVITED, E_DECLINED, E_UNWANTED,
    E_UNANSWERED, E_INVITED_OFTEN.
    """
    with transaction.atomic():
        game = hold(game_id)
        if game is None:
            raise ServiceError("E_NO_GAME")
        _may_invite(game, by, seat)
        player = player_for(email, language=language or by.language)
        key = uuid5(cause, f"invite {game_id} {player.pk}")
        before = Invitation.objects.filter(game=game, player=player).first()
        if before is not None and before.pk == key:
            return before
        _may_be_invited(game, player, by, before, seat)
        if before is not None:
            before.delete()  # its mail cannot be answered any more
        invitation = Invitation.objects.create(id=key, game=game, player=player, by=by, seat=seat)
        owe_invitation(invitation)
    return invitation


def _may_invite(game: Game, by: Player, seat: Seat | None) -> None:
    if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
        raise ServiceError("E_GAME_OVER")
    running = game.status == Game.Status.RUNNING
    rows = {row.seat: row for row in game.holders.all()}
    free = [seat for seat, row in rows.items() if not row.taken]
    offered = given_up(game) if running else free
    if running and not offered:
        raise ServiceError("E_STARTED")
    if by.pk != game.opened_by_id and all(row.player_id != by.pk for row in rows.values()):
        raise ServiceError("E_NOT_YOURS")
    if seat is not None and seat not in offered:
        raise ServiceError("E_TAKEN" if seat in rows else "E_NO_SEAT", seat=seat)


def _may_be_invited(game: Game, player: Player, by: Player, before: Invitation | None, seat: Seat | None) -> None:
    over = before is None or before.state == Invitation.State.LAPSED  # so is what was asked before the game began
    if before is not None and game.status == Game.Status.RUNNING:
        over = over or before.state == Invitation.State.ACCEPTED
    if before is not None and not over:
        raise ServiceError("E_DECLINED" if before.state == Invitation.State.DECLINED else "E_INVITED")
    if game.holders.filter(player=player).exists():
        raise ServiceError("E_INVITED")
    offered = given_up(game) if seat is None else [seat]
    if game.status == Game.Status.RUNNING and not seats.open_to(game, player, offered):
        raise ServiceError("E_OTHER_HAND")
    limits.invitation(by)
    if not player.is_active or any(map(partial(_wants_nothing, by), _asked_by(player))):
        raise ServiceError("E_UNWANTED")
    limits.invited(player, by)


def _asked_by(player: Player) -> list[Player]:
    """Whose word counts whether they want an invitation: of an address that nobody has proven, that of all who are here
    by its mailbox, where the mail would come to.
    """
    return [player] if player.verified_at is not None else people_of(player.email)


def _wants_nothing(by: Player, asked: Player) -> bool:
    """Whether `asked` wants nothing from anybody, or from the mailbox of `by`, each spelling of which is another person
    here.
    """
    unwanted = list(asked.blocks.select_related("by"))
    return any(one.by is None or mailbox(one.by.email) == mailbox(by.email) for one in unwanted)


def accept_invitation(invitation_id: UUID, *, player: Player, cause: UUID, entropy: bytes = b"") -> Seat:
    """Sit down where one was invited; `entropy` counts only while the table waits.

    Raises ServiceError E_NO_INVITATION, E_LAPSED, and those of `take_seat`.
    """
    with transaction.atomic():
        invitation = _locked(invitation_id, player)
        if invitation.state == Invitation.State.LAPSED:
            raise ServiceError("E_LAPSED")
        sits = SeatRow.objects.filter(game_id=invitation.game_id, player=player).order_by("seat").first()
        if invitation.state == Invitation.State.ACCEPTED and sits is not None:  # by mail and by page: one seat
            return sits.seat
        if invitation.takes_over:
            seat = _take_over(invitation, player, cause)
        else:
            seat = seats.take_seat(
                invitation.game_id, player=player, cause=cause, seat=invitation.seat, entropy=entropy
            )
        invitation.state, invitation.answered_at = Invitation.State.ACCEPTED, timezone.now()
        invitation.save(update_fields=["state", "answered_at"])
        if invitation.by_id != player.pk and not invitation.takes_over:  # else all who sit there hear of it
            tell_inviter(invitation)
    return seat


def _take_over(invitation: Invitation, player: Player, cause: UUID) -> Seat:
    """A seat that was given up, while whoever offered it is at the table, or all own ones that are kept; the last one
    lapses all other offers. Who has taken it over once, and has left again, needs a new one.
    """
    left = given_up(invitation.game)
    taken = [seat for seat in _offered(invitation, player, left) if seat in left]
    if not taken or invitation.by is None or invitation.state == Invitation.State.ACCEPTED:
        raise ServiceError("E_LAPSED")
    for seat in taken:
        each = cause if seat == taken[0] else uuid5(cause, f"also {seat}")
        try:
            seats.substitute(invitation.game_id, seat=seat, player=player, by=invitation.by, cause=each)
        except ServiceError as why:
            if why.code == "E_NOT_YOURS":  # who offered it has left
                raise ServiceError("E_LAPSED") from why
            raise
    if left == taken:
        seats.lapse(invitation.game_id)
    return taken[0]


def _offered(invitation: Invitation, player: Player, left: list[Seat]) -> list[Seat]:
    """Which of the seats that are `left` an invitation means."""
    if invitation.kept and (own := left_by(invitation.game, player)):
        return own  # all that nobody has had since, and nobody else's
    if invitation.seat is not None:
        return [invitation.seat]
    fitting = seats.open_to(invitation.game, player, left) or left  # where none is, it is said why
    return fitting[:1]


def decline_invitation(invitation_id: UUID, *, player: Player) -> Invitation:
    """Say no; who invited learns it. Twice is once. Raises ServiceError E_NO_INVITATION, E_SITS."""
    with transaction.atomic():
        invitation = _locked(invitation_id, player)
        if invitation.state == Invitation.State.ACCEPTED:
            raise ServiceError("E_SITS")
        if invitation.state == Invitation.State.OPEN:
            invitation.state, invitation.answered_at = Invitation.State.DECLINED, timezone.now()
            invitation.save(update_fields=["state", "answered_at"])
            tell_inviter(invitation)
    return invitation


def _locked(invitation_id: UUID, player: Player) -> Invitation:
    """The invitation, with its game locked first, as everybody locks: who sits down on the last seat closes all others
    while they hold the game. The invited before it too: whoever forgets them takes their invitations away.
    """
    found = Invitation.objects.filter(pk=invitation_id, player=player).first()
    if found is None:
        raise ServiceError("E_NO_INVITATION")
    hold(found.game_id)
    hold_person(player)
    # By itself: a cluster locks no row of a join.
    locked = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
    if locked is None:
        raise ServiceError("E_NO_INVITATION")
    return locked


def block_inviter(invitation_id: UUID, *, player: Player) -> None:
    """Decline, and take no invitation from its sender any more, unless that is the player themselves.

    Raises ServiceError E_NO_INVITATION.
    """
    invitation = Invitation.objects.select_related("by").filter(pk=invitation_id, player=player).first()
    if invitation is None:
        raise ServiceError("E_NO_INVITATION")
    if invitation.by is not None and not invitation.kept:
        Block.objects.get_or_create(player=player, by=invitation.by)
    if invitation.state != Invitation.State.ACCEPTED:
        decline_invitation(invitation_id, player=player)


def set_invitations(player: Player, *, on: bool) -> None:
    """Whether anybody may invite this person. Switching on forgets every block."""
    if on:
        player.blocks.all().delete()
    else:
        Block.objects.get_or_create(player=player, by=None)
