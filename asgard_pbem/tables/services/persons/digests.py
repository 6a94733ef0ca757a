"""Digests: what happened at tables where it is others' turn, at the rhythm that a player has chosen.

Daily and weekly ones come by the reader's own clock, a mail for each table that has something new. Those by the turn or
by the round come by the game: as soon as somebody else is asked, or a round has begun, since the last mail to them.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Max, Q

from asgard_pbem.tables.errors import ServiceError, place_of
from asgard_pbem.tables.guards import ahead
from asgard_pbem.tables.guards.locking import hold, hold_all_of
from asgard_pbem.tables.models import Game, Moment, OpenDecision, Outbox, Player, Seat
from asgard_pbem.tables.models.players import zone_of
from asgard_pbem.tables.reading import history, mailed, telling
from asgard_pbem.tables.services.mailing import owe
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.folding import Course
from engine.table import registry

AT_ONCE = 200  # players a beat
HOUR = time(7)  # of the reader's own morning
MONDAY = 0
WEEK = timedelta(days=7, hours=2)  # and what clocks are put back in autumn
BY_GAME = (Player.Digest.TURN, Player.Digest.ROUND)
LATEST_COMMIT = timedelta(minutes=2)  # what was played so long ago at most may be written only now
_log = logging.getLogger(__name__)


def set_digest(player: Player, rhythm: str) -> Player:
    """Never, daily, weekly, by the turn or by the round. Raises ServiceError E_RHYTHM."""
    if rhythm not in Player.Digest.values:
        raise ServiceError("E_RHYTHM", rhythm=rhythm[:20])
    if rhythm != player.digest:
        now = datetime.now(UTC)
        player.digest, player.digest_due_at = rhythm, next_due(rhythm, player.time_zone, now)
        player.turns_seen_at = now if rhythm in BY_GAME else None
        player.save(update_fields=["digest", "digest_due_at", "turns_seen_at"])
    return player


def next_due(rhythm: str, zone: str, now: datetime) -> datetime | None:
    """The next seven o'clock in the reader's zone; of a weekly digest that of the next Monday. None: not by the day."""
    if rhythm not in {Player.Digest.DAILY, Player.Digest.WEEKLY}:
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
    return sum(owe_digest(player, now) for player in due) + _owe_by_game(now)


def set_digests_right(now: datetime) -> None:
    """None waits longer than a week, and none has seen what is to come: the database's clock was ahead."""
    for player in Player.objects.filter(ahead.too_late("digest_due_at", now, WEEK)).order_by("pk")[:AT_ONCE]:
        due = next_due(player.digest, player.time_zone, now)
        Player.objects.filter(pk=player.pk, digest=player.digest).update(digest_due_at=due)
    Player.objects.filter(ahead.too_late("turns_seen_at", now)).update(turns_seen_at=now)


def owe_digest(player: Player, now: datetime) -> int:
    """One mail for each seat of the player's that is not asked and whose log shows something new; how many."""
    with transaction.atomic():
        held = hold_all_of(player, ended=False)
        again = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if again.digest_due_at is None or again.digest_due_at > now:
            return 0  # another worker was faster, or the player wants none any more
        due = again.digest_due_at
        again.digest_due_at = next_due(again.digest, again.time_zone, now)
        again.save(update_fields=["digest_due_at"])
        wanted = Game.objects.filter(pk__in=held, status=Game.Status.RUNNING, practice=False).order_by("pk")
        return sum(_tried(game, again, due) for game in wanted)


def _owe_by_game(now: datetime) -> int:
    """Owe those by the turn and by the round, at games where something was played since the clock last looked."""
    # Asked of the seats: a cluster asks nothing of theirs for each player in turn.
    waits = Q(player__turns_seen_at__isnull=False, game__moved_at__gte=F("player__turns_seen_at"))
    played = Seat.objects.filter(waits, game__status=Game.Status.RUNNING).values("player_id")
    readers = Player.objects.filter(pk__in=played).order_by("turns_seen_at")[:AT_ONCE]
    return sum(_owe_turns(player, now) for player in readers)


def _owe_turns(player: Player, now: datetime) -> int:
    games = Game.objects.filter(holders__player=player, moved_at__gte=player.turns_seen_at).distinct()
    wanted = games.filter(status=Game.Status.RUNNING, practice=False).values_list("pk", flat=True)
    owed = sum(_owe_turn(game_id, player.pk, now) for game_id in wanted)
    seen = now - LATEST_COMMIT
    Player.objects.filter(pk=player.pk, turns_seen_at__lt=seen).update(turns_seen_at=seen)
    return owed


def _owe_turn(game_id: UUID, player_id: UUID, now: datetime) -> int:
    with transaction.atomic():
        game, player = hold(game_id), Player.objects.get(pk=player_id)
        if game is None or game.status != Game.Status.RUNNING or player.digest not in BY_GAME:
            return 0  # it has ended, or the player wants none any more
        return _tried(game, player, now)


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
    mark: str | None = due.isoformat()
    if player.digest in BY_GAME:  # the last one may still be on its way
        after = max(after, mailed.digested_upto(game.pk, player.pk, seat))
        mark = _new_turn(game, seats, after) if player.digest == Player.Digest.TURN else _new_round(game, after)
    if mark is None or after >= game.head_seq or not _shows(game, player, seat, after):
        return False
    owe(
        player=player, purpose=Outbox.Purpose.DIGEST, key=f"digest:{game.pk}:{seat}:{mark}", game=game,
        seat=seat, payload={"after": after, "upto": game.head_seq},
    )  # fmt: skip
    return True


def _shows(game: Game, player: Player, seat: int, after: int) -> bool:
    """Whether the log of a seat says anything new: of an own card that was laid face down there is nothing to tell."""
    news = mailed.news(game.pk, seat, after, game.head_seq)
    return bool(news) and any(telling.of_news(news, history.words(game, player.language), registry.game(game.key)))


def _new_turn(game: Game, own: list[int], after: int) -> str | None:
    """A name of the turns that others have come to since event `after`; None: none of which the reader may know.

    Where turns have names, what others are asked in the middle of one begins none.
    """
    row = history.row_of(game.pk)
    fresh = _turns(loading.course_at(row, row.head_seq)) - _turns(loading.course_at(row, after))
    names = sorted(f"{name}:{seat}" for name, seat in fresh if seat not in own)
    return f"turn:{sha256(' '.join(names).encode()).hexdigest()[:16]}" if names else None


def _turns(course: Course) -> set[tuple[str, int]]:
    """The last turn of each seat, by name; in games without such names, what is asked now and may be known."""
    asked = (one for one in course.asked.values() if one.decision.waits and not one.decision.concealed)
    named = {(clock.name, seat) for seat, clock in course.clocks.items()}
    return named or {(f"{one.decision.kind} {one.prompt}", one.decision.seat) for one in asked}


def _new_round(game: Game, after: int) -> str | None:
    """A name of the round that has begun since event `after`; None: none has."""
    told = Moment.objects.filter(game_id=game.pk, seq__lte=after).aggregate(Max("round"))["round__max"] or 0
    return f"round:{game.round}" if game.round > told else None
