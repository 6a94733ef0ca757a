from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from asgard_pbem.tables import services
from asgard_pbem.tables.management.whom import here
from asgard_pbem.tables.reading.personal.parts import copy_of


class Command(BaseCommand):
    help = "Writes all that is stored about a person, by address or id, as JSON: their right to a copy. To a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who")

    def handle(self, *, who: str, **options: Any) -> None:
        player = here(who)
        copy = copy_of(player)
        services.note_deed("data", player.pk)
        self.stdout.write(json.dumps(copy, ensure_ascii=False, indent=2))
