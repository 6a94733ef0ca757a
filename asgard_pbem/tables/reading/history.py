"""Reading: any state that ever was, and what happened as each viewer was allowed to see it. Nothing here writes.

Whoever calls says as whom to look (`viewer`: a seat, None for a spectator) and has checked `may_look_as` before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from asgard_pbem.database.snapshot import already_read, read_once
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, Moment, Player, Press
from asgard_pbem.tables.models.sealing import asked_once, unseal
from asgard_pbem.tables.reading.eyes import HIDDEN, Entry, Eyes, Note
from asgard_pbem.tables.reading.holders import Called, Sittings
from asgard_pbem.tables.store import loading, undoing
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.folding import question_key
from asgard_pbem.tables.store.questions import question_id
from asgard_pbem.tables.store.resting import Rest
from asgard_pbem.tables.store.rows import GameRow
from asgard_pbem.tables.store.walking import Step, Told, told, walk
from engine.core.contract import Desk, Notation, Words
from engine.core.decisions import Decision
from engine.core.moves import Plan, Seat
from engine.table.events import read_payload
from engine.table.headings import called
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game
from engine.table.table import Table

__all__ = ["Entry", "Frame", "Note", "PressLine", "Step", "walk"]  # read through here


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
    id: UUID | None = None
    called: Called | None = None  # as in Entry

    def names(self, now: Sequence[str]) -> tuple[str, ...]:
        """What the seats were called when it was sent, if they are called so now."""
        return self.called.among(now) if self.called is not None else tuple(now)


# --- One game ---------------


def row_of(game_id: UUID) -> GameRow:
    """The game's row. Raises ServiceError E_NO_GAME."""
    return read_once(("game", game_id), lambda: _looked_at(game_id))


def _looked_at(game_id: UUID) -> GameRow:
    found = store.look(game_id, cause=None, lock=False)
    if found is None:
        raise ServiceError("E_NO_GAME")
    return found.game


def now_read(game: Game) -> None:
    """Inside `one_snapshot`: the game's row has been read in it, and need not be looked at again."""
    already_read(("game", game.pk), as_row(game))


def as_row(game: Game) -> GameRow:
    """What the write path knows of a game, as its row was read."""
    return GameRow(**{name: getattr(game, "opened_by_id" if name == "opened_by" else name) for name in GameRow._fields})


def is_known(game: Game) -> bool:
    """Whether an installed package plays this game in this version."""
    try:
        return game.rules_version in find_game(game.key).versions
    except UnknownRules:
        return False


def words(game: Game, language: str) -> Words:
    """Sentences about this game with its players' names. Raises UnknownRules."""
    found = find_game(game.key)
    return found.words(language, _told_apart(game, language) if found.together else names(game))


def _told_apart(game: Game, language: str) -> tuple[str, ...]:
    """Names as sentences have them. Whoever holds several seats is called by what the game calls each of them, with
    their name where others play too: "Anna 3" says nothing of a god.
    """
    holders = {one.seat: one.player_id for one in game.holders.all() if one.player_id is not None}
    shared = {seat for seat, who in holders.items() if list(holders.values()).count(who) > 1}
    titles = _titles(game, min(shared)) if shared and is_known(game) else {}
    alone, said = len(shared) == game.seats and len(set(holders.values())) == 1, list(game.names)
    for seat in shared:
        if title := titles[seat].get(language, titles[seat].get("en", "")):
            name = game.names[min(one for one in shared if holders[one] == holders[seat])]
            said[seat] = title if alone else f"{name} ({title})"
    return tuple(said)


def _titles(game: Game, seat: Seat) -> dict[Seat, Mapping[str, str]]:
    """What the game calls each seat, as far as `seat` may know."""
    before, found = desk(game.pk, seat), find_game(game.key)
    return {one: found.called(before.view, one) if before is not None else {} for one in range(game.seats)}


def names(game: Game) -> tuple[str, ...]:
    """What players call each other, by seat; "" while a seat is free."""
    return tuple(game.names)


def notation(game: Game) -> Notation:
    """How orders of this game are typed. Raises UnknownRules."""
    return find_game(game.key).notation


def written(game: Game, plans: Iterable[Plan], language: str) -> list[str]:
    """Plans as they are typed, each on one line."""
    return [on_one_line(notation(game).write_plan(plan, language)) for plan in plans]


