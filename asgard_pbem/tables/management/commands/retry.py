"""Let games that were set aside be tried again at once."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import aside
from asgard_pbem.tables.management import which
from asgard_pbem.tables.models import SetAside


class Command(BaseCommand):
    help = "Lets a game that failed, or ended its worker, be tried again at once: after its fault has been mended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=which.table, nargs="?", help="without one: all that are set aside")

    def handle(self, *, game: UUID | None, **options: Any) -> None:
        found = SetAside.objects.all() if game is None else SetAside.objects.filter(pk=game)
        games = list(found.values_list("game_id", flat=True))
        if not games and game is not None:
            raise CommandError(f"{game} is not set aside.")
        for one in games:
            aside.succeeded(one)
            notify.tell(notify.PLAY_BOTS, str(one))
        self.stdout.write(f"Games that are tried again: {len(games)}.")
