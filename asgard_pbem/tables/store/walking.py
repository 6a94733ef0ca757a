"""Walking through a log event by event, moves taken back included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.folding import Course, Noted, prompts_of, read_all
from asgard_pbem.tables.store.rows import EventRow, GameRow
from engine.table.events import MoveMade, Undone
from engine.table.table import live, takes_back
from engine.table.undo import Returns


@dataclass(frozen=True, slots=True)
class Told:
    """One event of the log, and what came of it."""

    row: EventRow
    noted: Noted
    undone: bool  # taken back later


@dataclass(frozen=True, slots=True)
class Step(Told):
    """One event of the log, replayed. `course` is the walk's own: copy it to keep it."""

    course: Course


def told(row: GameRow, kept: loading.Loaded, rows: Sequence[EventRow]) -> Iterator[Told]:
    """What came of `rows`, all that followed on `kept` with nothing taken back (`loading.before`).

    What this process has replayed before, for another seat, it does not replay again. Raises as `walk`.
    """
    noted, after = loading.shelf.noted(row.id, rows)
    for event, one in zip(rows, noted, strict=False):
        yield Told(event, one, undone=False)
    for step in walk(row, rows[len(noted) :], (after or kept).course.copy()):
        loading.shelf.note(step.row.hash, step.noted)
        yield step


def walk(row: GameRow, rows: Sequence[EventRow] | None = None, course: Course | None = None) -> Iterator[Step]:
    """Every event, replayed once from first to last. Raises UnknownRules, ChanceMismatch.

    `rows`: the log, if it is at hand; with `course` all that follows the snapshot it was made of (it is changed).
    """
    rows = store.events(row.id) if rows is None else rows
    if not rows:
        return
    recorded, places = read_all(rows), prompts_of(rows)
    stay = {one.seq for one in live(recorded)}
    returns: Returns[Course] = Returns(one.payload for one in recorded)
    course = loading.begin(row, None, rows) if course is None else course
    returns.keep(rows[0].seq - 1, course)
    public: set[int] = set()  # moves that all saw
    for place, (one, event) in enumerate(zip(recorded, rows, strict=True)):
        payload = one.payload
        if isinstance(payload, Undone):
            counted = live(recorded[:place])
            seen = any(each.seq in public and takes_back(payload, each) for each in counted)
            course = returns.back(payload, counted, lambda back, each: back.advance(each.payload, places[each.seq]))
            noted = Noted(payload, [], seen, course.table.rules.progress(course.table.state) if seen else None)
        else:
            noted = course.advance(payload, places[one.seq])
            if noted.public and isinstance(payload, MoveMade):
                public.add(one.seq)
        returns.keep(one.seq, course)
        yield Step(event, noted, one.seq not in stay and not isinstance(payload, Undone), course)
