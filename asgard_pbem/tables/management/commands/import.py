from __future__ import annotations  # noqa: N999 - the command is called import

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables.reading import logfile
from engine.log.proof import Divergence
from engine.table.registry import UnknownRules


class Command(BaseCommand):
    help = (
        "Verify an exported log and put its game into the store; exits 1 and changes nothing when it does not verify."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            game = logfile.load(file.read_bytes())
        except OSError as why:
            raise CommandError(f"{file}: {why.strerror}") from None
        except UnknownRules as why:
            raise CommandError(f"{file}: nothing installed plays {why}") from None
        except (Divergence, ValueError) as why:
            raise CommandError(f"{file}: {why}") from None
        self.stdout.write(f"{game.pk}: {game.key}, {game.head_seq} events.")
