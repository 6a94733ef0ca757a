"""What the words of a mail lead to once it is judged whose it is: orders, a question back, a refusal."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from asgard_pbem.database.built import built_once
from asgard_pbem.mail.answering import one_answer as answering
from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.answering.endings import Answered, AskedAgain, Ending, Ignored
from asgard_pbem.mail.answering.judging import Claim, Standing
from asgard_pbem.mail.answering.orders import SHOWN, begin, is_old, only_show, quoted
from asgard_pbem.mail.answering.seating import newcomers
from asgard_pbem.mail.answering.work import Work, Writer
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.reading.cutting.cut import Reply, cut_reply, is_courtesy
from asgard_pbem.mail.reading.cutting.own_lines import LINK
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.read import ParsedMail
from asgard_pbem.mail.reading.text.letters import letters_of
from asgard_pbem.mail.sending.outgoing import thread_id
from asgard_pbem.mail.writing.sections import left_out, titles
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player

CAUSES = UUID("6b0f3c1e-6a5c-4c7e-9a43-5d1d6f0c7b11")  # namespace of the commands that mails give
MOST_HELD = 5  # mails in the name of one person, or about one game of theirs, that wait for a yes at a time
RECENT_MAILS = 8  # of ours, whose lines are known as quotation
_NO_TEXT = {"empty", "only_quotes"}
_BARE = {"empty", "attachment_only"}  # a mail whose subject alone may say something
_UNSAID = _NO_TEXT | _BARE  # mails of which the subject alone may say why they were sent
_UNCUT = cut_reply("")  # of a mail that took too long to cut


def cause_of(mail: InboundMail) -> UUID:
    """The id of the command that a mail gives: the same bytes to the same address are the same command."""
    return uuid5(CAUSES, f"{mail.sha256}:{mail.envelope_to}")


def lead(mail: InboundMail, claim: Claim) -> Work | Ending:
    """What a mail is to do, by its own words and how surely they are its player's.

    What nothing proves never acts, never speaks to others, and never has its words repeated: somebody else may have
    written it to be sent by us.
    """
    reply = cut(mail, claim)
    if claim.player is None:
        return _ask_stranger(mail, claim, reply)
    if claim.standing is Standing.DOUBTED:
        return _hold(mail, claim, claim.player, reply)
    if claim.guest:  # they were written to in the language of who invited them
        services.update_player(claim.player, language=letters_of(reply.text) or claim.player.language)
    writer = _writer(mail, claim, claim.player)
    if writer.purpose == "address":
        return _from_there(writer, reply)
    if claim.standing is Standing.UNPROVEN:
        return _unproven(mail, claim, writer, reply)
    if _moves(mail, writer, reply):
        return _hold(mail, claim, claim.player, reply)
    reason = "rate_limited" if answering.is_busy(mail, claim.player) else no_text(claim.parsed, reply)
    return begin(writer, reply) if reason is None else Answered(claim.player, _refusal(writer, reason, reply))


def _from_there(writer: Writer, reply: Reply) -> Work | Ending:
    """A yes or no from a new address. Nothing else of the mail is read: until the yes it may be anybody's."""
    assert writer.subject is not None
    said = grammar.read_sheet(reply.lines, writer.allowed).commands
    return begin(writer, _alone(reply, said[0].text)) if said else AskedAgain(writer.subject)


def _moves(mail: InboundMail, writer: Writer, reply: Reply) -> bool:
    """Whether a mail would have its player written to elsewhere, and no more than a From line says that it is theirs.

    That is enough for a move; but who was shown a mail of ours, and writes such a line, would have all their seats.
    """
    if mail.verdicts.get("dmarc") == "pass" or settings.LOCAL_MAILBOX:
        return False
    return any(one.name == "address" for one in grammar.read_sheet(reply.lines, writer.allowed).commands)


def resumed(mail: InboundMail, claim: Claim) -> Work | Receipt:
    """What a held mail is to do once its sender has said yes, or why it can do nothing."""
    reply = cut(mail, claim)
    reason = no_text(claim.parsed, reply)
    assert claim.player is not None
    writer = _writer(mail, claim, claim.player)
    if reason in _UNSAID and claim.token is None:  # a stranger's first mail, see `_ask_stranger`
        return newcomers.welcomed(claim.parsed.subject, own=claim.player.email)
    return _refusal(writer, reason, reply) if reason else begin(writer, reply)


