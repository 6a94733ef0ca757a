"""From the bytes of a mail to everything that can be known without asking anybody (mail notes 5 A-C, E-G). Pure.

`read_mail` never raises. What it returns says what the mail is, who claims to have sent it, which prompts it may
answer, and what was written; whether any of that counts is decided by those who know players and prompts.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from asgard_pbem.mail.reading.cutting.cut import Reply, cut_answer
from asgard_pbem.mail.reading.origin.addresses import Candidate, boxes, our_ids, referred_ids, token_candidates
from asgard_pbem.mail.reading.origin.classify import AWAY, classify_part, unasked
from asgard_pbem.mail.reading.origin.delivery_status import action_and_status
from asgard_pbem.mail.reading.origin.sender import Verdict, dmarc_verdict, domain_of, strict_address
from asgard_pbem.mail.reading.parts.mime import Headers, MalformedError, Part, parse
from asgard_pbem.mail.reading.parts.plain import normalise
from asgard_pbem.mail.reading.parts.prescan import Scanned, prescan
from asgard_pbem.mail.reading.text.body import Body, read_body


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """One mail, read. Every field is safe to store and to show as escaped text.

    `kind`: reply, auto-reply, bounce, complaint, mdn, list, loop or calendar, and `unreadable` when the limits
    forbade to look at more than the head; `reason` is the sign that told. `refusal` says why a person's mail holds
    nothing to act on: too_large, malformed, no_sender, encrypted, tnef, attachment_only, empty. None when there is
    text, which may still turn out to be all quotation.
    """

    kind: str
    reason: str
    refusal: str | None
    sha256: str
    message_id: str  # without brackets; `sha256:<hex>` when the mail has none
    sender: str | None = None  # the From address in lower case
    subject: str = ""
    our_referred: tuple[str, ...] = ()  # ids of ours that the mail answers, the nearest first, in lower case
    candidates: tuple[Candidate, ...] = ()
    boxes: tuple[str, ...] = ()  # addresses under our domains that the head names
    dmarc: Verdict = "unknown"
    unasked: str = ""  # why the sender is asked nothing unless we know them, see `classify.unasked`
    delivery: tuple[str, str] = ("", "")  # of a bounce: action and status
    attachments: tuple[str, ...] = ()
    text: str = field(default="", repr=False)  # the body before cutting
    clipped: bool = False

    def cut(self, *, sentinel: str | None, own_lines: frozenset[str], names: frozenset[str]) -> Reply:
        """The reply, cut with what is known about the prompt that it answers. The service asks `sandbox.cut_apart`."""
        return cut_answer(self.text, sentinel=sentinel, own_lines=own_lines, names=names, clipped=self.clipped)

    @property
    def reply(self) -> Reply:
        """The reply, cut with nothing known."""
        return self.cut(sentinel=None, own_lines=frozenset(), names=frozenset())


def read_mail(
    raw: bytes,
    *,
    domains: Collection[str],
    authserv_id: str | None,
    hops: int = 0,
    envelope_from: str | None = None,
    envelope_to: Iterable[str] = (),
    head_only: bool = False,
    address: str = "",
) -> ParsedMail:
    """Read one mail.

    `domains` are ours, for reply addresses and Message-IDs. `address`: ours, when it is the only one; others of its
    domain are strangers'. `authserv_id` is the name under which our receiver writes
    Authentication-Results, below `hops` Received fields of ours; None when it writes none. Envelope values come from
    the transport, where it has them. `head_only`: the body is malformed, as is known already.
    """
    digest = hashlib.sha256(raw).hexdigest()
    scanned = prescan(raw)
    if scanned.refusal and not scanned.head:
        return ParsedMail("unreadable", scanned.refusal, scanned.refusal, digest, f"sha256:{digest}")
    root, unread = _tree(scanned, "malformed" if head_only else scanned.refusal)
    kind = classify_part(root, envelope_from=envelope_from, domains=domains, address=address)
    sender, unclear = _sender(root.headers, scanned.senders)
    homes = [*domains, address.rpartition("@")[2]] if address else domains
    mail = ParsedMail(
        kind=kind.kind,
        reason=kind.reason,
        refusal=None,
        sha256=digest,
        message_id=_message_id(root.headers) or f"sha256:{digest}",
        sender=sender,
        candidates=token_candidates(root.headers, envelope_to, homes),
        boxes=boxes(root.headers, homes),
        dmarc=dmarc_verdict(root.headers.order, authserv_id, domain_of(sender) if sender else None, hops),
    )
    if kind == AWAY:  # a weak sign: who knows the commands may find that a person typed one
        return replace(_written(mail, root, unclear or unread, domains, unread), kind=kind.kind)
    if kind.kind != "reply":
        return replace(mail, delivery=action_and_status(raw) if kind.kind == "bounce" else mail.delivery)
    return _written(mail, root, unclear or unread, domains, unread)


def _tree(scanned: Scanned, refusal: str | None) -> tuple[Part, str | None]:
    """The parts of the mail; of one past the limits a part of its head alone, and why."""
    if refusal is None:
        try:
            return parse(scanned.head, scanned.body), None
        except (MalformedError, RecursionError):
            refusal = "malformed"
    return parse(scanned.head, b""), refusal


def _written(
    mail: ParsedMail, root: Part, refusal: str | None, domains: Collection[str], unread: str | None
) -> ParsedMail:
    """A person's mail with what it answers and says. `unread`: why its body was left alone."""
    body = read_body(root) if refusal is None else Body("", refusal=refusal)
    text, clipped = normalise(body.text)
    return replace(
        mail,
        kind="unreadable" if unread else "reply",
        reason=unread or mail.reason,
        refusal=body.refusal or (None if text else "empty"),
        subject=root.headers.get("subject"),
        our_referred=our_ids(referred_ids(root.headers), domains),
        unasked=unasked(root.headers, mail.sender) if mail.sender else "",
        attachments=body.attachments,
        text=text,
        clipped=clipped or body.clipped,
    )


def _sender(headers: Headers, judged: tuple[tuple[bytes, ...], ...]) -> tuple[str | None, str | None]:
    """The From address, or None and why: two From fields are malformed, none or an unclear one is no sender.

    `judged`: the values that mail servers find. The verdict of one about them must not be believed of another.
    """
    values = headers.whole("from")
    found = tuple(b" ".join(value.encode("utf-8", "surrogateescape").split()) for value in values)
    if len(values) > 1 or any(one != found for one in judged):
        return None, "malformed"
    sender = strict_address(values[0]) if values else None
    return sender, None if sender else "no_sender"


def _message_id(headers: Headers) -> str:
    """The Message-ID without brackets of any kind, or ''."""
    return headers.get("message-id").strip("<>[] \t")[:500]
