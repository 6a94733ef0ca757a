"""What a person's mail leads to once it is known whose it is: orders, a question back, a refusal."""

from __future__ import annotations

import re
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import timezone

from asgard_pbem.mail import answering, grammar, pending, recipients
from asgard_pbem.mail.cut import Reply
from asgard_pbem.mail.identity import Dmarc
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.orders import SHOWN, Writer, carry_out, is_old, quoted
from asgard_pbem.mail.read import ParsedMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player, ReplyToken

CAUSES = UUID("6b0f3c1e-6a5c-4c7e-9a43-5d1d6f0c7b11")  # namespace of the commands that mails give
MOST_HELD = 5  # mails of one unproven address that wait for a yes at a time
RECENT_MAILS = 8  # of ours, whose lines are known as quotation
_NO_TEXT = {"empty", "only_quotes"}


def cause_of(mail: InboundMail) -> UUID:
    """The id of the command that a mail gives: the same bytes to the same address are the same command."""
    return uuid5(CAUSES, f"{mail.sha256}:{mail.envelope_to}")


def accepted(mail: InboundMail, parsed: ParsedMail, token: ReplyToken, refusal: str | None, *, current: bool) -> None:
    """A mail of a seat's holder (or a player, or somebody invited), proven by its token.

    `current`: its prompt is the seat's last, and the seat is still the player's.
    """
    if token.player.verified_at is None:
        Player.objects.filter(pk=token.player_id).update(verified_at=timezone.now())
    writer = writer_of(mail, token, current=current)
    _do(mail, parsed, writer, refusal)


def writer_of(mail: InboundMail, token: ReplyToken, *, current: bool = False) -> Writer:
    """On whose behalf the mail speaks. Who holds the seat no longer writes and reads as a stranger to it."""
    game, seat = token.game, token.seat
    if not current and game is not None and seat is not None and not holds(game, seat, token.player):
        seat = None
    return Writer(token.player, cause_of(mail), token.purpose, game, seat, token.prompt, token.subject, mail_id=mail.pk)


def holds(game: Game, seat: int, player: Player) -> bool:
    """Whether the seat is this player's now."""
    return game.holders.filter(seat=seat, player=player).exists()


def _do(mail: InboundMail, parsed: ParsedMail, writer: Writer, refusal: str | None) -> None:
    reply = cut(mail, parsed, writer.player, writer.game)
    reason = refusal or no_text(parsed, reply)
    receipt = _refusal(writer, reason, reply) if reason else carry_out(writer, reply)
    answering.answer(mail, writer.player, receipt)


def cut(mail: InboundMail, parsed: ParsedMail, player: Player, game: Game | None) -> Reply:
    """The writer's own words, with what is known of the mails that they may have quoted."""
    rows = _quotable(parsed, player, game)
    lines = frozenset(line for row in rows for line in row.line_hashes)
    names = {settings.DEFAULT_FROM_EMAIL, "Asgard PBEM", *(game.names if game is not None else ())}
    names |= set(re.findall(r"[^<>\s]+@[^<>\s]+", settings.DEFAULT_FROM_EMAIL))
    sentinel = next((row.payload["sentinel"] for row in rows if row.payload.get("sentinel")), None)
    reply = parsed.cut(sentinel=sentinel, own_lines=lines, names=frozenset(name for name in names if name))
    mail.kept = reply.text
    mail.cuts = [{"rule": one.rule, "first": one.first, "last": one.last} for one in reply.cuts]
    return reply


def _quotable(parsed: ParsedMail, player: Player, game: Game | None) -> list[Outbox]:
    """Mails of ours that the reply may quote: those that it names, and the latest to its writer; best first."""
    sent = Outbox.objects.filter(player=player, state=Outbox.State.SENT).only("message_id", "payload", "line_hashes")
    about = sent.filter(game=game) if game is not None else sent
    latest = list(about.order_by("-sent_at")[:RECENT_MAILS])
    named = recipients.our_ids(parsed)
    found = [row for row in latest if row.message_id in named]
    if named and not found:
        found = list(sent.filter(message_id__in=named)[:RECENT_MAILS])
    return found + [row for row in latest if row not in found]


def no_text(parsed: ParsedMail, reply: Reply) -> str | None:
    """Why there is nothing to act on, or None."""
    if parsed.refusal and parsed.refusal not in _NO_TEXT:
        return parsed.refusal
    if reply.text.strip():
        return None
    return "only_quotes" if reply.only_quotes or parsed.refusal == "only_quotes" else "empty"


