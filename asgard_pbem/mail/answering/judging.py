"""What a stored mail is, for whom it speaks and how surely: judged before its words are read (mail notes 3, 5, 6)."""

from __future__ import annotations

import collections
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from asgard_pbem.database.built import built_once
from asgard_pbem.mail import links, tokens
from asgard_pbem.mail.answering import one_answer
from asgard_pbem.mail.answering.endings import (
    Answered,
    Barred,
    Duplicate,
    Ending,
    Ignored,
    Silenced,
    Unclear,
    Unsubscribed,
    WrongSender,
)
from asgard_pbem.mail.doors import identity, inbound
from asgard_pbem.mail.doors.identity import Evidence, Ruling
from asgard_pbem.mail.forgetting import keeping
from asgard_pbem.mail.messages import Answer, Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.reading.cutting.rules import is_greeting
from asgard_pbem.mail.reading.grammar import commands
from asgard_pbem.mail.reading.origin import classify
from asgard_pbem.mail.reading.read import ParsedMail
from asgard_pbem.mail.reading.text.letters import letters_of
from asgard_pbem.mail.sending import bounces
from asgard_pbem.mail.tokens import Box
from asgard_pbem.tables import services
from asgard_pbem.tables.guards.mailboxes import bar_of
from asgard_pbem.tables.models import Bar, Game, Outbox, Player, ReplyToken
from asgard_pbem.tables.services import Sitting


class Standing(Enum):
    """How surely a mail is its player's."""

    PROVEN = "proven"
    DOUBTED = "doubted"  # it has what only they were given, and its From line may be a lie: they are asked
    UNPROVEN = "unproven"  # there is a From line, and nothing else
    STRANGER = "stranger"  # surely its sender's, of whom we know nothing


@dataclass(frozen=True, slots=True)
class Claim:
    """In whose name a mail speaks, and what it answers."""

    parsed: ParsedMail
    standing: Standing
    player: Player | None  # None: a stranger
    token: ReplyToken | None = None
    game: Game | None = None
    seat: int | None = None  # while it is the player's: who holds it no longer is a stranger to it
    prompt: int | None = None  # the internal number of the prompt that it answers
    current: bool = False  # that prompt is the seat's last, and the seat is still the player's
    own: tuple[int, ...] = ()  # all seats of the player's in the game
    guest: bool = False  # the first words of somebody who was invited: of no other is it unknown what they speak


def judge(mail: InboundMail) -> Claim | Ending:
    """Whose a mail is, or what becomes of one that has nothing to say. Sets on `mail` what was read of it."""
    to = tokens.box_of(mail.envelope_to)
    if _limited(mail, to):
        return Silenced("rate_limited", tell=_perhaps_written_by(mail, to))
    raw = inbound.raw_of(mail)
    if raw is None:  # it waited longer than bytes are kept
        return Ignored("bytes_gone")
    parsed = read(mail, raw)
    at = to if mail.envelope_to else tokens.box_of(next(filter(tokens.is_ours, parsed.boxes), ""))
    if at.stop is not None:
        return _stopped(at.stop)
    mail.kind, mail.message_id = parsed.kind, parsed.message_id
    if mail.verdicts.get("dmarc", "unknown") == "unknown":  # the transport's own verdict, else our receiver's header
        mail.verdicts = {**mail.verdicts, "dmarc": parsed.dmarc}
    mail.attachments = dict(collections.Counter(parsed.attachments))
    if not at.token and keeping.is_repeat(mail):
        return Duplicate()
    if parsed.kind not in {"reply", "unreadable"}:
        return _machine(mail, parsed, at)
    if parsed.reason == "empty":
        return Ignored("empty")
    if parsed.kind == "unreadable" and parsed.sender is None:
        return _headless(mail, parsed, to)
    return claim_of(mail, parsed, at)


def _barred(mail: InboundMail, parsed: ParsedMail, found: Bar) -> Barred:
    """Nobody is told because of a mail that is surely not theirs, nor who cannot have written it by hand."""
    known = Player.objects.filter(email=parsed.sender).first()
    language = known.language if known is not None else letters_of(parsed.text) or "en"
    tell = _dmarc(mail) != "fail" and not parsed.unasked
    return Barred(found, parsed.sender or "", language, tell, known)


