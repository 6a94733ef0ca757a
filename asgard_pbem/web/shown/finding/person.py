"""A person as others may read of them: the name they chose, and their public games. Nothing else is asked for here."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import archive
from asgard_pbem.web.naming import game_title
from asgard_pbem.web.shown.finding import lists

SHOWN = 10  # games of each list; the archive has the others


@dataclass(frozen=True, slots=True)
class Line:
    """One game in the record."""

    title: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Person:
    """What the page shows."""

    player: Player
    record: tuple[Line, ...]
    running: tuple[lists.Row, ...]
    ended: tuple[lists.Row, ...]
    more: bool  # whether the archive has more of the ended

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return sum(line.games for line in self.record)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(line.won for line in self.record)


def find(person_id: UUID, reader: Player | None) -> Player:
    """The person, if this reader finds a page of theirs. Raises Http404: who has none cannot be told from nobody."""
    found = Player.objects.filter(pk=person_id, erased_at=None).first()
    if found is None or not (lists.has_page(found) or found == reader):
        raise Http404
    return found


def of(player: Player, language: str) -> Person:
    """The page. The same for everybody, its owner too: their private games stand in their own list."""
    record = tuple(Line(game_title(key, language), games, won) for key, games, won in archive.record(player))
    running = archive.page(archive.Search(running=True, person=player)).games[:SHOWN]
    ended = archive.page(archive.Search(person=player))
    rows = lists.rows(lists.seated((*running, *ended.games[:SHOWN])), None, language)
    now, past = rows[: len(running)], rows[len(running) :]
    return Person(player, record, now, past, len(ended.games) > SHOWN)
