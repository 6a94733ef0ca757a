"""Who sits where: invitations, sitting down, leaving, resigning, substitutes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables import fairness, store
from asgard_pbem.tables.acting import Acting
from asgard_pbem.tables.append import append
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.rows import Holder, Owed
from engine.core.contract import Seat
from engine.core.events import SeatTaken

from .mailing import owe
from .people import player_for, shown_names

SUBSTITUTE_BOT = "greedy"
INVITATIONS, INVITATION_SPAN = 30, timedelta(days=1)  # mails that one person may cause


def sit_down(acting: Acting, seat: Seat, *, player: Player | None, bot: str = "", entropy: bytes = b"") -> None:
    """Give `seat` to a player, a bot or (neither) nobody, and start the game when it was the last free one."""
    added = fairness.added(entropy)
    started = acting.course.table.state is not None
    name = player.name if player is not None else ""
    absent = (player.absent_from, player.absent_until) if player is not None else (None, None)
    holder = Holder(seat, player.pk if player is not None else None, bot, added, name, *absent)
    acting.holders[seat] = holder
    names = shown_names(acting.holders)
    acting.changed["names"] = names
    acting.session.names = tuple(names)
    event = SeatTaken(seat=seat, holder=holder.player, bot=bot or None, entropy="" if started else added)
    acting.session.record(event)
    acting.after.append(lambda: _keep(acting, holder))
    if not started and not any(one.free for one in acting.holders):
        acting.start()
        acting.after.append(lambda: _lapse(acting.game.id))


def _keep(acting: Acting, holder: Holder) -> None:
    at = acting.at if not holder.free else None
    row = {"player_id": holder.player, "bot": holder.bot, "entropy": holder.entropy, "taken_at": at}
    if acting.game.status == Game.Status.RUNNING:
        row.pop("entropy")  # what counted at the start stays
    SeatRow.objects.filter(game_id=acting.game.id, seat=holder.seat).update(**row)


def _lapse(game_id: UUID) -> None:
    Invitation.objects.filter(game_id=game_id, state=Invitation.State.OPEN).update(
        state=Invitation.State.LAPSED, answered_at=timezone.now()
    )


def invite(
    game_id: UUID, *, by: Player, email: str, cause: UUID, seat: Seat | None = None, language: str | None = None
) -> Invitation:
    """Offer a seat to an address and owe it a mail. Only people at the table, or who opened it, invite.

    Raises ServiceError E_EMAIL, E_NO_GAME, E_STARTED, E_GAME_OVER, E_NOT_YOURS, E_NO_SEAT, E_TAKEN, E_INVITES.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise ServiceError("E_NO_GAME")
        if game.status != Game.Status.OPEN:
            raise ServiceError("E_STARTED" if game.status == Game.Status.RUNNING else "E_GAME_OVER")
        seats = {row.seat: row for row in game.holders.all()}
        if by.pk != game.opened_by_id and all(row.player_id != by.pk for row in seats.values()):
            raise ServiceError("E_NOT_YOURS")
        if seat is not None and (seat not in seats or seats[seat].player_id or seats[seat].bot):
            raise ServiceError("E_TAKEN" if seat in seats else "E_NO_SEAT", seat=seat)
        _limit_invitations(by)
        player = player_for(email, language=language or by.language)
        invitation, fresh = Invitation.objects.get_or_create(
            game=game, player=player, defaults={"by": by, "seat": seat, "id": uuid5(cause, f"invite {player.pk}")}
        )
        if not fresh and invitation.state in {Invitation.State.DECLINED, Invitation.State.LAPSED}:
            invitation.state, invitation.by, invitation.seat = Invitation.State.OPEN, by, seat
            invitation.save()
        owe(
            player=player, purpose=Outbox.Purpose.INVITATION, key=f"invitation:{invitation.pk}:{cause}", game=game,
            payload={"invitation": str(invitation.pk), "by": str(by.pk)},
        )  # fmt: skip
    return invitation


def _limit_invitations(by: Player) -> None:
    """Mails to strangers are few, or somebody would use us to send them."""
    since = timezone.now() - INVITATION_SPAN
    if Outbox.objects.filter(purpose="invitation", created_at__gt=since, payload__by=str(by.pk)).count() >= INVITATIONS:
        raise ServiceError("E_INVITES", most=INVITATIONS)


