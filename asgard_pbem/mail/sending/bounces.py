"""Bounces and complaints: what they do to a player's mail (mail notes 10). Stopping mail never touches a seat."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from asgard_pbem.mail.models import DeliveryEvent
from asgard_pbem.mail.sending import new_address
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player

SOFT, HARD, STOP_AT = 1.0, 4.0, 8.0
DECAY_A_DAY = 1.0
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_SCORED = {"bounced", "rejected", "failed", "complained"}
_ARRIVED = {"delivered", "relayed", "expanded"}  # actions that say that nothing went wrong (RFC 3464, 2.3.3)
SECOND_WITHIN = timedelta(days=30)  # of a report by mail that would stop mail for good


@dataclass(frozen=True, slots=True)
class Report:
    """One word about one mail of ours. `kind` is Anymail's event type."""

    kind: str
    provider_id: str = ""
    outbox_id: UUID | None = None
    event_id: str = ""
    status: str = ""  # RFC 3463
    invalid: bool = False  # the provider says that the address does not exist
    by_mail: bool = False  # no provider's event: anybody who saw the bounce address can write such a mail


def status_in(text: str) -> str:
    """The first enhanced status code of an answer, or empty."""
    match = _STATUS.search(text[:2000])
    return match[1] if match else ""


def weight(report: Report, *, second: bool = False) -> float:
    """What a report adds to the score: enough to stop at once, hard, soft, or nothing.

    `second`: another mail to the same player came back for good not long ago. Only then a mail stops mail at once.
    """
    if report.kind == "deferred":  # whatever status it names: it may still arrive
        return SOFT if report.status else 0.0
    if report.kind not in _SCORED:
        return 0.0
    if _is_final(report):
        return STOP_AT if second or not report.by_mail else HARD
    soft = report.status.startswith(("4.", "5.7.")) or report.status in {"5.2.2", "5.4.4"}
    return SOFT if soft else HARD


def _is_final(report: Report) -> bool:
    return report.kind == "complained" or report.invalid or report.status.startswith("5.1.")


def decayed(score: float, since: datetime | None, now: datetime) -> float:
    """The score after the days that went by."""
    days = (now - since).total_seconds() / timedelta(days=1).total_seconds() if since else 0.0
    return max(0.0, score - DECAY_A_DAY * days)


def told_by_mail(outbox_id: UUID, action: str, status: str, *, complaint: bool) -> None:
    """Count what a mail to the bounce address of one of ours says: once for each that it is late, once that it was not
    wanted or did not arrive. Whoever saw that address can write both, as often as they like.
    """
    if action in _ARRIVED:
        return
    kind = "complained" if complaint else "bounced" if action in {"", "failed"} else "deferred"
    event = f"mail:{outbox_id}:{'late' if kind == 'deferred' else 'back'}"
    tracked(Report(kind, outbox_id=outbox_id, event_id=event, status=status[:20], by_mail=True))


@transaction.atomic
def tracked(report: Report) -> bool:
    """Count a report once; False when it is known already, or about no mail of ours."""
    owed = _mail_of(report)
    player = owed.player if owed is not None and _went_to_them(owed) else None
    try:
        with transaction.atomic():
            DeliveryEvent.objects.create(key=_key(report), kind=report.kind[:20], status=report.status, player=player)
    except IntegrityError:
        return False
    if owed is None:
        return False
    if player is not None:
        _score(player.pk, report)
    elif _is_final(report):
        new_address.is_lost(owed)
    return True


def _went_to_them(owed: Outbox) -> bool:
    """Whether a mail went to the address that its player has now; else what is said of it speaks against nothing of
    theirs.
    """
    proven = owed.player.verified_at
    return owed.newcomer is None and (proven is None or owed.created_at >= proven)


def _is_second(player: Player, report: Report) -> bool:
    """Whether another mail than the one of this report came back for good lately, from the address of now."""
    since = timezone.now() - SECOND_WITHIN
    lately = DeliveryEvent.objects.filter(player=player, received_at__gt=max(since, player.verified_at or since))
    final = Q(kind__in=_SCORED, status__startswith="5.1.") | Q(kind="complained")  # late is no return
    return lately.filter(final).exclude(key=_key(report)).exists()


def _score(player_id: UUID, report: Report) -> None:
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if report.kind == "unsubscribed":
        services.stop_mail(player)
        return
    added = weight(report, second=report.by_mail and _is_second(player, report))
    if not added:
        return
    now = timezone.now()
    score = decayed(player.bounce_score, player.bounce_scored_at, now) + added
    player.bounce_score = round(score, 2)  # moments after one another are no decay
    player.bounce_scored_at = now
    player.save(update_fields=["bounce_score", "bounce_scored_at"])
    if player.bounce_score >= STOP_AT:
        state = Player.MailState
        services.stop_mail(player, state.COMPLAINED if report.kind == "complained" else state.BOUNCED)


def _mail_of(report: Report) -> Outbox | None:
    if report.outbox_id is not None:
        return Outbox.objects.filter(pk=report.outbox_id).first()
    return Outbox.objects.filter(provider_id=report.provider_id).first() if report.provider_id else None


def _key(report: Report) -> str:
    minute = timezone.now().strftime("%Y-%m-%dT%H:%M")
    name = report.event_id or f"{report.provider_id or report.outbox_id}\0{report.kind}\0{minute}"
    return hashlib.sha256(name.encode()).hexdigest()
