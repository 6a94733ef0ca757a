"""Digests: what happened at tables where it is others' turn, at the rhythm that a player has chosen."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, time, timedelta

from django.db import DatabaseError, connection, transaction

from asgard_pbem.tables.errors import ServiceError, place_of
from asgard_pbem.tables.guards.locking import hold_all_of
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player, Seat
from asgard_pbem.tables.models.players import zone_of
from asgard_pbem.tables.reading import mailed
from asgard_pbem.tables.services.mailing import owe
from engine.table import registry

AT_ONCE = 200  # players a beat
HOUR = time(7)  # of the reader's own morning
MONDAY = 0
_log = logging.getLogger(__name__)


def set_digest(player: Player, rhythm: str) -> Player:
    """Never, daily, or weekly. Raises ServiceError E_RHYTHM."""
    if rhythm not in Player.Digest.values:
        raise ServiceError("E_RHYTHM", rhythm=rhythm[:20])
    if rhythm != player.digest:
        player.digest, player.digest_due_at = rhythm, next_due(rhythm, player.time_zone, datetime.now(UTC))
        player.save(update_fields=["digest", "digest_due_at"])
    return player


def next_due(rhythm: str, zone: str, now: datetime) -> datetime | None:
    """The next seven o'clock in the reader's zone; of a weekly digest that of the next Monday. None: never."""
    if rhythm == Player.Digest.NEVER:
        return None
    own = zone_of(zone)
    day = now.astimezone(own).date()
    while True:
        due = datetime.combine(day, HOUR, own).astimezone(UTC)
        if due > now and (rhythm == Player.Digest.DAILY or day.weekday() == MONDAY):
            return due
        day += timedelta(days=1)


def owe_digests(now: datetime) -> int:
    """Owe every digest whose time has come. Returns how many."""
    due = Player.objects.filter(digest_due_at__lte=now).order_by("digest_due_at")[:AT_ONCE]
    return sum(owe_digest(player, now) for player in due)


def owe_digest(player: Player, now: datetime) -> int:
    """One mail for each seat of the player's that is not asked and whose log shows something new; how many."""
    with transaction.atomic():
        games = hold_all_of(player)
        again = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if again.digest_due_at is None or again.digest_due_at > now:
            return 0  # another worker was faster, or the player wants none any more
        due = again.digest_due_at
        again.digest_due_at = next_due(again.digest, again.time_zone, now)
        again.save(update_fields=["digest_due_at"])
        wanted = [game for game in games if game.status == Game.Status.RUNNING and not game.practice]
        return sum(_tried(game, again, due) for game in wanted)


def _tried(game: Game, player: Player, due: datetime) -> int:
    """One game that cannot be told of must not keep its players from hearing of all others, nor anybody else."""
    try:
        with transaction.atomic():
            return _owe(game, player, due)
    except Exception as why:
        if isinstance(why, DatabaseError) and not connection.is_usable():
            raise  # not the game's fault: the next beat tries again
        _log.error("no digest of game %s: %s", game.pk, place_of(why))
        return 0


def _owe(game: Game, player: Player, due: datetime) -> int:
    seats = sorted(Seat.objects.filter(game=game, player=player).values_list("seat", flat=True))
    waiting = OpenDecision.objects.filter(game=game, seat__in=seats, answered=False)
    if waiting.exists():
        return 0  # the prompt has told, or tells, what happened
    known = registry.games().get(game.key)
    if known is not None and known.together:
        return _owe_seat(game, player, seats, due)  # one team sees one log
    return sum(_owe_seat(game, player, [seat], due) for seat in seats)


def _owe_seat(game: Game, player: Player, seats: list[int], due: datetime) -> bool:
    """A digest for the first of these seats, of what mails to none of them have told."""
    seat, after = seats[0], max(mailed.told_upto(game.pk, player.pk, one) for one in seats)
    if after >= game.head_seq or not mailed.news(game.pk, seat, after, game.head_seq):
        return False
    owe(
        player=player, purpose=Outbox.Purpose.DIGEST, key=f"digest:{game.pk}:{seat}:{due.isoformat()}", game=game,
        seat=seat, payload={"after": after, "upto": game.head_seq},
    )  # fmt: skip
    return True
