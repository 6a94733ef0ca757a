"""Games in memory: loaded from a snapshot and the tail of the log, and kept by the process that used them last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from asgard_pbem.database.built import built_once
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.folding import (
    Course,
    Noted,
    begun,
    fits,
    play_on,
    prompts_of,
    read_all,
    restored,
)
from asgard_pbem.tables.store.rows import EventRow, GameRow, Holder, SnapshotRow
from engine.table.events import Undone

UNDONE = Undone.model_fields["kind"].default

KEPT_GAMES = 2000  # some 20 KB each
KEPT_EARLIER = 500  # of the same games, as they were some appends ago
KEPT_NOTED = 5000  # events with what came of them: what one seat is told of, the others are told of soon


class Seen(NamedTuple):
    """The rows of a game as a committed append left them, and by what the database tells that they still are so."""

    row: GameRow
    holders: list[Holder]
    version: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game at the head `hash`. Never changed: who plays on copies the course."""

    seq: int
    hash: str
    moment: int  # the last public one
    course: Course
    chance_key: bytes  # empty before the start
    causes: set[UUID]  # of all events, and of what was committed after them: copied, long games would cost more a move
    seen: Seen | None = None  # where this process made the last append itself


class _Shelf:
    """The games used last. The hash of the head says whether what is kept is what the log holds.

    What a game was a while ago is kept as well, and what came of its last events by their hashes: a mail tells what
    came since the one before it.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[UUID, Loaded] = OrderedDict()
        self._earlier: dict[UUID, dict[int, Loaded]] = {}  # by their heads
        self._order: OrderedDict[tuple[UUID, int], None] = OrderedDict()  # of these, that put away last at the end
        self._noted: OrderedDict[str, Noted] = OrderedDict()
        self._lock = Lock()

    def get(self, game: UUID, head: str) -> Loaded | None:
        with self._lock:
            found = self._games.get(game)
            if found is None or found.hash != head:
                return None
            self._games.move_to_end(game)
            return found

    def newest(self, game: UUID) -> Loaded | None:
        """The game as this process knew it last."""
        with self._lock:
            return self._games.get(game)

    def earlier(self, game: UUID, head: int, moment: int) -> Loaded | None:
        """The newest that is known from before event `head` and not after a public moment; it may be of a history that
        never came to be.
        """
        found = [one for one in self._all_of(game) if one.seq < head and one.moment <= moment]
        return max(found, key=lambda one: one.seq, default=None)

    def _all_of(self, game: UUID) -> list[Loaded]:
        with self._lock:
            last = self._games.get(game)
            return [*self._earlier.get(game, {}).values(), *([last] if last else ())]

    def note(self, event: str, noted: Noted) -> None:
        """What came of the event of this hash."""
        with self._lock:
            self._noted[event] = noted
            while len(self._noted) > KEPT_NOTED:
                self._noted.popitem(last=False)

    def noted(self, game: UUID, events: Sequence[EventRow]) -> tuple[list[Noted], Loaded | None]:
        """What came of the first of `events`, as far as the game after them is known as well, and that game."""
        heads, found = {one.hash: one for one in self._all_of(game)}, list[Noted]()
        known: tuple[list[Noted], Loaded | None] = [], None
        for event in events:
            if (noted := self._noted.get(event.hash)) is None:
                break
            found.append(noted)
            if event.hash in heads:
                known = found[:], heads[event.hash]
        return known

    def put(self, game: UUID, loaded: Loaded) -> None:
        with self._lock:
            before = self._games.get(game)
            if before is not None and before.seq < loaded.seq:
                self._put_away(game, before)
            self._games[game] = loaded
            self._games.move_to_end(game)
            while len(self._games) > KEPT_GAMES:
                self._games.popitem(last=False)

    def _put_away(self, game: UUID, before: Loaded) -> None:
        self._earlier.setdefault(game, {})[before.seq] = before
        self._order[game, before.seq] = None
        self._order.move_to_end((game, before.seq))
        while len(self._order) > KEPT_EARLIER:
            (of, seq), _ = self._order.popitem(last=False)
            del self._earlier[of][seq]
            if not self._earlier[of]:
                del self._earlier[of]

    def clear(self) -> None:
        with self._lock:
            self._games.clear()
            self._earlier.clear()
            self._order.clear()
            self._noted.clear()


shelf = _Shelf()


def load(row: GameRow) -> Loaded:
    """The game at its head. Raises UnknownRules."""
    found = shelf.get(row.id, row.head_hash)
    if found is None:
        found = _played_on(row) or Loaded(
            row.head_seq, row.head_hash, row.moment, course_at(row, row.head_seq), chance_key(row.id),
            store.causes(row.id),
        )  # fmt: skip
        shelf.put(row.id, found)
    return found


def _played_on(row: GameRow) -> Loaded | None:
    """The game as this process had it a while ago, with what others have written since; None as of `before`, and where
    a snapshot is nearer. Who sends a table's mails writes none of its events.
    """
    found = shelf.earlier(row.id, row.head_seq, row.moment)
    known = before(row, row.moment) if found is not None and found.seq >= row.last_snapshot else None
    if known is None or known[1][-1].hash != row.head_hash:
        return None
    kept, tail = known
    course, places = kept.course.copy(), prompts_of(tail)
    for one, event in zip(read_all(tail), tail, strict=True):
        shelf.note(event.hash, course.advance(one.payload, places[one.seq]))
    key = kept.chance_key or chance_key(row.id)
    return Loaded(row.head_seq, row.head_hash, row.moment, course, key, kept.causes | {one.cause for one in tail})


def course_at(row: GameRow, seq: int) -> Course:
    """The game after event `seq`, from the nearest snapshot. The caller's own. Raises UnknownRules."""
    kept, tail = near(row, seq)
    return play_on(begin(row, kept, tail), tail)


