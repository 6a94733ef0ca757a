"""Who sits where: sitting down, leaving, resigning, substitutes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.guards.locking import hold_person
from asgard_pbem.tables.models import Game, Invitation, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading.holders import played_by, shown_names
from asgard_pbem.tables.store import fairness
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.rows import Holder
from engine.core.moves import Seat
from engine.table.events import SeatTaken


def usual_bot(bots: Collection[str]) -> str:
    """The bot of a game that plays where none is named."""
    return "greedy" if "greedy" in bots else min(bots)


def sit_down(acting: Acting, seat: Seat, *, player: Player | None, bot: str = "", entropy: bytes = b"") -> None:
    """Give `seat` to a player, a bot or (neither) nobody, and start the game when it was the last free one.

    The player is held: whoever forgets or bars them just now waits until they can be made to get up, or has done it.
    """
    if player is not None and not hold_person(player):
        acting.refuse("E_BARRED")
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
        acting.after.append(lambda: lapse(acting.game.id))
        acting.after.append(lambda: SeatRow.objects.filter(game_id=acting.game.id).update(began=F("player_id")))


def _keep(acting: Acting, holder: Holder) -> None:
    at = acting.at if not holder.free else None
    row = {"player_id": holder.player, "bot": holder.bot, "entropy": holder.entropy, "taken_at": at}
    if acting.game.status == Game.Status.RUNNING:
        row.pop("entropy")  # what counted at the start stays
    SeatRow.objects.filter(game_id=acting.game.id, seat=holder.seat).update(**row)


def lapse(game_id: UUID) -> None:
    """No invitation to this table can be answered any more."""
    Invitation.objects.filter(game_id=game_id, state=Invitation.State.OPEN).update(
        state=Invitation.State.LAPSED, answered_at=timezone.now()
    )


def take_seat(
    game_id: UUID, *, player: Player, cause: UUID, seat: Seat | None = None, entropy: bytes = b"", wanted: bool = False
) -> Seat:
    """Sit down (None: on the first free seat). The last to sit down starts the game.

    `entropy`: anything the player adds to the seed; only its hash is kept. A person takes one seat, unless the table
    lets them have several. `wanted`: also at a private table to which nobody has invited them. Raises ServiceError
    E_NO_GAME, E_STARTED, E_GAME_OVER, E_PRIVATE, E_SITS, E_TAKEN, E_NO_SEAT, E_FULL, E_MANY_TABLES, E_MANY_SEATINGS.
    """

    def act(acting: Acting) -> Seat:
        acting.waiting()
        knows = wanted or player.pk == acting.game.opened_by or any(one.player == player.pk for one in acting.holders)
        if acting.game.visibility == Game.Visibility.PRIVATE and not knows and not _was_invited(game_id, player):
            acting.refuse("E_PRIVATE")
        _may_sit(acting, player)
        limits.sitting(game_id, player)
        found = _free_seat(acting, seat)
        sit_down(acting, found, player=player, entropy=entropy)
        return found

    return _sit(game_id, act, cause)


def add_word(game_id: UUID, *, player: Player, cause: UUID, entropy: bytes) -> Seat:
    """Put something else in the place of what the player adds to the seed, while seats are free; back comes their seat.

    Whoever opened the table needs it: the commitment was made when their word was not asked for yet.
    Raises ServiceError E_NO_GAME, E_STARTED, E_GAME_OVER, E_NOT_YOURS, E_MANY_SEATINGS.
    """

    def act(acting: Acting) -> Seat:
        acting.waiting()
        own = [one.seat for one in acting.holders if one.player == player.pk]
        if not own:
            acting.refuse("E_NOT_YOURS")
        limits.sitting(game_id, player)
        for seat in own:
            sit_down(acting, seat, player=player, entropy=entropy)
        return own[0]

    return _sit(game_id, act, cause)


def add_bot(game_id: UUID, *, by: Player, cause: UUID, seat: Seat | None = None, bot: str = "") -> Seat:
    """Put a bot on a free seat, the usual one where none is named.

    Raises ServiceError as `take_seat`, E_NOT_YOURS, E_BOT.
    """

    def act(acting: Acting) -> Seat:
        acting.waiting()
        if by.pk != acting.game.opened_by and all(one.player != by.pk for one in acting.holders):
            acting.refuse("E_NOT_YOURS")
        bots = acting.course.table.game.bots
        wanted = bot or usual_bot(bots)
        if wanted not in bots:
            acting.refuse("E_BOT", bots=sorted(bots))
        found = _free_seat(acting, seat)
        sit_down(acting, found, player=None, bot=wanted)
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
        sit_down(acting, seat, player=None, bot=usual_bot(acting.course.table.game.bots))
        tell_others(acting, seat, "resigned", cause, by=player.pk)
        return seat

    _sit(game_id, act, cause)


def substitute(game_id: UUID, *, seat: Seat, player: Player, by: Player, cause: UUID) -> None:
    """Let `player` play a seat on: one that a bot holds, or that `by` gives away. Who has left a seat that is kept for
    them comes back by themselves.

    Raises ServiceError E_NOT_YOURS, E_SITS, E_OTHER_HAND, E_MANY_TABLES.
    """

    def act(acting: Acting) -> Seat:
        acting.running()
        acting.holds(seat, None)
        holder = acting.holders[seat]
        game = Game.objects.get(pk=game_id)
        at_table = by.pk == acting.game.opened_by or any(one.player == by.pk for one in acting.holders)
        comes_back = by.pk == player.pk and seat in played_by(game, player)
        if holder.player != by.pk and not (holder.bot and (at_table or comes_back)):
            acting.refuse("E_NOT_YOURS", seat=seat)
        _may_sit(acting, player)
        if not open_to(game, player, (seat,)):
            acting.refuse("E_OTHER_HAND")
        sit_down(acting, seat, player=player)
        tell_others(acting, seat, "substituted", cause)
        return seat

    _sit(game_id, act, cause)


def open_to(game: Game, player: Player, seats: Iterable[Seat]) -> list[Seat]:
    """Which of these seats of a running game this person may take over, where they hold none: whoever has played one
    may come back to it, and looks into no other hand.
    """
    played = played_by(game, player) if not game.several_seats else set()
    return [seat for seat in seats if not played - {seat}]


def tell_others(acting: Acting, seat: Seat, what: str, cause: UUID, by: UUID | None = None) -> None:
    """Owe all others the news of a seat. `by`: who left it, for the seat goes by its new holder's name from now on."""
    others = [one.seat for one in acting.holders if one.seat != seat]
    acting.notify(others, f"{what}:{cause}:{{seat}}", what=what, seat=seat, **({"by": str(by)} if by else {}))


