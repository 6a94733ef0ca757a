from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.serving.memory import settle
from asgard_pbem.tables.management import which
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import checking, projecting
from asgard_pbem.tables.reading.checking import Checked
from engine.table.registry import UnknownRules

WRONG, TOO_FEW, INCOMPLETE = 1, 2, 3  # exit codes, see docs/game-log.md


class Command(BaseCommand):
    help = (
        "Drop what is projected from the logs and make it again; with --check change nothing: prove every log, hash by"
        " hash and move by move, and compare. Exits 1 if any game differs, 2 if there are fewer than --least, 3 if all"
        " that is wrong is that logs end too early."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", type=which.table, help="one game only")
        parser.add_argument("--check", action="store_true", help="change nothing, compare")
        parser.add_argument("--least", type=int, default=0, help="fail unless there are as many games")

    def handle(self, *, game: UUID | None, check: bool, least: int, **options: Any) -> None:
        ids = list(
            Game.objects.filter(**({"pk": game} if game else {})).order_by("opened_at").values_list("pk", flat=True)
        )
        if game is not None and not ids:
            raise CommandError(f"There is no game {game}.")
        if len(ids) < least:
            raise CommandError(f"There are {len(ids)} games, and should be at least {least}.", returncode=TOO_FEW)
        settle()
        found = [self._one(pk, checking.check if check else _rebuild) for pk in ids]
        unknown, wrong = sum(bool(one.unknown) for one in found), [one for one in found if one.faults]
        if wrong:
            cut = all(one.incomplete for one in wrong)
            said = "differ from their logs" if check else "could not be rebuilt"
            raise CommandError(f"{len(wrong)} of {len(ids)} games {said}.", returncode=INCOMPLETE if cut else WRONG)
        done = len(ids) - unknown
        self.stdout.write(f"{done} games {'equal their logs' if check else 'rebuilt'}; {unknown} of unknown rules.")

    def _one(self, pk: UUID, work: Callable[[UUID], Checked]) -> Checked:
        """One game; what is wrong with it is said at once, since a long run may be broken off."""
        found = work(pk)
        if found.incomplete:
            found.faults.insert(0, "INCOMPLETE: the log has lost its last events")
        for line in found.faults:
            self.stderr.write(f"{pk}: {line}")
        if found.unknown:
            self.stderr.write(f"{pk}: nothing installed plays {found.unknown}; left as it is")
        return found


def _rebuild(pk: UUID) -> Checked:
    """A game that cannot be rebuilt is named and stops no other."""
    try:
        projecting.rebuild(pk)
    except UnknownRules as why:
        return Checked(unknown=str(why))
    except Exception as why:  # noqa: BLE001 - whatever is wrong with one game
        return Checked([f"does not replay: {type(why).__name__}: {why}"])
    return Checked()
