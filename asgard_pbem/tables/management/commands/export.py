from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand

from asgard_pbem.tables.management import which
from asgard_pbem.tables.management.failing import in_a_line
from asgard_pbem.tables.reading import logfile


class Command(BaseCommand):
    help = "Write a game's log to stdout: complete when it is over, before that only what one viewer may know."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=which.table)
        parser.add_argument("--as", dest="viewer", default="spectator", help="a seat (from 0), or spectator")

    def handle(self, *, game: UUID, viewer: str, **options: Any) -> None:
        with in_a_line(game):
            data = logfile.export(game, viewer=which.viewer(game, viewer))
        self.stdout.write(data.decode(), ending="")
