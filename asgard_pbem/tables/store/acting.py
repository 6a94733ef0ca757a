"""What an act on a game has before it, and the events it makes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn
from uuid import UUID

from asgard_pbem.tables.errors import ServiceError, place_of
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.folding import At, Course, Noted
from asgard_pbem.tables.store.rows import TIMED_OUT, GameRow, Holder, Owed
from engine.core.chance import SeededChance, chance_key
from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.table.events import Event, GameStarted
from engine.table.session import Made, Mark, Session

_log = logging.getLogger(__name__)
UNSET = -1  # the number of a prompt while the append that opens it is not complete


class Watched(Session):
    """A session that takes down, event by event, what all may see and what is asked."""

    def __init__(
        self, course: Course, chance: SeededChance, game: GameRow, holders: Sequence[Holder], at: datetime
    ) -> None:
        super().__init__(course.table, chance, tuple(game.names))
        self.course = course
        self.days, self.holders = game.days_per_decision, holders
        self.at = At(at, UNSET)
        self.noted: list[Noted] = []
        self.too_late: dict[Seat, bool] = {}  # whom a veil asked when its time was up; whether an own plan answered

    def settle(self) -> None:
        """As any session; and what is asked behind a veil when its time is up is answered as at any time-out."""
        super().settle()
        late = self.course.comes_too_late(self.days, self.holders)
        if late is not None:
            self.too_late[late.seat] = self.keeps_for_late(late.seat)
            self.time_out(late)

    def record(self, payload: Event) -> None:
        """An event that is no move: a seat, press, the end."""
        self._record(payload, self.table.advance(payload))

    def note(self, noted: Noted) -> None:
        """An event whose effect the caller has worked out: an undo."""
        self.made.append(Made(noted.payload, noted.happenings))
        self.noted.append(noted)

    def plan_failed(self, seat: Seat, why: Exception) -> None:
        """A planner raised what it should not: its owner is told, and so are we."""
        _log.error("plans in %s cannot be dealt with: %s", self.table.game.key, place_of(why))

    def mark(self) -> Mark:
        """A place to which `back_to` can return, and what is asked there."""
        beside = (dict(self.course.asked), dict(self.course.clocks), tuple(self.noted), self.course.rest)
        return Mark(self.table.copy(), tuple(self.made), beside)

    def back_to(self, mark: Mark) -> None:
        """Go back; the questions as well."""
        super().back_to(mark)
        asked, clocks, noted, rest = mark.beside
        self.course = Course(self.table, dict(asked), dict(clocks), rest)
        self.noted[:] = noted

    def _record(self, payload: Event, happenings: list[Happening]) -> None:
        super()._record(payload, happenings)
        self.noted.append(self.course.note(payload, happenings, self.at))


@dataclass(slots=True)
class Acting:
    """One act. It checks first, then records on `session`; what writes rows of other tables it puts into `after`."""

    game: GameRow
    holders: list[Holder]
    session: Watched
    at: datetime
    key: bytes  # of the game's chance; empty before the start
    owed: list[Owed] = field(default_factory=list)
    after: list[Callable[[], Any]] = field(default_factory=list)
    changed: dict[str, Any] = field(default_factory=dict)  # fields of the game's row
    forget_after: int | None = None  # an undo takes back the snapshots beyond
    given: Any = None  # the state a fork begins with
    told: set[Seat] = field(default_factory=set)  # seats that learn in another way what they are asked

    @property
    def course(self) -> Course:
        """The table as the act has left it so far."""
        return self.session.course

    def running(self) -> None:
        """Refuse unless moves can be made."""
        if self.course.table.ended is not None or self.game.status in Game.ENDED:
            raise ServiceError("E_GAME_OVER")
        if self.course.table.state is None:
            raise ServiceError("E_NOT_STARTED")

    def waiting(self) -> None:
        """Refuse unless the table still waits for players."""
        if self.course.table.ended is not None:
            raise ServiceError("E_GAME_OVER")
        if self.course.table.state is not None:
            raise ServiceError("E_STARTED")

    def holds(self, seat: Seat, player: UUID | None) -> None:
        """Refuse unless `seat` is this player's. None: a bot, the clock; they may move for any seat that is theirs."""
        if not 0 <= seat < self.game.seats:
            raise ServiceError("E_NO_SEAT", seat=seat)
        if player is not None and self.holders[seat].player != player:
            raise ServiceError("E_NOT_YOURS", seat=seat)

    def start(self) -> None:
        """Deal: the key of chance comes from the seed and from what the seats added."""
        seed = loading.seed(self.game.id)
        self.key = chance_key(seed, [bytes.fromhex(holder.entropy) for holder in self.holders])
        secret = crypto.encrypt(self.key)
        self.after.append(lambda: GameSecret.objects.filter(pk=self.game.id).update(chance_key=secret))
        self.session.chance = SeededChance(self.key)
        if self.given is None:
            self.session.start()
        else:
            self.session.record(GameStarted(state=self.given))
            self.session.settle()

    def tell_late(self, seat: Seat, how: str, since: datetime | None = None) -> None:
        """Owe whoever was too late a mail: what was played for them. `since`: when the clock that ran out began, where
        all could see it run.
        """
        after = self.game.head_seq
        turn = {"since": since.isoformat()} if since is not None else {}
        self.notify((seat,), f"late:{self.game.id}:{{seat}}:{after}", what=TIMED_OUT, how=how, after=after, **turn)

    def notify(self, seats: Iterable[Seat], key: str, **payload: Any) -> None:
        """Owe a notice to each person at these seats, one however many of them they hold; none at a practice table.

        `key`: of the mail, with `{seat}` where several are told. Known by it, a notice is owed once.
        """
        if self.game.practice:
            return
        known, told = {one.key for one in self.owed}, set[UUID]()
        for holder in (self.holders[seat] for seat in seats):
            own = key.format(seat=holder.seat)
            if holder.player is None or holder.player in told or own in known:
                continue
            told.add(holder.player)
            self.owed.append(Owed(holder.player, "notice", own, holder.seat, payload=payload))

    def refuse(self, code: str, **where: Any) -> NoReturn:
        """Raise ServiceError."""
        raise ServiceError(code, **where)