def reason(game: Game, where: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What a refusal is about, with a plan that it names as it is typed."""
    plan = where.get("plan")
    if not isinstance(plan, dict):
        return dict(where)
    read = find_game(game.key).versions[game.rules_version].plans.validate_python(plan)
    return {**where, "plan": written(game, (read,), language)[0]}


def on_one_line(plan: str) -> str:
    """A plan of several lines as it may be typed on one."""
    return plan.replace(":\n", ": ").replace("\n", "; ")


def headings(game: Game, own: Sequence[Seat], seat: Seat) -> dict[str, Seat]:
    """What a line of a sheet written from `seat` may say to speak for another of the writer's `own` seats, folded.

    Nothing for who holds one, or where nobody here knows the game.
    """
    return called_seats(game, seat, own) if len(own) > 1 and is_known(game) else {}


def called_seats(game: Game, seat: Seat, wanted: Sequence[Seat] | None = None) -> dict[str, Seat]:
    """What seats (all, or those `wanted`) go by for whoever writes from `seat`, folded. Raises UnknownRules."""
    titles = {one: tuple(by.values()) for one, by in _titles(game, seat).items()}
    return called(wanted if wanted is not None else range(game.seats), names(game), titles)


def heading(game: Game, seat: Seat, language: str) -> str:
    """What heads the orders of one of several own seats: what the game calls it, else its number."""
    by = _titles(game, seat)[seat]
    return f"{by.get(language, by.get('en', f'P{seat + 1}'))}:"


def at_head(game_id: UUID) -> tuple[GameRow, Table]:
    """The game's row and the table at that very head; not to be changed. Raises as `table_now`."""
    row = row_of(game_id)
    return row, loading.load(row).course.table


def table_now(game_id: UUID) -> Table:
    """The table at its head; not to be changed. Raises ServiceError E_NO_GAME, UnknownRules."""
    return at_head(game_id)[1]


def rest_now(game_id: UUID) -> Rest:
    """Whether the table rests, and who would like it to. Raises as `table_now`."""
    return loading.load(row_of(game_id)).course.rest


def desk(game_id: UUID, seat: Seat) -> Desk | None:
    """What a seat has before it now; None before the start. Raises as `table_now`."""
    return _desk_at(row_of(game_id), seat)


def desk_when_read(game: Game, seat: Seat) -> Desk | None:
    """What a seat had before it when `game` was read; None before the start. Raises UnknownRules."""
    return _desk_at(as_row(game), seat)


def _desk_at(row: GameRow, seat: Seat) -> Desk | None:
    table = loading.load(row).course.table
    return table.desk(seat, tuple(row.names)) if table.state is not None else None


def question_ids(game_id: UUID, seat: Seat) -> dict[str, str]:
    """Key of each open question of a seat (`folding.question_key`) to the name that pages send back with an answer."""
    course = loading.load(row_of(game_id)).course
    return {
        question_key(one.decision): question_id(game_id, seat, question_key(one.decision), one.prompt)
        for one in course.asked.values()
        if one.decision.seat == seat
    }


def mark_of(marks: Mapping[str, str], decision: Decision) -> str:
    """The name of one question among `question_ids`; empty for one that is not open."""
    return marks.get(question_key(decision), "")


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
    ended = game.status in Game.ENDED
    seats = {one.seat for one in game.holders.all() if one.player_id == player.pk} if player is not None else set()
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


def history(game_id: UUID, viewer: Seat | None, *, since: int = 0, upto: int | None = None) -> list[Entry]:
    """The public moments after `since` (to `upto`), in order, each with what the viewer did unseen after it.

    Of a game whose rules are unknown here: the moments with what is public of any event, without happenings.
    """
    return histories(game_id, [viewer], since=since, upto=upto)[0]


def histories(
    game_id: UUID, viewers: Sequence[Seat | None], *, since: int = 0, upto: int | None = None
) -> list[list[Entry]]:
    """`history` of each viewer, in one replay."""
    row = row_of(game_id)
    try:
        told = [entries for entries, _ in _told(row, viewers, since + 1, upto, keep=False)]
    except UnknownRules:
        told = [[entry] * len(viewers) for entry in _bare(row) if since < entry.number <= (upto or entry.number)]
    return [[entries[place] for entries in told] for place in range(len(viewers))]


def bare(game_id: UUID) -> list[Entry]:
    """The public moments without happenings, for which no rules are needed: what anybody may know of any event.

    Raises ServiceError E_NO_GAME.
    """
    return list(_bare(row_of(game_id)))


def frames(game_id: UUID, viewer: Seat | None, *, first: int = 1, last: int | None = None) -> Iterator[Frame]:
    """What the slider shows, from moment `first` to `last`, in one replay. Raises UnknownRules."""
    for entries, table in _told(row_of(game_id), [viewer], first, last, keep=True):
        assert table is not None
        yield Frame(entries[0], table, viewer)


def _told(
    row: GameRow, viewers: Sequence[Seat | None], first: int, last: int | None, *, keep: bool
) -> Iterator[tuple[list[Entry], Table | None]]:
    """Moments as each viewer may know them, and the table then if it is to be kept: the last one as it is now."""
    eyes, sittings = [Eyes.of(row, viewer) for viewer in viewers], Sittings.of(row)
    number, after, steps = _from_moment(row, first, keep=keep)
    now: Table | None = None
    pending: tuple[list[Entry], Table | None] | None = None  # held back until the notes after it are complete
    for step in steps:
        now = step.course.table if isinstance(step, Step) else None
        if not step.noted.public:
            for eye, entry in zip(eyes, pending[0] if pending is not None else (), strict=False):
                eye.add_note(entry, step)
            continue
        if step.row.seq < after:
            continue
        if pending is not None:
            yield pending
        number += 1
        if last is not None and number > last:
            return
        pending = None
        if number >= first:
            called = sittings.at(step.row.seq)
            entries = [eye.entry(number, step, called) for eye in eyes]
            pending = entries, now.copy() if now is not None and keep else None
    if pending is not None:
        yield pending[0], now.copy() if now is not None and keep else None


def _from_moment(row: GameRow, first: int, *, keep: bool) -> tuple[int, int, Iterator[Told]]:
    """The number of the moment before a public moment, the latter's event, the steps from the snapshot before it on.

    Where this process has the game as it was a while ago: the moment and the steps from there. `keep`: with the table.
    """
    seq = None
    if first > 1 and (found := loading.before(row, first - 1)):
        kept_before, since = found
        steps = walk(row, since, kept_before.course.copy()) if keep else told(row, kept_before, since)
        return kept_before.moment, 0, steps
    if first > 1:
        seq = Moment.objects.filter(game_id=row.id, number=first).values_list("seq", flat=True).first()
    if seq is None:
        return (0, 0, walk(row)) if first <= row.moment else (row.moment, 0, iter(()))
    kept, rows = loading.near(row, row.head_seq, by=seq - 1)
    return first - 1, seq, walk(row, rows, loading.begin(row, kept, rows))


def _bare(row: GameRow) -> Iterator[Entry]:
    """Moments of a game that cannot be replayed here."""
    kinds = {one.seq: one for one in store.events(row.id)}
    eyes, sittings = Eyes.of(row, None), Sittings.of(row)
    for moment in Moment.objects.filter(game_id=row.id).order_by("number"):
        one = kinds[moment.seq]
        known = None if one.kind in HIDDEN else read_payload(one.payload)
        called = sittings.at(one.seq)
        yield Entry(
            moment.number, one.kind, one.seat, "", eyes.time(one), one.hash, (), known, undone=False, called=called
        )  # fmt: skip


@asked_once()
def press(game_id: UUID, viewer: Seat | None) -> list[PressLine]:
    """The messages that a viewer may read, oldest first; a spectator reads what was said to all.

    What was said to one, or by one, was between persons: whoever takes a seat over, or a place that another has left
    before the game began, reads none of it.
    """
    row = row_of(game_id)
    lines, eyes, sittings = [], Eyes.of(row, viewer), Sittings.of(row)
    theirs = sittings.held(viewer) if viewer is not None else lambda _: False
    for one in Press.objects.filter(game_id=game_id).order_by("sent_at"):
        if one.to is None or (viewer in (one.seat, *one.to) and theirs(one.sent_at)):
            to = tuple(one.to) if one.to is not None else None
            sent_at = eyes.shown(one.sent_at, one.seat)
            called = sittings.on(one.sent_at)
            lines.append(PressLine(one.moment, sent_at, one.seat, to, unseal(one.author_id, one.text), one.pk, called))
    return lines
