"""Winning chances of a game that has ended, by moment: estimated in slices, kept as rows that may be dropped.

Only after the end: while a game runs this would be advice. Only from what is public: a spectator's redeal. A slice is
short, so that mail behind it in the queue hardly waits; what two workers do at once, one of them does in vain.
"""

from __future__ import annotations

import random
import time
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from asgard_pbem.tables.models import Analysis, Game, Moment
from asgard_pbem.tables.reading import history
from engine.table.analysis import Estimate, play_out
from engine.table.registry import UnknownRules

MOMENTS = 32  # that are looked at: a game has some 100 to 300, and neighbours differ little
PLAYOUTS = 64  # of each at most
LATELY = timedelta(days=2)  # older games are analysed when somebody says so
AT_ONCE = 20
Points = dict[int, Estimate]


def work(game_id: UUID) -> bool:
    """One slice. Whether more is to be done. A game that cannot be played out here has an empty analysis."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_be(game):
        return False
    row = Analysis.objects.get_or_create(game=game, defaults={"rules_version": game.rules_version})[0]
    if row.done:
        return False
    began, spent, points = time.monotonic(), row.spent_ms, read(row)
    try:
        _slice(game, points, began + settings.ANALYSIS_SLICE_MS / 1000)
    except Exception as why:  # whatever a game's rules raise: nobody needs this, and it must not be tried for ever
        Analysis.objects.filter(pk=game_id).update(done=True)
        if isinstance(why, UnknownRules):
            return False
        raise
    now = spent + max(1, round((time.monotonic() - began) * 1000))
    done = now >= settings.ANALYSIS_SECONDS * 1000 or all(one.playouts >= PLAYOUTS for one in points.values())
    mine = Analysis.objects.filter(pk=game_id, spent_ms=spent)  # unless somebody else has worked on it meanwhile
    return bool(mine.update(points=_written(points), spent_ms=now, done=done)) and not done


def may_be(game: Game) -> bool:
    """Whether a game is over, was played, and analyses are wanted at all."""
    ended = game.status in Game.ENDED
    return ended and game.started_at is not None and settings.ANALYSIS_SECONDS > 0


def whole(game_id: UUID) -> Analysis | None:
    """Drop the analysis of a game and make it anew, at one go. None where there can be none."""
    Analysis.objects.filter(pk=game_id).delete()
    while work(game_id):
        pass
    return Analysis.objects.filter(pk=game_id).first()


def of(game: Game) -> Points:
    """Moment -> estimate, in order; empty while there is none, or where the rules have been raised since."""
    row = Analysis.objects.filter(pk=game.pk, rules_version=game.rules_version, done=True).first()
    ended = game.status in Game.ENDED
    return read(row) if row is not None and ended else {}


def unfinished(now: datetime) -> list[UUID]:
    """Games that ended lately and whose analysis is not done. None of them has settled: of these there is an index."""
    if settings.ANALYSIS_SECONDS <= 0:
        return []
    ended = Game.objects.filter(
        status__in=Game.ENDED, ended_at__gte=now - LATELY,
        ended_at__lte=now - timedelta(minutes=2), started_at__isnull=False, settled_at=None,
    )  # fmt: skip
    return list(ended.exclude(analysis__done=True).order_by("ended_at").values_list("pk", flat=True)[:AT_ONCE])


def read(row: Analysis) -> Points:
    """The row's points."""
    return {moment: Estimate(playouts, sums, squares) for moment, playouts, sums, squares in row.points}


def _written(points: Points) -> list[list[object]]:
    kept = [(moment, points[moment]) for moment in sorted(points) if points[moment].playouts]
    return [[moment, one.playouts, _short(one.sums), _short(one.squares)] for moment, one in kept]


def _short(numbers: list[float]) -> list[float]:
    return [round(number, 4) for number in numbers]


def _slice(game: Game, points: Points, until: float) -> None:
    """Give the moments with the fewest playouts more of them, until time is up. At least one."""
    for moment in _chosen(game):
        points.setdefault(moment, Estimate())
    while points:
        moment = min(points, key=lambda one: (points[one].playouts, one))
        one, table = points[moment], history.table_at_moment(game.pk, moment)
        for _ in range(8):
            if one.playouts >= PLAYOUTS:
                return
            seed = f"{game.head_hash}/{moment}/{one.playouts}"  # the same playouts whoever makes them
            one.add(play_out(table, random.Random(seed)))  # noqa: S311 - an estimate, no game's chance
            if time.monotonic() >= until:
                return


def _chosen(game: Game) -> list[int]:
    """Moments evenly through the game, from the first state to the last before the end."""
    moments = Moment.objects.filter(game=game).order_by("number").values_list("number", "scores")
    numbers = [number for number, scores in moments if scores][:-1]  # the last one knows who has won
    if len(numbers) <= MOMENTS:
        return numbers
    return sorted({numbers[round(place * (len(numbers) - 1) / (MOMENTS - 1))] for place in range(MOMENTS)})
