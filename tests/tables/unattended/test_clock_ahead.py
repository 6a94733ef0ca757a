"""The database's clock was ahead and is right again: what was put off till then goes on at once, and by itself."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail import tasks as mail_tasks
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import failing
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.guards import ahead
from asgard_pbem.tables.models import OpenDecision, Outbox, Player, SetAside

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What Celery is told, instead of telling it."""
    made: list[tuple[str, ...]] = []

    def tell(name: str, *keys: str, after: float = 0) -> bool:
        made.append((name, *keys))
        return True

    monkeypatch.setattr(notify, "tell", tell)
    return made


@pytest.fixture
def player() -> Player:
    return services.player_for("anna@home.example", name="Anna")


def owed(player: Player, *, attempts: int = 0, waits: timedelta = timedelta(), by: timedelta = MONTH) -> Outbox:
    """A mail that was owed, or tried, when the clock was `by` ahead."""
    key, then = str(uuid4()), timezone.now() + by
    return Outbox.objects.create(
        player=player, purpose=Outbox.Purpose.NOTICE, key=key, created_at=timezone.now() if attempts else then,
        due_at=then + waits, attempts=attempts,
    )  # fmt: skip


@pytest.mark.parametrize("attempts", [0, 1, 7])
def test_a_mail_that_is_owed_since_next_month_goes_out_with_the_next_sweep(
    attempts: int, told: list[tuple[str, ...]], player: Player
) -> None:
    row = owed(player, attempts=attempts, waits=timedelta(minutes=1))
    Outbox.objects.filter(pk=row.pk, attempts__gt=0).update(created_at=timezone.now() - timedelta(hours=1))
    tasks.sweep()
    assert (notify.SEND_MAIL, str(row.pk)) in told


def test_what_waits_as_long_as_it_may_goes_on_waiting(told: list[tuple[str, ...]], player: Player) -> None:
    """For its next try, or a year for the question that tells it."""
    now = timezone.now()
    tried, joins = owed(player, attempts=7, by=failing.BACKOFF[-1]), owed(player, waits=timedelta(days=365))
    kept = owed(player, waits=timedelta(days=365), by=timedelta())
    tasks.sweep()
    assert told == [(notify.SWEEP_INBOUND,)]
    later = Outbox.objects.filter(pk__in=[tried.pk, joins.pk, kept.pk], due_at__gt=now + timedelta(hours=5))
    assert later.count() == 3
    assert failing.BACKOFF[-1] <= ahead.PAUSE


def test_a_mail_that_came_next_month_is_read_and_one_that_failed_then_is_tried_again(
    told: list[tuple[str, ...]],
) -> None:
    rows = []
    for number in range(2):
        raw = f"From: a@b.example\r\nMessage-ID: <{number}@b.example>\r\n\r\nhelp\r\n".encode()
        inbound.accept(
            raw, envelope_from="a@b.example", envelope_to=["play@in.example"], source="pipe", provider_event_id=None,
            verdicts=AuthVerdicts(),
        )  # fmt: skip
        rows.append(InboundMail.objects.latest("received_at").pk)
    then = timezone.now() + MONTH
    InboundMail.objects.filter(pk=rows[0]).update(received_at=then)
    InboundMail.objects.filter(pk=rows[1]).update(
        received_at=timezone.now() - timedelta(minutes=1), attempts=1, next_attempt_at=then
    )
    told.clear()
    mail_tasks.sweep_inbound()
    assert {key for _, key in told} == {str(pk) for pk in rows}
    assert not InboundMail.objects.filter(next_attempt_at__gt=timezone.now()).exists()


@pytest.mark.tampers
def test_a_table_that_was_set_aside_until_next_month_is_tried_and_a_bot_asked_then_plays(
    told: list[tuple[str, ...]],
) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    then = timezone.now() + MONTH
    SetAside.objects.create(game=game, failures=1, deaths=1, next_try_at=then, place="somewhere", since=then)
    OpenDecision.objects.filter(game=game).update(since=then)
    tasks.sweep()
    assert (notify.PLAY_BOTS, str(game.pk)) in told


def test_a_daily_digest_comes_tomorrow_and_one_by_the_turn_with_the_next(
    told: list[tuple[str, ...]], player: Player
) -> None:
    then = timezone.now() + MONTH
    Player.objects.filter(pk=player.pk).update(digest="daily", digest_due_at=then)
    other = services.player_for("boris@home.example", name="Boris")
    Player.objects.filter(pk=other.pk).update(digest="turn", turns_seen_at=then)
    now = timezone.now()
    tasks.sweep()
    player.refresh_from_db()
    other.refresh_from_db()
    assert player.digest_due_at is not None
    assert now < player.digest_due_at < now + timedelta(days=2)
    assert other.turns_seen_at is not None
    assert other.turns_seen_at <= timezone.now()
