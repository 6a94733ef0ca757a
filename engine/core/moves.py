"""The ground floor of every game: seats, moves, plans, refusals. It imports nothing of ours; all else imports it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

Seat: TypeAlias = int  # from 0, clockwise
Silence: TypeAlias = Literal["", "gone", "guard", "short"]  # nothing it names can be had; a condition; not enough
T = TypeVar("T")
SYNTAX = "E_SYNTAX"  # a refusal: the line is no order at all
Json: TypeAlias = Any  # what `json.loads` gives: the one place where Any is meant


class IllegalMove(Exception):
    """A refusal: a code of the game's own, and what it is about; the words come later, in the reader's language.

    `below`: of an order of several lines, how far below its first one the refused line stands.
    """

    below = 0

    def __init__(self, code: str, **where: Json) -> None:
        super().__init__(code, where)
        self.code = code
        self.where: dict[str, Json] = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}" if self.where else self.code

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew by its names in another process: an exception is by its positions alone."""
        return partial(type(self), self.code, **self.where), (), vars(self)


class Subject(ABC):
    """Something that is about named things: each is had by its type, so that a slip is found where it is made.

    All raise KeyError where it is about no such thing, TypeError for one of another type.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def subject(self) -> Mapping[str, Json]:
        """The things, by name."""

    def text(self, name: str) -> str:
        """A word."""
        return _is(self.subject[name], str)

    def number(self, name: str) -> int:
        """A number, for instance a seat."""
        return _is(self.subject[name], int)

    def texts(self, name: str) -> tuple[str, ...]:
        """Words."""
        return tuple([_is(one, str) for one in self.subject[name]])

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers."""
        return tuple([_is(one, int) for one in self.subject[name]])


def _is(value: Json, kind: type[T]) -> T:
    if type(value) is not kind:  # JSON's `true` is no number
        raise TypeError(f"{value!r} is no {kind.__name__}")
    found: T = value
    return found


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

    @property
    def topic(self) -> tuple[Json, ...]:
        """Plans of one topic do not stand beside each other: a later one takes the place of the one before."""
        return (self.kind,)

    @property
    def only_asks(self) -> bool:
        """Whether all that is left of it says is that its owner wants to be asked: nobody misses it."""
        return False

    def late(self, desk: Any) -> Self:
        """What it comes to when the time of its owner is up; a plan that is kept for that moment is another then."""
        return self

    def silence(self, desk: Any, decision: Any) -> Silence:
        """Why it says nothing to a question that its owner expects it to answer; empty: it is not for this question.

        Asked only where no plan of the seat proposes anything.
        """
        return ""

    def steps_left(self, desk: Any) -> tuple[int, ...]:
        """Which steps of a sheet it still holds, the last being -1, if it was filed to be done at once: each of them is
        told of by its line.
        """
        return ()

    def stopped_at(self, desk: Any) -> tuple[int, IllegalMove | None]:
        """Of a plan that could not go on, the step that was to be made, the last being -1; why not, if it can tell."""
        return next(iter(self.steps_left(desk)), -1), None

    def steps_come_to(self, left: Plan | None) -> tuple[int, ...]:
        """Those of these steps that are no longer among them when a move has been made and `left` is left of it.

        The last of them has made the move, those before it were passed over.
        """
        return ()

    def waits(self, desk: Any) -> bool:
        """Whether those steps go on when its owner has answered what is asked."""
        return False

    def idle(self, desk: Any) -> bool:
        """Whether it was meant for a question that does not come any more: its owner is told that it is idle."""
        return False