def read(mail: InboundMail, raw: bytes) -> ParsedMail:
    """The mail, read in a process apart. What takes too long there is malformed, and its head tells who wrote it."""
    believed = mail.source in settings.AUTH_RESULTS_DOORS
    reading = partial(
        sandbox.read_apart, raw, domains=settings.OWN_DOMAINS, hops=settings.AUTH_RESULTS_HOPS,
        authserv_id=settings.AUTHSERV_ID if believed else None, envelope_from=mail.envelope_from,
        address=settings.ONE_ADDRESS,
        envelope_to=[mail.envelope_to] if mail.envelope_to else [],
    )  # fmt: skip
    for head_only in (False, True):
        with suppress(sandbox.ReadTimeout):
            parsed = reading(head_only=head_only)
            return replace(parsed, kind="reply") if _is_typed(parsed) else parsed
    return ParsedMail("unreadable", "timeout", "malformed", mail.sha256, f"sha256:{mail.sha256}")


def _is_typed(parsed: ParsedMail) -> bool:
    """Whether a mail begins with a command, though its subject speaks of an absence: "Vacation", `away until 14.12.`.

    People write of it under the same words as machines do.
    """
    if (parsed.kind, parsed.reason) != (classify.AWAY.kind, classify.AWAY.reason):
        return False
    lines = (line for line in parsed.text.split("\n") if line and not is_greeting(line))
    return commands.is_typed(next(lines, parsed.subject))


def _limited(mail: InboundMail, to: Box) -> bool:
    """More mails in an hour than people write; they are stored and not read.

    Mail to a reply address is counted by that address alone, and not against what somebody writes to a constant
    address: who has answered sixty questions may still open a table.
    """
    lately = (mail.received_at - timedelta(hours=1), mail.received_at, mail.pk)
    if to.token:
        return len(_written_to(mail.envelope_to, *lately, settings.MAIL_PER_TOKEN_HOUR)) >= settings.MAIL_PER_TOKEN_HOUR
    most, sender = settings.MAIL_PER_SENDER_HOUR, mail.envelope_from
    return bool(sender) and len(_written_strangely_by(sender or "", *lately, most)) >= most


def _perhaps_written_by(mail: InboundMail, to: Box) -> Player | None:
    """Who may miss a mail that nobody reads: whose address it came to, as others can fill its hour; else its sender."""
    token = services.find_token(to.token) if to.token else None
    if token is not None and token.player.is_active and not _long_over(token):
        return token.player
    return _known(mail.envelope_from) if to.is_open or to.token else None


def _known(address: str | None) -> Player | None:
    """Who plays here by an address that has been proven theirs."""
    return Player.objects.filter(email=address or "", verified_at__isnull=False, is_active=True).first()


@built_once
def _written_to(address: str, since: datetime, until: datetime, but: UUID, most: int) -> QuerySet[InboundMail, Any]:
    return _between(since, until, but).filter(envelope_to=address).values_list("pk")[:most]


@built_once
def _written_strangely_by(
    sender: str, since: datetime, until: datetime, but: UUID, most: int
) -> QuerySet[InboundMail, Any]:
    """Anybody may write a player's envelope sender: against their hour counts what was taken for theirs alone."""
    known = Exists(Player.objects.filter(email=sender, verified_at__isnull=False))
    counts = ~known | Q(player__email=sender) & ~Q(state=InboundMail.State.IGNORED)
    return _between(since, until, but).filter(counts, envelope_from=sender, token=None).values_list("pk")[:most]


def _between(since: datetime, until: datetime, but: UUID) -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(received_at__gt=since, received_at__lte=until).exclude(pk=but).order_by()


def _headless(mail: InboundMail, parsed: ParsedMail, to: Box) -> Ending:
    """Of which not even the head can be read: the envelope alone tells whose address it came to."""
    reason, token = parsed.refusal or "malformed", services.find_token(to.token)
    if token is None:
        return Silenced(reason)
    mail.token = token
    return Unclear(token.player, reason, tell=services.token_is_current(token))


def _stopped(signed: str) -> Ending:
    """The mailto: of List-Unsubscribe: its signature is the proof, nothing is answered."""
    named = links.unsubscribed_player(signed)
    whole = named is not None and re.fullmatch(r"[0-9a-f]{16}", named[0]) is not None
    low, high = (UUID(named[0] + fill * 16) for fill in "0f") if named and whole else (None, None)
    player = Player.objects.filter(pk__gte=low, pk__lte=high).first() if low and high else None
    if named is None or player is None or not links.matches(player.pk, named[1]):
        return Ignored("unknown_token")
    services.stop_mail(player)
    return Unsubscribed(player)


def _machine(mail: InboundMail, parsed: ParsedMail, at: Box) -> Ending:
    """Mail that no person wrote is never answered; bounces and complaints count."""
    if at.bounced is not None and parsed.kind in {"bounce", "complaint"} and _may_be_a_report(mail):
        bounces.told_by_mail(at.bounced, *parsed.delivery, complaint=parsed.kind == "complaint")
    return Ignored(parsed.reason or parsed.kind)


