"""From an open question to a notice: owed by a row, sent by a worker, tried again, given up.

A notice says that a table waits, in the reader's language, and leads there: no name of a table, game or person, and
nothing of what is asked. A telephone shows it to whoever sits beside it, and at which table one is asked may be secret.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import requests
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from asgard_pbem.alerts import keys, subscribing
from asgard_pbem.alerts.models import Call, Subscription
from asgard_pbem.alerts.turns import asked_of
from asgard_pbem.tables import notify
from asgard_pbem.tables.models import OpenDecision, Seat
from asgard_pbem.tables.store.keeping import forgetting

log = logging.getLogger(__name__)
SEND: Final = "asgard_pbem.alerts.tasks.send_call"
AFTER: Final = timedelta(minutes=1)  # of a question: whoever is at the table just now needs no notice
NEWS: Final = timedelta(days=1)  # an older question is none; also how long a push service keeps a notice
BACKOFF: Final = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=4))
MAX_ATTEMPTS: Final = 5
MOST_FAILURES: Final = 20  # calls given up in a row, after which a browser is taken for gone
TIMEOUT_S: Final = 10.0
AT_ONCE: Final = 500
GONE: Final = frozenset({404, 410})  # RFC 8030, 7.3: the subscription is no more


def owe(now: datetime) -> int:
    """Put a call for every new question of whoever wants to be told, once each. Returns how many calls are due."""
    if not keys.on():
        return 0
    browsers: dict[UUID, list[Subscription]] = {}
    for one in Subscription.objects.only("player_id", "made_at").order_by("made_at"):
        browsers.setdefault(one.player_id, []).append(one)
    since = now - NEWS  # a call is no older than its question
    known = set(Call.objects.filter(made_at__gt=since).values_list("subscription_id", "game_id", "seat", "prompt"))
    calls = [
        Call(subscription=browser, game_id=one.game, seat=one.seat, prompt=one.prompt, due_at=now, made_at=now)
        for one in asked_of(browsers, since, now - AFTER)
        for browser in browsers[one.player]
        if browser.made_at <= one.asked_at and (browser.pk, one.game, one.seat, one.prompt) not in known
    ]
    Call.objects.bulk_create(calls, ignore_conflicts=True)
    due = Call.objects.filter(state=Call.State.QUEUED, due_at__lte=now).order_by("due_at")
    ids = list(due.values_list("pk", flat=True)[:AT_ONCE])
    for pk in ids:
        notify.tell(SEND, str(pk))
    return len(ids)


def send(call_id: UUID) -> bool:
    """Send one call; False when there is nothing to do, or it has to be tried again."""
    call = _claimed(call_id)
    if call is None:
        return False
    try:
        answer = _post(call)
    except requests.RequestException as why:
        _failed(call, type(why).__name__, None)
        return False
    status = answer.status_code
    if status in GONE:
        call.subscription.delete()
    elif 200 <= status < 300:
        Call.objects.filter(pk=call.pk).update(state=Call.State.SENT)
        Subscription.objects.filter(pk=call.subscription_id).update(failures=0)
        return True
    else:
        _failed(call, str(status), answer.headers.get("Retry-After"))
    return False


def _claimed(call_id: UUID) -> Call | None:
    """The call, taken by this worker for a while; None where another has it, or nobody is waited for any more."""
    with transaction.atomic():
        waits = Call.objects.select_for_update(skip_locked=True, of=("self",))
        due = waits.filter(pk=call_id, state=Call.State.QUEUED, due_at__lte=timezone.now())
        call = due.select_related("subscription__player").first()
        if call is None:
            return None
        if not (keys.on() and _wanted(call)):
            Call.objects.filter(pk=call.pk).update(state=Call.State.DROPPED)
            return None
        if call.attempts >= MAX_ATTEMPTS:  # the last of them has not come back: its worker died
            Call.objects.filter(pk=call.pk).update(state=Call.State.FAILED)
            return None
        call.attempts += 1
        call.due_at = timezone.now() + _pause(call.attempts)
        call.save(update_fields=["attempts", "due_at"])
        return call


def _wanted(call: Call) -> bool:
    """Whether the very question is still open, and still this person's."""
    player = call.subscription.player
    holds = Seat.objects.filter(game_id=call.game_id, seat=call.seat, player=player).exists()
    same = {"game_id": call.game_id, "seat": call.seat, "prompt": call.prompt, "answered": False}
    return player.is_active and holds and OpenDecision.objects.filter(**same).exists()


def _post(call: Call) -> requests.Response:
    """Raises RequestException; among them that the service is none that is called any more."""
    from py_vapid import Vapid
    from pywebpush import WebPusher

    given: dict[str, str] = call.subscription.given
    if not given or not subscribing.known(given["endpoint"]):
        raise requests.exceptions.InvalidURL
    info = {"endpoint": given["endpoint"], "keys": {"p256dh": given["p256dh"], "auth": given["auth"]}}
    origin = given["endpoint"].split("/", 3)
    claims = {"sub": settings.VAPID_SUBJECT, "aud": "/".join(origin[:3]), "exp": _expires()}
    headers: dict[str, Any] = Vapid.from_string(settings.VAPID_PRIVATE_KEY).sign(claims)
    headers |= {"Urgency": "normal", "Topic": uuid5(call.subscription_id, str(call.game_id)).hex}
    with requests.Session() as session:
        session.max_redirects = 0  # a service that is known must not send us to one that is not
        session.trust_env = False
        pusher = WebPusher(info, requests_session=session)
        answer: requests.Response = pusher.send(
            said(call), headers=headers, ttl=int(NEWS.total_seconds()), timeout=TIMEOUT_S
        )
        return answer


def _expires() -> int:
    return int(timezone.now().timestamp()) + 12 * 60 * 60  # RFC 8292, 2: at most a day


def said(call: Call) -> str:
    """What the browser is given, for it alone to read: `title`, `body`, `url` (without a host) and `tag`."""
    with translation.override(call.subscription.player.language):
        return json.dumps(
            {
                "title": "Asgard PBEM",
                "body": gettext("A table waits for you."),
                "url": reverse("game", args=[call.game_id]),
                "tag": call.game_id.hex,
            }
        )


def _pause(attempts: int) -> timedelta:
    return BACKOFF[min(attempts, len(BACKOFF)) - 1]


def _failed(call: Call, why: str, retry_after: str | None) -> None:
    """Leave the row for its next attempt, not before the service wants one, or give it up."""
    log.warning("call %s did not go out, attempt %s: %s", call.pk, call.attempts, why)
    rows = Call.objects.filter(pk=call.pk)
    if call.attempts < MAX_ATTEMPTS:
        if retry_after and retry_after.isascii() and retry_after.isdigit():
            asked = timezone.now() + min(timedelta(seconds=int(retry_after[:6])), NEWS)
            rows.update(due_at=max(call.due_at, asked))
        return
    rows.update(state=Call.State.FAILED)
    Subscription.objects.filter(pk=call.subscription_id).update(failures=F("failures") + 1)
    Subscription.objects.filter(pk=call.subscription_id, failures__gte=MOST_FAILURES).delete()


def forget_old(now: datetime) -> int:
    """Drop calls of which nobody will ask any more, some at a time."""
    calls, gone = Call.objects.filter(made_at__lt=forgetting.old("notices", now)), 0
    while some := forgetting.some(calls):
        gone += some
    return gone
