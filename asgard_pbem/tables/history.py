"""Reading: any state that ever was, and what happened as each viewer was allowed to see it. Nothing here writes.

Whoever calls says as whom to look (`viewer`: a seat, None for a spectator) and has checked `may_look_as` before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.core.contract import Desk, Happening, Seat, Words
from engine.core.events import Event, MoveMade, PressSent, Undone, read_payload
from engine.core.registry import UnknownRules
from engine.core.registry import game as find_game
from engine.core.table import Table, live, takes_back
from engine.core.undo import Returns

from . import loading, store, undoing
from .errors import ServiceError
from .folding import Course, Noted, begun, prompts_of, question_key, read_all
from .models import Game, Moment, Player, Press
from .questions import question_id as _question_id
from .rows import EventRow, GameRow
from .services.press import text_of


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the log, replayed. `course` is the walk's own: copy it to keep it."""

    row: EventRow
    noted: Noted
    course: Course
    undone: bool  # taken back later


@dataclass(frozen=True, slots=True)
class Note:
    """An event between two public moments that this viewer knows of: own plans, own hidden choices."""

    what: str
    seat: Seat
    by: str
    recorded_at: datetime
    faces: tuple[Happening, ...]
    payload: Event
    undone: bool


@dataclass(slots=True)
class Entry:
    """A public moment, and what the viewer did unseen after it."""

    number: int
    what: str  # kind of event
    seat: Seat | None
    by: str
    recorded_at: datetime
    hash: str
    faces: tuple[Happening, ...]
    payload: Event | None  # of events that hold nothing secret (all but moves and the deal)
    undone: bool
    notes: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """What the slider shows at one moment."""

    entry: Entry
    table: Table  # as it was then; not to be changed
    viewer: Seat | None

    @property
    def view(self) -> Any:
        """What the viewer knew then; None before the start. Worked out when asked for."""
        return self.table.rules.view(self.table.state, self.viewer) if self.table.state is not None else None

    @property
    def over(self) -> bool:
        """Whether the game had ended."""
        return self.table.ended is not None


@dataclass(frozen=True, slots=True)
class PressLine:
    """A message that the viewer may read. `text` is None when its author was erased."""

    moment: int
    sent_at: datetime
    seat: Seat
    to: tuple[Seat, ...] | None
    text: str | None


# --- One game ---------------


def row_of(game_id: UUID) -> GameRow:
    """The game's row. Raises ServiceError E_NO_GAME."""
    found = store.look(game_id, cause=None, lock=False)
    if found is None:
        raise ServiceError("E_NO_GAME")
    return found.game


def is_known(game: Game) -> bool:
    """Whether an installed package plays this game in this version."""
    try:
        return game.rules_version in find_game(game.key).versions
    except UnknownRules:
        return False


def words(game: Game, language: str) -> Words:
    """Sentences about this game with its players' names. Raises UnknownRules."""
    return find_game(game.key).words(language, tuple(game.names))


def names(game: Game) -> tuple[str, ...]:
    """What players call each other, by seat; "" while a seat is free."""
    return tuple(game.names)


def at_head(game_id: UUID) -> tuple[GameRow, Table]:
    """The game's row and the table at that very head; not to be changed. Raises as `table_now`."""
    row = row_of(game_id)
    return row, loading.load(row).course.table


def table_now(game_id: UUID) -> Table:
    """The table at its head; not to be changed. Raises ServiceError E_NO_GAME, UnknownRules."""
    return at_head(game_id)[1]


def desk(game_id: UUID, seat: Seat) -> Desk | None:
    """What a seat has before it now; None before the start. Raises as `table_now`."""
    row, table = at_head(game_id)
    return table.desk(seat, tuple(row.names)) if table.state is not None else None


def question_ids(game_id: UUID, seat: Seat) -> dict[str, str]:
    """Key of each open question of a seat (`folding.question_key`) to the name that pages send back with an answer."""
    course = loading.load(row_of(game_id)).course
    return {
        question_key(one.decision): _question_id(game_id, seat, question_key(one.decision), one.prompt)
        for one in course.asked.values()
        if one.decision.seat == seat
    }


def state_at(game_id: UUID, seq: int) -> Table:
    """The table after event `seq`. Raises ServiceError E_NO_GAME, UnknownRules."""
    return loading.course_at(row_of(game_id), seq).table


def table_at_moment(game_id: UUID, moment: int) -> Table:
    """The table at a public moment. Raises ServiceError E_MOMENT, E_NO_GAME, E_UNKNOWN_RULES."""
    seq = Moment.objects.filter(game_id=game_id, number=moment).values_list("seq", flat=True).first()
    if seq is None:
        raise ServiceError("E_MOMENT", moment=moment)
    try:
        return state_at(game_id, seq)
    except UnknownRules as why:
        raise ServiceError("E_UNKNOWN_RULES", game=why.key, version=why.version) from None


