"""The chain of one mail, event, answer or game: arrived, read, understood, events, answers, sent. No word of anybody.

Followed by keys: a mail gives its commands by one cause (`routes.cause_of`), events name it, a question is owed by the
event whose number it carries, and an answer names the mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db.models import Q

from asgard_pbem.mail.answering.process import PAUSE
from asgard_pbem.mail.answering.routes import cause_of
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.tables.guards import ahead
from asgard_pbem.tables.models import Game, Logged, Outbox
from asgard_pbem.tables.services import NOBODY

WORDS = grammar.ALWAYS | grammar.ENDED | grammar.COUNSEL | grammar.ANSWERING_INVITATION | grammar.CONFIRMING
OF_THEIR_OWN = {"press", "propose", "endorse"}
LINES = 60  # of a mail, any of which may have been a command
LATEST = 60  # of a game: its last events, mails and answers
AT_ONCE = timedelta(minutes=1)  # by so much the clocks of two machines may differ


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened. `name`: its id, as `trace` takes it too."""

    at: datetime
    what: str
    name: str
    said: str = ""


def trace(name: str) -> list[Step]:
    """Every step of the chain that `name` is part of, in order of time. Empty: nothing has that id.

    A mail's or an outbox row's id, a game's, or `GAME/SEQ` for one event.
    """
    game, _, seq = name.partition("/")
    key = UUID(game)
    if seq:
        return _in_order(_of_event(key, int(seq)))
    mail = InboundMail.objects.select_related("token").filter(pk=key).first()
    if mail is not None:
        return _in_order(_of_mail(mail))
    row = Outbox.objects.filter(pk=key).first()
    if row is not None:
        return _in_order(_of_row(row))
    return _in_order(_of_game(key))


def _in_order(steps: Iterable[Step]) -> list[Step]:
    return sorted(dict.fromkeys(steps), key=lambda one: one.at)


def _of_mail(mail: InboundMail) -> Iterator[Step]:
    yield from _arrived(mail)
    game = (mail.token.game_id if mail.token is not None else None) or mail.outcome.get("game")
    cause = cause_of(mail)  # found within a game alone: there is no index over all
    caused = Logged.objects.filter(game=game, cause__in=[cause, *_commands(cause)]) if game else Logged.objects.none()
    events = list(caused.order_by("seq"))
    yield from _events(events)
    asked = Q(payload__mail=str(mail.pk)) | Q(payload__about_mail=str(mail.pk))
    told = [mail.player_id, NOBODY] if mail.reason == "barred" else [mail.player_id]  # as one who is not here
    yield from _rows(Outbox.objects.filter(asked, created_at__gte=mail.received_at, player__in=filter(None, told)))
    yield from _questions(events)


def _commands(cause: UUID) -> Iterator[UUID]:
    """The causes of the single commands that a mail may have given, see `Writer.cause_of`."""
    for word in sorted(WORDS):
        for line in range(LINES):
            given = uuid5(cause, f"{word}:{line}")
            yield given
            if word in OF_THEIR_OWN:  # whose events have a cause below that of the command
                yield uuid5(given, word)


def _of_row(row: Outbox) -> Iterator[Step]:
    yield from _rows([row])
    asked_by = row.payload.get("mail") or row.payload.get("about_mail")
    mail = InboundMail.objects.select_related("token").filter(pk=asked_by).first() if asked_by else None
    if mail is not None:
        yield from _of_mail(mail)
    if row.game_id is not None and row.prompt is not None:
        yield from _of_event(row.game_id, row.prompt)


def _of_event(game: UUID, seq: int) -> Iterator[Step]:
    found = Logged.objects.filter(game=game, seq=seq).first()
    if found is None:
        return
    together = list(Logged.objects.filter(game=game, cause=found.cause).order_by("seq"))
    yield from _events(together)
    yield from _questions(together)
    for mail in _mails_to(game, before=found.recorded_at):
        cause = cause_of(mail)
        if found.cause == cause or found.cause in _commands(cause):
            yield from _of_mail(mail)


def _of_game(game: UUID) -> Iterator[Step]:
    table = Game.objects.filter(pk=game).first()
    if table is None:
        return
    yield Step(table.opened_at, "opened", str(game), f"{table.key} {table.rules_version}, now {table.status}")
    yield from _events(Logged.objects.filter(game=game).order_by("-seq")[:LATEST])
    for mail in _mails_to(game):
        yield from _arrived(mail)
    yield from _rows(Outbox.objects.filter(game=game).order_by("-created_at")[:LATEST])


def _mails_to(game: UUID, before: datetime | None = None) -> Iterator[InboundMail]:
    """The last mails to a game, and those to no table that are answered about it, as they opened it or sat down there.

    `before`: the last that had come by then, and the first that were answered since.
    """
    mails, answers = InboundMail.objects.select_related("token"), Outbox.objects.filter(game=game)
    answers = answers.filter(payload__has_key="mail").order_by("-created_at")
    if before is not None:
        mails = mails.filter(received_at__lte=before)
        answers = answers.filter(created_at__gte=before - AT_ONCE).order_by("created_at")
    yield from mails.filter(token__game=game).order_by("-received_at")[:LATEST]
    answered = list(answers.values_list("payload__mail", flat=True)[:LATEST])
    yield from mails.filter(pk__in=answered).exclude(token__game=game)


def _arrived(mail: InboundMail) -> Iterator[Step]:
    yield Step(mail.received_at, "arrived", str(mail.pk), f"by {mail.source}, {mail.size_bytes} bytes")
    became = " ".join(filter(None, (mail.kind, mail.state, mail.reason, mail.error)))
    if mail.processed_at is not None:
        yield Step(mail.processed_at, "read", str(mail.pk), f"{became}, {mail.attempts} tries")
    elif mail.state == InboundMail.State.QUARANTINED:  # when its last try failed, or its worker was missed
        last = (mail.next_attempt_at or mail.received_at) - (PAUSE * mail.attempts if mail.error else timedelta())
        yield Step(max(last, mail.received_at), "put aside", str(mail.pk), f"{became}, {mail.attempts} tries")
    elif mail.attempts or mail.error:
        again = mail.next_attempt_at or mail.received_at
        yield Step(again, "to be tried", str(mail.pk), f"{became}, {mail.attempts} tries so far")


def _events(events: Iterable[Logged]) -> Iterator[Step]:
    for one in events:
        seat = f" by seat {one.seat + 1}" if one.seat is not None else ""
        yield Step(one.recorded_at, "event", f"{one.game_id}/{one.seq}", f"{one.kind}{seat}, cause {one.cause}")


def _questions(events: Iterable[Logged]) -> Iterator[Step]:
    for one in events:
        yield from _rows(Outbox.objects.filter(game=one.game_id, prompt=one.seq))


def _rows(rows: Iterable[Outbox]) -> Iterator[Step]:
    for row in rows:
        to = f" to seat {row.seat + 1}" if row.seat is not None else ""
        tried = f", {row.attempts} tries {row.error}".rstrip() if row.attempts else ""
        waits = ", to be told with the question that follows" if ahead.is_for_another_to_tell(row) else ""
        yield Step(row.created_at, "owed", str(row.pk), f"{row.purpose}{to}: {row.state}{tried}{waits}")
        if row.sent_at is not None:
            joined = row.state == Outbox.State.JOINED
            said = f"in {row.payload.get('teller', 'another mail')}" if joined else f"as {row.message_id}"
            yield Step(row.sent_at, "told" if joined else "sent", str(row.pk), said)
