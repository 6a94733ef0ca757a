"""The reader, and other people."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from asgard_pbem.tables.models.players import NAME_LIMIT
from asgard_pbem.tables.services.persons.absence import FIRST_DAY, LAST_DAY
from asgard_pbem.web.api.shapes.base import Shape
from asgard_pbem.web.api.shapes.tables import TableRow

Digest = Literal["never", "turn", "round", "daily", "weekly"]
MailState = Literal["on", "stopped", "bounced", "complained"]


class Record(Shape):
    """How often somebody played and won a game."""

    game: str
    games: int
    won: int


class Person(Shape):
    """A person as everybody may read of them: the name, and public games."""

    id: UUID
    name: str
    games: int
    won: int
    record: list[Record]
    running: list[TableRow]
    ended: list[TableRow]
    more: bool = Field(description="Whether `/tables?state=ended&person=…` has more.")
    feed: str


class Settings(Shape):
    """The reader's own settings."""

    id: UUID
    address: str
    name: str
    language: str
    time_zone: str
    mail: MailState
    receipts: bool = Field(description="Whether each answer by mail is confirmed at once.")
    digest: Digest
    page: bool = Field(description="Whether the public games stand together on a page.")
    invitations: bool = Field(description="Whether others may invite.")
    absent_from: datetime | None
    absent_until: datetime | None
    calendar: str = Field(description="The secret address of the calendar of deadlines; empty: none.")
    feed: str = Field(description="The secret address of the feed of your own games; empty: none.")


class SettingsChange(Shape):
    """What is to be changed; what is left out stays."""

    name: str | None = Field(default=None, max_length=NAME_LIMIT)
    language: str | None = Field(default=None, max_length=20)
    time_zone: str | None = Field(default=None, max_length=64)
    mail: bool | None = None
    receipts: bool | None = None
    digest: Digest | None = None
    page: bool | None = None
    invitations: bool | None = None


class Absence(Shape):
    """Days on which no deadline runs, the first and the last."""

    first: date = Field(ge=FIRST_DAY, le=LAST_DAY)
    last: date = Field(ge=FIRST_DAY, le=LAST_DAY)


class Calendar(Shape):
    """The secret address of the own calendar. Whoever knows it can read one's deadlines."""

    address: str


class Kept(Shape):
    """All that is kept of the reader as a person."""

    kept: dict[str, Any]


class AllNotes(Shape):
    """All notes that the reader has written."""

    items: list[dict[str, Any]]
