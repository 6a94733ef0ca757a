"""From an owed row to a sent mail. The row decides: sent twice at most when a worker dies between the two."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from asgard_pbem.database.built import built_once
from asgard_pbem.database.snapshot import one_snapshot
from asgard_pbem.mail import tokens
from asgard_pbem.mail.messages import Receipt, Render
from asgard_pbem.mail.sending import failing, joining, marking, transport
from asgard_pbem.mail.sending.new_address import ADDRESS_ASKED
from asgard_pbem.mail.sending.outgoing import compose, new_message_id
from asgard_pbem.serving.lines import about
from asgard_pbem.serving.metrics import series
from asgard_pbem.tables import notify, services, signin
from asgard_pbem.tables.guards import clocks, known
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, ReplyToken, sealing
from asgard_pbem.tables.reading import history, holders, mailed
from asgard_pbem.tables.services import Sitting

_log = logging.getLogger(__name__)
ELSEWHERE_S = 10  # until a process of the release that plays this table has had its turn
# More than failures are noted of any row: the last tries did not even fail, they ended their worker.
MOST_CLAIMS = 24
# An answer to the player's own mail, and what they ask for on the web, go out although they stopped mail.
ASKED_FOR = {Outbox.Purpose.RECEIPT, Outbox.Purpose.SIGN_IN, Outbox.Purpose.CONFIRM}


@dataclass(frozen=True, slots=True)
class Claimed:
    """A row that this worker alone will send, and the fresh token of its reply address."""

    row: Outbox
    token: str
    joined: tuple[Outbox, ...]  # the receipts and notices that it tells, the oldest first


def send(
    outbox_id: UUID,
    render: Render | None = None,
    connection: BaseEmailBackend | None = None,
    now: datetime | None = None,
) -> bool:
    """Send one owed mail; False when there is nothing to do or it has to be tried again.

    `render` and `connection` stand in for the project's renderer and mail backend; `now`: by whose clock it is due.
    """
    with about(outbox=outbox_id):
        return _send(outbox_id, render, connection, now)


def _send(outbox_id: UUID, render: Render | None, connection: BaseEmailBackend | None, now: datetime | None) -> bool:
    claimed = claim(outbox_id, now)
    if claimed is None:
        return False
    row = claimed.row
    try:
        sent = _deliver(claimed, render or _renderer(), connection)
    except Exception as problem:  # noqa: BLE001  whatever a transport or template does, the row must say so
        failing.failed(row, problem)
        return False
    failing.taken()
    marking.sent(row, timezone.now(), sent.provider_id, sent.own_lines, sent.sentinel)
    _log.info("mail sent", extra={"purpose": row.purpose, "game": str(row.game_id or "")})
    series.mails_sent.labels("sent").inc()
    series.mail_owed_seconds.observe(max(0.0, (timezone.now() - row.created_at).total_seconds()))
    return True


@transaction.atomic
def claim(outbox_id: UUID, now: datetime | None = None) -> Claimed | None:
    """Take the row for a while, or drop it when nobody wants it any more. None: sent before, or another has it.

    Attempt and token are committed before anything leaves, so that an answer to a mail that went out while its worker
    died is still known.
    """
    now = now or clocks.now()
    row = next(iter(_waiting(outbox_id, now, joined=not settings.DATABASE_SPREAD)), None)
    if row is None:
        return None
    if row.newcomer is not None:
        row.player = signin.newcomer(row)
    sits = services.sitting(row.player, row.game_id, row.seat)
    if not wanted(row, sits):
        Outbox.objects.filter(pk=row.pk).update(state=Outbox.State.DROPPED)
        return None
    if row.attempts >= MOST_CLAIMS:
        failing.given_up(row)
        return None
    if row.game is not None and known.only_elsewhere(row.game.key, row.game.rules_version):
        _put_off(row, ELSEWHERE_S)
        return None
    if joining.bots_come_first(row, now):
        _put_off(row, joining.LOOKED_AGAIN_S)
        return None
    if (seconds := joining.left_to_a_question_s(row, now)) > 0:
        _put_off(row, seconds)
        return None
    row.attempts += 1
    row.message_id = row.message_id or new_message_id(row)
    row.due_at = clocks.now() + failing.pause(row.attempts)
    joined = joining.take_in(row, now)
    marking.taken(row, joined)
    return Claimed(row, _token(row, sits), joined)


@built_once
def _waiting(outbox_id: UUID, now: datetime, *, joined: bool) -> QuerySet[Outbox]:
    """`joined`: with player and game; a cluster locks no row of a join, and each is read by itself there."""
    waiting = Outbox.objects.select_for_update(skip_locked=True, of=("self",))
    waiting = waiting.filter(pk=outbox_id, state=Outbox.State.QUEUED, due_at__lte=now)
    return sealing.with_key(waiting.select_related("player", "game")) if joined else waiting


def _put_off(row: Outbox, seconds: float) -> None:
    """No attempt is made yet; it is told to Celery again."""
    Outbox.objects.filter(pk=row.pk).update(due_at=clocks.now() + timedelta(seconds=seconds))
    notify.after_commit([row.pk], waits_s=seconds)


def wanted(row: Outbox, sits: Sitting) -> bool:
    """Whether the mail should still go out, to whom `sits` as they do."""
    player = row.player
    if not player.is_active or player.erased_at is not None:  # who is barred is sent that, and nothing else
        return row.newcomer is not None and row.payload.get("what") == services.BARRED
    wish = row.payload.get("what") == ADDRESS_ASKED  # in their name; perhaps of somebody who has their session
    if player.mail_state == Player.MailState.STOPPED and row.purpose not in ASKED_FOR and not wish:
        return False
    returned = player.mail_state in {Player.MailState.BOUNCED, Player.MailState.COMPLAINED}
    if returned and row.purpose != Outbox.Purpose.SIGN_IN:
        return False
    return not (
        _overtaken(row, sits)
        or _given_up(row, sits)
        or _forgotten(row)
        or _withdrawn(row)
        or _idle(row)
        or _filled(row)
    )


def _filled(row: Outbox) -> bool:
    """Whether it tells how a table fills that has begun since, or was closed."""
    news = row.payload.get("what") == services.TABLE_NEWS
    return news and (row.game is None or row.game.status != Game.Status.OPEN)


def _idle(row: Outbox) -> bool:
    """Whether it is a digest for somebody who wants none any more, or of a game whose result has been told."""
    if row.purpose != Outbox.Purpose.DIGEST or row.game is None:
        return False
    return row.player.digest == Player.Digest.NEVER or row.game.status != Game.Status.RUNNING


def _withdrawn(row: Outbox) -> bool:
    """Whether it offers a seat that is not offered any more."""
    if row.purpose != Outbox.Purpose.INVITATION:
        return False
    return not Invitation.standing().filter(pk=row.payload.get("invitation")).exists()


def _given_up(row: Outbox, sits: Sitting) -> bool:
    """Whether it is for the holder of a seat that somebody else holds by now.

    What answers a mail of the player's own goes out all the same; `scene` shows them what anybody may see.
    """
    if row.game is None or row.seat is None or row.purpose in ASKED_FOR:
        return False
    return sits.seat is None


def _forgotten(row: Outbox) -> bool:
    """Whether what it would answer has been forgotten in the meantime."""
    return row.payload.get("mail") is not None and not row.receipt


def _overtaken(row: Outbox, sits: Sitting) -> bool:
    """Whether a prompt or reminder asks what is no longer asked, or a digest tells what a later prompt tells."""
    reaches = {Outbox.Purpose.PROMPT: row.prompt, Outbox.Purpose.REMINDER: row.prompt}
    reaches[Outbox.Purpose.DIGEST] = row.payload.get("upto")
    upto = reaches.get(Outbox.Purpose(row.purpose))
    return upto is not None and sits.newest is not None and sits.newest > upto


def _token(row: Outbox, sits: Sitting) -> str:
    """A fresh reply token for what this mail may be answered with; none where it goes to nobody's address, or to a new
    one that is asked nothing.
    """
    if row.newcomer is not None and _pending(row) is None:
        return ""
    told = row.payload.get("what") == services.TABLE_NEWS  # who opened a table may not sit at it, and fills it
    game = row.game if row.seat is not None or told else None
    prompt = row.prompt if row.prompt is not None else _newest(row, sits)
    purpose, subject = ReplyToken.Purpose.PLAYER, None
    if row.purpose == Outbox.Purpose.INVITATION:
        purpose, subject = ReplyToken.Purpose.INVITATION, UUID(row.payload["invitation"])
    elif offered := _offered(row):
        purpose, subject = ReplyToken.Purpose.INVITATION, offered
    elif asked := _pending(row):
        purpose = ReplyToken.Purpose.CONFIRM if row.newcomer is None else ReplyToken.Purpose.ADDRESS
        subject = asked
    elif game is not None:
        purpose, subject = ReplyToken.Purpose.PLAY, _read_by(row)
    expires = game.ended_at + tokens.AFTER_THE_END if game is not None and game.ended_at else None
    return services.issue_token(
        player=row.player, purpose=purpose, game=game, seat=row.seat, prompt=prompt, subject=subject, expires_at=expires
    )


def _newest(row: Outbox, sits: Sitting) -> int | None:
    """The last prompt that was owed before a mail that asks nothing, to any seat of its reader's: by a heading they
    may write for each of them. None before the first to its own seat, see `Sitting.answered_by`.
    """
    if row.game is None or sits.newest is None or len(sits.own) < 2:
        return sits.newest
    prompts = (services.current_prompt(row.game.pk, seat) for seat in sits.own)
    return max((number for number in prompts if number is not None), default=sits.newest)


def _read_by(row: Outbox) -> UUID | None:
    """The row itself, when it tells how an answer to it is read: a number alone means a line of the further list that
    its mail shows; standing orders in answer to a digest are for the turn that comes, though it has come meanwhile.
    """
    if row.purpose == Outbox.Purpose.DIGEST:
        return row.pk
    return row.pk if row.receipt and Receipt.model_validate(row.receipt).listed else None


def _offered(row: Outbox) -> UUID | None:
    """The invitation that a receipt shows again."""
    return Receipt.model_validate(row.receipt).offered if row.receipt else None


def _pending(row: Outbox) -> UUID | None:
    """The pending action that a reply of `yes` to this mail carries out."""
    asked = row.payload.get("confirm")
    return UUID(asked) if asked else None


@dataclass(frozen=True, slots=True)
class _Sent:
    provider_id: str
    sentinel: str
    own_lines: list[str]


def _deliver(claimed: Claimed, render: Render, connection: BaseEmailBackend | None) -> _Sent:
    row = claimed.row
    language, zone = translation.override(row.player.language), timezone.override(row.player.zone)
    with series.mail_seconds.labels("compose").time(), language, zone:
        # Bots move meanwhile, and board, news and seal must be of one moment.
        with one_snapshot(), sealing.asked_once():
            if claimed.joined:
                sealing.came_with(row)
            mailed.now_joined(row, claimed.joined)
            if row.game is not None:
                [row.game] = _now(row.game.pk)
                history.now_read(row.game)
                holders.now_seated(row.game)
            rendered = render(row, reply_to=tokens.speaking_address(claimed.token))
        message = compose(row, rendered, claimed.token)
    with series.mail_seconds.labels("send").time():
        if connection is None:
            transport.send(message)
        else:
            message.connection = connection
            message.send()
    status = getattr(message, "anymail_status", None)
    provider_id = getattr(status, "message_id", None)
    return _Sent("" if provider_id is None else str(provider_id)[:200], rendered.sentinel, sorted(rendered.own_lines))


@built_once
def _now(game: UUID) -> QuerySet[Game]:
    return Game.objects.filter(pk=game)


def _renderer() -> Render:
    from asgard_pbem.mail.writing.render import render

    return render
