"""What goes when it is old: in small steps, each a transaction of its own, found by an index, begun anew at any place.

A game that has been over for `KEPT_DAYS["mail_of_games"]` *settles*: what is left of it are its events, packed into one
row, its public moments, head and seats, press, and the newest snapshot. All that people may ask of it is made of these.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Model, QuerySet

from asgard_pbem.tables.guards import pulse
from asgard_pbem.tables.models import Game, Outbox, ReplyToken, Snapshot
from asgard_pbem.tables.signals import settling
from asgard_pbem.tables.store.keeping import packing

AT_ONCE = 500  # rows a transaction: it must not hold up the mail that comes meanwhile
GAMES_AT_ONCE = 20
SLICE_S = 5.0  # then whatever has been queued meanwhile comes first

Step = Callable[[], int]  # does a little; how many rows went, 0 when nothing is left to do


def old(what: str, now: datetime) -> datetime:
    """What is older than this goes; `what` is a name of `settings.KEPT_DAYS`."""
    return now - timedelta(days=settings.KEPT_DAYS[what])


def in_slices(steps: Iterable[Step], slice_s: float = SLICE_S) -> bool:
    """Step by step, each until nothing is left. True when time was up before.

    A step that fails holds back none of those behind it; its error is raised when all are done, or time is up.
    """
    until, is_up = time.monotonic() + slice_s, False

    def go(step: Step) -> None:
        nonlocal is_up
        while not is_up and step():
            is_up = time.monotonic() >= until

    pulse.each(*(partial(go, step) for step in steps))
    return is_up


def some(rows: QuerySet[Any], most: int = AT_ONCE) -> int:
    """Delete some rows that nobody holds at this moment, and what hangs on them. Returns how many."""
    with transaction.atomic():
        free = rows.select_for_update(skip_locked=True).values_list("pk", flat=True)
        found = list(free[:most])
        if found:
            _model(rows).objects.filter(pk__in=found).delete()
    return len(found)


def _model(rows: QuerySet[Any]) -> Any:
    model: type[Model] = rows.model
    return model


def steps(now: datetime) -> list[Step]:
    """What the tables forget."""
    person = old("mail_of_persons", now)
    return [
        lambda: settle_some(old("mail_of_games", now), now),
        lambda: some(Outbox.objects.filter(game=None, created_at__lt=person)),
        lambda: some(ReplyToken.objects.filter(game=None, issued_at__lt=person)),
    ]


def settle_some(before: datetime, now: datetime) -> int:
    """Settle the games that ended first. Returns how many; none while a release may work that knows no packed log."""
    if not packing.may_begin(now):
        return 0
    waiting = Game.objects.filter(settled_at=None, ended_at__lt=before).order_by("ended_at")
    games = list(waiting.values_list("pk", flat=True)[:GAMES_AT_ONCE])
    for one in games:
        settle(one, now)
    return len(games)


def settle(game_id: Any, now: datetime) -> None:
    """Drop what was needed while the game ran and its mails were answered. Broken off anywhere it is begun anew.

    Mails that came in hang on reply addresses: they go first, whoever keeps them hears the signal.
    """
    settling.send(Game, game_id=game_id)
    for rows in _passing(game_id):
        while _gone(rows):
            pass
    packing.pack(game_id)
    Game.objects.filter(pk=game_id).update(settled_at=now)


def _passing(game_id: Any) -> Sequence[QuerySet[Any]]:
    """What a game needs no longer."""
    games = Game.objects.filter(pk=game_id)
    return (
        Outbox.objects.filter(game_id=game_id),
        ReplyToken.objects.filter(game_id=game_id),
        Snapshot.objects.filter(game_id=game_id).exclude(seq__in=games.values(newest=F("last_snapshot"))),
    )


def _gone(rows: QuerySet[Any]) -> int:
    """As `some`, but waits for who holds a row: nobody is answered any more who could hold one for long."""
    with transaction.atomic():
        found = list(rows.select_for_update().values_list("pk", flat=True)[:AT_ONCE])
        if found:
            _model(rows).objects.filter(pk__in=found).delete()
    return len(found)
