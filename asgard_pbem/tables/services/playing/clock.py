"""What the clock does: reminders, and moves for those whose time is up."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Value
from django.db.models.functions import Least

from asgard_pbem.tables.guards import aside, known
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.services.mailing import owe
from asgard_pbem.tables.services.playing import gone
from asgard_pbem.tables.signals import Due, about_to_time_out
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.rows import DAY
from engine.core.moves import Seat
from engine.table import counsel, registry

AT_ONCE, REMINDED_AT_ONCE = 2000, 500  # rows a call
PLAYED_S = 20.0  # a call: the next beat goes on, and what beat sends meanwhile does not pile up
LOOKED_AT = 10_000  # due questions: those whose answer waits to be read must not stand before all others


def play_time_outs(now: datetime) -> int:
    """Answer every question whose time is up. Returns how many moves that made.

    A game that fails stops no other: it is set aside for a while. Whose answer came in time and waits to be read is
    asked once for all questions.
    """
    due = OpenDecision.objects.filter(answered=False, deadline__lte=now, game__status=Game.Status.RUNNING)
    first = due.filter(known.here("game__")).exclude(game__in=aside.waiting(now)).order_by("deadline")
    rows = first.values_list("game_id", "seat", "key", "deadline")[:LOOKED_AT]
    found = [Due(game, seat, key, until) for game, seat, key, until in rows if until is not None]
    waits = _answered(found)
    made, end = 0, time.monotonic() + PLAYED_S
    for one in [one for one in found if one not in waits][:AT_ONCE]:
        if time.monotonic() >= end:
            break
        made += _play_one(one, now)
    return made


def _answered(due: Sequence[Due]) -> set[Due]:
    """The questions that were answered in time, by an answer that nobody has read yet."""
    said: list[tuple[Any, Any]] = about_to_time_out.send(sender=None, due=due) if due else []
    return {one for _, waits in said for one in waits}


def _play_one(one: Due, now: datetime) -> bool:
    """Whether the time-out was played."""
    act = partial(time_out, one.game_id, seat=one.seat, key=one.key, now=now)
    return bool(aside.tried(one.game_id, act, at=now, doing="the clock"))


def time_out(game_id: UUID, *, seat: Seat, key: str, now: datetime) -> bool:
    """Answer one question, and what is left of its turn: by what its seat has planned for this case, else by what the
    team proposes, else by the rules' defaults. Whose time has run out too often in a row is gone.

    False when it is no longer open, or its time is not up.
    """
    asked = OpenDecision.objects.filter(game_id=game_id, seat=seat, key=key).values_list("since", "prompt").first()
    if asked is None:
        return False
    since, prompt = asked  # the questions of one wave share their clock, but each has a prompt of its own
    cause = uuid5(game_id, f"time-out {seat} {key} {prompt} {since.isoformat()}")

    def act(acting: Acting) -> bool:
        acting.running()
        still = acting.course.asked.get((seat, key))
        if still is None or still.decision.answered:
            return False
        due = acting.course.due(still, acting.game.days_per_decision, acting.holders)
        if due is None or due > now:
            return False
        holders = [holder.player for holder in acting.holders]
        session = acting.session
        # What somebody planned for this case, or for the rest of the turn, goes before what others say.
        own = session.keeps_for_late(seat) or session.goes_on(seat)
        proposal = None if own else counsel.carried(acting.course.table, still.decision, holders)
        if proposal is None or not counsel.play_late(session, still.decision, proposal):
            session.time_out(still.decision)
        how = "plan" if own else "counsel" if proposal is not None else "rules"
        acting.tell_late(seat, how, None if still.decision.concealed else since)
        return True

    played = append(game_id, act, cause=cause).result
    if played and gone.is_gone(game_id, seat):
        gone.let_go(game_id, seat=seat, cause=uuid5(cause, gone.GONE))
    return played


def remind(now: datetime) -> int:
    """Owe one reminder to each seat in the last quarter of its time. Returns how many."""
    # Of the time that counts: while somebody is away or the table rests no quarter of theirs goes by.
    span = Least(F("deadline") - F("asked_at"), F("game__days_per_decision") * Value(DAY, DurationField()))
    last_quarter = ExpressionWrapper(F("deadline") - span / 4, output_field=DateTimeField())
    rows = (
        OpenDecision.objects.annotate(remind_at=last_quarter)
        .filter(answered=False, reminded_at=None, deadline__gt=now, remind_at__lte=now)
        .filter(game__reminders=True, game__status=Game.Status.RUNNING, game__practice=False)
        .order_by("deadline")
    )
    return sum(_remind(row.game_id, row.seat, row.prompt, now) for row in rows[:REMINDED_AT_ONCE])


def _remind(game_id: UUID, seat: Seat, prompt: int, now: datetime) -> bool:
    with transaction.atomic():
        game = hold(game_id)
        player = Player.objects.filter(held_seats__in=SeatRow.objects.filter(game=game, seat=seat)).first()
        seats = _asked_with(game, player, seat)
        still = OpenDecision.objects.filter(game=game, prompt=prompt, answered=False, reminded_at=None)
        if not still.filter(seat=seat).exists():
            return False
        still.filter(seat__in=seats).update(reminded_at=now)
        if player is None:
            return False
        key = f"reminder:{game_id}:{seat}:{prompt}"
        payload = {"seats": seats} if len(seats) > 1 else {}
        owe(
            player=player, purpose=Outbox.Purpose.REMINDER, key=key, game=game, seat=seat, prompt=prompt,
            payload=payload,
        )  # fmt: skip
    return True


def _asked_with(game: Game | None, player: Player | None, seat: Seat) -> list[Seat]:
    """The seats of one person that are reminded in one mail: all that wait, where one may hold several."""
    played = registry.games().get(game.key) if game is not None else None
    if played is None or player is None or not played.together:
        return [seat]
    own = SeatRow.objects.filter(game=game, player=player).values_list("seat", flat=True)
    waiting = OpenDecision.objects.filter(game=game, seat__in=list(own), answered=False)
    return sorted({seat, *waiting.values_list("seat", flat=True)})
