"""Time away: it does not count towards deadlines, and there is an end to it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.locking import hold_all_of, hold_person
from asgard_pbem.tables.models import Absence, Game, OpenDecision, Player, Seat
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from engine.table.registry import UnknownRules

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)  # of which forms and programs may speak
ABSENCE_LIMIT = timedelta(days=60)  # without a break
YEAR, IN_A_YEAR = timedelta(days=365), timedelta(days=90)  # in any year: nobody stalls a game for ever


def set_absence(player: Player, *, since: datetime | None, until: datetime | None) -> Player:
    """Time away does not count towards deadlines. None, None: back, and the time until now stays uncounted.

    The days of an earlier absence on which an open deadline still counts are not taken back, neither by who says to be
    back when it is over, nor by a new one: that is joined to it, and absences one after the other last no longer
    together than one may. Raises ServiceError E_ABSENCE, E_ABSENCE_PAST, E_ABSENT_LONG.
    """
    now = timezone.now()
    if until is None:
        since, until = _been_away(player, now)
    else:
        if until <= now:
            raise ServiceError("E_ABSENCE_PAST")
        since = since or now
        if player.absent_from is not None and player.absent_from < now and _still_counts(player):
            since = min(since, player.absent_from)
        if until <= since or until - since > ABSENCE_LIMIT:
            raise ServiceError("E_ABSENCE", days=ABSENCE_LIMIT.days)
    with transaction.atomic():
        hold_all_of(player, ended=False)
        if not hold_person(player):
            return player
        _keep(player, since, until, now)
        player.absent_from, player.absent_until = since, until
        player.save(update_fields=["absent_from", "absent_until"])
        seats = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING).select_related("game")
        for seat in seats.order_by("game_id", "seat"):
            _shift_deadlines(seat)
    return player


def _been_away(player: Player, now: datetime) -> tuple[datetime | None, datetime | None]:
    """What stays of the absence of somebody who is back: all of it until now, if it has begun and still counts."""
    since, until = player.absent_from, player.absent_until
    if since is None or until is None or now <= since:
        return None, None
    return (since, min(until, now)) if now < until or _still_counts(player) else (None, None)


def _keep(player: Player, since: datetime | None, until: datetime | None, now: datetime) -> None:
    """Note the absence among those of the year; days of an earlier one that are still to come are given back."""
    player.absences.filter(since__gte=now).delete()
    player.absences.filter(until__gt=now).update(until=now)
    if since is None or until is None or until <= now:  # whose days are over are noted since they began
        return
    if _away(player, since, until) > IN_A_YEAR:
        raise ServiceError("E_ABSENT_LONG", days=IN_A_YEAR.days)
    Absence.objects.create(player=player, since=since, until=until)


def _away(player: Player, since: datetime, until: datetime) -> timedelta:
    """The time away in the year that ends with this absence; days that two absences share count once."""
    begins = until - YEAR
    spans = [(since, until), *player.absences.filter(until__gt=begins).values_list("since", "until")]
    total, reached = timedelta(), begins
    for first, last in sorted(spans):
        if last > reached:
            total += last - max(first, reached)
            reached = last
    return total


def _still_counts(player: Player) -> bool:
    """Whether a question that waits for the player was open during their present or last absence.

    One behind a veil counts whomever it waits for: it waits for all who are away.
    """
    seats = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING).values_list("game_id", "seat")
    waiting = OpenDecision.objects.filter(
        game_id__in=[game for game, _ in seats], answered=False, since__lt=player.absent_until
    )
    places = waiting.values_list("game_id", "seat", "concealed")
    return any(veiled or (game, seat) in set(seats) for game, seat, veiled in places)


def _shift_deadlines(seat: Seat) -> None:
    """Those of the questions that wait for a seat, and of all behind a veil: whom it may concern, and so for whom it
    waits, says the table, which knows its rests too.
    """
    if seat.game.paused_at is not None:
        return  # no clock runs; when it goes on all deadlines are made anew
    waiting = OpenDecision.objects.filter(game_id=seat.game_id, answered=False)
    if not waiting.filter(Q(seat=seat.seat) | Q(concealed=True)).exists():
        return
    found = store.look(seat.game_id, cause=None, lock=True)
    if found is None:
        return
    try:
        course = loading.load(found.game).course
    except UnknownRules:
        return  # nothing runs out there
    for (asked, key), row in course.questions(found.game.days_per_decision, found.holders).items():
        if asked == seat.seat or row.concealed:
            waiting.filter(seat=asked, key=key).update(deadline=row.deadline)
