from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables.management import keys
from asgard_pbem.tables.reading import samples


class Command(BaseCommand):
    help = "Put a finished game of each kind into the store, for whoever comes to look; those that are here stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="game", help="keys of games; all that are installed")

    def handle(self, *, games: list[str], **options: Any) -> None:
        wanted = frozenset(games) or frozenset(samples.ids())
        if unknown := wanted - samples.ids().keys():
            raise CommandError(f"There is no sample of {', '.join(sorted(unknown))}.")
        keys.warn(self.stderr)
        brought = 0
        while key := samples.bring_one(wanted):
            self.stdout.write(f"{samples.ids()[key]}: {key}")
            brought += 1
        self.stdout.write(f"Brought: {brought}; here already: {len(wanted) - brought}.")
