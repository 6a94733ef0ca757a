from __future__ import annotations

import os
import sys
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.doors.inbound import accept
from asgard_pbem.tables.errors import kind_of

EX_TEMPFAIL = 75  # sysexits.h: the MTA keeps the mail and tries again


class Command(BaseCommand):
    help = "Reads one raw message from standard input and stores it. Exits 75 whenever it could not: try again. Else 0."
    stealth_options = ("stdin",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", dest="sender", default=os.environ.get("SENDER"), help="envelope sender")
        parser.add_argument(
            "--to",
            dest="recipients",
            action="append",
            help="envelope recipient, repeatable (default: $ORIGINAL_RECIPIENT or $RECIPIENT)",
        )

    def handle(
        self, *, sender: str | None, recipients: list[str] | None, stdin: BinaryIO | None = None, **options: Any
    ) -> None:
        raw = (stdin or sys.stdin.buffer).read(settings.MAIL_DATA_LIMIT_BYTES + 1)
        known = os.environ.get("ORIGINAL_RECIPIENT") or os.environ.get("RECIPIENT")
        try:
            accept(
                raw,
                envelope_from=sender,
                envelope_to=recipients or ([known] if known else []),
                source="pipe",
                provider_event_id=None,
                verdicts=AuthVerdicts(),
            )
        except DatabaseError as why:
            self.stderr.write(f"The database does not take it now, {kind_of(why)}: try again later.")
            sys.exit(EX_TEMPFAIL)
