"""What a person's mail leads to once it is known whose it is: orders, a question back, a refusal."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import timezone

from asgard_pbem.mail.answering import one_answer as answering
from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.answering.endings import Answered, Ending, Ignored
from asgard_pbem.mail.answering.orders import SHOWN, begin, is_old, only_show, quoted
from asgard_pbem.mail.answering.work import Work, Writer
from asgard_pbem.mail.doors.identity import Dmarc
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading import commands as grammar
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.reading.cutting.cut import Reply, cut_reply
from asgard_pbem.mail.reading.cutting.own_lines import LINK
from asgard_pbem.mail.reading.read import ParsedMail
from asgard_pbem.mail.writing.sections import left_out
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player, ReplyToken
from engine.table import registry

CAUSES = UUID("6b0f3c1e-6a5c-4c7e-9a43-5d1d6f0c7b11")  # namespace of the commands that mails give
MOST_HELD = 5  # mails of one unproven address that wait for a yes at a time
RECENT_MAILS = 8  # of ours, whose lines are known as quotation
_NO_TEXT = {"empty", "only_quotes"}
_UNCUT = cut_reply("")  # of a mail that took too long to cut


def cause_of(mail: InboundMail) -> UUID:
    """The id of the command that a mail gives: the same bytes to the same address are the same command."""
    return uuid5(CAUSES, f"{mail.sha256}:{mail.envelope_to}")


def accepted(mail: InboundMail, parsed: ParsedMail, token: ReplyToken, *, current: bool) -> Work | Ending:
    """What a mail of a seat's holder (or a player, or somebody invited), proven by its token, is to do.

    `current`: its prompt is the seat's last, and the seat is still the player's.
    """
    if token.player.verified_at is None:
        Player.objects.filter(pk=token.player_id).update(verified_at=timezone.now())
    writer = writer_of(mail, token, current=current)
    return _do(mail, parsed, writer, cut(mail, parsed, writer.player, writer.game))


def writer_of(mail: InboundMail, token: ReplyToken, *, current: bool = False) -> Writer:
    """On whose behalf the mail speaks. Who holds the seat no longer writes and reads as a stranger to it."""
    game, seat = token.game, token.seat
    if not current and game is not None and seat is not None and not services.holds(game.pk, seat, token.player):
        seat = None
    return Writer(
        token.player, cause_of(mail), token.purpose, game, seat, token.prompt, token.subject, mail.pk, current
    )


def _do(mail: InboundMail, parsed: ParsedMail, writer: Writer, reply: Reply) -> Work | Ending:
    """What is to be carried out; where there is nothing, the writer is told why."""
    reason = "rate_limited" if answering.is_busy(mail, writer.player) else no_text(parsed, reply)
    return begin(writer, reply) if reason is None else Answered(writer.player, _refusal(writer, reason, reply))


def cut(mail: InboundMail, parsed: ParsedMail, player: Player, game: Game | None) -> Reply:
    """The writer's own words, with what is known of the mails that they may have quoted."""
    rows = _quotable(parsed, player, game)
    lines = frozenset[str]().union(*(row.line_hashes for row in rows if _says_whose(row)))
    names = {settings.DEFAULT_FROM_EMAIL, "Asgard PBEM", *(game.names if game is not None else ())}
    names |= set(re.findall(r"[^<>\s]+@[^<>\s]+", settings.DEFAULT_FROM_EMAIL))
    sentinel = next((row.payload["sentinel"] for row in rows if row.payload.get("sentinel")), None)
    reply = _cut_apart(parsed, sentinel=sentinel, own_lines=lines, names=frozenset(name for name in names if name))
    mail.kept = reply.text
    mail.cuts = [{"rule": one.rule, "first": one.first, "last": one.last} for one in reply.cuts]
    return reply


def _cut_apart(parsed: ParsedMail, **known: Any) -> Reply:
    try:
        return sandbox.cut_apart(parsed, **known)
    except sandbox.ReadTimeout:
        return _UNCUT