def _refusal(writer: Writer, reason: str, reply: Reply) -> Receipt:
    game = writer.game
    shown = "old_prompt" if is_old(writer) and reason in _NO_TEXT else reason
    return Receipt(
        outcome="refused", reason=shown, game=game.pk if game is not None else None, seat=writer.seat,
        quoted=quoted(reply.text),
    )  # fmt: skip


def held(
    mail: InboundMail, parsed: ParsedMail, player: Player, *, game: Game | None, seat: int | None, prompt: int | None
) -> None:
    """Whose sender is in doubt: the address on file is asked, and nothing is done before it says yes."""
    if game is not None and seat is not None and not holds(game, seat, player):
        seat = None
    reply = cut(mail, parsed, player, game)
    asked = pending.ask(
        Pending.Kind.HELD_MAIL, player, mail_id=mail.pk, game_id=game.pk if game is not None else None, seat=seat,
        prompt=prompt,
    )  # fmt: skip
    receipt = Receipt(
        outcome="held", reason="held", game=asked.game_id, seat=seat, quoted=quoted(reply.text), confirm=asked.pk
    )
    answering.answer(mail, player, receipt)


def open_box(mail: InboundMail, parsed: ParsedMail, dmarc: Dmarc, refusal: str | None) -> None:
    """A mail to a constant address: its From is all there is. Somebody unknown gets one question, once."""
    if parsed.sender is None or dmarc == "fail":
        answering.ignore(mail, "no_sender" if parsed.sender is None else "dmarc_fail")
        return
    known = Player.objects.filter(email=parsed.sender, verified_at__isnull=False, is_active=True).first()
    if known is not None and (refusal or dmarc == "pass" or settings.EMBEDDED or _only_asks(mail, parsed, known)):
        _do(mail, parsed, Writer(known, cause_of(mail), mail_id=mail.pk), refusal)
    elif known is not None:
        _hold_unproven(mail, parsed, known)
    elif refusal or parsed.refusal:
        answering.ignore(mail, refusal or parsed.refusal or "empty")
    else:
        _ask_stranger(mail, parsed, parsed.sender)


def _only_asks(mail: InboundMail, parsed: ParsedMail, player: Player) -> bool:
    """Whether a mail wants nothing but to be told something; the answer goes to the address on file anyway."""
    sheet = grammar.read_sheet(cut(mail, parsed, player, None).text.split("\n"))
    return all(command.name in SHOWN for command in sheet.commands)


def _hold_unproven(mail: InboundMail, parsed: ParsedMail, player: Player) -> None:
    """A From line that nothing proves stops nobody's mail and invites nobody: the address on file is asked first."""
    asked = Pending.objects.filter(player=player, kind=Pending.Kind.HELD_MAIL, game_id=None, settled_at=None)
    if asked.filter(expires_at__gt=timezone.now()).count() >= MOST_HELD:
        answering.ignore(mail, "asked_before")
        return
    held(mail, parsed, player, game=None, seat=None, prompt=None)


def _ask_stranger(mail: InboundMail, parsed: ParsedMail, address: str) -> None:
    language = "ru" if re.search(r"[а-яё]", parsed.reply.text.lower()) else "en"
    try:
        player = services.player_for(address, language=language)
    except services.ServiceError:
        answering.ignore(mail, "no_sender")
        return
    asked = pending.ask_stranger(player, mail.pk) if player.is_active else None
    if asked is None:
        answering.ignore(mail, "asked_before")
        return
    mail.kept = parsed.reply.text
    receipt = Receipt(outcome="held", reason="held", quoted=quoted(parsed.reply.text), confirm=asked.pk)
    answering.answer(mail, player, receipt, purpose=Outbox.Purpose.CONFIRM)


def resumed(mail: InboundMail, parsed: ParsedMail, found: Pending) -> Receipt:
    """What a held mail does once its sender has said yes."""
    writer = writer_of(mail, mail.token) if mail.token is not None else _writer_by_reference(mail, found)
    reply = cut(mail, parsed, found.player, writer.game)
    reason = no_text(parsed, reply)
    return _refusal(writer, reason, reply) if reason else carry_out(writer, reply)


def _writer_by_reference(mail: InboundMail, found: Pending) -> Writer:
    """Without a token: what the mail said that it answers, and nothing for a stranger."""
    game = Game.objects.filter(pk=found.game_id).first() if found.game_id else None
    seat = found.seat if game is not None and found.seat is not None and holds(game, found.seat, found.player) else None
    purpose = "play" if game is not None else "player"
    return Writer(found.player, cause_of(mail), purpose, game, seat, found.prompt, mail_id=mail.pk)
