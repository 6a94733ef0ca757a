"""The history as a reader may see it: the log's sentences, the frames of the slider, the curve of scores."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from cachetools import TTLCache
from django.utils.translation import gettext

from asgard_pbem.tables.models import Game as GameRecord
from asgard_pbem.tables.models import Logged, Moment
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.holders import Sittings
from asgard_pbem.web.access import Access, Lens
from engine.core.contract import Game, Words
from engine.table.registry import game as find_game

KEPT_LINES: Final = 30_000  # of all logs that this process has told lately
KEPT_S: Final = 900
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class Story:
    """One line of the log."""

    moment: int
    sentences: tuple[str, ...]
    notes: tuple[str, ...]  # for its owner alone
    seat: int | None
    at: datetime
    undone: bool
    by: str  # player, plan, forced, timeout, bot; empty: no move
    round: int  # the round that begins here; 0: none does
    round_name: str  # where the game has a word of its own for it
    press: tuple[history.PressLine, ...]  # messages that came after this moment and before the next

    @property
    def caption(self) -> str:
        """The moment in one line."""
        said = " ".join(self.sentences)
        return f"{said} ({gettext('taken back')})" if self.undone else said


_Mark = tuple[int, str]  # of an event: its number, and its hash, which stands for all before it too
_kept: TTLCache[Any, tuple[_Mark, tuple[Story, ...]]] = TTLCache(
    KEPT_LINES, KEPT_S, getsizeof=lambda kept: len(kept[1]) + 1
)  # the head of the log then, and what was told up to it


def moments(game_id: UUID) -> list[Moment]:
    """The public moments in order."""
    return list(Moment.objects.filter(game=game_id).order_by("number"))


def rounds(found: Sequence[Moment]) -> dict[int, int]:
    """Moment -> the round that begins with it."""
    begins, last = {}, 0
    for moment in found:
        if moment.round > last:
            begins[moment.number] = last = moment.round
    return begins


def log(access: Access, lens: Lens, words: Words, found: Sequence[Moment]) -> tuple[Story, ...]:
    """Every moment as sentences, the first first."""
    letters: dict[int, list[history.PressLine]] = {}
    for line in press_of(access, lens):
        letters.setdefault(line.moment, []).append(line)
    told = _told_so_far(access, lens, words, rounds(found))
    return tuple(replace(one, press=tuple(letters[one.moment])) if one.moment in letters else one for one in told)


def _told_so_far(access: Access, lens: Lens, words: Words, begins: Mapping[int, int]) -> tuple[Story, ...]:
    """What is told already is not replayed again: only from the last moment on, after which somebody may have done
    something unseen, and all of it where a move was taken back since.
    """
    game = access.game
    undone = Logged.objects.filter(game=game.pk, kind="undone").count()
    # whoever is erased is in nothing that is kept
    names = *(words.seat(seat) for seat in range(game.seats)), *Sittings.of(history.as_row(game)).names.items()
    key = (game.pk, game.rules_version, access.over, lens.code, words.language, names, undone)
    with _guard:
        mark, kept = _kept.get(key, ((0, ""), ()))
    if mark == (game.head_seq, game.head_hash):
        return kept
    kept = kept[:-1] if _goes_on_from(mark, game) else ()
    since, engine = (kept[-1].moment if kept else 0), find_game(game.key)
    fresh = (_story(entry, words, engine, begins.get(entry.number, 0)) for entry in entries(access, lens, since))
    told = (*kept, *fresh)
    with _guard:
        _kept[key] = (game.head_seq, game.head_hash), told
    return told


def _goes_on_from(mark: _Mark, game: GameRecord) -> bool:
    """Whether this log is the one that was told, and longer by now: a restored copy may have taken another way."""
    return Logged.objects.filter(game=game.pk, seq=mark[0], hash=mark[1]).exists()


def entries(access: Access, lens: Lens, since: int = 0) -> list[history.Entry]:
    """The history through a lens after a moment; for the whole table each entry as the one who acted saw it."""
    if not lens.whole_table:
        return list(history.history(access.game.pk, lens.viewer, since=since))
    plain, *seen = history.histories(access.game.pk, [None, *range(access.game.seats)], since=since)
    return [one if one.seat is None else seen[one.seat][place] for place, one in enumerate(plain)]


def press_of(access: Access, lens: Lens) -> list[history.PressLine]:
    """Messages that this lens may read: those of the own seats, and for everybody what was said to all."""
    viewer = lens.viewer if lens.viewer in access.seats else None
    return list(history.press(access.game.pk, viewer))


def _story(entry: history.Entry, words: Words, game: Game[Any], begins: int) -> Story:
    return Story(
        moment=entry.number,
        sentences=telling.told(entry, words),
        notes=telling.noted(entry, words, game),
        seat=_actor(entry),
        at=entry.recorded_at,
        undone=entry.undone,
        by=entry.by,
        round=begins,
        round_name=words.round(begins) if begins else "",
        press=(),
    )


def _actor(entry: history.Entry) -> int | None:
    """Whose badge stands at the line: what the shown happening itself says, never who made the event.

    Whose move set a public moment off may be secret, for instance who was the last to choose a card.
    """
    if entry.faces:
        seat = getattr(entry.faces[0], "seat", None)
        return seat if isinstance(seat, int) else None
    return entry.seat if entry.what in TOLD_WITH_SEAT else None


TOLD_WITH_SEAT = frozenset({"seat_taken", "undone", "press_sent", "pause_asked", "paused", "went_on"})
