"""Bounces and complaints: what they do to a player's mail (mail notes 10). Stopping mail never touches a seat."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from asgard_pbem.mail.models import DeliveryEvent
from asgard_pbem.tables.models import Outbox, Player

SOFT, HARD, STOP_AT = 1.0, 4.0, 8.0
DECAY_A_DAY = 1.0
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_DSN_STATUS = re.compile(rb"(?im)^status:\s*([245]\.\d{1,3}\.\d{1,3})")
_DSN_ACTION = re.compile(rb"(?im)^action:\s*([a-z]+)")
_SCORED = {"bounced", "rejected", "failed"}


@dataclass(frozen=True, slots=True)
class Report:
    """One word about one mail of ours. `kind` is Anymail's event type."""

    kind: str
    provider_id: str = ""
    outbox_id: UUID | None = None
    event_id: str = ""
    status: str = ""  # RFC 3463
    invalid: bool = False  # the provider says that the address does not exist


def status_in(text: str) -> str:
    """The first enhanced status code of an answer, or empty."""
    match = _STATUS.search(text[:2000])
    return match[1] if match else ""


def report_from_dsn(raw: bytes, outbox_id: UUID | None, event_id: str) -> Report:
    """What a delivery-status mail (RFC 3464) says; only `failed` counts against an address."""
    head = raw[: 256 * 1024]
    status, action = _DSN_STATUS.search(head), _DSN_ACTION.search(head)
    kind = "bounced" if action is None or action[1].lower() == b"failed" else "deferred"
    return Report(kind, outbox_id=outbox_id, event_id=event_id, status=status[1].decode() if status else "")


def weight(report: Report) -> float:
    """What a report adds to the score: enough to stop at once, hard, soft, or nothing."""
    if report.kind == "complained" or report.invalid or report.status.startswith("5.1."):
        return STOP_AT
    if report.kind == "deferred":
        return SOFT if report.status else 0.0
    if report.kind not in _SCORED:
        return 0.0
    soft = report.status.startswith(("4.", "5.7.")) or report.status in {"5.2.2", "5.4.4"}
    return SOFT if soft else HARD


def decayed(score: float, since: datetime | None, now: datetime) -> float:
    """The score after the days that went by."""
    days = (now - since).total_seconds() / timedelta(days=1).total_seconds() if since else 0.0
    return max(0.0, score - DECAY_A_DAY * days)


@transaction.atomic
def tracked(report: Report) -> bool:
    """Count a report once; False when it is known already, or about no mail of ours."""
    owed = _mail_of(report)
    player = owed.player if owed is not None else None
    try:
        with transaction.atomic():
            DeliveryEvent.objects.create(key=_key(report), kind=report.kind[:20], status=report.status, player=player)
    except IntegrityError:
        return False
    if player is not None:
        _score(player.pk, report)
    return player is not None


def _score(player_id: UUID, report: Report) -> None:
    player = Player.objects.select_for_update().get(pk=player_id)
    if report.kind == "unsubscribed":
        stop(player, Player.MailState.STOPPED)
        return
    added = weight(report)
    if not added:
        return
    now = timezone.now()
    score = decayed(player.bounce_score, player.bounce_scored_at, now) + added
    player.bounce_score = round(score, 2)  # moments after one another are no decay
    player.bounce_scored_at = now
    player.save(update_fields=["bounce_score", "bounce_scored_at"])
    if player.bounce_score >= STOP_AT:
        stop(player, Player.MailState.COMPLAINED if report.kind == "complained" else Player.MailState.BOUNCED)


def stop(player: Player, state: str) -> None:
    """No more mail to this player, until they ask for it again. Idempotent; the first reason stands."""
    Player.objects.filter(pk=player.pk, mail_state=Player.MailState.ON).update(mail_state=state)


def restart(player: Player) -> None:
    """Mail again, with a clean score: the player's own wish, sent from the address itself."""
    Player.objects.filter(pk=player.pk).update(mail_state=Player.MailState.ON, bounce_score=0, bounce_scored_at=None)


def _mail_of(report: Report) -> Outbox | None:
    if report.outbox_id is not None:
        return Outbox.objects.filter(pk=report.outbox_id).first()
    return Outbox.objects.filter(provider_id=report.provider_id).first() if report.provider_id else None


def _key(report: Report) -> str:
    minute = timezone.now().strftime("%Y-%m-%dT%H:%M")
    name = report.event_id or f"{report.provider_id or report.outbox_id}\0{report.kind}\0{minute}"
    return hashlib.sha256(name.encode()).hexdigest()
