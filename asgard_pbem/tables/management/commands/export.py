from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables.management import which
from asgard_pbem.tables.management.failing import in_a_line
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import logfile


class Command(BaseCommand):
    help = "Write a game's log to stdout: complete when it is over, before that only what one viewer may know."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=which.table)
        parser.add_argument("--as", dest="viewer", default="spectator", help="a seat (from 0), or spectator")

    def handle(self, *, game: UUID, viewer: str, **options: Any) -> None:
        with in_a_line(game):
            data = logfile.export(game, viewer=read_viewer(game, viewer))
        self.stdout.write(data.decode(), ending="")


def read_viewer(game: UUID, text: str) -> int | None:
    """The seat that `text` names; None for a spectator. Raises CommandError."""
    seats = Game.objects.filter(pk=game).values_list("seats", flat=True).first()
    if seats is None:
        raise CommandError(f"There is no game {game}.")
    if text == "spectator":
        return None
    if not text.isdecimal() or int(text) >= seats:
        raise CommandError(f"--as is a seat from 0 to {seats - 1}, or spectator.")
    return int(text)