def _says_whose(row: Outbox) -> bool:
    """Whether the fingerprints of a mail, kept in order, tell our lines from people's; they did not always."""
    first = bisect_left(row.line_hashes, LINK)
    return first < len(row.line_hashes) and row.line_hashes[first].startswith(LINK)


def _quotable(parsed: ParsedMail, player: Player, game: Game | None) -> list[Outbox]:
    """Mails of ours that the reply may quote: those that it names, and the latest to its writer; best first."""
    sent = Outbox.objects.filter(player=player, state=Outbox.State.SENT).only("message_id", "payload", "line_hashes")
    about = sent.filter(game=game) if game is not None else sent
    named = list(sent.filter(message_id__in=parsed.our_referred).order_by("-sent_at")[:RECENT_MAILS])
    latest = about.order_by("-sent_at").exclude(pk__in=[row.pk for row in named])[:RECENT_MAILS]
    return [*named, *latest]


def no_text(parsed: ParsedMail, reply: Reply) -> str | None:
    """Why there is nothing to act on, or None."""
    if reply is _UNCUT:
        return "malformed"
    if parsed.refusal and parsed.refusal not in _NO_TEXT:
        return parsed.refusal
    if reply.text.strip():
        return None
    return "only_quotes" if reply.only_quotes else "empty"


def _refusal(writer: Writer, reason: str, reply: Reply) -> Receipt:
    game = writer.game
    shown = "old_prompt" if is_old(writer) and reason in _NO_TEXT else reason
    return Receipt(
        outcome="refused", reason=shown, game=game.pk if game is not None else None, seat=writer.seat,
        quoted=quoted(reply.text), left_out=left_out.items(reply),
    )  # fmt: skip


def held(
    mail: InboundMail, parsed: ParsedMail, player: Player, *, game: Game | None, seat: int | None, prompt: int | None
) -> Ending:
    """Whose sender is in doubt: the address on file is asked, and nothing is done before it says yes."""
    if game is not None and seat is not None and not services.holds(game.pk, seat, player):
        seat = None
    return _hold(mail, cut(mail, parsed, player, game), player, game=game, seat=seat, prompt=prompt)


def _hold(
    mail: InboundMail,
    reply: Reply,
    player: Player,
    *,
    game: Game | None = None,
    seat: int | None = None,
    prompt: int | None = None,
    proven: bool = True,
) -> Ending:
    asked = pending.ask(
        Pending.Kind.HELD_MAIL, player, mail_id=mail.pk, game_id=game.pk if game is not None else None, seat=seat,
        prompt=prompt,
    )  # fmt: skip
    receipt = Receipt(
        outcome="held", reason="held" if proven else "held_unproven", game=asked.game_id, seat=seat,
        quoted=quoted(reply.text) if proven else (), confirm=asked.pk,
    )  # fmt: skip
    return Answered(player, receipt, proven=proven)


def open_box(mail: InboundMail, parsed: ParsedMail, dmarc: Dmarc) -> Work | Ending:
    """A mail to a constant address: its From is all there is.

    What nothing proves never acts, never speaks to others, and never has its words repeated: somebody else may have
    written it to be sent by us.
    """
    known = Player.objects.filter(email=parsed.sender, verified_at__isnull=False, is_active=True).first()
    mail.player = known  # whose words it may hold, proven or not: forgotten with them
    if parsed.sender is None or dmarc == "fail":
        return Ignored("no_sender" if parsed.sender is None else "dmarc_fail")
    proven = dmarc == "pass" or settings.LOCAL_MAILBOX
    if known is None:
        return _ask_stranger(mail, parsed, parsed.sender, proven=proven)
    if proven:
        return _do(mail, parsed, Writer(known, cause_of(mail), mail_id=mail.pk), cut(mail, parsed, known, None))
    if answering.is_pestered(known):
        return Ignored("unproven_limited")
    return _unproven(mail, parsed, known)


