"""What `pause` and `go_on` have in common: one table or all, one after the other, and none stops the rest."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from uuid import UUID, uuid4

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from asgard_pbem.tables.management import which
from asgard_pbem.tables.management.failing import said
from asgard_pbem.tables.services import ServiceError
from asgard_pbem.tables.words import refusal

AS_WANTED = frozenset({"E_RESTS", "E_GOES_ON"})  # it is as it shall be: asked twice, nothing happens twice


class OfTables(BaseCommand):
    """Does one thing to one table, or to all."""

    did = nothing = ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        tables = parser.add_mutually_exclusive_group(required=True)
        tables.add_argument("table", type=which.table, nargs="?", help="its id, or how its mails' subjects call it")
        tables.add_argument("--all", action="store_true", dest="everywhere", help="every running table")

    def each(
        self, table: UUID | None, every: Callable[[], Iterable[UUID]] | None, act: Callable[[UUID, UUID], None]
    ) -> None:
        """Raises CommandError for one table where nothing was done, and where some of all could not be dealt with."""
        done, as_before, failed = 0, 0, list[str]()
        for game in every() if every is not None else [] if table is None else [table]:
            try:
                act(game, uuid4())
                done += 1
            except ServiceError as why:
                words = refusal(why.code, why.where, "en")
                line = f"{game} {self.nothing}." if why.code in AS_WANTED else f"{game}: {words}"
                if every is None:
                    raise CommandError(line) from None
                as_before += why.code in AS_WANTED
                failed += [] if why.code in AS_WANTED else [line]
            except Exception as why:  # a faulty release is what tables are paused for, and it may fail at one of them
                away = isinstance(why, DatabaseError) and not connection.is_usable()
                if away or (every is None and isinstance(why, (DatabaseError, InvalidToken))):
                    raise  # manage.py says in a line of its own what that is
                line = f"{game}: fails, {said(why)}; mend that, and say it again"
                if every is None:
                    raise CommandError(line) from why
                failed.append(line)
        self.stdout.write(f"Tables {self.did}: {done}; as before: {as_before}.")
        if failed:
            raise CommandError("\n".join(["Not dealt with:", *failed]))
