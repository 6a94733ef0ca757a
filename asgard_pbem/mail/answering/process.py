"""One stored mail, from bytes to what it did: read, judged, carried out, answered once (mail notes 5-9).

In three steps, each committed by itself: judging whose the mail is and what it says; what its game does; all else, and
the answer. A failure between two steps repeats from the first: what the game did is found done, by the mail's cause.
In one transaction a failure after a draw, and a mail can be written so that it fails, would take the draw back.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from asgard_pbem.database.built import Change, built_once, changed_once
from asgard_pbem.database.saving import save_with_commit
from asgard_pbem.mail.answering import one_answer as answering
from asgard_pbem.mail.answering import orders, pending, quarantine
from asgard_pbem.mail.answering.judging import Claim, confirmed, judge, read
from asgard_pbem.mail.answering.routes import lead, resumed
from asgard_pbem.mail.answering.work import Work
from asgard_pbem.mail.doors import inbound, room
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading.sandbox import NoReaderError
from asgard_pbem.serving.lines import about
from asgard_pbem.serving.metrics import series
from asgard_pbem.tables.errors import kind_of, trail
from asgard_pbem.tables.guards import clocks, known
from asgard_pbem.tables.models import sealing

log = logging.getLogger(__name__)
MAX_ATTEMPTS = 5
LEASE = timedelta(minutes=2)  # after which another worker may try a mail whose worker died
PAUSE = timedelta(seconds=20)  # times the attempts so far
ELSEWHERE = timedelta(seconds=10)  # until a worker of the release that plays this table has had its turn
# What reading sets. The raw bytes are never written again.
READ: Final = (
    "kind", "message_id", "verdicts", "attachments", "token", "player", "duplicate", "state", "reason", "kept",
    "cuts", "outcome", "error", "processed_at",
)  # fmt: skip
ANSWERED: Final = ("player", "state", "reason", "outcome", "error", "processed_at")  # what the answer to it sets


class ElsewhereError(RuntimeError):
    """A worker of a newer or older release, which works beside this one, plays the table that this mail is about."""


def process(mail_id: UUID) -> None:
    """Do what one stored mail asks, once. Whatever goes wrong stays in its row; five failures quarantine it."""
    with about(mail=mail_id):
        _process(mail_id)


def _process(mail_id: UUID) -> None:
    if not _claim(mail_id):
        return
    try:
        with sealing.asked_once():  # who forgets the writer waits for the row of their mail, which each step holds
            with series.mail_seconds.labels("read").time():
                work = _judged(mail_id)
            if work is not None:
                with series.mail_seconds.labels("carry_out").time():
                    _carry_out(mail_id, work)
    except ElsewhereError:
        _leave(mail_id)
    except Exception as problem:  # noqa: BLE001  nothing that a mail causes may be lost or reach its writer
        _failed(mail_id, problem, ours=room.is_wanting(problem) or isinstance(problem, NoReaderError))


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
        mail = _locked(mail_id, InboundMail.State.NEW, with_bytes=True)
        if mail is None:
            return None
        claim = judge(mail)
        table = claim.game if isinstance(claim, Claim) else None
        if table is not None and known.only_elsewhere(table.key, table.rules_version):
            raise ElsewhereError
        found = lead(mail, claim) if isinstance(claim, Claim) else claim
        if not isinstance(found, Work):
            answering.end(mail, found)
        _keep(mail, READ, over=not isinstance(found, Work))
    return found if isinstance(found, Work) else None


def _carry_out(mail_id: UUID, work: Work) -> None:
    """The second step and the third; a mail that waited for this one's yes goes on with it, step by step."""
    orders.play(work)
    waiting = _let_go_on(work.writer.subject) if says_yes(work) else None
    with transaction.atomic():
        if work.writer.purpose == "confirm" and work.writer.subject is not None:
            pending.hold_mails(work.writer.subject, mail_id)
        mail = _locked(mail_id, InboundMail.State.NEW)
        if mail is None:  # another worker was faster
            return
        orders.hold(*(waiting.works() if waiting is not None else ()), work)
        work.resumed = waiting.finish() if waiting is not None else None
        receipt = orders.finish(work)
        answering.answer(mail, work.writer.player, receipt, game=work.game)
        _keep(mail, ANSWERED, over=True)


def _locked(mail_id: UUID, state: InboundMail.State, *, with_bytes: bool = False) -> InboundMail | None:
    """The mail, while it is in `state`, for this transaction alone; `with_bytes`: as `inbound.raw_of` wants them."""
    return next(iter(_in_state(mail_id, state, with_bytes=with_bytes)), None)


@built_once
def _in_state(mail_id: UUID, state: InboundMail.State, *, with_bytes: bool) -> QuerySet[InboundMail]:
    found = InboundMail.objects.select_for_update().filter(pk=mail_id, state=state)
    return inbound.with_bytes(found) if with_bytes else found


