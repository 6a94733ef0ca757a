"""A table's rests: while one lasts its clock stands still, and afterwards its time is in no deadline.

Times of questions stay as they were, and deadlines leave the rests out (`rows.deadline`), as they do with absences: had
the questions been moved on instead, whoever was away before the rest would have lost those days.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from asgard_pbem.tables.store.rows import Span, read_time, write_time
from engine.core.moves import Seat
from engine.table.events import Event, PauseAsked, Paused, SeatTaken, WentOn

LAPSES = timedelta(days=7)  # an asking: what one wanted in May lays nobody's table to rest in August


class Rest(NamedTuple):
    """Since when a table rests and by whose will, the rests that are over, and who has asked for one."""

    since: datetime | None = None  # None: it does not rest
    people: bool = False  # all who sit there wanted it
    service: bool = False  # whoever runs the service wanted it
    over: tuple[Span, ...] = ()
    asked: tuple[tuple[Seat, datetime], ...] = ()

    def after(self, event: Event, at: datetime) -> Rest:
        """What an event makes of it."""
        if isinstance(event, PauseAsked):
            return self._replace(asked=(*self._without(event.seat), (event.seat, at)))
        if isinstance(event, SeatTaken):
            return self._replace(asked=self._without(event.seat)) if self.asked else self
        if isinstance(event, Paused):
            begun = self._replace(since=self.since or at)
            return begun._replace(service=True) if event.seat is None else begun._replace(people=True, asked=())
        if isinstance(event, WentOn):
            left = self._replace(service=False) if event.seat is None else self._replace(people=False, asked=())
            if self.since is None or left.people or left.service:
                return left
            return left._replace(since=None, over=(*left.over, (self.since, at)))
        return self

    def clock(self, at: datetime) -> datetime:
        """What the table's clock shows: while it rests, when the rest began."""
        return self.since or at

    def wanted_by(self, at: datetime) -> frozenset[Seat]:
        """The seats whose asking has not lapsed."""
        return frozenset(seat for seat, asked in self.asked if at - asked < LAPSES)

    def _without(self, seat: Seat) -> tuple[tuple[Seat, datetime], ...]:
        return tuple(one for one in self.asked if one[0] != seat)


NEVER: Final = Rest()


def lasted(before: Rest, after: Rest) -> timedelta:
    """How long the rest was that has just ended; nothing where none has."""
    if len(after.over) == len(before.over):
        return timedelta()
    first, last = after.over[-1]
    return last - first


def dump(rest: Rest) -> dict[str, Any]:
    """For a snapshot."""
    return {
        "since": write_time(rest.since) if rest.since else None, "people": rest.people, "service": rest.service,
        "over": [[write_time(first), write_time(last)] for first, last in rest.over],
        "asked": [[seat, write_time(at)] for seat, at in rest.asked],
    }  # fmt: skip


def load(kept: Mapping[str, Any]) -> Rest:
    """The inverse of `dump`."""
    return Rest(
        read_time(kept["since"]) if kept["since"] else None, kept["people"], kept["service"],
        tuple((read_time(first), read_time(last)) for first, last in kept["over"]),
        tuple((seat, read_time(at)) for seat, at in kept["asked"]),
    )  # fmt: skip