def accept_invitation(invitation_id: UUID, *, player: Player, cause: UUID, entropy: bytes = b"") -> Seat:
    """Sit down where one was invited. Raises ServiceError E_NO_INVITATION, E_LAPSED, and those of `take_seat`."""
    with transaction.atomic():
        invitation = _invitation(invitation_id, player)
        if invitation.state == Invitation.State.LAPSED:
            raise ServiceError("E_LAPSED")
        sits = SeatRow.objects.filter(game_id=invitation.game_id, player=player).order_by("seat").first()
        if invitation.state == Invitation.State.ACCEPTED and sits is not None:  # by mail and by page: one seat
            return sits.seat
        seat = take_seat(
            invitation.game_id, player=player, cause=cause, seat=invitation.seat, entropy=entropy, invited=True
        )
        invitation.state, invitation.answered_at = Invitation.State.ACCEPTED, timezone.now()
        invitation.save(update_fields=["state", "answered_at"])
    return seat


def decline_invitation(invitation_id: UUID, *, player: Player) -> Invitation:
    """Say no; who invited learns it. Twice is once. Raises ServiceError E_NO_INVITATION, E_SITS."""
    with transaction.atomic():
        invitation = _invitation(invitation_id, player)
        if invitation.state == Invitation.State.ACCEPTED:
            raise ServiceError("E_SITS")
        if invitation.state == Invitation.State.OPEN:
            invitation.state, invitation.answered_at = Invitation.State.DECLINED, timezone.now()
            invitation.save(update_fields=["state", "answered_at"])
            if invitation.by is not None:
                payload = {"what": "declined", "invitation": str(invitation.pk)}
                key = f"declined:{invitation.pk}:{invitation.answered_at.timestamp()}"
                owe(player=invitation.by, purpose=Outbox.Purpose.NOTICE, key=key, game=invitation.game, payload=payload)
    return invitation


def _invitation(invitation_id: UUID, player: Player) -> Invitation:
    found = Invitation.objects.select_for_update(of=("self",)).select_related("game", "by").filter(
        pk=invitation_id, player=player
    ).first()  # fmt: skip
    if found is None:
        raise ServiceError("E_NO_INVITATION")
    return found


def take_seat(
    game_id: UUID, *, player: Player, cause: UUID, seat: Seat | None = None, entropy: bytes = b"", invited: bool = False
) -> Seat:
    """Sit down (None: on the first free seat). The last to sit down starts the game.

    `entropy`: anything the player adds to the seed; only its hash is kept. A person may take several seats, one by one.
    Raises ServiceError E_NO_GAME, E_STARTED, E_GAME_OVER, E_PRIVATE, E_TAKEN, E_NO_SEAT, E_FULL.
    """

    def act(acting: Acting) -> Seat:
        acting.waiting()
        knows = invited or player.pk == acting.game.opened_by or any(one.player == player.pk for one in acting.holders)
        if acting.game.visibility == Game.Visibility.PRIVATE and not knows and not _was_invited(game_id, player):
            acting.refuse("E_PRIVATE")
        found = _free_seat(acting, seat)
        sit_down(acting, found, player=player, entropy=entropy)
        return found

    return _sit(game_id, act, cause)


def add_word(game_id: UUID, *, player: Player, cause: UUID, entropy: bytes) -> Seat:
    """Put something else in the place of what the player adds to the seed, while seats are free; back comes their seat.

    Whoever opened the table needs it: the commitment was made when their word was not asked for yet.
    Raises ServiceError E_NO_GAME, E_STARTED, E_GAME_OVER, E_NOT_YOURS.
    """

    def act(acting: Acting) -> Seat:
        acting.waiting()
        own = [one.seat for one in acting.holders if one.player == player.pk]
        if not own:
            acting.refuse("E_NOT_YOURS")
        for seat in own:
            sit_down(acting, seat, player=player, entropy=entropy)
        return own[0]

    return _sit(game_id, act, cause)


