"""What runs by the clock: repeating what a lost message left undone, reminders, moves for those whose time is up."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from uuid import UUID

from celery import shared_task
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from asgard_pbem.tables import notify, services
from asgard_pbem.tables.guards import ahead, aside, clocks, known, pulse
from asgard_pbem.tables.reading import analysing, samples
from asgard_pbem.tables.services.persons import digests, signing_in
from asgard_pbem.tables.store import carrying
from asgard_pbem.tables.store.keeping import forgetting

from .models import Erasure, Game, OpenDecision, Outbox, SetAside

_log = logging.getLogger(__name__)
AT_ONCE = 500  # rows a run
GRACE = timedelta(seconds=5)  # what was queued just now is on its way
UNTRIED = timedelta(minutes=2)  # after its pause: what anybody waits for has been tried long before
SWEPT_LATELY = timedelta(seconds=4)  # less than beat's rhythm by far: none of its beats is ever left out


@shared_task(acks_late=True, ignore_result=True)
def sweep() -> dict[str, int]:
    """Queue again what is due: mails not sent, bots not moved, inbound mail not read. Returns how many of each.

    Empty when somebody has just done it: behind an outage many such messages wait.
    """
    return pulse.run("sweep", _sweep, SWEPT_LATELY) or {}


def _sweep() -> dict[str, int]:
    found = pulse.each(
        note_unknown_rules, make_due, forget_tries, requeue_analyses, requeue_erasures,
        requeue_mails, requeue_bots, partial(notify.tell, notify.SWEEP_INBOUND),
    )  # fmt: skip
    return dict(zip(("mails", "bots", "inbound"), map(int, found[-3:]), strict=True))


@shared_task(acks_late=True, ignore_result=True)
def tick_deadlines() -> dict[str, int]:
    """Play for those whose time is up, remind those whose time runs out, tell the others what happened.

    Returns how many of each; empty when the clock cannot be believed, or has just been away (`pulse`).
    """
    now, hour = timezone.now(), pulse.hour("clock")
    done = {}
    with pulse.undone("clock") as well:
        if not hour.holds and clocks.agrees(now, hour.now):
            found = pulse.each(  # each counted by itself too: what ends its process holds up none of the others
                partial(services.play_time_outs, now),
                partial(pulse.run, "reminders", partial(services.remind, now)),
                partial(pulse.run, "digests", partial(services.owe_digests, now)),
            )
            done = dict(zip(("time_outs", "reminders", "digests"), (one or 0 for one in found), strict=True))
        well()
    return done


@shared_task(ignore_result=True)
def forget_old() -> int:
    """Drop counts whose hour is over, and letters to people who never came."""
    return pulse.forget("forget old", signing_in.forget_old) or 0


@shared_task(ignore_result=True)
def settle_games() -> None:
    """A slice of forgetting what is old; the next one waits behind whatever has been queued meanwhile."""
    if pulse.forget("settle games", lambda now: forgetting.in_slices(forgetting.steps(now))):
        notify.tell(notify.SETTLE)


@shared_task(acks_late=True, ignore_result=True)
def analyse(game_id: str) -> None:
    """One slice of the analysis of an ended game; the next one waits behind whatever has been queued meanwhile."""
    game = UUID(game_id)
    if not aside.attempt(game, clocks.now(), beside=1):
        return
    try:
        more = analysing.work(game)
    finally:
        aside.succeeded(game)  # an error too is an end: the game has no analysis then
    if more:
        notify.tell(notify.ANALYSE, game_id)


@shared_task(acks_late=True, ignore_result=True)
def bring_samples() -> None:
    """Import one sample game; the next one waits behind whatever has been queued meanwhile."""
    if pulse.run("samples", samples.bring_one):
        notify.tell(notify.SAMPLES)


@shared_task(acks_late=True, ignore_result=True)
def go_on_erasing(player_id: str) -> None:
    """Go on with forgetting somebody, where a process was killed over it."""
    services.go_on_erasing(UUID(player_id))


def make_due() -> int:
    """Bring back what was put off while the database's clock was ahead. Returns how many."""
    now = clocks.now()
    made = ahead.make_due(now)
    digests.set_digests_right(now)
    if made:
        _log.warning("the database's clock was ahead: %s rows that waited for its hour are due", made)
    return made


