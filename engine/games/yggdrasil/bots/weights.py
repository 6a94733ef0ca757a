"""What things are worth to the gods together, counted in Vikings.

Nobody could guess these numbers; they are those of the teams that won most, where teams with numbers a little apart
from each other played the same deals with two, three, four and six gods.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """One team's mind."""

    push: float = 4.33  # a step back of an Enemy that has cards to come
    soon: float = 1.00  # steps that an Enemy must still have before it, to be worth the whole of that
    lines: tuple[float, float, float] = (1.20, 1.81, 5.09)  # more past the wall, past the door, in the Residence
    wall: tuple[float, float] = (0.54, 1.50)  # for the third and the fourth past the wall
    door: tuple[float, float] = (0.77, 5.10)  # for the first and the second past the door
    lost: float = 40.0
    risks: tuple[float, float] = (27.79, 14.95)  # for certain defeat in the next turn, in the one after it
    viking: float = 0.82
    viking_more: float = 0.96  # how much less each further one is worth
    elf: float = 1.34
    elf_more: float = 0.75
    heir: float = 1.03  # a Viking of the god whose turn is next
    turn_vikings: int = 5  # what a god can use in a turn
    turn_elves: int = 2
    levels: tuple[float, float, float] = (0.25, 0.28, 0.77)  # an Artifact, by level, in each turn that its god has
    ranks: tuple[float, float, float] = (1.00, 0.28, 0.17)  # a god's best one, the second, each further one
    turns: float = 0.52  # the power by which turns to come count
    held: float = 0.21  # each level that somebody has against an Enemy
    here: float = 0.11  # the bag under the Valkyries, were it all Vikings
    near: float = 2.86  # the best bag that they can search next
    stranded: float = 0.068  # where they stand under water
    dead: float = 0.11  # a Viking among the dead
    giant: float = 1.11  # an active Giant
    stronger: float = 0.33  # one that makes an Enemy stronger: beside half of that
    diceless: float = 3.99
    powerless: float = 3.87
    parts: tuple[float, float, float] = (0.41, 0.66, 3.46)  # the first, second, third Giant of a rune
    vanir: float = 1.22  # a square of the scale
    daeg: float = 3.42  # a turn without Enemy
    effects: tuple[float, ...] = (1.2, 0.3, 0.4, 0.9, 3.0, 0.2)  # of an Enemy's card, by Enemy, in each area (R5)


WEIGHTS = Weights()
