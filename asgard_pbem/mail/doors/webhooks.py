"""Mail by HTTP: providers' webhooks, and a plain door that takes one raw message (mail notes 1)."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from anymail import urls as anymail_urls
from anymail.exceptions import AnymailConfigurationError
from anymail.signals import tracking
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from asgard_pbem.mail.doors.identity import AuthVerdicts, Dmarc
from asgard_pbem.mail.doors.inbound import accept
from asgard_pbem.mail.doors.providers import INBOUND, Mandrill
from asgard_pbem.mail.models import count
from asgard_pbem.mail.sending import bounces

log = logging.getLogger(__name__)
_WRAPPED_BYTES = 2 * 1024 * 1024  # what a provider wraps around a message: the same again in pieces, and escapes
_NOT_HERE = "No webhook is configured.\n"


def guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    """`view` behind a configured secret, https (in production) and a cap on the body."""

    @csrf_exempt
    @wraps(view)
    def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            return HttpResponse(_NOT_HERE, status=404, content_type="text/plain")
        if settings.HTTPS and not request.is_secure():
            return HttpResponse("https only.\n", status=403, content_type="text/plain")
        if _length(request) > settings.MAIL_DATA_LIMIT_BYTES + _WRAPPED_BYTES:
            return _too_large(request)
        try:
            return view(request, *args, **kwargs)
        except AnymailConfigurationError:  # a provider whose keys are not set
            return HttpResponse(_NOT_HERE, status=404, content_type="text/plain")

    return guard


def _too_large(request: HttpRequest) -> HttpResponse:
    """A provider repeats what is refused, and in the end turns the webhook off: one large mail would stop all others.

    So whoever knows the secret is told that all is well; the day's counter tells that something was dropped.
    """
    if not _authorised(request):
        return HttpResponse("Too large.\n", status=413, content_type="text/plain")
    count("too_large_at_door", timezone.now().date())
    log.warning("a webhook's request of %s bytes was dropped unread", _length(request))
    return HttpResponse("Too large, dropped.\n", content_type="text/plain")


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def provider_patterns() -> list[URLPattern]:
    """Anymail's addresses, each view guarded; those for incoming mail lead to ours, and only of providers offered."""
    found: list[URLPattern] = []
    for pattern in anymail_urls.urlpatterns:
        provider, _, kind = pattern.name.removesuffix("_webhook").rpartition("_")
        view = pattern.callback
        if kind == "inbound":
            if provider not in INBOUND:
                continue
            view = INBOUND[provider].as_view()
        elif pattern.name.startswith("mandrill"):
            view = Mandrill.as_view()  # one address for all that this provider tells
        found.append(URLPattern(pattern.pattern, guarded(view), pattern.default_args, pattern.name))
    return found


@guarded
@require_POST
def raw_message(request: HttpRequest) -> HttpResponse:
    """One raw message as the body; the envelope in `X-Envelope-From`, `X-Envelope-To` (commas) and `X-Event-Id`.

    200 means stored. Problems of parsing never show here, so a sender never repeats a mail for them.
    """
    if not _authorised(request):
        return HttpResponse("Not for you.\n", status=401, headers={"WWW-Authenticate": "Basic"})
    if len(request.body) > settings.MAIL_DATA_LIMIT_BYTES:
        return HttpResponse("Too large.\n", status=413, content_type="text/plain")
    accept(
        request.body,
        envelope_from=request.headers.get("X-Envelope-From"),
        envelope_to=[word for word in request.headers.get("X-Envelope-To", "").split(",") if word.strip()],
        source="webhook",
        provider_event_id=request.headers.get("X-Event-Id") or None,
        verdicts=AuthVerdicts(dmarc=_dmarc(request.headers.get("X-Dmarc", ""))),
    )
    return HttpResponse("Stored.\n", content_type="text/plain")


def _authorised(request: HttpRequest) -> bool:
    """Whether the basic-auth pair is one of ours; all are compared, each in constant time."""
    kind, _, encoded = request.headers.get("Authorization", "").partition(" ")
    try:
        given = base64.b64decode(encoded, validate=True).decode() if kind.lower() == "basic" else ""
    except ValueError:  # no base64, no UTF-8, or letters in it that are not even ASCII
        given = ""
    matches = [constant_time_compare(given, known) for known in settings.ANYMAIL["WEBHOOK_SECRET"]]
    return any(matches)


def _dmarc(word: str) -> Dmarc:
    known: dict[str, Dmarc] = {"pass": "pass", "fail": "fail", "none": "none"}
    return known.get(word.strip().lower(), "unknown")


@receiver(tracking, dispatch_uid="asgard_pbem.mail.tracking")
def from_tracking(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """A provider's word about a mail that we sent."""
    bounces.tracked(
        bounces.Report(
            kind=event.event_type,
            provider_id=event.message_id or "",
            event_id=f"{esp_name}:{event.event_id}" if event.event_id else "",
            status=bounces.status_in(event.mta_response or event.description or ""),
            invalid=event.reject_reason == "invalid",
        )
    )
