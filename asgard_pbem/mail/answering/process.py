"""One stored mail, from bytes to what it did: read, judged, carried out, answered once (mail notes 5-9).

In three steps, each committed by itself: judging whose the mail is and what it says; what its game does; all else, and
the answer. A failure between two steps repeats from the first: what the game did is found done, by the mail's cause.
In one transaction a failure after a draw, and a mail can be written so that it fails, would take the draw back.
"""

from __future__ import annotations

import collections
import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from asgard_pbem.mail import links, tokens
from asgard_pbem.mail.answering import one_answer as answering
from asgard_pbem.mail.answering import orders, pending
from asgard_pbem.mail.answering.routes import accepted, held, open_box, resumed
from asgard_pbem.mail.answering.work import Work
from asgard_pbem.mail.doors import identity, inbound
from asgard_pbem.mail.doors.identity import Evidence, Ruling
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.reading.read import ParsedMail
from asgard_pbem.mail.sending import bounces
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player, ReplyToken, sealing

log = logging.getLogger(__name__)
MAX_ATTEMPTS = 5
LEASE = timedelta(minutes=2)  # after which another worker may try a mail whose worker died
PAUSE = timedelta(seconds=20)  # times the attempts so far
AFTER_THE_END = timedelta(days=14)
# What reading sets. The raw bytes are never written again.
READ = (
    "kind", "message_id", "verdicts", "attachments", "token", "player", "duplicate", "state", "reason", "kept",
    "cuts", "outcome", "error", "processed_at",
)  # fmt: skip


def process(mail_id: UUID) -> None:
    """Do what one stored mail asks, once. Whatever goes wrong stays in its row; five failures quarantine it."""
    if not _claim(mail_id):
        return
    try:
        with sealing.asked_once():  # who forgets the writer waits for the row of their mail, which each step holds
            work = _judged(mail_id)
            if work is not None:
                _carry_out(mail_id, work)
    except Exception as problem:  # noqa: BLE001  nothing that a mail causes may be lost or reach its writer
        _failed(mail_id, problem)


def _judged(mail_id: UUID) -> Work | None:
    """The first step. None: the mail has come to its end.

    Of two mails with one Message-ID that are read at the same moment a constraint refuses the second. Read once more,
    it finds the first: a savepoint for every mail would cost more.
    """
    try:
        return _read_and_judged(mail_id)
    except IntegrityError:
        return _read_and_judged(mail_id)


def _read_and_judged(mail_id: UUID) -> Work | None:
    with transaction.atomic():
        mail = _locked(mail_id, InboundMail.State.NEW)
        if mail is None:
            return None
        work = judge(mail)
        _keep(mail, over=work is None)
    return work


def _carry_out(mail_id: UUID, work: Work) -> None:
    """The second step and the third; a mail that waited for this one's yes goes on with it, step by step."""
    orders.play(work)
    waiting = _let_go_on(work.writer.subject) if says_yes(work) else None
    with transaction.atomic():
        mail = _locked(mail_id, InboundMail.State.NEW)
        if mail is None:  # another worker was faster
            return
        work.resumed = waiting.finish() if waiting is not None else None
        answering.answer(mail, work.writer.player, orders.finish(work))
        _keep(mail, over=True)


def _locked(mail_id: UUID, state: str) -> InboundMail | None:
    """The mail, while it is in `state`, for this transaction alone."""
    return InboundMail.objects.select_for_update().filter(pk=mail_id, state=state).first()


def _keep(mail: InboundMail, *, over: bool) -> None:
    if over:
        mail.processed_at, mail.error = timezone.now(), ""
    mail.save(update_fields=READ)


def _claim(mail_id: UUID) -> bool:
    """Whether this worker alone has the mail for now. The attempt is counted first: a mail may kill its worker."""
    now = timezone.now()
    free = InboundMail.objects.filter(pk=mail_id, state=InboundMail.State.NEW).filter(
        Q(next_attempt_at=None) | Q(next_attempt_at__lte=now)
    )
    claimed = free.filter(attempts__lt=MAX_ATTEMPTS).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    if not claimed:
        free.filter(attempts__gte=MAX_ATTEMPTS).update(state=InboundMail.State.QUARANTINED)
    return bool(claimed)


