"""The ground floor of every game: seats, moves, plans, refusals. It imports nothing of ours; all else imports it."""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict

Seat: TypeAlias = int  # from 0, clockwise
Json: TypeAlias = Any  # what `json.loads` gives: the one place where Any is meant


class IllegalMove(Exception):
    """A refusal: a code of the game's own, and what it is about; the words come later, in the reader's language."""

    def __init__(self, code: str, **where: Json) -> None:
        super().__init__(code, where)
        self.code = code
        self.where: dict[str, Json] = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}" if self.where else self.code


class Move(BaseModel):
    """The answer to a decision. Each game has one union of moves, told apart by `kind`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: str


class Plan(BaseModel):
    """A standing or conditional order, private to its seat. Each game has one union, told apart by `kind`.

    A plan carries its own validity (for instance the round it was written in): the planner passes over what has lapsed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: str
