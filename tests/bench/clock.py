"""The clock: ten thousand questions whose time is up, as after an outage, and as many mails that nobody has read."""

from __future__ import annotations

import base64
import secrets
import time
from datetime import datetime, timedelta
from uuid import uuid4

from tests.bench.rows import Row, rounds, row
from tests.bench.store import SEATS, cloned, database

FEW, MANY = 100, rounds(10_000, 200)  # questions, and mails
FOUND_S, PLAYED_S = 2.0, rounds(4, 1)


def rows() -> list[Row]:
    """What a beat takes to find what is due, and how many time-outs a second it then plays."""
    with database():
        from django.utils import timezone

        late = timezone.now() + timedelta(days=30)
        _due(FEW // SEATS)
        _unread(FEW)
        found = _found(late)
        played = _played(late, found)
        _due(MANY // SEATS)
        _unread(MANY)
        many_found = _found(late)
        many_played = _played(late, many_found)
    return [
        row(f"a beat finds {MANY:,} questions due, as many mails unread", many_found * 1000, "ms",
            baseline=found * 1000, target=f"<= {FOUND_S:.0f} s (baseline: {FEW} of each)", met=many_found <= FOUND_S),
        row(f"time-outs played while {MANY:,} questions are due", many_played, "moves/s", baseline=played,
            target=f">= 0.8x of {FEW}", met=many_played >= 0.8 * played),
    ]  # fmt: skip


def _due(tables: int) -> None:
    """So many tables at which all seats are asked, and nobody answers."""
    from asgard_pbem.simulation import direct as simulation
    from asgard_pbem.tables import services

    host = services.player_for("late@home.example")
    game = services.open_table(
        opened_by=host, key="aesir", seats=SEATS, sit=range(SEATS), cause=uuid4(), days_per_decision=1,
        seed=simulation.seed_bytes(1),
    )  # fmt: skip
    cloned(game.pk, tables - 1)


def _unread(count: int) -> None:
    """Mails to addresses of which each might be somebody's."""
    from django.utils import timezone

    from asgard_pbem.mail import tokens
    from asgard_pbem.mail.models import InboundMail

    now = timezone.now()
    InboundMail.objects.bulk_create(
        InboundMail(
            received_at=now, source="bench", envelope_to=tokens.reply_address(_made_up()),
            sha256=uuid4().hex * 2, size_bytes=1,
        )
        for _ in range(count)
    )  # fmt: skip


def _made_up() -> str:
    """A token that nobody was given: as from whoever writes to any address."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def _found(late: datetime) -> float:
    """Seconds of a beat that has no time to play."""
    began = time.perf_counter()
    assert _beat(late, 0.0) == 0
    return time.perf_counter() - began


def _played(late: datetime, found: float) -> float:
    """Time-outs a second, without what it takes to find them."""
    began = time.perf_counter()
    made = _beat(late, PLAYED_S)
    return made / (time.perf_counter() - began - found)


def _beat(late: datetime, seconds: float) -> int:
    """The time-outs of one beat that may play for so long."""
    from asgard_pbem.tables import services
    from asgard_pbem.tables.services.playing import clock

    before, clock.PLAYED_S = clock.PLAYED_S, seconds
    try:
        return services.play_time_outs(late)
    finally:
        clock.PLAYED_S = before