@transaction.atomic
def _failed(mail_id: UUID, problem: Exception) -> None:
    """Note the class of the failure (its text may quote the mail), and when to try again.

    Not of a mail that another worker, whose lease had run out, has read meanwhile: it would be read twice.
    """
    name = type(problem).__name__
    log.error("inbound mail %s failed: %s", mail_id, name)
    row = _locked(mail_id, InboundMail.State.NEW)
    if row is None:
        return
    row.error = name[:100]
    row.next_attempt_at = timezone.now() + PAUSE * row.attempts
    if row.attempts >= MAX_ATTEMPTS:
        row.state = InboundMail.State.QUARANTINED
    row.save(update_fields=["error", "next_attempt_at", "state"])


def judge(mail: InboundMail) -> Work | None:
    """Set on `mail` what becomes of it. What is given is still to be carried out."""
    if _limited(mail):
        _refuse_silently(mail, "rate_limited")
        return None
    raw = inbound.raw_of(mail)
    if raw is None:  # it waited longer than bytes are kept
        answering.ignore(mail, "bytes_gone")
        return None
    parsed = read(mail, raw)
    at = mail.envelope_to or next(filter(tokens.is_ours, parsed.boxes), "")
    if _stopped_by_address(mail, at):
        return None
    mail.kind, mail.message_id = parsed.kind, parsed.message_id
    if mail.verdicts.get("dmarc", "unknown") == "unknown":  # the transport's own verdict, else our receiver's header
        mail.verdicts = {**mail.verdicts, "dmarc": parsed.dmarc}
    mail.attachments = dict(collections.Counter(parsed.attachments))
    if parsed.kind not in {"reply", "unreadable"}:
        _machine(mail, parsed, at)
    elif parsed.reason == "empty":
        answering.ignore(mail, "empty")
    elif parsed.kind == "unreadable" and parsed.sender is None:
        _headless(mail, parsed)
    else:
        return route(mail, parsed, at)
    return None


def read(mail: InboundMail, raw: bytes) -> ParsedMail:
    """The mail, read in a process apart. What takes too long there is malformed, and its head tells who wrote it."""
    believed = mail.source in settings.AUTH_RESULTS_DOORS
    reading = partial(
        sandbox.read_apart, raw, domains=settings.OWN_DOMAINS, hops=settings.AUTH_RESULTS_HOPS,
        authserv_id=settings.AUTHSERV_ID if believed else None, envelope_from=mail.envelope_from,
        envelope_to=[mail.envelope_to] if mail.envelope_to else [],
    )  # fmt: skip
    for head_only in (False, True):
        with suppress(sandbox.ReadTimeout):
            return reading(head_only=head_only)
    return ParsedMail("unreadable", "timeout", "malformed", mail.sha256, f"sha256:{mail.sha256}")


def _limited(mail: InboundMail) -> bool:
    """More mails in an hour than people write; they are stored and not read.

    Mail to a reply address is counted by that address alone: anybody may write somebody else's envelope sender, and
    must not be able to use up their hour.
    """
    since = mail.received_at - timedelta(hours=1)
    lately = InboundMail.objects.filter(received_at__gt=since, received_at__lte=mail.received_at).exclude(pk=mail.pk)
    if tokens.token_in(mail.envelope_to):
        return lately.filter(envelope_to=mail.envelope_to).count() >= settings.MAIL_PER_TOKEN_HOUR
    sender = mail.envelope_from
    return bool(sender) and lately.filter(envelope_from=sender).count() >= settings.MAIL_PER_SENDER_HOUR


def _envelope_token(mail: InboundMail) -> ReplyToken | None:
    return services.find_token(tokens.token_in(mail.envelope_to) or "")


def _refuse_silently(mail: InboundMail, reason: str) -> None:
    """Nobody can be told. The bytes stay if they came to an address that we gave somebody, or to an open box."""
    mail.state, mail.reason = InboundMail.State.REFUSED, reason
    token = _envelope_token(mail)
    if token is not None:
        mail.player = token.player  # whose words it may hold: forgotten with them
    elif not tokens.is_open_box(mail.envelope_to):
        inbound.forget(mail)


