"""What is stored: the payloads of events, their versions, and the steps that raise older ones.

A released version never changes meaning: to change a shape, raise `v` and add one step to `UPCASTS`; stored rows stay.
No name, address or free text of a person goes into an event: those live in rows that can be erased.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.chance import Draw
from engine.core.counsel import Advised
from engine.core.moves import Json

By: TypeAlias = Literal["player", "plan", "forced", "timeout", "bot"]


class Payload(BaseModel):
    """Common to all payloads."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GameOpened(Payload):
    """A table opens: the game, its rules version for ever, the options, and the commitment to the seed."""

    kind: Literal["game_opened"] = "game_opened"
    v: Literal[1] = 1
    game: str
    rules: int
    options: Json
    seats: int = Field(ge=1)
    commitment: str  # hex, see engine.core.chance.commitment
    pins: dict[str, str] = {}  # data set -> SHA-256
    forked_from: str | None = None  # id of the game whose position this practice table began with


class SeatTaken(Payload):
    """A seat gets a holder (again: another word of theirs, a substitute, a bot for a person who resigned).

    Entropy counts until the start; bots and substitutes add none. It is a digest: what was said is nobody's to keep.
    """

    kind: Literal["seat_taken"] = "seat_taken"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    holder: UUID | None  # the player; None for a bot
    bot: str | None = None  # which of the game's bots
    entropy: str = ""  # hex SHA-256 of what the player adds to the seed; empty: nothing


class GameStarted(Payload):
    """The first state: dealt by chance, or given (a fork)."""

    kind: Literal["game_started"] = "game_started"
    v: Literal[1] = 1
    draws: tuple[Draw, ...] = ()
    state: Json = None  # the JSON of the whole state a fork begins with


class MoveMade(Payload):
    """A seat's move, and the draws it used. Replaying the log makes everything else again."""

    kind: Literal["move_made"] = "move_made"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    move: Json  # one of the game's own union; the game's rules version says how to read it
    by: By = "player"
    draws: tuple[Draw, ...] = ()
    standing: tuple[Json, ...] | None = None  # the seat's plans afterwards, when this move used some up


class PlansFiled(Payload):
    """A seat's standing orders from now on, all of them. Secret."""

    kind: Literal["plans_filed"] = "plans_filed"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    plans: tuple[Json, ...]


class Undone(Payload):
    """The seat's own moves and plans after `to` are taken back. The events stay and are shown as undone.

    What others did since stays, so that neither the taking back nor its refusal tells of what they did unseen.
    """

    kind: Literal["undone"] = "undone"
    v: Literal[2] = 2
    seat: int = Field(ge=0)
    to: int = Field(ge=1)
    whole: bool = False  # of version 1 alone, which took back what anybody had moved or planned after `to`


class PressSent(Payload):
    """A message between seats; its text is kept elsewhere, under a key of its author."""

    kind: Literal["press_sent"] = "press_sent"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    to: tuple[int, ...] | None  # None: to all
    press: UUID


class Proposed(Payload):
    """A seat proposes orders to another one of its team. Nothing of the game changes by it."""

    kind: Literal["proposed"] = "proposed"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    to: int = Field(ge=0)
    team: tuple[int, ...]  # who may know of it
    number: int = Field(ge=1)  # through the whole game
    topic: str  # the question or turn for which it is meant
    orders: tuple[Advised, ...] = Field(min_length=1)


class Endorsed(Payload):
    """A seat stands behind a proposal of another one."""

    kind: Literal["endorsed"] = "endorsed"
    v: Literal[1] = 1
    seat: int = Field(ge=0)
    team: tuple[int, ...]
    number: int = Field(ge=1)


class PauseAsked(Payload):
    """A seat would like the table to rest. Nothing changes by it until all who sit there have asked."""

    kind: Literal["pause_asked"] = "pause_asked"
    v: Literal[1] = 1
    seat: int = Field(ge=0)


class Paused(Payload):
    """The table rests from here on: no clock runs and no bot moves; who wants to move may."""

    kind: Literal["paused"] = "paused"
    v: Literal[1] = 1
    seat: int | None = Field(default=None, ge=0)  # whose asking completed the agreement; None: the service


class WentOn(Payload):
    """The table's rest, or the asking for one, is over. One that the service began the service ends."""

    kind: Literal["went_on"] = "went_on"
    v: Literal[1] = 1
    seat: int | None = Field(default=None, ge=0)  # who wanted it; None: the service


class RulesRaised(Payload):
    """The running game goes on under a newer version of its rules."""

    kind: Literal["rules_raised"] = "rules_raised"
    v: Literal[1] = 1
    rules: int


class GameEnded(Payload):
    """The result, and the seed for everybody to check. `closed`: ended by people, not by the rules."""

    kind: Literal["game_ended"] = "game_ended"
    v: Literal[2] = 2
    winners: tuple[int, ...]
    causes: tuple[str, ...]  # words of the game's own
    scores: tuple[int, ...] | None = None
    seed: str  # hex
    closed: bool = False


Event: TypeAlias = Annotated[
    GameOpened
    | SeatTaken
    | GameStarted
    | MoveMade
    | PlansFiled
    | Undone
    | PressSent
    | Proposed
    | Endorsed
    | PauseAsked
    | Paused
    | WentOn
    | RulesRaised
    | GameEnded,
    Field(discriminator="kind"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def _game_ended_2(old: Json) -> Json:
    """v1 had one cause (empty: none), and a score for every seat."""
    why = old.get("why")
    if not isinstance(why, str) or old.get("scores") is None:  # never was one of ours, and is not made one
        return {**old, "v": 2, "causes": None}
    return {**{name: value for name, value in old.items() if name != "why"}, "v": 2, "causes": [why] if why else []}


# One step per version, from (kind, version) to version + 1. Steps are never edited once released.
UPCASTS: dict[tuple[str, int], Callable[[Json], Json]] = {
    ("undone", 1): lambda old: {**old, "v": 2, "whole": True},
    ("game_ended", 1): _game_ended_2,
}


def read_payload(raw: Json) -> Event:
    """A stored payload in today's shape. Raises pydantic.ValidationError for what was never an event of ours."""
    while (step := UPCASTS.get((raw.get("kind", ""), raw.get("v", 0)))) is not None:
        raw = step(raw)
    return EVENT.validate_python(raw)
