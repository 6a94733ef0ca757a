from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables import projecting
from asgard_pbem.tables.models import Game
from engine.core.chance import ChanceMismatch
from engine.core.registry import UnknownRules


class Command(BaseCommand):
    help = "Drop what is projected from the logs and make it again; with --check only compare (exit 1 if not equal)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", type=UUID, help="one game only")
        parser.add_argument("--check", action="store_true", help="change nothing, compare")

    def handle(self, *, game: UUID | None, check: bool, **options: Any) -> None:
        games = Game.objects.filter(**({"pk": game} if game else {})).order_by("opened_at")
        wrong, done, unknown = 0, 0, 0
        for pk in games.values_list("pk", flat=True).iterator():
            try:
                found = list(projecting.differences(pk)) if check else []
                if not check:
                    projecting.rebuild(pk)
            except UnknownRules as why:
                unknown += 1
                self.stderr.write(f"{pk}: nothing installed plays {why}; left as it is")
                continue
            except ChanceMismatch as why:
                found = [f"does not replay: {why}"]
            done += 1
            wrong += bool(found)
            for line in found:
                self.stderr.write(f"{pk}: {line}")
        if wrong:
            raise CommandError(f"{wrong} of {done} games differ from their logs.")
        self.stdout.write(f"{done} games {'equal their logs' if check else 'rebuilt'}; {unknown} of unknown rules.")
