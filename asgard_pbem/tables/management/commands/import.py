from __future__ import annotations  # noqa: N999 - the command is called import

from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables.management import keys
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import logfile
from engine.log.proof import Divergence
from engine.table.registry import UnknownRules


class Command(BaseCommand):
    help = (
        "Verify an exported log and put its game into the store; exits 1 and changes nothing when it does not verify."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--public",
            action=BooleanOptionalAction,
            default=settings.EMBEDDED,
            help="anybody may look at it on the web (in local play: yes); else nobody finds it there",
        )

    def handle(self, *, file: Path, public: bool, **options: Any) -> None:
        keys.warn(self.stderr)
        visibility = Game.Visibility.PUBLIC if public else Game.Visibility.PRIVATE
        try:
            game = logfile.load(file.read_bytes(), visibility=visibility)
        except OSError as why:
            raise CommandError(f"{file}: {why.strerror}") from None
        except UnknownRules as why:
            raise CommandError(f"{file}: nothing installed plays {why}") from None
        except (Divergence, ValueError) as why:
            raise CommandError(f"{file}: {why}") from None
        self.stdout.write(f"{game.pk}: {game.key}, {game.head_seq} events.")
