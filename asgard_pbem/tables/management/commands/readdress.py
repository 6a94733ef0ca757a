from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.tables import services
from asgard_pbem.tables.management import keys
from asgard_pbem.tables.management.whom import here
from asgard_pbem.tables.words import refusal


class Command(BaseCommand):
    help = (
        "Lets a person who has lost their mailbox play from another address: it is asked there, and changes once"
        " somebody says yes. That they are who they say is for you to know: it is all that a seat needs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", help="by address or id")
        parser.add_argument("address", help="the new one")

    def handle(self, *, who: str, address: str, **options: Any) -> None:
        keys.warn(self.stderr)
        player = here(who)
        try:
            asked = services.ask_for_address(player, address)
        except services.ServiceError as why:
            raise CommandError(refusal(why.code, why.where, "en")) from None
        services.note_deed("readdress", str(player.pk))
        self.stdout.write(f"{asked} is asked; it has three days to say yes.")