def _unproven(mail: InboundMail, parsed: ParsedMail, player: Player) -> Ending:
    """A From line alone may have something shown to the address on file; that is asked about all else."""
    reply = cut(mail, parsed, player, None)
    reason = no_text(parsed, reply)
    writer = Writer(player, cause_of(mail), mail_id=mail.pk)
    if reason is not None:
        return Answered(player, wordless(_refusal(writer, reason, reply)), proven=False)
    if _only_asks(reply):
        return Answered(player, wordless(only_show(writer, reply)), proven=False)
    if _waiting(player) >= MOST_HELD:
        return Ignored("asked_before")
    return _hold(mail, reply, player, proven=False)


def _only_asks(reply: Reply) -> bool:
    """Whether a mail wants nothing but to be told something; the answer goes to the address on file anyway."""
    return all(command.name in SHOWN for command in grammar.read_sheet(reply.lines).commands)


def _waiting(player: Player) -> int:
    """How many mails in the name of this player wait for a yes."""
    asked = Pending.objects.filter(player=player, kind=Pending.Kind.HELD_MAIL, game_id=None, settled_at=None)
    return asked.filter(expires_at__gt=timezone.now()).count()


def wordless(receipt: Receipt) -> Receipt:
    """The receipt without a word of the mail's: sections alone, rules of a game by its key alone."""
    answers = tuple(
        one.model_copy(update={"topic": next((word for word in one.topic.split()[:1] if word in registry.games()), "")})
        for one in receipt.answers
    )
    return Receipt(outcome=receipt.outcome, reason=receipt.reason, answers=answers)


def _ask_stranger(mail: InboundMail, parsed: ParsedMail, address: str, *, proven: bool) -> Ending:
    """Somebody unknown gets one question, once, and only if it was them who wrote."""
    if not proven or parsed.unasked:
        return Ignored(parsed.unasked or "stranger_unproven")
    reply = cut_blindly(mail, parsed)
    why = no_text(parsed, reply) or ("strangers_limited" if answering.strangers_asked_enough() else None)
    if why is not None:
        return Ignored(why)
    language = "ru" if re.search(r"[а-яё]", reply.text.lower()) else "en"
    try:
        player = services.player_for(address, language=language)
    except services.ServiceError:
        return Ignored("no_sender")
    asked = pending.ask_stranger(player, mail.pk) if player.is_active else None
    if asked is None:
        return Ignored("asked_before")
    receipt = Receipt(outcome="held", reason="held", confirm=asked.pk)
    return Answered(player, receipt, purpose=Outbox.Purpose.CONFIRM)


def cut_blindly(mail: InboundMail, parsed: ParsedMail) -> Reply:
    """The words of somebody to whom we have sent nothing yet."""
    reply = _cut_apart(parsed)
    mail.kept = reply.text
    return reply


def resumed(mail: InboundMail, parsed: ParsedMail, found: Pending) -> Work | Receipt:
    """What a held mail is to do once its sender has said yes, or why it can do nothing."""
    writer = writer_of(mail, mail.token) if mail.token is not None else _writer_by_reference(mail, found)
    reply = cut(mail, parsed, found.player, writer.game)
    reason = no_text(parsed, reply)
    return _refusal(writer, reason, reply) if reason else begin(writer, reply)


def _writer_by_reference(mail: InboundMail, found: Pending) -> Writer:
    """Without a token: what the mail said that it answers, and nothing for a stranger."""
    game = Game.objects.filter(pk=found.game_id).first() if found.game_id else None
    seat = found.seat
    if game is None or seat is None or not services.holds(game.pk, seat, found.player):
        seat = None
    purpose = "play" if game is not None else "player"
    return Writer(found.player, cause_of(mail), purpose, game, seat, found.prompt, mail_id=mail.pk)
