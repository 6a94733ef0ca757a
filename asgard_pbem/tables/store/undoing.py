"""What a seat may take back now, and how that is recorded. See engine/table/undo.py for what others did since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.folding import At, Course, Noted, prompts_of, read_all
from asgard_pbem.tables.store.rows import GameRow
from engine.core.moves import Seat
from engine.table.events import Event, MoveMade, PlansFiled, Undone
from engine.table.table import Recorded, live
from engine.table.undo import take_back

WINDOW = 64  # events looked at first; four times as many while the seat's last submission lies further back


@dataclass(slots=True)
class Undoing:
    """What taking back comes to: the seat's own after event `to` goes. `public`: whether all may see that it did."""

    to: int
    course: Course
    public: bool


def undoing(game: GameRow, seat: Seat, fresh: Sequence[Event] = (), at: At | None = None) -> Undoing | None:
    """What an undo by `seat` would come to now; None: it may not. Raises UnknownRules.

    `fresh`: what the same act has made before it (`at` its time) and not yet written: undos, which go one step further
    back each, and what it has done for other seats of the same person.
    """
    unwritten = [Recorded(game.head_seq + number, payload) for number, payload in enumerate(fresh, 1)]
    to = _before_last_submission(game, seat, unwritten)
    if to is None:
        return None
    found, rows = loading.near(game, game.head_seq, by=to)
    places, course = prompts_of(rows), loading.begin(game, found, rows)
    places |= dict.fromkeys((one.seq for one in unwritten), at) if at is not None else {}
    since = []
    for one in live([*read_all(rows), *unwritten]):
        if one.seq > to:
            since.append(one)
        else:
            course.advance(one.payload, places[one.seq])
    taken = take_back(course.table, since, seat)
    if taken is None:
        return None
    for one in since:
        if not _is_own(one.payload, seat):
            course.advance(one.payload, places[one.seq])
    return Undoing(to, course, taken.public)


def record(acting: Acting, seat: Seat, back: Undoing) -> None:
    """Let the session go on from the table without what is taken back."""
    session = acting.session
    session.course, session.table = back.course, back.course.table
    far = session.table.rules.progress(session.table.state) if back.public else None
    session.note(Noted(Undone(seat=seat, to=back.to), [], back.public, far))
    acting.forget_after = back.to


def _before_last_submission(game: GameRow, seat: Seat, unwritten: Sequence[Recorded]) -> int | None:
    """The seq before the seat's last submission that counts. None: there is none.

    What came of a submission by itself, such as plans answering, is one act with it.
    """
    window = WINDOW
    while True:
        after = max(0, game.head_seq - window)
        rows = store.events(game.id, after=after, upto=game.head_seq)
        causes = {row.seq: row.cause for row in rows}
        mine = read_all(row for row in rows if row.seat == seat or row.kind == "undone")  # no other bears on one's own
        own = [one for one in live([*mine, *unwritten]) if _is_own(one.payload, seat)]
        cause = next((causes[one.seq] for one in reversed(own) if _submitted(one.payload)), None)
        if cause is not None and (after == 0 or cause != rows[0].cause):  # else it may have begun before the window
            return min(one.seq for one in own if causes[one.seq] == cause) - 1
        if after == 0:
            return None
        window *= 4


def _is_own(payload: Event, seat: Seat) -> bool:
    return isinstance(payload, MoveMade | PlansFiled) and payload.seat == seat


def _submitted(payload: Event) -> bool:
    """Whether the seat's holder asked for this event."""
    return isinstance(payload, PlansFiled) or (isinstance(payload, MoveMade) and payload.by == "player")
