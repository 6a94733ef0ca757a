from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.tables import services
from asgard_pbem.tables.management.whom import person
from asgard_pbem.tables.models import Player


class Command(BaseCommand):
    help = "Erases persons, by address or id (- reads them from standard input). --list prints who was erased, as ids."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", nargs="*")
        parser.add_argument("--list", action="store_true", help="for another copy of the database: forget -")

    def handle(self, *, who: list[str], list: bool, **options: Any) -> None:  # noqa: A002 - the option's name
        if list:
            erased = Player.objects.exclude(erased_at=None).order_by("erased_at").values_list("pk", flat=True)
            self.stdout.write("\n".join(map(str, erased)))
            return
        if not who:
            raise CommandError("Name persons by address or id, or - for standard input.")
        wanted = sys.stdin.read().split() if who == ["-"] else who
        found = [person(one) for one in wanted]
        if who != ["-"] and None in found:  # a list of ids may name persons whom this copy does not know
            unknown = ", ".join(one for one, player in zip(wanted, found, strict=True) if player is None)
            raise CommandError(f"There is no such person: {unknown}. Nobody was erased.")
        people = [player for player in found if player is not None and player.erased_at is None]
        for player in people:
            services.erase_player(player)
        self.stdout.write(f"{len(people)} erased.")