def _headless(mail: InboundMail, parsed: ParsedMail) -> None:
    """Of which not even the head can be read: the envelope alone tells whose address it came to."""
    reason, token = parsed.refusal or "malformed", _envelope_token(mail)
    if token is None:
        _refuse_silently(mail, reason)
    else:
        mail.token = token
        answering.refuse_unsigned(mail, token.player, reason, tell=services.token_is_current(token))


def _stopped_by_address(mail: InboundMail, at: str) -> bool:
    """The mailto: of List-Unsubscribe: its signature is the proof, nothing is answered."""
    parts = tokens.split(at)
    if parts is None or parts[0] != tokens.STOP_BOX:
        return False
    named = links.unsubscribed_player(parts[1])
    low, high = (UUID(named[0] + fill * 16) for fill in "0f") if named and _is_hex(named[0]) else (None, None)
    player = Player.objects.filter(pk__gte=low, pk__lte=high).first() if low and high else None
    if named is None or player is None or not links.matches(player.pk, named[1]):
        answering.ignore(mail, "unknown_token")
        return True
    bounces.stop(player, Player.MailState.STOPPED)
    mail.state, mail.kind, mail.player = InboundMail.State.DONE, "unsubscribe", player
    return True


def _is_hex(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{16}", text) is not None


def _machine(mail: InboundMail, parsed: ParsedMail, at: str) -> None:
    """Mail that no person wrote is never answered; bounces and complaints count."""
    outbox_id = tokens.bounced_outbox(at)
    if outbox_id is not None and parsed.kind in {"bounce", "complaint"} and _may_be_a_report(mail):
        action, status = parsed.delivery
        kind = "complained" if parsed.kind == "complaint" else "bounced" if action in {"", "failed"} else "deferred"
        # One of a kind for each mail of ours: whoever saw one bounce address can say one thing once.
        event = f"mail:{outbox_id}:{kind}"
        bounces.tracked(bounces.Report(kind, outbox_id=outbox_id, event_id=event, status=status[:20], by_mail=True))
    answering.ignore(mail, parsed.reason or parsed.kind)


def _may_be_a_report(mail: InboundMail) -> bool:
    """Mail servers report from the null sender (RFC 5321, 4.5.5); who fails DMARC is not the server it claims to be."""
    return mail.envelope_from in (None, "") and _dmarc(mail) != "fail"


def route(mail: InboundMail, parsed: ParsedMail, at: str) -> Work | None:
    """By token, constant address or our own Message-ID (mail notes 3 and 6).

    `at`: the recipient, from the envelope or else from a header.
    """
    found = _tokens(mail, parsed)
    if found:
        return _by_token(mail, parsed, found[0])
    if tokens.is_open_box(at) and not any(one.source == "envelope" for one in parsed.candidates):
        return open_box(mail, parsed, _dmarc(mail))
    _by_reference(mail, parsed)
    return None


def _tokens(mail: InboundMail, parsed: ParsedMail) -> list[ReplyToken]:
    """The tokens of this row; further ones of a delivery without a known recipient get rows of their own."""
    named = [one for one in parsed.candidates if one.source == "envelope"] or list(parsed.candidates)
    found = [(one.token, token) for one in named if (token := services.find_token(one.token)) and not _long_over(token)]
    if mail.envelope_to == "" or tokens.is_open_box(mail.envelope_to):
        for text, _ in found[1:]:
            inbound.store(mail, tokens.reply_address(text))
    return [token for _, token in found]


def _long_over(token: ReplyToken) -> bool:
    """Whether the token's time is over for good: then it is as unknown as any."""
    now = timezone.now()
    if token.expires_at is not None and token.expires_at < now:
        return True
    return token.game is not None and token.game.ended_at is not None and token.game.ended_at + AFTER_THE_END < now


def _by_token(mail: InboundMail, parsed: ParsedMail, token: ReplyToken) -> Work | None:
    mail.token, mail.player = token, token.player
    if _is_duplicate(mail):
        return None
    ReplyToken.objects.filter(pk=token.pk).update(uses=F("uses") + 1)
    current = services.token_is_current(token)
    if parsed.sender is None:  # none, or two: nobody who could be answered
        answering.refuse_unsigned(mail, token.player, parsed.refusal or "no_sender", tell=current)
        return None
    matches = parsed.sender == token.player.email and token.player.is_active
    evidence = Evidence("current" if current else "old", matches, _dmarc(mail))
    ruling = identity.judge(evidence)
    if ruling is Ruling.WRONG_SENDER:
        answering.notify_wrong_sender(mail, token.player)
    elif ruling is Ruling.HOLD:
        held(mail, parsed, token.player, game=token.game, seat=token.seat, prompt=token.prompt)
    elif ruling is Ruling.IGNORE:
        answering.ignore(mail, "dmarc_fail")
    else:
        return accepted(mail, parsed, token, current=current)
    return None


def _is_duplicate(mail: InboundMail) -> bool:
    """Whether the same Message-ID came to the same token before: kept, marked, not answered."""
    same = InboundMail.objects.filter(token=mail.token, message_id=mail.message_id, duplicate=False)
    if not same.exclude(pk=mail.pk).exists():
        return False
    mail.duplicate, mail.state, mail.reason = True, InboundMail.State.IGNORED, "duplicate"
    return True


def _by_reference(mail: InboundMail, parsed: ParsedMail) -> None:
    """No token, but perhaps an answer to a mail of ours: then its player may confirm it."""
    named = Outbox.objects.select_related("player", "game").filter(message_id__in=parsed.our_referred).first()
    matches = named is not None and parsed.sender == named.player.email
    ruling = identity.judge(Evidence("none", matches, _dmarc(mail), names_our_id=named is not None))
    if ruling is Ruling.HOLD and named is not None and parsed.kind == "reply":
        prompt = named.prompt
        if prompt is None and named.game_id is not None and named.seat is not None:
            prompt = services.current_prompt(named.game_id, named.seat)
        held(mail, parsed, named.player, game=named.game, seat=named.seat, prompt=prompt)
    else:
        answering.ignore(mail, "unknown_token")


def _dmarc(mail: InboundMail) -> identity.Dmarc:
    verdict: identity.Dmarc = mail.verdicts.get("dmarc", "unknown")
    return verdict


# --- A mail that waited for a yes ---------------


@dataclass(slots=True)
class Waiting:
    """A held mail whose game has done its part."""

    mail_id: UUID
    todo: Work | Receipt  # what is left, or why it can do nothing

    def finish(self) -> Receipt | None:
        """Its third step, in the caller's transaction; the caller answers. None: another yes was faster."""
        mail = _locked(self.mail_id, InboundMail.State.HELD)
        if mail is None:
            return None
        receipt = orders.finish(self.todo) if isinstance(self.todo, Work) else self.todo
        mail.state, mail.reason = answering.STATES[receipt.outcome], receipt.reason
        mail.outcome = receipt.model_dump(mode="json")
        _keep(mail, over=True)
        return receipt


def says_yes(work: Work) -> bool:
    """Whether the first answer that a mail gives to our question is a yes."""
    answers = [one.name for one in work.sheet.commands if one.name in {"yes", "no"} and work.reads(one)]
    return answers[:1] == ["yes"]


def _let_go_on(pending_id: UUID | None) -> Waiting | None:
    """The first two steps of the mail that waits for this yes. None: none waits."""
    found = pending.let_go_on(pending_id) if pending_id is not None else None
    if found is None or found.mail_id is None:
        return None
    with transaction.atomic():
        mail = _locked(found.mail_id, InboundMail.State.HELD)
        if mail is None:
            return None
        todo = resumed(mail, read(mail, inbound.raw_of(mail) or b""), found)
        _keep(mail, over=False)
    if isinstance(todo, Work):
        orders.play(todo)
    return Waiting(found.mail_id, todo)


def settle_on_page(pending_id: UUID, *, agreed: bool) -> pending.Settled:
    """Say yes or no on the page, and owe a mail about what a waiting mail did: a page cannot show it all."""
    waiting = _let_go_on(pending_id) if agreed else None
    with transaction.atomic():
        receipt = waiting.finish() if waiting is not None else None
        settled = pending.settle(pending_id, agreed=agreed, resumed=receipt)
        if receipt is not None:
            found = Pending.objects.select_related("player", "mail").get(pk=pending_id)
            assert found.mail is not None
            answering.owe_receipt(f"confirmed:{pending_id}", found.player, receipt, found.mail)
    return settled