def add_bot(game_id: UUID, *, by: Player, cause: UUID, seat: Seat | None = None, bot: str = SUBSTITUTE_BOT) -> Seat:
    """Put a bot on a free seat. Raises ServiceError as `take_seat`, E_NOT_YOURS, E_BOT."""

    def act(acting: Acting) -> Seat:
        acting.waiting()
        if by.pk != acting.game.opened_by and all(one.player != by.pk for one in acting.holders):
            acting.refuse("E_NOT_YOURS")
        if bot not in acting.course.table.game.bots:
            acting.refuse("E_BOT", bots=sorted(acting.course.table.game.bots))
        found = _free_seat(acting, seat)
        sit_down(acting, found, player=None, bot=bot)
        return found

    return _sit(game_id, act, cause)


def leave_table(game_id: UUID, *, player: Player, cause: UUID) -> None:
    """Get up from all own seats before the start. Raises ServiceError E_STARTED, E_NOT_YOURS."""

    def act(acting: Acting) -> Seat:
        acting.waiting()
        own = [one.seat for one in acting.holders if one.player == player.pk]
        if not own:
            acting.refuse("E_NOT_YOURS")
        for seat in own:
            sit_down(acting, seat, player=None)
        return own[0]

    _sit(game_id, act, cause)


def resign(game_id: UUID, *, seat: Seat, player: Player, cause: UUID, confirmed: bool) -> None:
    """Give a running game up: a bot plays the seat on. Raises ServiceError E_CONFIRM unless it was confirmed."""
    if not confirmed:
        raise ServiceError("E_CONFIRM")

    def act(acting: Acting) -> Seat:
        acting.running()
        acting.holds(seat, player.pk)
        bots = acting.course.table.game.bots
        sit_down(acting, seat, player=None, bot=SUBSTITUTE_BOT if SUBSTITUTE_BOT in bots else min(bots))
        _tell_others(acting, seat, "resigned", cause)
        return seat

    _sit(game_id, act, cause)


def substitute(game_id: UUID, *, seat: Seat, player: Player, by: Player, cause: UUID) -> None:
    """Let `player` play a seat on: one that a bot holds, or that `by` gives away. Raises ServiceError E_NOT_YOURS."""

    def act(acting: Acting) -> Seat:
        acting.running()
        acting.holds(seat, None)
        holder = acting.holders[seat]
        at_table = by.pk == acting.game.opened_by or any(one.player == by.pk for one in acting.holders)
        if holder.player != by.pk and not (holder.bot and at_table):
            acting.refuse("E_NOT_YOURS", seat=seat)
        sit_down(acting, seat, player=player)
        _tell_others(acting, seat, "substituted", cause)
        return seat

    _sit(game_id, act, cause)


def _tell_others(acting: Acting, seat: Seat, what: str, cause: UUID) -> None:
    for holder in acting.holders:
        if holder.player is not None and holder.seat != seat:
            key = f"{what}:{cause}:{holder.seat}"
            acting.owed.append(Owed(holder.player, "notice", key, holder.seat, payload={"what": what, "seat": seat}))


def _sit(game_id: UUID, act: Callable[[Acting], Seat], cause: UUID) -> Seat:
    """Append, unless this cause has been served before."""
    with transaction.atomic():
        found = store.look(game_id, cause=cause, lock=True)
        if found is not None and found.caused is not None:
            first, last = found.caused
            return (
                next(row.seat for row in store.events(game_id, after=first - 1, upto=last) if row.kind == "seat_taken")
                or 0
            )
        done = append(game_id, act, cause=cause)
    return done.result


def _free_seat(acting: Acting, seat: Seat | None) -> Seat:
    if seat is None:
        seat = next((one.seat for one in acting.holders if one.free), None)
        if seat is None:
            acting.refuse("E_FULL")
    acting.holds(seat, None)
    if not acting.holders[seat].free:
        acting.refuse("E_TAKEN", seat=seat)
    return seat


def holds(game_id: UUID, seat: Seat, player: Player) -> bool:
    """Whether the seat is this player's now."""
    return SeatRow.objects.filter(game_id=game_id, seat=seat, player=player).exists()


def _was_invited(game_id: UUID, player: Player) -> bool:
    return Invitation.objects.filter(game_id=game_id, player=player).exists()
