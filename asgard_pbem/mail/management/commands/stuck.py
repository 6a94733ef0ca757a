from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from asgard_pbem.mail.management import stuck


class Command(BaseCommand):
    help = "Names everything that does not go on, since when and why, and what to do. Exits with 1 when there is any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="only count")

    def handle(self, *, quiet: bool, **options: Any) -> None:
        found = list(stuck.everything())
        for one in [] if quiet else found:
            since = f"{one.since:%Y-%m-%d %H:%M} UTC" if one.since else "ever"
            self.stdout.write(f"{one.what} {one.name}\n    since {since}: {one.why}\n    -> {one.do}")
        count = sum(one.count for one in found)
        self.stdout.write(f"{count} things do not go on." if found else "Everything goes on.")
        if found:
            sys.exit(1)
