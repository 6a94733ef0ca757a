from __future__ import annotations

import signal
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.mail.doors.imap import worker
from asgard_pbem.mail.doors.imap.mailboxes import mailboxes
from asgard_pbem.serving.lines import greet
from asgard_pbem.serving.memory import settle
from asgard_pbem.serving.metrics import exposing

EX_TEMPFAIL = 75  # sysexits.h


class Command(BaseCommand):
    help = "Fetches mail by IMAP from the mailboxes of IMAP_MAILBOXES, until it is stopped; see docs/operating.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="empty each mailbox once; exits 75 if one could not be")

    def handle(self, *, once: bool, **options: Any) -> None:
        found = mailboxes(settings.IMAP_MAILBOXES)
        if not found:
            raise CommandError("IMAP_MAILBOXES names no mailbox; see docs/operating.md.")
        if once:
            sys.exit(EX_TEMPFAIL if worker.once(found) else 0)
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        settle()
        exposing.serve()
        greet(self.stdout, f"Fetching mail from {', '.join(map(str, found))}.")
        worker.watch(found, stop)
