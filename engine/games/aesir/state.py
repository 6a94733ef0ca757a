"""The whole table, hidden cards too: plain lists of small numbers (see `data`): copies and replay are cheap."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.core.components.copies import copier

Stage: TypeAlias = Literal["pick", "awaken", "tally", "over"]
NOBODY = -1
NOTHING = -1


@dataclass(slots=True)
class State:
    """Lists are indexed by seat, then by god; cards of a stack stand from bottom to top.

    Whenever `apply` is done, either the stage is `pick`, or `favoured` has to decide about `god`, or the game is over.

    Not on `flow`: what is left to do is one of three things, which `stage`, `favoured` and `drawn` say. To open a wave
    and to note its answer took 7 and 9 us where a whole move took 47 to 66 on the same busy machine: too much.
    """

    seats: int
    round: int  # from 1
    stage: Stage
    deck: list[int]  # top first
    goals: list[int]  # the shuffled pile of seven gods: six in the columns, the last one boxed
    hands: list[list[int]]
    picks: list[int]  # the unopened choice as card * 7 + god up, or NOTHING
    up: list[list[list[int]]]  # face-up cards of each stack
    down: list[list[list[int]]]  # face-down Thor cards under each stack
    counts: list[list[int]]  # physical count: face-up and face-down cards of each stack
    points: list[int]
    scored: list[list[int]]
    doubled: int = NOTHING  # the stack with the Doubling card as seat * 7 + god; NOTHING: it lies in the centre
    god: int = NOTHING  # awake now
    favoured: int = NOBODY  # who has its favour and decides
    compared: list[int] = field(default_factory=list)  # gods by which a dispute over this favour was settled
    limit: int = 0  # cards that the goal of this god may score now; 0: it is no goal of this round
    drawn: int = NOTHING  # Sif's card before it is laid
    touched: list[int] = field(default_factory=list)  # stacks changed by the last act, as seat * 7 + god

    def copy(self) -> State:
        """Independent of this one."""
        return _copy(self)


_copy = copier(State)


def empty(seats: int) -> State:
    """A table before anything is dealt."""
    each = range(seats)
    return State(
        seats=seats,
        round=0,
        stage="pick",
        deck=[],
        goals=[],
        hands=[[] for _ in each],
        picks=[NOTHING] * seats,
        up=[[[] for _ in range(7)] for _ in each],
        down=[[[] for _ in range(7)] for _ in each],
        counts=[[0] * 7 for _ in each],
        points=[0] * seats,
        scored=[[] for _ in each],
    )
