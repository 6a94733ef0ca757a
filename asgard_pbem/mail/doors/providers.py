"""Providers' webhooks for incoming mail: Anymail checks who calls, then the raw message is stored (mail notes 1).

Anymail's own views parse the message before anything is stored: 300 nested parts (16 KB) end there in an error and are
lost, 190,000 tiny parts keep a web process busy for a minute. So only providers are offered that hand over the raw
message, and what stands around it (JSON, a form) is taken apart within limits on size and number of fields.

None of them says whether DMARC passed: what they say of SPF and DKIM is kept, and proves nothing about From.
"""

from __future__ import annotations

import base64
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from anymail.signals import tracking
from anymail.webhooks.base import AnymailCoreWebhookView
from anymail.webhooks.mailersend import MailerSendInboundWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.mandrill import MandrillCombinedWebhookView
from anymail.webhooks.postal import PostalInboundWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from anymail.webhooks.sendgrid import SendGridInboundWebhookView
from anymail.webhooks.sparkpost import SparkPostInboundWebhookView
from django.http import HttpRequest, HttpResponse, QueryDict

from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.doors.inbound import accept

log = logging.getLogger(__name__)
_LETTER_IS_BYTE = "latin-1"  # a charset in which any bytes become letters, and the same bytes again
_MAX_WORD = 100  # of what a provider says of SPF and DKIM


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message as a provider hands it over. `to`: envelope recipients, empty when it does not say."""

    raw: bytes
    sender: str | None
    to: tuple[str, ...]
    event_id: str = ""
    spf: str = ""
    dkim: str = ""


class RawFirst(AnymailCoreWebhookView, ABC):
    """Anymail's view of a provider up to its authentication; `deliveries` finds the raw messages in what was posted."""

    @abstractmethod
    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        """The posted messages. Raises KeyError, TypeError, ValueError or RecursionError for anything else."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """200: stored. 400: not what this provider sends, or not the raw message."""
        if request.content_type == "multipart/form-data":
            request.encoding = _LETTER_IS_BYTE
        self.run_validators(request)
        try:
            found = list(self.deliveries(request))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
            log.error("%s posted no raw message: %s", self.esp_name, type(problem).__name__)  # noqa: TRY400  it may quote mail
            return HttpResponse("No raw message; see docs/operating.\n", status=400, content_type="text/plain")
        for one in found:
            accept(
                one.raw, envelope_from=one.sender, envelope_to=list(one.to), source=self.esp_name.lower(),
                provider_event_id=one.event_id or None,
                verdicts=AuthVerdicts(spf=one.spf[:_MAX_WORD], dkim=one.dkim[:_MAX_WORD]),
            )  # fmt: skip
        return HttpResponse()


class Postmark(RawFirst, PostmarkInboundWebhookView):
    """JSON with `RawEmail`, when "Include raw email content" is on."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        event = json.loads(request.body)
        first: dict[str, Any] = next(iter(event.get("Headers") or ()), {})
        path = _text(first.get("Value")) if _text(first.get("Name")).lower() == "return-path" else None
        yield Delivery(
            _bytes(event["RawEmail"]), path, _all(event.get("OriginalRecipient")),
            event_id=_text(event.get("MessageID")),
        )  # fmt: skip


class Mailgun(RawFirst, MailgunInboundWebhookView):
    """A form with `body-mime`, when the route forwards to the address that ends in `inbound_mime/`."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        form = _form(request)
        yield Delivery(
            form["body-mime"].encode(_LETTER_IS_BYTE), form.get("sender"), _all(form.get("recipient")),
            event_id=form["token"], spf=form.get("X-Mailgun-Spf", ""), dkim=form.get("X-Mailgun-Dkim-Check-Result", ""),
        )  # fmt: skip


class SendGrid(RawFirst, SendGridInboundWebhookView):
    """A form with `email`, when "POST the raw, full MIME message" is on."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        form = _form(request)
        envelope = json.loads(form.get("envelope", "{}"))
        yield Delivery(
            form["email"].encode(_LETTER_IS_BYTE), _or_none(envelope.get("from")), _all(envelope.get("to")),
            spf=form.get("SPF", ""), dkim=form.get("dkim", ""),
        )  # fmt: skip


class Mandrill(RawFirst, MandrillCombinedWebhookView):
    """A form with a list of events, those of incoming mail with `raw_msg`; others are words about mail of ours."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        for event in json.loads(request.POST["mandrill_events"]):
            if event.get("event") == "inbound":
                message = event["msg"]
                yield Delivery(
                    _bytes(message["raw_msg"]), None, _all(message.get("email")),
                    spf=_text((message.get("spf") or {}).get("result")),
                )  # fmt: skip
            else:
                found = self.mandrill_tracking_to_anymail_event(event)
                tracking.send(sender=type(self), event=found, esp_name=self.esp_name)


class SparkPost(RawFirst, SparkPostInboundWebhookView):
    """A JSON list of relay messages with `email_rfc822`."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        for event in json.loads(request.body):
            if not event["msys"]:  # asked whether we are there
                continue
            message = event["msys"]["relay_message"]
            content = message["content"]
            raw = _bytes(content["email_rfc822"])
            yield Delivery(
                base64.b64decode(raw) if content.get("email_rfc822_is_base64") else raw,
                _or_none(message.get("msg_from")), _all(message.get("rcpt_to")),
            )  # fmt: skip


class MailerSend(RawFirst, MailerSendInboundWebhookView):
    """JSON with `raw`."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        data = json.loads(request.body)["data"]
        to = [one["email"] for one in data["recipients"]["rcptTo"]]
        yield Delivery(
            _bytes(data["raw"]), _or_none(data["sender"]["email"]), _all(to), event_id=_text(data.get("id")),
            spf=_text((data.get("spf_check") or {}).get("code")),
        )  # fmt: skip


class Postal(RawFirst, PostalInboundWebhookView):
    """JSON with `message`, as a route of the kind "raw" posts it."""

    def deliveries(self, request: HttpRequest) -> Iterator[Delivery]:
        event = json.loads(request.body)
        raw = _bytes(event["message"])
        yield Delivery(
            base64.b64decode(raw) if event.get("base64") is True else raw, _or_none(event.get("mail_from")),
            _all(event.get("rcpt_to")), event_id=str(event.get("id") or ""),
        )  # fmt: skip


INBOUND: dict[str, type[RawFirst]] = {
    "mailersend": MailerSend, "mailgun": Mailgun, "postal": Postal, "postmark": Postmark, "sendgrid": SendGrid,
    "sparkpost": SparkPost,
}  # fmt: skip


def _form(request: HttpRequest) -> dict[str, str]:
    """The fields of a form, each letter one byte. Django allows no charset but UTF-8 for the other kind of form."""
    is_multipart = request.content_type == "multipart/form-data"
    fields = request.POST if is_multipart else QueryDict(request.body, encoding=_LETTER_IS_BYTE)
    return {name: str(fields[name]) for name in fields}


def _bytes(text: str) -> bytes:
    """A message that stood in JSON: what was not UTF-8 was lost before it came here."""
    return text.encode("utf-8", "replace")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _all(value: object) -> tuple[str, ...]:
    """One address or several."""
    found = value if isinstance(value, list) else [value]
    return tuple(one for one in found if isinstance(one, str) and one)