def may_look_as(game: Game, player: Player | None, viewer: Seat | None) -> bool:
    """Whether `player` (None: a stranger) may see the game with the eyes of `viewer` (None: a spectator's)."""
    ended = game.status in {Game.Status.OVER, Game.Status.CLOSED}
    seats = set(game.holders.filter(player=player).values_list("seat", flat=True)) if player is not None else set()
    if viewer is not None and not 0 <= viewer < game.seats:
        return False
    if game.visibility == Game.Visibility.PRIVATE and not seats and (player is None or player.pk != game.opened_by_id):
        return False
    return viewer is None or ended or viewer in seats


def may_undo(game_id: UUID, seat: Seat) -> bool:
    """Whether the seat's last submission can be taken back now."""
    row = row_of(game_id)
    try:
        return row.status == Game.Status.RUNNING and undoing.undoing(row, seat) is not None
    except UnknownRules:
        return False


# --- The whole course of a game ---------------


def walk(row: GameRow, rows: Sequence[EventRow] | None = None) -> Iterator[Step]:
    """Every event, replayed once from first to last, moves taken back included. Raises UnknownRules, ChanceMismatch."""
    rows = store.events(row.id) if rows is None else rows
    if not rows:
        return
    recorded, places = read_all(rows), prompts_of(rows)
    stay = {one.seq for one in live(recorded)}
    returns: Returns[Course] = Returns(one.payload for one in recorded)
    course = begun(row._replace(rules_version=rows[0].payload.get("rules", row.rules_version)))
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
        yield Step(event, noted, course, undone=one.seq not in stay and not isinstance(payload, Undone))


def history(game_id: UUID, viewer: Seat | None, *, since: int = 0) -> list[Entry]:
    """The public moments after `since`, in order, each with what the viewer did unseen after it.

    Of a game whose rules are unknown here: the moments with what is public of any event, without happenings.
    """
    try:
        return [frame.entry for frame in frames(game_id, viewer) if frame.entry.number > since]
    except UnknownRules:
        return [entry for entry in _bare(game_id) if entry.number > since]


def frames(game_id: UUID, viewer: Seat | None) -> Iterator[Frame]:
    """What the slider shows, moment by moment, in one replay from first to last. Raises UnknownRules."""
    pending: Frame | None = None  # held back until the notes after it are complete
    number = 0
    for step in walk(row_of(game_id)):
        if not step.noted.public:
            if pending is not None and (note := _note(step, viewer)) is not None:
                pending.entry.notes.append(note)
            continue
        if pending is not None:
            yield pending
        number += 1
        pending = Frame(_entry(number, step, viewer), step.course.table.copy(), viewer)
    if pending is not None:
        yield pending


def _faces(step: Step, viewer: Seat | None) -> tuple[Happening, ...]:
    return tuple(face for one in step.noted.happenings if (face := one.seen_by(viewer)) is not None)


def _entry(number: int, step: Step, viewer: Seat | None) -> Entry:
    payload, row = step.noted.payload, step.row
    hidden = row.kind in {"move_made", "game_started"}
    own = viewer is not None and viewer == row.seat
    # That somebody planned, or had no choice, is their own business; that time was up everybody may know.
    by = payload.by if isinstance(payload, MoveMade) and (own or payload.by in {"timeout", "bot"}) else ""
    return Entry(
        number, row.kind, row.seat, by, row.recorded_at, row.hash, _faces(step, viewer),
        None if hidden else payload, step.undone,
    )  # fmt: skip


def _note(step: Step, viewer: Seat | None) -> Note | None:
    payload = step.noted.payload
    if viewer is None or isinstance(payload, PressSent):
        return None
    faces = _faces(step, viewer)
    seat = step.row.seat
    if seat is None or (seat != viewer and not faces):
        return None
    by = payload.by if isinstance(payload, MoveMade) else ""
    return Note(step.row.kind, seat, by, step.row.recorded_at, faces, payload, step.undone)


def _bare(game_id: UUID) -> Iterator[Entry]:
    """Moments of a game that cannot be replayed here."""
    kinds = dict(_kinds(game_id))
    for one in Moment.objects.filter(game_id=game_id).order_by("number"):
        kind, seat, payload = kinds[one.seq]
        hidden = kind in {"move_made", "game_started"}
        known = None if hidden else read_payload(payload)
        yield Entry(one.number, kind, seat, "", one.recorded_at, one.hash, (), known, undone=False)


def _kinds(game_id: UUID) -> Iterator[tuple[int, tuple[str, int | None, Any]]]:
    for row in store.events(game_id):
        yield row.seq, (row.kind, row.seat, row.payload)


def press(game_id: UUID, viewer: Seat | None) -> list[PressLine]:
    """The messages that a viewer may read, oldest first; a spectator reads what was said to all."""
    lines = []
    for one in Press.objects.filter(game_id=game_id).order_by("sent_at"):
        if one.to is None or (viewer is not None and (viewer == one.seat or viewer in one.to)):
            to = tuple(one.to) if one.to is not None else None
            lines.append(PressLine(one.moment, one.sent_at, one.seat, to, text_of(one)))
    return lines