def _sit(game_id: UUID, act: Callable[[Acting], Seat], cause: UUID) -> Seat:
    """Append, unless this cause has been served before. Raises ServiceError E_STALE where it was by something else."""
    with transaction.atomic():
        found = store.look(game_id, cause=cause, lock=True)
        if found is not None and found.caused is not None:
            first, last = found.caused
            made = (row for row in store.events(game_id, after=first - 1, upto=last) if row.kind == "seat_taken")
            if (taken := next(made, None)) is None:
                raise ServiceError("E_STALE")
            return taken.seat or 0
        done = append(game_id, act, cause=cause, within=True)
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


def _may_sit(acting: Acting, player: Player) -> None:
    """Whoever saw several hands would play against the others with open cards, so it takes the table's consent."""
    if all(one.player != player.pk for one in acting.holders):
        limits.seat(player)
    elif not Game.objects.filter(pk=acting.game.id, several_seats=True).exists():
        acting.refuse("E_SITS")


def _was_invited(game_id: UUID, player: Player) -> bool:
    """Who has declined may change their mind while a seat is free. An invitation that lapsed at a table that waits was
    of somebody who is kept out: it opens no door, by page as little as by mail.
    """
    asked = Invitation.objects.filter(game_id=game_id, player=player)
    return asked.exclude(state=Invitation.State.LAPSED).exists()
