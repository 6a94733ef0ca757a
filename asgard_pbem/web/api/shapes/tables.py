"""Tables in lists and by themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.services.seating.tables import DAYS_LIMIT
from asgard_pbem.tables.store.fairness import WORD_CHARS
from asgard_pbem.web.api.shapes.base import Cursor, Name, SeatNumber, Shape
from asgard_pbem.web.forms.opening import INVITATIONS_LIMIT

Status = Literal["open", "running", "over", "closed", "unknown_rules"]


class Sitting(Shape):
    """One seat, as the reader may know it."""

    seat: int
    name: Name = Field(description="How sentences call whoever sits here; empty while the seat is free.")
    free: bool
    bot: bool
    me: bool
    player: UUID | None = Field(description="Of `/players/{id}`; null for bots and people without a page.")
    waited_for: bool = Field(description="Whether the reader may know that the table waits for this seat.")
    won: bool
    score: int | None


class TableRow(Shape):
    """A table in a list."""

    id: UUID
    game: str = Field(description="The key of the game, as in `/games/{key}`.")
    title: str
    status: Status
    public: bool
    seats: list[Sitting]
    free: int = Field(description="Seats that nobody holds.")
    moment: int = Field(description="The last public moment; 0 before the first.")
    my_turn: bool
    deadline: datetime | None = Field(description="The reader's own when it is their turn, else the next known to all.")
    waits_unseen: bool = Field(description="It waits for somebody of whom nobody may know.")
    rests_since: datetime | None = Field(description="No deadline runs there from then on; null: it does not rest.")
    page: str = Field(description="The table's page for people.")


class PauseAsked(Shape):
    """What became of asking that a table rest."""

    rests: bool
    waits_for: list[int] = Field(description="The seats of those who have not asked yet.")


class TableList(Shape):
    """A page of tables, the newest first."""

    items: list[TableRow]
    next: Cursor
    previous: Cursor


class Eyes(Shape):
    """A way in which the reader may look at a table: what to send as `as`."""

    code: str
    label: str


class May(Shape):
    """What the reader may do about seats now."""

    join: bool
    leave: bool
    host: bool = Field(description="Invite, fill seats with bots, close the table.")


class Seal(Shape):
    """What proves that nothing was changed or chosen afterwards: docs/fair-play.md."""

    commitment: str = Field(description="SHA-256 commitment to the seed.")
    added: list[str] = Field(description="By seat: SHA-256 of what its holder added to the seed; empty: nothing.")
    head: str = Field(description="Beginning of the log's hash at the last public moment.")


class Addresses(Shape):
    """Where else this table is told of; empty where it is not."""

    page: str
    feed: str = Field(description="Of a private table your own, as secret as your calendar's.")
    log: str
    moving_picture: str


class Table(TableRow):
    """One table."""

    rules: int = Field(description="Version of the rules.")
    options: dict[str, Any]
    days_per_decision: int | None
    practice: bool
    stage: str = Field(description="Round and phase in words.")
    result: str = Field(description="How it ended, in words; empty before the end.")
    waiting: list[str] = Field(description="What the table waits for, in words, as far as the reader may know.")
    own_seats: list[int]
    eyes: list[Eyes]
    may: May
    invitation: UUID | None = Field(description="An open one of the reader's to this table.")
    seal: Seal
    addresses: Addresses


class Opening(Shape):
    """A new table. With `bot` all other seats are filled and it begins at once."""

    game: str = Field(max_length=40, examples=["aesir"])
    seats: int = Field(ge=1, le=20, examples=[3])
    title: str = Field(default="", max_length=TITLE_LIMIT)
    options: dict[str, Any] = Field(default_factory=dict, description="As `/games/{key}` describes them.")
    public: bool = True
    days_per_decision: int | None = Field(default=3, ge=1, le=DAYS_LIMIT, description="null: no limit.")
    own_seats: int = Field(default=1, ge=1, le=20, description="More than one where the game is played together.")
    bot: str | None = Field(default=None, max_length=40, description="A bot of the game, for all other seats.")
    word: str = Field(default="", max_length=WORD_CHARS, description="Your word for the seed; needs `commitment`.")
    commitment: str = Field(
        default="", max_length=64, description="That of `/seeds/{mark}` for this request's Idempotency-Key."
    )


class Commitment(Shape):
    """What a table will be opened with."""

    commitment: str


class Word(Shape):
    """Your word for the seed."""

    word: str = Field(default="", max_length=WORD_CHARS)


class Joined(Shape):
    """Where one sits now, and what was added to the seed."""

    seat: int
    added: str = Field(description="SHA-256 of the word, as the log keeps it; empty: nothing.")


class Addressees(Shape):
    """Whom to invite."""

    addresses: list[str] = Field(min_length=1, max_length=INVITATIONS_LIMIT, examples=[["anna@example.org"]])


class Invited(Shape):
    """What became of each."""

    address: str
    invitation: UUID | None
    refused: str = Field(description="Why not, in words; empty: invited.")


class InvitedList(Shape):
    """What became of each, in the order asked."""

    items: list[Invited]


class BotWanted(Shape):
    """A bot for the first free seat, or for this one."""

    bot: str = Field(default="", max_length=40, description="One of the game's; empty: the usual one.")
    seat: SeatNumber | None = None


class Forking(Shape):
    """From whose knowledge a practice table begins."""

    eyes: str = Field(default="", alias="as", pattern="^(|[0-9]{1,2}|spectator|table)$")
    seat: SeatNumber | None = Field(default=None, description="To sit on; a spectator says which.")


class Invitation(Shape):
    """A seat that was offered to the reader."""

    id: UUID
    table: UUID
    title: str
    game: str
    by: str = Field(description="The name of whoever invited; empty for one who has none.")
    state: Literal["open", "accepted", "declined", "lapsed"]


class InvitationList(Shape):
    """Open invitations, the oldest first."""

    items: list[Invitation]