def _writer(mail: InboundMail, claim: Claim, player: Player) -> Writer:
    token = claim.token
    purpose = token.purpose if token is not None else "play" if claim.game is not None else "player"
    subject = token.subject if token is not None else None
    sent = Outbox.objects.filter(pk=subject).first() if purpose == "play" and subject is not None else None
    return Writer(
        player, cause_of(mail), purpose, claim.game, claim.seat, claim.prompt, subject, mail.pk, claim.current,
        claim.own, _listed(sent), sent is not None and sent.purpose == Outbox.Purpose.DIGEST,
    )  # fmt: skip


def _listed(sent: Outbox | None) -> str:
    """The path of the further list that a mail of ours shows; empty when its words are forgotten by now."""
    return Receipt.model_validate(sent.receipt).listed if sent is not None and sent.receipt else ""


def cut(mail: InboundMail, claim: Claim) -> Reply:
    """The writer's own words, with what is known of the mails that they may have quoted."""
    rows, game = _quotable(claim), claim.game
    lines = frozenset[str]().union(*(row.line_hashes for row in rows if _says_whose(row)))
    named = {settings.DEFAULT_FROM_EMAIL, "Asgard PBEM", *(game.names if game is not None else ())}
    named |= set(re.findall(r"[^<>\s]+@[^<>\s]+", settings.DEFAULT_FROM_EMAIL))
    sentinel = next((row.payload["sentinel"] for row in rows if row.payload.get("sentinel")), None)
    names = frozenset(filter(None, named))
    reply = _with_subject(claim.parsed, _cut_apart(claim.parsed, sentinel=sentinel, own_lines=lines, names=names))
    mail.kept = reply.text
    mail.cuts = [{"rule": one.rule, "first": one.first, "last": one.last} for one in reply.cuts]
    return reply


def _with_subject(parsed: ParsedMail, reply: Reply) -> Reply:
    """The reply; where nothing of its writer's own stands in it, and the subject is a command, that command."""
    if reply is _UNCUT or parsed.refusal not in {None, *_BARE} or not is_courtesy(reply):
        return reply
    said = grammar.in_subject(parsed.subject)
    return reply if said is None else _alone(reply, said)


def _alone(reply: Reply, said: str) -> Reply:
    return replace(reply, text=said, only_quotes=False, ours=(), gaps=(), aside=(), echoes=())


def _cut_apart(parsed: ParsedMail, **known: Any) -> Reply:
    try:
        return sandbox.cut_apart(parsed, **known)
    except sandbox.ReadTimeout:
        return _UNCUT


class Sent(NamedTuple):
    """What is known of a mail of ours by which its lines are told from others."""

    message_id: str
    payload: dict[str, Any]
    line_hashes: list[str]


def _says_whose(row: Sent) -> bool:
    """Whether the fingerprints of a mail, kept in order, tell our lines from people's; they did not always."""
    first = bisect_left(row.line_hashes, LINK)
    return first < len(row.line_hashes) and row.line_hashes[first].startswith(LINK)


def _quotable(claim: Claim) -> list[Sent]:
    """Mails of ours that the reply may quote: those that it names, and the latest to its writer; best first."""
    if claim.player is None:  # to whom we have sent nothing yet
        return []
    referred = set(claim.parsed.our_referred) - {thread_id(claim.game.pk) if claim.game is not None else ""}
    game = claim.game.pk if claim.game is not None else None
    latest = [Sent(*row) for row in _latest(claim.player.pk, game, RECENT_MAILS + min(len(referred), RECENT_MAILS))]
    named = [row for row in latest if row.message_id in referred]
    if len(named) < len(referred):  # most replies name but the latest of all, and nothing further is looked for
        found = _sent_to(claim.player.pk).filter(message_id__in=referred).order_by("-sent_at")[:RECENT_MAILS]
        named = [Sent(*row) for row in found]
    return [*named, *[row for row in latest if row not in named][:RECENT_MAILS]]


@built_once
def _latest(player: UUID, game: UUID | None, most: int) -> QuerySet[Outbox, Any]:
    sent = _sent_to(player)
    return (sent if game is None else sent.filter(game=game)).order_by("-sent_at")[:most]


def _sent_to(player: UUID) -> QuerySet[Outbox, Any]:
    return Outbox.objects.filter(player=player, state=Outbox.State.SENT).values_list(*Sent._fields)


