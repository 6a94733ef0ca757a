from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.tables import services
from asgard_pbem.tables.management import keys
from asgard_pbem.tables.management.barred import mark_of, reason
from asgard_pbem.tables.models import Bar


class Command(BaseCommand):
    help = "Lets in again who was barred, by address, id or the mark that `bar --list` shows. Seats stay given up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", nargs="+")
        parser.add_argument("--why", default="", help="for whoever looks after you; it names nobody's address")

    def handle(self, *, who: list[str], why: str, **options: Any) -> None:
        keys.warn(self.stderr)
        said = reason(why) if why else ""
        wanted = {mark_of(one): one for one in who}
        unknown = set(wanted) - set(Bar.objects.filter(pk__in=wanted).values_list("pk", flat=True))
        if unknown:
            raise CommandError(f"Nobody is barred by {', '.join(sorted(wanted[one] for one in unknown))}.")
        people = 0
        for mark in wanted:
            people += len(services.unbar(mark))
            services.note_deed("unbar", mark, why=said)
        them = "it" if len(wanted) == 1 else "them"
        self.stdout.write(f"{len(wanted)} let in; people who are here by {them}: {people}.")