def _may_be_a_report(mail: InboundMail) -> bool:
    """Mail servers report from the null sender (RFC 5321, 4.5.5); who fails DMARC is not the server it claims to be."""
    return mail.envelope_from in (None, "") and _dmarc(mail) != "fail"


def claim_of(mail: InboundMail, parsed: ParsedMail, at: Box) -> Claim | Ending:
    """By token, constant address or our own Message-ID (mail notes 3 and 6); nothing for whoever is barred.

    Further tokens of a delivery without a known recipient get rows of their own.

    `at`: the recipient, from the envelope or else from a header. To a constant address somebody may have answered a
    mail of ours in a program that does not look at Reply-To.
    """
    found = _tokens(parsed)
    token = found[0][1] if found else None
    writer = token.player if token is not None else None
    if parsed.sender is not None and (bar := bar_of(parsed.sender, writer)) is not None:
        return _barred(mail, parsed, bar)
    if mail.envelope_to == "" or tokens.box_of(mail.envelope_to).is_open:
        for text, _ in found[1:]:
            inbound.store(mail, tokens.reply_address(text))
    if token is not None:
        return _by_token(mail, parsed, token)
    if at.is_open:
        return _by_sender(mail, parsed)
    return _by_reference(mail, parsed)


def _tokens(parsed: ParsedMail) -> list[tuple[str, ReplyToken]]:
    """The tokens of a mail, each as it was written."""
    named = [one for one in parsed.candidates if one.source == "envelope"] or list(parsed.candidates)
    return [(one.token, token) for one in named if (token := services.find_token(one.token)) and not _long_over(token)]


def _long_over(token: ReplyToken) -> bool:
    """Whether the token's time is over for good: then it is as unknown as any."""
    now = timezone.now()
    if token.expires_at is not None and token.expires_at < now:
        return True
    ended_at = token.game.ended_at if token.game is not None else None
    return ended_at is not None and ended_at + tokens.AFTER_THE_END < now


def _by_token(mail: InboundMail, parsed: ParsedMail, token: ReplyToken) -> Claim | Ending:
    mail.token, mail.player = token, token.player
    if _is_duplicate(mail):
        return Duplicate()
    sits = services.sitting(token.player, token.game_id, token.seat)
    if token.purpose == ReplyToken.Purpose.ADDRESS:  # who has it reads there, whatever their program writes as From
        return _answering(parsed, Standing.PROVEN, token, sits, current=True)
    current = sits.is_current(token)
    if parsed.sender is None:  # none, or two: nobody who could be answered
        return Unclear(token.player, parsed.refusal or "no_sender", tell=current)
    matches = parsed.sender == token.player.email and token.player.is_active
    evidence = Evidence("current" if current else "old", matches, _dmarc(mail))
    ruling = identity.judge(evidence)
    if ruling is Ruling.WRONG_SENDER:
        return WrongSender(token.player)
    if ruling is Ruling.IGNORE:
        return Ignored("dmarc_fail")
    if ruling is Ruling.HOLD:
        return _answering(parsed, Standing.DOUBTED, token, sits)
    claim = _answering(parsed, Standing.PROVEN, token, sits, current=current)
    if token.player.verified_at is not None:
        return claim
    Player.objects.filter(pk=token.player_id).update(verified_at=timezone.now())  # who answers from it proves it theirs
    return replace(claim, guest=token.purpose == ReplyToken.Purpose.INVITATION)


def _answering(
    parsed: ParsedMail, standing: Standing, token: ReplyToken, sits: Sitting, *, current: bool = False
) -> Claim:
    """The claim of a mail to a token's address."""
    return Claim(
        parsed, standing, token.player, token, token.game, sits.seat, sits.answered_by(token), current, sits.own
    )


def _is_duplicate(mail: InboundMail) -> bool:
    """Whether the same Message-ID came to the same token before."""
    return mail.token is not None and bool(_came_to(bytes(mail.token.pk), mail.message_id, mail.pk))


@built_once
def _came_to(token: bytes, message_id: str, but: UUID) -> QuerySet[InboundMail, Any]:
    same = InboundMail.objects.filter(token=token, message_id=message_id, duplicate=False)
    return same.exclude(pk=but).order_by().values_list("pk")[:1]


