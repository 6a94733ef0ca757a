"""Which browsers want to be told. Their endpoints come from outside: only services that are known are ever called."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import transaction

from asgard_pbem.alerts.models import Subscription
from asgard_pbem.tables.models import Player

MOST: Final = 10  # browsers of one person
ENDPOINT_LIMIT: Final = 1000  # characters
POINT_BYTES, SECRET_BYTES = 65, 16  # of the browser's public key and its secret (RFC 8291, 3.2)
# Read strictly: whatever one reader of addresses takes for part of the host, and another for its end, is in none.
_ENDPOINT: Final = re.compile(r"(https?://[a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?][^\s\\]*)?", re.IGNORECASE | re.ASCII)


class UnknownService(ValueError):
    """What a browser gave is no subscription at a push service that is called from here."""


def known(endpoint: str) -> bool:
    """Whether an endpoint is of a push service that this server calls: whatever else would be asked in our name."""
    found = _ENDPOINT.fullmatch(endpoint)
    return found is not None and any(_matches(found[1].lower(), service) for service in settings.PUSH_SERVICES)


def _matches(origin: str, service: str) -> bool:
    """`https://*.example.com` stands for every name below example.com."""
    head, star, tail = service.partition("*")
    if not star:
        return origin == service
    middle = origin.removeprefix(head).removesuffix(tail)
    return origin == f"{head}{middle}{tail}" and bool(middle)


def subscribe(player: Player, *, endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Tell this browser from now on. Whoever used it before is told there no more. Raises UnknownService."""
    if len(endpoint) > ENDPOINT_LIMIT or not known(endpoint):
        raise UnknownService
    if _length(p256dh) != POINT_BYTES or _length(auth) != SECRET_BYTES:
        raise UnknownService
    with transaction.atomic():
        sha256 = hashlib.sha256(endpoint.encode()).digest()
        Subscription.objects.filter(sha256=sha256).delete()
        own = Subscription.objects.select_for_update().filter(player=player).order_by("-made_at")
        Subscription.objects.filter(pk__in=[one.pk for one in own[MOST - 1 :]]).delete()  # the oldest goes
        return Subscription.objects.create(
            player=player, sha256=sha256, service=(urlsplit(endpoint).hostname or "")[:120],
            given={"endpoint": endpoint, "p256dh": p256dh, "auth": auth},
        )  # fmt: skip


def _length(text: str) -> int:
    """Bytes of a base64url text; -1 for what is none."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except ValueError:
        return -1


def subscriptions(player: Player) -> list[Subscription]:
    """The person's browsers, the newest first."""
    return list(Subscription.objects.filter(player=player).order_by("-made_at"))


def unsubscribe_all(player: Player) -> None:
    """Tell no browser any more: after a lost telephone, say."""
    Subscription.objects.filter(player=player).delete()


def unsubscribe(player: Player, subscription_id: UUID) -> bool:
    """Tell this browser no more. False where it was none of theirs."""
    gone, _ = Subscription.objects.filter(player=player, pk=subscription_id).delete()
    return gone > 0
