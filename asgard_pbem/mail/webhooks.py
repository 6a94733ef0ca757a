"""Mail by HTTP: providers through django-anymail, and a plain door that takes one raw message (mail notes 1)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from functools import wraps
from typing import Any

from anymail import urls as anymail_urls
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound, tracking
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from asgard_pbem.mail import bounces
from asgard_pbem.mail.identity import AuthVerdicts, Dmarc
from asgard_pbem.mail.inbound import accept

_MULTIPART_SLACK_BYTES = 1024 * 1024  # what a provider wraps around a message


def guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    """`view` behind a configured secret, https (in production) and a cap on the body."""

    @csrf_exempt
    @wraps(view)
    def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            return HttpResponse("No webhook is configured.\n", status=404, content_type="text/plain")
        if settings.HTTPS and not request.is_secure():
            return HttpResponse("https only.\n", status=403, content_type="text/plain")
        if _length(request) > settings.MAIL_DATA_LIMIT_BYTES + _MULTIPART_SLACK_BYTES:
            return HttpResponse("Too large.\n", status=413, content_type="text/plain")
        return view(request, *args, **kwargs)

    return guard


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def provider_patterns() -> list[URLPattern]:
    """Anymail's own addresses, each view guarded. They check the basic-auth secrets and the provider's signature."""
    return [
        URLPattern(pattern.pattern, guarded(pattern.callback), pattern.default_args, pattern.name)
        for pattern in anymail_urls.urlpatterns
    ]


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
        received_at=timezone.now(),
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
    except (binascii.Error, UnicodeDecodeError):
        given = ""
    matches = [constant_time_compare(given, known) for known in settings.ANYMAIL["WEBHOOK_SECRET"]]
    return any(matches)


def _dmarc(word: str) -> Dmarc:
    known: dict[str, Dmarc] = {"pass": "pass", "fail": "fail", "none": "none"}
    return known.get(word.strip().lower(), "unknown")


@receiver(inbound, dispatch_uid="asgard_pbem.mail.inbound")
def from_provider(sender: Any, event: AnymailInboundEvent, esp_name: str, **kwargs: Any) -> None:
    """A provider's inbound event becomes a stored message like any other."""
    message: AnymailInboundMessage = event.message
    recipient = message.envelope_recipient
    accept(
        _bytes_of(message),
        envelope_from=message.envelope_sender,
        envelope_to=[recipient] if recipient else [],
        received_at=timezone.now(),
        source=esp_name.lower().replace(" ", "_"),
        provider_event_id=event.event_id or None,
        verdicts=AuthVerdicts(),
    )


def _bytes_of(message: AnymailInboundMessage) -> bytes:
    """The message as bytes; what the generator cannot write (odd headers, odd charsets) is written without care."""
    try:
        return bytes(message.as_bytes())
    except (UnicodeError, LookupError, ValueError, TypeError, AttributeError, IndexError):
        head = "\n".join(f"{name}: {value}" for name, value in message.raw_items())
        return f"{head}\n\n{message.text or ''}".encode("utf-8", "replace")


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