def _by_sender(mail: InboundMail, parsed: ParsedMail) -> Claim | Ending:
    """A mail to a constant address: its From is all there is. What nothing proves counts against a limit."""
    dmarc = _dmarc(mail)
    known = _known(parsed.sender)
    mail.player = known  # whose words it may hold, proven or not: forgotten with them
    if parsed.sender is None or dmarc == "fail":
        return Ignored("no_sender" if parsed.sender is None else "dmarc_fail")
    proven = dmarc == "pass" or settings.LOCAL_MAILBOX
    if known is not None:
        if not proven and one_answer.is_pestered(known):
            return Ignored("unproven_limited")
        answered = _token_answered(parsed, known)
        if answered is not None and proven:
            return _by_token(mail, parsed, answered)
        if _came_before(mail, known, proven=proven):
            return Duplicate()
        if answered is not None and answered.purpose == ReplyToken.Purpose.PLAY:
            sits = services.sitting(answered.player, answered.game_id, answered.seat)
            return _answering(parsed, Standing.UNPROVEN, answered, sits)  # a yes carries it out
        return Claim(parsed, Standing.PROVEN if proven else Standing.UNPROVEN, known)
    if not proven or parsed.unasked:
        return Ignored(parsed.unasked or "stranger_unproven")
    return Claim(parsed, Standing.STRANGER, None)


def _came_before(mail: InboundMail, player: Player, *, proven: bool) -> bool:
    """Whether the same mail of this person came to a constant address: by another door, or to another such address.

    What nothing proves stands in the way of nothing that is proven: a Message-ID is known to all who got the mail too.
    Holds the player's row, so that copies that are read at once are judged one after the other.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    same = InboundMail.objects.filter(player=player, token=None, message_id=mail.message_id, duplicate=False)
    same = same.exclude(pk=mail.pk).exclude(state=InboundMail.State.IGNORED)
    if proven and not settings.LOCAL_MAILBOX:
        same = same.filter(verdicts__dmarc="pass")
    return same.exists()


def _token_answered(parsed: ParsedMail, player: Player) -> ReplyToken | None:
    """The token of that mail of ours to this player which an answer names: what it would have come to."""
    named = Outbox.objects.filter(message_id__in=parsed.our_referred, player=player, sent_at__isnull=False)
    mails = {one.message_id: one for one in named}
    found = next((mails[one] for one in parsed.our_referred if one in mails), None)
    return services.token_of(found) if found is not None else None


def referred(parsed: ParsedMail) -> Outbox | None:
    """A mail of ours to the writer that theirs refers to. Asked of their own mails alone: of others' nothing follows,
    and anybody may send us any number of references, each of which would be looked for among all mails ever owed.
    """
    if parsed.sender is None:
        return None
    theirs = Outbox.objects.select_related("player", "game").filter(player__email=parsed.sender)
    return theirs.filter(message_id__in=parsed.our_referred).first()


def _by_reference(mail: InboundMail, parsed: ParsedMail) -> Claim | Ending:
    """No token, but perhaps an answer to a mail of ours: then its player may confirm it."""
    named = referred(parsed)
    theirs = named is not None
    ruling = identity.judge(Evidence("none", theirs, _dmarc(mail), names_our_id=theirs))
    if ruling is not Ruling.HOLD or named is None or parsed.kind != "reply":
        return _lost(mail, parsed)
    sits = services.sitting(named.player, named.game_id, named.seat)
    prompt = named.prompt if named.prompt is not None else sits.newest
    return Claim(parsed, Standing.DOUBTED, named.player, None, named.game, sits.seat, prompt, own=sits.own)


def _lost(mail: InboundMail, parsed: ParsedMail) -> Ending:
    """An answer to a mail that is known no longer: of a game long over, or sent after the copy that was restored.

    A known person is told so, and once a day when nothing proves that it was them; all others hear nothing.
    """
    known = _known(parsed.sender)
    if known is None or parsed.kind != "reply" or _dmarc(mail) == "fail" or not parsed.candidates:
        return Ignored("unknown_token")
    if _dmarc(mail) == "pass" or settings.LOCAL_MAILBOX:
        mail.player = known
        found = filter(None, (services.find_token(one.token) for one in parsed.candidates))
        reason = "long_over" if any(one.player_id == known.pk for one in found) else "lost_address"
        return Answered(known, Receipt(outcome="refused", reason=reason, answers=(Answer(kind="games"),)))
    return Silenced("lost_address", tell=known)  # also where a mail program names no mail that it answers


def confirmed(mail: InboundMail, parsed: ParsedMail, found: Pending) -> Claim:
    """The claim of a held mail once its sender has said yes: it answers what it said that it answers."""
    if mail.token is not None:
        sits = services.sitting(mail.token.player, mail.token.game_id, mail.token.seat)
        return _answering(parsed, Standing.PROVEN, mail.token, sits)
    game = Game.objects.filter(pk=found.game_id).first() if found.game_id else None
    sits = services.sitting(found.player, found.game_id, found.seat)
    return Claim(parsed, Standing.PROVEN, found.player, None, game, sits.seat, found.prompt, own=sits.own)


def _dmarc(mail: InboundMail) -> identity.Dmarc:
    verdict: identity.Dmarc = mail.verdicts.get("dmarc", "unknown")
    return verdict