def _keep(mail: InboundMail, fields: Sequence[str], *, over: bool) -> None:
    if over:
        mail.processed_at, mail.error = timezone.now(), ""
        log.info("mail read", extra={"mail": str(mail.pk), "state": mail.state, "reason": mail.reason})
        series.mails_read.labels(mail.state).inc()
        series.mail_waited_seconds.observe(max(0.0, (mail.processed_at - mail.received_at).total_seconds()))
    save_with_commit(mail, fields)


def _claim(mail_id: UUID) -> bool:
    """Whether this worker alone has the mail for now. The attempt is counted first: a mail may kill its worker."""
    now = clocks.now()
    claimed = _lease(mail_id, now, now + LEASE)
    if not claimed:
        _give_up(mail_id)
    return bool(claimed)


@changed_once
def _lease(mail_id: UUID, now: datetime, until: datetime) -> Change:
    new = InboundMail.objects.filter(pk=mail_id, state=InboundMail.State.NEW, attempts__lt=MAX_ATTEMPTS)
    free = new.filter(Q(next_attempt_at=None) | Q(next_attempt_at__lte=now))
    return free, {"attempts": F("attempts") + 1, "next_attempt_at": until}


def _leave(mail_id: UUID) -> None:
    """Leave it to the next worker; it was no attempt."""
    waiting = InboundMail.objects.filter(pk=mail_id, state=InboundMail.State.NEW)
    waiting.update(attempts=F("attempts") - 1, next_attempt_at=clocks.now() + ELSEWHERE)


@transaction.atomic
def _give_up(mail_id: UUID) -> None:
    """Put a mail aside whose workers have died of it."""
    row, now = _locked(mail_id, InboundMail.State.NEW), clocks.now()
    if row is not None and row.attempts >= MAX_ATTEMPTS and (row.next_attempt_at or now) <= now:
        row.state = InboundMail.State.QUARANTINED
        row.save(update_fields=["state"])
        _put_aside(row)


def _put_aside(row: InboundMail) -> None:
    series.mails_read.labels(row.state).inc()
    quarantine.tell_writer(row)


@transaction.atomic
def _failed(mail_id: UUID, problem: Exception, *, ours: bool = False) -> None:
    """Note the class of the failure (its text may quote the mail), and when to try again.

    Not of a mail that another worker, whose lease had run out, has read meanwhile: it would be read twice. `ours`: the
    database lacks something, or this machine what its reader begins with; that was no attempt, or mails would be put
    aside on a disk that is full for minutes.
    """
    log.error("inbound mail %s failed: %s", mail_id, trail(problem))
    row = _locked(mail_id, InboundMail.State.NEW)
    if row is None:
        return
    row.error = kind_of(problem)[:100]
    row.next_attempt_at = clocks.now() + PAUSE * row.attempts
    row.attempts -= ours
    if row.attempts >= MAX_ATTEMPTS:
        row.state = InboundMail.State.QUARANTINED
        _put_aside(row)
    row.save(update_fields=["attempts", "error", "next_attempt_at", "state"])


# --- A mail that waited for a yes ---------------


@dataclass(slots=True)
class Waiting:
    """A held mail whose game has done its part."""

    mail_id: UUID
    todo: Work | Receipt  # what is left, or why it can do nothing

    def works(self) -> list[Work]:
        return [self.todo] if isinstance(self.todo, Work) else []

    def finish(self) -> Receipt | None:
        """Its third step, in the caller's transaction; the caller answers. None: another yes was faster."""
        mail = _locked(self.mail_id, InboundMail.State.HELD)
        if mail is None:
            return None
        receipt = orders.finish(self.todo) if isinstance(self.todo, Work) else self.todo
        mail.state, mail.reason = answering.STATES[receipt.outcome], receipt.reason
        mail.outcome = receipt.model_dump(mode="json")
        _keep(mail, READ, over=True)
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
        mail = _locked(found.mail_id, InboundMail.State.HELD, with_bytes=True)
        if mail is None:
            return None
        todo = resumed(mail, confirmed(mail, read(mail, inbound.raw_of(mail) or b""), found))
        _keep(mail, READ, over=False)
    if isinstance(todo, Work):
        orders.play(todo)
    return Waiting(found.mail_id, todo)


def settle_on_page(pending_id: UUID, *, agreed: bool) -> pending.Settled:
    """Say yes or no on the page, and owe a mail about what a waiting mail did: a page cannot show it all."""
    waiting = _let_go_on(pending_id) if agreed else None
    with transaction.atomic():
        pending.hold_mails(pending_id)
        if waiting is not None and (works := waiting.works()):
            orders.hold(*works)
        receipt = waiting.finish() if waiting is not None else None
        settled = pending.settle(pending_id, agreed=agreed, resumed=receipt)
        if receipt is not None:
            found = Pending.objects.select_related("player", "mail").get(pk=pending_id)
            assert found.mail is not None
            answering.owe_receipt(f"confirmed:{pending_id}", found.player, receipt, found.mail)
    return settled
