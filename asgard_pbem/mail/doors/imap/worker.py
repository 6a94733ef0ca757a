"""The worker that empties mailboxes: a thread for each that listens (IDLE), looks every minute, and never gives up."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import close_old_connections, connections

from asgard_pbem.mail.doors.imap.fetching import MOST_TRIES, Round
from asgard_pbem.mail.doors.imap.letterbox import LOST, NOT_LET_IN, Letterbox
from asgard_pbem.mail.doors.imap.mailboxes import Mailbox
from asgard_pbem.tables.errors import kind_of
from asgard_pbem.tables.guards import alive, pulse

log = logging.getLogger(__name__)
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 300.0
STUCK_S = 900.0  # no wait of a thread is half as long: it hangs, and a new process is better
SAID_S = 10.0
LOGIN_PAUSE_S = 60.0  # at least, when the password is wrong: servers lock out who tries again and again


@dataclass(slots=True)
class Pause:
    """How long to stay away from a server that fails: twice as long each time, up to five minutes."""

    next_s: float = FIRST_PAUSE_S

    def after(self, problem: Exception) -> float:
        """Seconds, up to a quarter more by chance: many workers must not come back in step."""
        least = LOGIN_PAUSE_S if isinstance(problem, NOT_LET_IN) else 0.0
        found = max(self.next_s, least)
        self.next_s = min(self.next_s * 2, LONGEST_PAUSE_S)
        return min(found, LONGEST_PAUSE_S) * random.uniform(1.0, 1.25)  # noqa: S311 - no secret


class Watch(threading.Thread):
    """One mailbox, for as long as nobody asks to stop."""

    def __init__(self, mailbox: Mailbox, stop: threading.Event) -> None:
        super().__init__(name=str(mailbox))
        self.mailbox, self.stop, self.round, self.pause = mailbox, stop, Round(), Pause()
        self.moved_at = time.monotonic()

    def moves(self) -> bool:
        """Whether it does not hang."""
        return self.is_alive() and time.monotonic() - self.moved_at < STUCK_S

    def _stops(self) -> bool:
        """Asked between any two letters, and while nothing comes."""
        self.moved_at = time.monotonic()
        return self.stop.is_set()

    def run(self) -> None:
        while not self._stops():
            try:
                self._visit()
            except Exception as problem:  # noqa: BLE001  whatever a server or the database does, the next visit may go well
                away_s = self.pause.after(problem)
                # The text of the problem may quote who logs in, or a letter.
                log.warning("%s: %s; trying again in %.0f s", self.mailbox, kind_of(problem), away_s)
                self.stop.wait(away_s)
            finally:
                connections.close_all()

    def _visit(self) -> None:
        """From connecting to the end of the connection. Each time it was emptied is noted, and the first try: of one
        that lets nobody in any more, or never did, somebody must hear before the time of whoever answers is up.
        """
        pulse.turn(self.mailbox.sign, pulse.FORGOTTEN)
        with Letterbox(self.mailbox) as box:
            log.info("%s: connected", self.mailbox)
            while not self._stops():
                close_old_connections()
                self.round.empty(box, self._stops)
                pulse.turn(self.mailbox.sign, timedelta())
                self.pause = Pause()
                box.wait(settings.IMAP_LOOK_S, self._stops)


def watch(mailboxes: Sequence[Mailbox], stop: threading.Event) -> None:
    """Empty the mailboxes until `stop` is set. A thread that ends before that ends all, so that somebody notices; while
    all of them move, it says that it lives.
    """
    said_at = float("-inf")
    threads = [Watch(mailbox, stop) for mailbox in mailboxes]
    for thread in threads:
        thread.start()
    while not stop.wait(0.5):
        if not all(thread.is_alive() for thread in threads):
            stop.set()
            raise RuntimeError("A thread of the IMAP worker has ended.")
        if time.monotonic() - said_at > SAID_S and all(thread.moves() for thread in threads):
            said_at = time.monotonic()
            alive.say("fetch")
    for thread in threads:
        thread.join()


def once(mailboxes: Sequence[Mailbox]) -> list[Mailbox]:
    """Empty each mailbox one time; those that could not be."""
    missed = []
    for mailbox in mailboxes:
        try:
            _look(mailbox)
        except Exception as problem:  # noqa: BLE001  the others are still to be emptied
            log.warning("%s: %s", mailbox, kind_of(problem))
            missed.append(mailbox)
    return missed


def _look(mailbox: Mailbox) -> None:
    """Empty it. A letter at which the server ends the connection is tried as often as `watch` would and put aside: the
    next process would know nothing of it, and what lies behind it would never be had.
    """
    known, pause = Round(), Pause()
    for left in reversed(range(MOST_TRIES + 1)):
        try:
            with Letterbox(mailbox) as box:
                known.empty(box)
        except LOST as problem:
            if not (left and known.failed):
                raise
            time.sleep(pause.after(problem))
        else:
            return
