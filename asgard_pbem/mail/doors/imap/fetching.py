"""One letter after another out of a mailbox, through the one way in. Ended at any moment, it loses and doubles nothing.

A letter is moved only after its row is committed. Cut short in between, it is fetched again: the same bytes are the row
that is there (`inbound.accept`). UIDs tell letters apart within one connection only: a server may number anew
(UIDVALIDITY), and one that is restored from a copy numbers other letters alike.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.doors.imap.letterbox import LOST, REFUSED, Letter, Letterbox
from asgard_pbem.mail.models import count
from asgard_pbem.mail.reading.origin.addresses import token_candidates
from asgard_pbem.mail.reading.parts.mime import Headers
from asgard_pbem.mail.reading.parts.prescan import prescan
from asgard_pbem.tables.guards import clocks

log = logging.getLogger(__name__)
MOST_TRIES = 3  # of a letter that the server cannot give out


class Round:
    """What one worker knows of one mailbox from connection to connection."""

    def __init__(self) -> None:
        self.validity: int | None = None  # in which these UIDs mean something
        self.failed = Counter[int]()  # UID -> how often fetching it failed
        self.stored: dict[int, str] = {}  # UID -> the folder to which it could not be moved yet

    def empty(self, box: Letterbox, stopping: Callable[[], bool] = lambda: False) -> None:
        """Take in all that waits. Raises what the connection or the database raise."""
        if box.validity != self.validity:
            self.validity = box.validity
            self.failed.clear()
            self.stored.clear()
        stuck = set[int]()
        while waiting := [uid for uid in box.waiting() if uid not in stuck]:
            for uid in waiting:
                if stopping():
                    return
                if not self._take(box, uid):
                    stuck.add(uid)

    def _take(self, box: Letterbox, uid: int) -> bool:
        """Store one letter, then put it away; False: it lies there yet, and must not stop the others."""
        folder = self.stored.get(uid) or self._fetched(box, uid)
        if folder is None:
            return False
        self.stored[uid] = folder
        try:
            _put_away(box, uid, folder)
        except LOST:
            raise
        except REFUSED as problem:
            log.warning("%s: letter %s is stored and was not moved: %s", box.mailbox, uid, type(problem).__name__)
            return False
        del self.stored[uid]
        return True

    def _fetched(self, box: Letterbox, uid: int) -> str | None:
        """Store a letter; the folder where it belongs now. One that cannot be had three times is refused.

        A try is counted before it is made: it may end the connection.
        """
        self.failed[uid] += 1
        if self.failed[uid] > MOST_TRIES:
            log.error("%s: letter %s cannot be fetched and is put aside", box.mailbox, uid)
            count("imap_unreadable", timezone.now().date())
            return box.refused
        try:
            letter = box.letter(uid, settings.MAIL_DATA_LIMIT_BYTES)
        except LOST:
            raise
        except REFUSED as problem:
            log.warning("%s: letter %s was not given out: %s", box.mailbox, uid, type(problem).__name__)
            return None
        del self.failed[uid]
        if letter is None:
            return None
        return box.handled if store(letter) else box.refused


def store(letter: Letter) -> bool:
    """Keep a letter, committed when this returns. False: it is one to be refused.

    Of one that is too large the beginning is kept, so that its writer is told. One that is empty, or older than bytes
    are kept, is not: nobody could answer it.
    """
    now = clocks.now()
    oldest = now - timedelta(days=settings.RAW_MAIL_DAYS)
    if not letter.raw.strip() or letter.arrived_at < oldest:
        count("imap_empty" if not letter.raw.strip() else "imap_too_old", now.date())
        return False
    inbound.accept(
        letter.raw,
        envelope_from=None,
        envelope_to=recipients(letter.raw),
        received_at=min(letter.arrived_at, now),
        source="imap",
        provider_event_id=None,
        verdicts=AuthVerdicts(),
    )
    return letter.size <= settings.MAIL_DATA_LIMIT_BYTES


def recipients(raw: bytes) -> list[str]:
    """The reply addresses that a letter came to: an IMAP server does not say, so its head is asked, within its limits.

    Known before the letter is read: an answer that came in time holds the clock of its seat, and of no other
    (`doors.unread`). None: whose the letter is turns out when it is read.
    """
    head = prescan(raw).head
    if not head:
        return []
    homes = [*settings.OWN_DOMAINS, settings.ONE_ADDRESS.rpartition("@")[2]]
    found = token_candidates(Headers(head), (), [home for home in homes if home])
    return [tokens.speaking_address(one.token) for one in found]


def _put_away(box: Letterbox, uid: int, folder: str) -> None:
    """Move a letter, one worker at a time: two that move the same one at once leave two copies."""
    place = f"{box.mailbox.host}:{box.mailbox.port}:{box.mailbox.user}:{box.mailbox.folder}"
    key = int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], signed=True)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
        box.put(uid, folder)