def near(row: GameRow, upto: int, *, by: int | None = None) -> tuple[SnapshotRow | None, list[EventRow]]:
    """The newest snapshot of use not after `by` (None: `upto`), and the events between it and `upto`."""
    kept, tail = store.snapshot_and_tail(row.id, upto, by=by)
    if kept is None or fits(row, kept):
        return kept, tail
    return None, store.events(row.id, after=0, upto=upto)


def before(row: GameRow, moment: int) -> tuple[Loaded, list[EventRow]] | None:
    """The game at a head of its log not after a public moment, and all events since, where this process has it.

    None also where what is kept is no part of the log, is of other rules, or where something was taken back since: a
    walk that meets that has to have met what it takes back.
    """
    found = shelf.earlier(row.id, row.head_seq, moment)
    if found is None or found.course.table.rules.version != row.rules_version:
        return None
    tail = store.events(row.id, after=found.seq, upto=row.head_seq)
    if not tail or tail[0].prev_hash != found.hash or any(one.kind == UNDONE for one in tail):
        return None
    return found, tail


def begin(row: GameRow, kept: SnapshotRow | None, tail: Sequence[EventRow]) -> Course:
    """The game as `kept` has it, or before its first event, which `tail` then begins with. Raises UnknownRules."""
    if kept is None:
        first = tail[0].payload if tail else {}
        course = begun(row._replace(rules_version=first.get("rules", row.rules_version)))
    else:
        course = restored(row, kept, store.ended(row.id, kept.seq) if row.status in Game.ENDED else None)
    return course


@built_once
def _secrets(game_id: UUID) -> QuerySet[GameSecret, Any]:
    return GameSecret.objects.filter(pk=game_id).values_list("seed", "chance_key")


def chance_key(game_id: UUID) -> bytes:
    """The key of the game's chance; empty before the start."""
    kept = _secrets(game_id)
    return crypto.decrypt(kept[0][1]) if kept and kept[0][1] else b""


def seed(game_id: UUID) -> bytes:
    """The seed the table committed to."""
    ((kept, _),) = _secrets(game_id)
    return crypto.decrypt(kept)
