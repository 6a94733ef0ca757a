"""From the bytes of a mail to everything that can be known without asking anybody (mail notes 5 A-C, E-G). Pure.

`read_mail` never raises. What it returns says what the mail is, who claims to have sent it, which prompts it may
answer, and what was written; whether any of that counts is decided by those who know players and prompts.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from asgard_pbem.mail.addresses import Candidate, our_ids, referred_ids, token_candidates
from asgard_pbem.mail.body import Body, read_body
from asgard_pbem.mail.classify import classify_part
from asgard_pbem.mail.cut import Reply, cut_reply
from asgard_pbem.mail.mime import Headers, MalformedError, parse
from asgard_pbem.mail.plain import normalise
from asgard_pbem.mail.prescan import prescan
from asgard_pbem.mail.sender import Verdict, dmarc_verdict, domain_of, strict_address

_NOTHING = cut_reply("")
_SCORED = {"list": "other", "loop": "other", "calendar": "other"}


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """One mail, read. Every field is safe to store and to show as escaped text.

    `kind`: reply, auto-reply, bounce, complaint, mdn, list, loop or calendar, and `unreadable` when the limits
    forbade to look; `reason` is the sign that told. `refusal` says why a person's mail holds nothing to act on:
    too_large, malformed, no_sender, encrypted, tnef, attachment_only, empty, only_quotes. None when there is text.
    """

    kind: str
    reason: str
    refusal: str | None
    sha256: str
    message_id: str  # without brackets; `sha256:<hex>` when the mail has none
    sender: str | None = None  # the From address in lower case
    subject: str = ""
    referred: tuple[str, ...] = ()  # ids that the mail answers, the nearest first
    our_referred: tuple[str, ...] = ()  # those made under our domains, in lower case
    candidates: tuple[Candidate, ...] = ()
    dmarc: Verdict = "unknown"
    attachments: tuple[str, ...] = ()
    text: str = field(default="", repr=False)  # the body before cutting
    clipped: bool = False
    reply: Reply = field(default=_NOTHING, repr=False)

    def cut(self, *, sentinel: str | None, own_lines: frozenset[str], names: frozenset[str]) -> Reply:
        """The reply cut again with what is known about the prompt that it answers."""
        return cut_reply(self.text, sentinel=sentinel, own_lines=own_lines, names=names, clipped=self.clipped)


def read_mail(
    raw: bytes,
    *,
    domains: Collection[str],
    authserv_id: str | None,
    envelope_from: str | None = None,
    envelope_to: Iterable[str] = (),
) -> ParsedMail:
    """Read one mail.

    `domains` are ours, for reply addresses and Message-IDs. `authserv_id` is the name under which our receiver writes
    Authentication-Results, None when it writes none. Envelope values come from the transport, where it has them.
    """
    digest = hashlib.sha256(raw).hexdigest()
    scanned = prescan(raw)
    if scanned.refusal:
        return ParsedMail("unreadable", scanned.refusal, scanned.refusal, digest, f"sha256:{digest}")
    try:
        root = parse(scanned.head, scanned.body)
    except (MalformedError, RecursionError):
        return ParsedMail("unreadable", "structure", "malformed", digest, f"sha256:{digest}")
    kind = classify_part(root, envelope_from=envelope_from, domains=domains)
    headers = root.headers
    sender, refusal = _sender(headers)
    body = read_body(root) if kind.kind == "reply" and refusal is None else Body("")
    text, clipped = normalise(body.text)
    reply = cut_reply(text, clipped=clipped or body.clipped)
    referred = referred_ids(headers)
    return ParsedMail(
        kind=kind.kind,
        reason=kind.reason,
        refusal=(refusal or _body_refusal(body, reply)) if kind.kind == "reply" else None,
        sha256=digest,
        message_id=_message_id(headers) or f"sha256:{digest}",
        sender=sender,
        subject=headers.get("subject"),
        referred=referred,
        our_referred=our_ids(referred, domains),
        candidates=token_candidates(headers, envelope_to, domains),
        dmarc=dmarc_verdict(headers.order, authserv_id, domain_of(sender) if sender else None),
        attachments=body.attachments,
        text=text,
        clipped=clipped or body.clipped,
        reply=reply,
    )


def _sender(headers: Headers) -> tuple[str | None, str | None]:
    """The From address, or None and why: two From fields are malformed, none or an unclear one is no sender."""
    values = headers.raw("from")
    if len(values) > 1:
        return None, "malformed"
    sender = strict_address(values[0]) if values else None
    return sender, None if sender else "no_sender"


def _body_refusal(body: Body, reply: Reply) -> str | None:
    if body.refusal:
        return body.refusal
    if reply.text:
        return None
    return "only_quotes" if reply.only_quotes else "empty"


def _message_id(headers: Headers) -> str:
    """The Message-ID without brackets of any kind, or ''."""
    return headers.get("message-id").strip("<>[] \t")[:500]


def classify(raw: bytes) -> str:
    """Only what kind of mail `raw` is: reply, auto-reply, bounce, complaint, mdn, or other. Never raises."""
    scanned = prescan(raw)
    if scanned.refusal:
        return "other"
    try:
        kind = classify_part(parse(scanned.head, scanned.body)).kind
    except (MalformedError, RecursionError):
        return "other"
    return _SCORED.get(kind, kind)