def requeue_erasures() -> int:
    """Go on with forgetting persons of whom something is left and nobody is at it. Returns how many."""
    left = Erasure.objects.filter(due_at__lte=clocks.now()).order_by("due_at").values_list("pk", flat=True)[:AT_ONCE]
    return sum(notify.tell(notify.ERASE, str(player)) for player in left)


def requeue_analyses() -> int:
    """Go on with analyses of games that ended lately, where a message was lost."""
    return sum(notify.tell(notify.ANALYSE, str(game)) for game in analysing.unfinished(timezone.now()))


def forget_tries() -> int:
    """Take in again games that were set aside and at which nothing is left to try: their process ended when all was
    done, or people have gone on by themselves. Else they would be called stuck for ever. Returns how many.
    """
    now = clocks.now()
    left = SetAside.objects.filter(next_try_at__lte=now - UNTRIED, deaths__lt=aside.MOST_DEATHS)
    games = list(left.values_list("game_id", flat=True)[:AT_ONCE])
    if not games:
        return 0
    asked = OpenDecision.objects.filter(game__in=games, game__status=Game.Status.RUNNING, answered=False)
    bots = asked.filter(game__holders__seat=F("seat"), game__holders__bot__gt="")
    wanted = {*bots.values_list("game_id", flat=True)}
    wanted |= {*asked.filter(deadline__lte=now).values_list("game_id", flat=True), *analysing.unfinished(now)}
    return left.filter(pk__in=[game for game in games if game not in wanted]).delete()[0]


def requeue_mails() -> int:
    """Tell Celery of mails that are due. Rows that a worker is sending are locked by it and passed over."""
    now = clocks.now()
    carrying.carry_left(now - GRACE)
    with transaction.atomic():
        due = Outbox.objects.select_for_update(skip_locked=True).filter(
            Q(created_at__lte=now - GRACE) | ahead.too_late("created_at", now),
            state=Outbox.State.QUEUED,
            due_at__lte=now,
        )
        ids = list(due.order_by("due_at").values_list("pk", flat=True)[:AT_ONCE])
    return sum(notify.tell(notify.SEND_MAIL, str(pk)) for pk in ids)


def requeue_bots() -> int:
    """Tell Celery of games that wait for a bot."""
    waiting = games_waiting_for_bots()
    return sum(notify.tell(notify.PLAY_BOTS, str(game)) for game in waiting)


def games_waiting_for_bots() -> list[object]:
    """Ids of running games in which a bot is asked, those that have waited longest first; none that is set aside."""
    now = clocks.now()
    # By itself and first: on a cluster it is a table of the coordinator, and cannot be asked from within the others.
    apart = list(aside.waiting(now).values_list("game_id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT d.game_id FROM tables_opendecision d"
            " JOIN tables_seat s ON s.game_id = d.game_id AND s.seat = d.seat"
            " JOIN tables_game g ON g.id = d.game_id"
            " WHERE NOT d.answered AND s.bot <> '' AND g.status = 'running' AND g.paused_at IS NULL"
            " AND (d.since <= %s OR d.since > %s)"
            " AND d.game_id <> ALL (%s) GROUP BY d.game_id ORDER BY min(d.since) LIMIT %s",
            [now - GRACE, now + clocks.SKEW, apart, AT_ONCE],
        )
        return [game for (game,) in cursor.fetchall()]


def note_unknown_rules() -> int:
    """Mark tables that no process of the service plays, unmark those that this one plays. Returns how many changed."""
    known.say()
    here = known.here()
    unfinished = Game.objects.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    changed = unfinished.exclude(here | known.by_others()).update(status=Game.Status.UNKNOWN_RULES)
    back = Game.objects.filter(here, status=Game.Status.UNKNOWN_RULES)
    changed += back.filter(started_at=None).update(status=Game.Status.OPEN)
    return changed + back.exclude(started_at=None).update(status=Game.Status.RUNNING)
