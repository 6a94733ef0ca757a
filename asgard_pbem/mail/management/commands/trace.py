from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.mail.management import tracing
from asgard_pbem.tables.management import which


class Command(BaseCommand):
    help = "Follows a mail, an outbox row, a game or an event (GAME/SEQ): what led to it and what came of it, in time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id")

    def handle(self, *, id: str, **options: Any) -> None:  # noqa: A002 - the argument's name
        name, slash, seq = id.partition("/")
        try:
            steps = tracing.trace(f"{which.table(name)}{slash}{seq}")
        except (ValueError, ArgumentTypeError) as why:
            raise CommandError(f"{why}; a mail's id is whole, an event is GAME/SEQ.") from None
        if not steps:
            raise CommandError("Nothing is known of that id; old mails are forgotten.")
        for one in steps:
            when = f"{one.at:%Y-%m-%d %H:%M:%S.%f}"[:-3]
            self.stdout.write(f"{when} UTC  {one.what:11} {one.name}  {one.said}".rstrip())
