"""Where the points of an ended game came from: what its happenings scored, added up by their sources."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store.walking import walk
from engine.core.contract import Words


@dataclass(frozen=True, slots=True)
class Source:
    """One line of the table."""

    label: str
    points: tuple[int, ...]  # by seat


def sources(game: Game, words: Words) -> tuple[Source, ...]:
    """What gave most together stands first. Empty while the game runs (what lies hidden may have scored), and of a game
    that tells no sources. Raises UnknownRules.
    """
    if game.status not in Game.ENDED:
        return ()
    found: dict[str, list[int]] = defaultdict(lambda: [0] * game.seats)
    for step in walk(history.row_of(game.pk)):
        for happening in () if step.undone else step.noted.happenings:
            scored = step.course.table.game.points(happening, words)
            if scored is not None:
                found[scored.source][scored.seat] += scored.points
    rows = sorted(found.items(), key=lambda row: -sum(row[1]))
    return tuple(Source(label, tuple(points)) for label, points in rows if any(points))
