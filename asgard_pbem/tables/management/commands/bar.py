from __future__ import annotations

import sys
from collections import defaultdict
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.tables import services
from asgard_pbem.tables.management import keys
from asgard_pbem.tables.management.barred import mark_of, read_row, reason, row
from asgard_pbem.tables.models import Bar, Player
from asgard_pbem.tables.services.barring import among


class Command(BaseCommand):
    help = (
        "Keeps out who abuses the service, by address, id or mark: their mailbox, however it is spelt."
        " --list prints who is barred, since when and why; - reads such a list from standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", nargs="*")
        parser.add_argument("--why", default="", help="for whoever looks after you; it names nobody's address")
        parser.add_argument("--list", action="store_true", help="for you, and for another copy of the database: bar -")

    def handle(self, *, who: list[str], why: str, list: bool, **options: Any) -> None:  # noqa: A002 - the option's name
        if list:
            self._list()
            return
        if not who:
            raise CommandError("Name persons by address or id, or - for a list on standard input.")
        keys.warn(self.stderr)
        wanted: dict[str, tuple[datetime | None, str]]
        if who == ["-"]:
            wanted = {mark: (since, said) for mark, since, said in map(read_row, filter(str.strip, sys.stdin))}
        else:
            said = reason(why)
            wanted = dict.fromkeys(map(mark_of, who), (None, said))
        people, failed = 0, 0
        for mark, (since, said) in wanted.items():
            done = services.bar(mark, why=said, since=since)
            services.note_deed("bar", mark, why=said)
            people, failed = people + len(done.people), failed + done.failed
        them = "it" if len(wanted) == 1 else "them"
        self.stdout.write(f"{len(wanted)} barred; people who are here by {them}: {people}.")
        if failed:
            self.stdout.write(f"Seats that nobody takes over: {failed}. The log says where; mend it and bar once more.")

    def _list(self) -> None:
        bars = Bar.objects.order_by("since", "mark")
        people: dict[str, list[Player]] = defaultdict(list)
        for player, mark in among([one.mark for one in bars]):
            people[mark].append(player)
        for one in bars:
            self.stdout.write(row(one.mark, one.since, one.why, people[one.mark]))
