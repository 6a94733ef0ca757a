"""What becomes of a mail that the relay does not take: refused for good, tried again for days, or given up.

A 5yz reply is final (RFC 5321, 4.2.1): the mail comes back at once. Anything else is tried for four to five days (RFC
5321, 4.5.4.1) before it is given up. Either way the row says why, whoever invited is told, and `resend` sends it again.

A relay that refuses everybody (an account that is locked, our domain on a list) says 5yz of each address, or of each
mail once it has it (a day's limit, a sender it does not know), and means us: such a mail waits for its next try, and
counts against nobody. Else two days of it would end the mail of all players, or leave each of them unasked.

So does one that is away, lets us in no more, or puts off everybody, until mails are given up: who sits at eight tables
has eight of them at once, and as many soft bounces would end their mail.
"""

from __future__ import annotations

import logging
import smtplib
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from asgard_pbem.mail.sending import bounces, new_address
from asgard_pbem.serving.metrics import series
from asgard_pbem.tables import services
from asgard_pbem.tables.errors import trail
from asgard_pbem.tables.models import Invitation, Outbox

BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))
MAX_ATTEMPTS = 22  # the last one 4 days and 9 hours after the first
NO_ANSWER = "4.4.7"  # RFC 3463: delivery time expired
# RFC 3463, 3.2: said of the sender's address. Postfix says it when it is given the recipient's.
OF_SENDER = frozenset({"5.1.7", "5.1.8"})
# RFC 3463, 3.2 and 3.3: said of the recipient's mailbox and of nothing else, however many are refused.
OF_MAILBOX = frozenset({"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
# RFC 3463, 3.4 and 3.7: said of this mail, of its size or its form, whoever reads it.
OF_MAIL = ("5.3.4", "5.6.")
REFUSED_BEFORE = 4  # other readers, with no mail taken in between: then it is not about an address
# Whom the relay has refused, for good and for now, since it last took a mail of this process. A new process has to be
# told anew.
_refused: set[UUID] = set()
_put_off: set[UUID] = set()
series.told_from_zero(series.mails_sent, ["sent", "later", "refused", "given_up"])
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a relay said of one mail. `code` 0: it said nothing of the kind."""

    code: int = 0
    status: str = ""  # RFC 3463
    of_recipient: bool = False  # said of the address, not of the mail or of us

    @property
    def final(self) -> bool:
        return 500 <= self.code < 600 and self.status not in OF_SENDER


def taken() -> None:
    """The relay has taken a mail: what it refused before was about those mails."""
    _refused.clear()
    _put_off.clear()


def _refuses_everybody(reader: UUID, said: Refusal) -> bool:
    """Whether what was said, a refusal for good or of an address for now, stands at the end of several to different
    people.
    """
    if said.status in OF_MAILBOX or said.status.startswith(OF_MAIL) or not (said.final or said.of_recipient):
        return False
    before = _refused if said.final else _put_off
    before.add(reader)
    return len(before) > REFUSED_BEFORE


def pause(attempts: int) -> timedelta:
    """How long after so many attempts the next one is made."""
    return BACKOFF[min(attempts, len(BACKOFF)) - 1]


def refusal(problem: Exception) -> Refusal:
    """What an error of a transport says. That of our own sender is ours to mend, so it is never final."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused) and problem.recipients:
        code, said = next(iter(problem.recipients.values()))
        return Refusal(code, _status(said), of_recipient=True)
    if isinstance(problem, smtplib.SMTPDataError):
        return Refusal(problem.smtp_code, _status(problem.smtp_error))
    return Refusal()


def _shown(problem: Exception) -> str:
    """The error's class, and the code that the relay or the provider gave it, of whatever it was said."""
    said = refusal(problem)
    if not said.code and isinstance(problem, smtplib.SMTPResponseException):
        said = Refusal(problem.smtp_code, _status(problem.smtp_error))
    code = said.code or getattr(problem, "status_code", None)  # a provider's, of HTTP
    return " ".join(filter(None, (type(problem).__name__, str(code or ""), said.status)))


def _status(said: bytes | str) -> str:
    return bounces.status_in(said.decode("ascii", "replace") if isinstance(said, bytes) else said)


def failed(row: Outbox, problem: Exception) -> None:
    """Leave the row for its next attempt, or give it up. A problem's text may hold addresses: its place is told."""
    said, error = refusal(problem), _shown(problem)
    _log.error("outbox %s not sent, attempt %s: %s: %s", row.pk, row.attempts, error, trail(problem))
    everybody = _refuses_everybody(row.player_id, said)
    final = said.final and not everybody
    over = final or row.attempts >= MAX_ATTEMPTS
    series.mails_sent.labels("refused" if final else "given_up" if over else "later").inc()
    with transaction.atomic():
        state = Outbox.State.FAILED if over else Outbox.State.QUEUED
        Outbox.objects.filter(pk=row.pk, state=Outbox.State.QUEUED).update(state=state, error=error[:100])
        if over:
            _count(row, said, of_us=everybody or not said.of_recipient or said.status in OF_SENDER)
            _tell_whoever_asked(row)


def given_up(row: Outbox) -> None:
    """No more tries of a row whose last ones ended their worker, so that nobody was left to note how they failed."""
    _log.error("outbox %s not sent, given up after attempt %s: its worker died", row.pk, row.attempts)
    series.mails_sent.labels("given_up").inc()
    Outbox.objects.filter(pk=row.pk).update(state=Outbox.State.FAILED)
    _tell_whoever_asked(row)


def _count(row: Outbox, said: Refusal, *, of_us: bool) -> None:
    """To the bounces of its reader. What was said of the mail, or of us, or not at all, speaks against no address."""
    if row.newcomer is not None or of_us:
        return
    status = said.status or ("" if said.final else NO_ANSWER)
    event = f"sending:{row.pk}:{row.attempts}"
    bounces.tracked(bounces.Report("bounced", outbox_id=row.pk, event_id=event, status=status))


def _tell_whoever_asked(row: Outbox) -> None:
    """An invitation that nobody will read leaves a seat free: they hear it with how their table fills. A new address
    where no mail arrives is none.
    """
    new_address.is_lost(row)
    if row.purpose != Outbox.Purpose.INVITATION:
        return
    asked = Invitation.objects.select_related("by", "game").filter(pk=row.payload.get("invitation")).first()
    if asked is not None and asked.state == Invitation.State.OPEN:
        services.tell_inviter(asked)
