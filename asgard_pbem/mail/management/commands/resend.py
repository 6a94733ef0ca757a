from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.mail.sending import again as deeds
from asgard_pbem.tables.management import which
from asgard_pbem.tables.models import Outbox


class Command(BaseCommand):
    help = (
        "Sends mails again: by their ids in the outbox, all that were given up (--failed) or wait for their next try"
        " (--waiting), or a seat's question. With --let-go those that were given up are owed no more instead."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", type=UUID, nargs="*", help="ids of outbox rows; `stuck` and `trace` name them")
        parser.add_argument("--failed", action="store_true", help="all that were given up")
        parser.add_argument("--waiting", action="store_true", help="all that were tried, and wait to be tried again")
        parser.add_argument("--question", nargs=2, metavar=("GAME", "SEAT"), help="what a seat (from 1) is asked")
        parser.add_argument("--again", action="store_true", help="also what was sent, told elsewhere or overtaken")
        parser.add_argument("--let-go", action="store_true", help="not to be sent: who was given up is let go of")
        parser.add_argument("--why", default="", help="kept with the deed; name nobody")

    def handle(
        self, *, mail: list[UUID], failed: bool, waiting: bool, question: list[str] | None, again: bool, why: str,
        let_go: bool = False, **options: Any,
    ) -> None:  # fmt: skip
        if let_go and (waiting or again or question is not None):
            raise CommandError("--let-go is for what was given up: name mails, or --failed.")
        rows = list(mail)
        if failed:
            given_up = Outbox.objects.filter(state=Outbox.State.FAILED).order_by("created_at")
            rows += given_up.values_list("pk", flat=True)
        if waiting:
            tried = Outbox.objects.filter(state=Outbox.State.QUEUED, attempts__gt=0).order_by("due_at")
            rows += tried.values_list("pk", flat=True)
        if question is not None:
            rows.append(_question(*question))
        if not (rows or failed or waiting):
            raise CommandError("Name mails, --failed, --waiting or --question GAME SEAT.")
        if Outbox.objects.filter(pk__in=mail).count() < len({*mail}):
            raise CommandError("Not every id is that of a mail of ours; nothing was done.")
        self._send(rows, why=why, anyway=again or question is not None, let_go=let_go)

    def _send(self, rows: list[UUID], *, why: str, anyway: bool, let_go: bool) -> None:
        for row in rows:
            became = deeds.let_go(row, why=why) if let_go else deeds.resend(row, why=why, again=anyway)
            self.stdout.write(f"{row} {became}")
        self.stdout.write(f"{len(rows)} mails looked at.")


def _question(game: str, seat: str) -> UUID:
    try:
        found = deeds.question_of(which.table(game), int(seat) - 1)
    except (ValueError, ArgumentTypeError) as why:
        raise CommandError(f"--question takes a game's id and a seat's number: {why}.") from None
    if found is None:
        raise CommandError("That seat was never asked anything by mail.")
    return found
