from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.tables.management import which
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import analysing
from engine.table.analysis import turning_points


class Command(BaseCommand):
    help = (
        "Estimate anew how likely each seat was to win, moment by moment, as everybody could know it then: one line a"
        " moment (tab-separated: moment, playouts, percent of each seat), then the turning points. Takes"
        " ANALYSIS_SECONDS at most."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=which.table)

    def handle(self, *, game: UUID, **options: Any) -> None:
        row = Game.objects.filter(pk=game).first()
        if row is None:
            raise CommandError(f"There is no game {game}.")
        if not analysing.may_be(row):
            raise CommandError("Only a game that was played and has ended is analysed, none if ANALYSIS_SECONDS is 0.")
        analysing.whole(game)
        points = analysing.of(row)
        if not points:
            raise CommandError("Nothing here can play this game out.")
        for moment, one in points.items():
            percents = [str(round(100 * chance)) for chance in one.chances]
            self.stdout.write("\t".join([str(moment), str(one.playouts), *percents]))
        for turn in turning_points(points):
            change = f"seat {turn.seat} from {turn.before} to {turn.after} of 100"
            self.stdout.write(f"turning point {turn.moment}: {change}")
