"""Let tables go on that rest in the name of the service."""

from typing import Any
from uuid import UUID

from asgard_pbem.tables import services
from asgard_pbem.tables.management.resting import OfTables


class Command(OfTables):
    help = (
        "Lets a table go on that `pause` let rest, or all of them: everybody has the time that was left then. A table"
        " that rests because its people want it to goes on resting."
    )
    did, nothing = "gone on", "was not paused by `pause`"

    def handle(self, *, table: UUID | None, everywhere: bool, **options: Any) -> None:
        self.each(
            table,
            services.to_go_on if everywhere else None,
            lambda game, cause: services.let_go_on(game, cause=cause),
        )
