"""A person's mails in their copy: what they wrote to us, what waits for their yes, what is known of deliveries."""

from __future__ import annotations

import base64
from typing import Any

from django.conf import settings
from django.db.models import Q

from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.models import DeliveryEvent, InboundMail, Pending
from asgard_pbem.mail.reading.read import read_mail
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading.personal.parts import part, time_of


@part("mails_in", "mail.InboundMail.player")
def mails_in(player: Player) -> list[dict[str, Any]]:
    """As they came, and what became of them. Of what somebody else wrote in their name, only that it came."""
    unread = Q(player=None, envelope_from=player.email)  # of whom nothing tells whose they are but that
    found = InboundMail.objects.filter(Q(player=player) | unread).order_by("received_at")
    return [_mail(mail, player) for mail in found]


def _mail(mail: InboundMail, player: Player) -> dict[str, Any]:
    raw = inbound.raw_of(mail)
    theirs = raw is not None and _writer(raw) == player.email
    return {
        "id": str(mail.pk),
        "received": time_of(mail.received_at),
        "kind": mail.kind,
        "state": mail.state,
        "reason": mail.reason,
        "read": mail.kept,
        "answered": mail.outcome or None,
        **_bytes(raw if theirs else None),
    }


def _writer(raw: bytes) -> str | None:
    return read_mail(raw, domains=settings.OWN_DOMAINS, authserv_id=None, head_only=True).sender


def _bytes(raw: bytes | None) -> dict[str, str | None]:
    """The mail as text, or, where it is none, in base64."""
    try:
        return {"raw": raw.decode() if raw is not None else None, "raw_base64": None}
    except UnicodeDecodeError:
        return {"raw": None, "raw_base64": base64.b64encode(raw or b"").decode()}


@part("waiting", "mail.Pending.player")
def waiting(player: Player) -> list[dict[str, Any]]:
    """What was to be confirmed."""
    return [
        {
            "what": one.kind, "game": str(one.game_id) if one.game_id else None, "seat": one.seat,
            "asked": time_of(one.created_at), "answered": time_of(one.settled_at), "yes": one.agreed,
            "address": one.asked_address or None,
        }
        for one in Pending.objects.filter(player=player).order_by("created_at")
    ]  # fmt: skip


@part("deliveries", "mail.DeliveryEvent.player")
def deliveries(player: Player) -> list[dict[str, Any]]:
    """Which mails of ours came back."""
    found = DeliveryEvent.objects.filter(player=player).order_by("received_at")
    return [{"what": one.kind, "status": one.status, "told": time_of(one.received_at)} for one in found]
