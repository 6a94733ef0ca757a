"""Let tables rest in the name of the service: after an outage, for a faulty release."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from asgard_pbem.tables import services
from asgard_pbem.tables.management.resting import OfTables
from asgard_pbem.tables.models.games import WHY_LIMIT


class Command(OfTables):
    help = (
        "Lets a table rest, or all that run: no deadline, no reminder, no bot, until `go_on`. Moves are accepted, and"
        " every mail and page says so. Tables that begin later are not paused."
    )
    did, nothing = "paused", "rests already"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--why", default="", help="for the people at the tables, as it is; no more than a sentence")

    def handle(self, *, table: UUID | None, everywhere: bool, why: str, **options: Any) -> None:
        if len(why := why.strip()) > WHY_LIMIT:
            raise CommandError(f"--why is told as it is and has {len(why)} characters; {WHY_LIMIT} is the most.")
        self.each(
            table, services.to_pause if everywhere else None,
            lambda game, cause: services.pause_table(game, why=why, cause=cause),
        )  # fmt: skip