def no_text(parsed: ParsedMail, reply: Reply) -> str | None:
    """Why there is nothing to act on, or None."""
    if reply is _UNCUT:
        return "malformed"
    said = bool(reply.text.strip())
    if parsed.refusal and parsed.refusal not in _NO_TEXT and not (said and parsed.refusal in _BARE):
        return parsed.refusal
    if said:
        return None
    return "only_quotes" if reply.only_quotes else "empty"


def _refusal(writer: Writer, reason: str, reply: Reply) -> Receipt:
    game = writer.game
    shown = "old_prompt" if is_old(writer) and reason in _NO_TEXT else reason
    return Receipt(
        outcome="refused", reason=shown, game=game.pk if game is not None else None, seat=writer.seat,
        quoted=quoted(reply.text), left_out=left_out.items(reply),
    )  # fmt: skip


def _hold(mail: InboundMail, claim: Claim, player: Player, reply: Reply) -> Ending:
    """Whose sender is in doubt: the address on file is asked, and nothing is done before it says yes."""
    if mail.verdicts.get("dmarc") != "pass" and _waiting(player, claim) >= MOST_HELD:
        return Ignored("asked_before")
    doubted = claim.standing is Standing.DOUBTED
    asked = pending.ask(
        Pending.Kind.HELD_MAIL, player, mail_id=mail.pk, game_id=claim.game.pk if claim.game is not None else None,
        seat=claim.seat, prompt=claim.prompt,
    )  # fmt: skip
    receipt = Receipt(
        outcome="held", reason="held" if doubted else "held_unproven", game=asked.game_id, seat=claim.seat,
        quoted=quoted(reply.text) if doubted else (), confirm=asked.pk,
    )  # fmt: skip
    return Answered(player, receipt, proven=doubted)


def _unproven(mail: InboundMail, claim: Claim, writer: Writer, reply: Reply) -> Ending:
    """A From line alone may have something shown to the address on file; that is asked about all else."""
    player, reason = writer.player, no_text(claim.parsed, reply)
    if reason is not None:
        return Answered(player, wordless(_refusal(writer, reason, reply)), proven=False)
    if claim.seat is None and _only_asks(reply):
        return Answered(player, wordless(only_show(writer, reply)), proven=False)
    return _hold(mail, claim, player, reply)


def _only_asks(reply: Reply) -> bool:
    """Whether a mail wants nothing but to be told something; the answer goes to the address on file anyway."""
    return all(command.name in SHOWN for command in grammar.read_sheet(reply.lines).commands)


def _waiting(player: Player, claim: Claim) -> int:
    """How many mails in the name of this player, about the game that the claim is about, wait for a yes."""
    game = claim.game.pk if claim.game is not None else None
    asked = Pending.objects.filter(player=player, kind=Pending.Kind.HELD_MAIL, game_id=game, settled_at=None)
    return asked.filter(expires_at__gt=timezone.now()).count()


def wordless(receipt: Receipt) -> Receipt:
    """The receipt without a word of the mail's: sections alone, rules of a game by its key alone."""
    answers = tuple(one.model_copy(update={"topic": titles.first(one.topic)[0]}) for one in receipt.answers)
    return Receipt(outcome=receipt.outcome, reason=receipt.reason, answers=answers)


def _ask_stranger(mail: InboundMail, claim: Claim, reply: Reply) -> Ending:
    """Somebody unknown gets one question, once, and only if it was them who wrote.

    Also where they wrote nothing in the mail itself, and its subject says that they would like to play.
    """
    why = no_text(claim.parsed, reply)
    if why is not None and not (why in _UNSAID and newcomers.speaks_of_play(claim.parsed.subject)):
        return Ignored(why)
    if answering.strangers_asked_enough():
        return Ignored("strangers_limited")
    language = letters_of(reply.text or claim.parsed.subject) or "en"
    try:
        player = services.player_for(claim.parsed.sender or "", language=language)
    except services.ServiceError:
        return Ignored("no_sender")
    asked = pending.ask_stranger(player, mail.pk) if player.is_active else None
    if asked is None:
        return Ignored("asked_before")
    receipt = Receipt(outcome="held", reason="held", confirm=asked.pk)
    return Answered(player, receipt, purpose=Outbox.Purpose.CONFIRM)
