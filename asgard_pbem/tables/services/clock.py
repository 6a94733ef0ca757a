"""What the clock does: reminders, and moves for those whose time is up."""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID, uuid5

from django.db import DatabaseError, transaction
from django.db.models import DateTimeField, ExpressionWrapper, F

from asgard_pbem.tables.acting import Acting
from asgard_pbem.tables.append import append
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.rows import deadline
from asgard_pbem.tables.signals import about_to_time_out
from engine.core.contract import Seat

from .locking import hold
from .mailing import owe

AT_ONCE = 200  # rows a call
_log = logging.getLogger(__name__)


def play_time_outs(now: datetime) -> int:
    """Answer every question whose time is up. Returns how many moves that made; a game that fails stops no other."""
    due = OpenDecision.objects.filter(answered=False, deadline__lte=now, game__status=Game.Status.RUNNING)
    made = 0
    for game_id, seat, key, until in due.order_by("deadline").values_list("game_id", "seat", "key", "deadline")[
        :AT_ONCE
    ]:
        if until is None or _has_answered(game_id, seat, until):
            continue
        try:
            made += time_out(game_id, seat=seat, key=key, now=now)
        except ServiceError as why:
            _log.warning("the clock cannot move in game %s: %s", game_id, why.code)
        except DatabaseError:  # not the game's fault: the next beat tries again
            raise
        except Exception as why:  # noqa: BLE001 - one game that cannot be played must not stop the clock of all others
            _log.error("the clock failed in game %s: %s", game_id, type(why).__name__)
    return made


def _has_answered(game_id: UUID, seat: Seat, until: datetime) -> bool:
    """Whether an answer of this seat came in time and waits to be read."""
    said = about_to_time_out.send(sender=None, game_id=game_id, seat=seat, deadline=until)
    return any(waits for _, waits in said)


def time_out(game_id: UUID, *, seat: Seat, key: str, now: datetime) -> bool:
    """Answer one question by the rules' default. False when it is no longer open, or its time is not up."""
    asked = OpenDecision.objects.filter(game_id=game_id, seat=seat, key=key).values_list("since", "prompt").first()
    if asked is None:
        return False
    since, prompt = asked  # the questions of one wave share their clock, but each has a prompt of its own

    def act(acting: Acting) -> bool:
        acting.running()
        still = acting.course.asked.get((seat, key))
        if still is None or still.decision.answered:
            return False
        due = deadline(still.since, acting.game.days_per_decision, acting.holders[seat])
        if due is None or due > now:
            return False
        acting.session.time_out(still.decision)
        acting.session.settle()
        return True

    return append(game_id, act, cause=uuid5(game_id, f"time-out {seat} {key} {prompt} {since.isoformat()}")).result


def remind(now: datetime) -> int:
    """Owe one reminder to each seat in the last quarter of its time. Returns how many."""
    last_quarter = ExpressionWrapper(F("deadline") - (F("deadline") - F("since")) / 4, output_field=DateTimeField())
    rows = (
        OpenDecision.objects.annotate(remind_at=last_quarter)
        .filter(answered=False, reminded_at=None, deadline__gt=now, remind_at__lte=now)
        .filter(game__reminders=True, game__status=Game.Status.RUNNING, game__practice=False)
        .order_by("deadline")
    )
    return sum(_remind(row.game_id, row.seat, row.prompt, now) for row in rows[:AT_ONCE])


def _remind(game_id: UUID, seat: Seat, prompt: int, now: datetime) -> bool:
    with transaction.atomic():
        game = hold(game_id)
        still = OpenDecision.objects.filter(game=game, seat=seat, prompt=prompt, answered=False, reminded_at=None)
        if not still.update(reminded_at=now):
            return False
        player = Player.objects.filter(held_seats__in=SeatRow.objects.filter(game=game, seat=seat)).first()
        if player is None:
            return False
        key = f"reminder:{game_id}:{seat}:{prompt}"
        owe(player=player, purpose=Outbox.Purpose.REMINDER, key=key, game=game, seat=seat, prompt=prompt)
    return True
