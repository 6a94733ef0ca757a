"""What things are worth to the gods together, counted in Vikings.

Nobody could guess these numbers; they are those of the teams that won most, where teams with numbers a little apart
from each other played the same deals with two, three, four and six gods.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """One team's mind."""

    push: float = 3.65  # a step back of an Enemy that has cards to come
    soon: float = 1.59  # steps that an Enemy must still have before it, to be worth the whole of that
    lines: tuple[float, float, float] = (1.06, 1.55, 9.26)  # more past the wall, past the door, in the Residence
    wall: tuple[float, float] = (0.72, 0.67)  # for the third and the fourth past the wall
    door: tuple[float, float] = (0.70, 6.04)  # for the first and the second past the door
    lost: float = 40.0
    risks: tuple[float, float] = (23.4, 11.9)  # for certain defeat in the next turn, in the one after it
    viking: float = 0.70
    viking_more: float = 0.947  # how much less each further one is worth
    elf: float = 1.10
    elf_more: float = 0.845
    heir: float = 1.037  # a Viking of the god whose turn is next
    turn_vikings: int = 5  # what a god can use in a turn
    turn_elves: int = 2
    levels: tuple[float, float, float] = (0.18, 0.49, 0.38)  # an Artifact, by level, in each turn that its god has
    ranks: tuple[float, float, float] = (1.0, 0.32, 0.13)  # a god's best one, the second, each further one
    turns: float = 0.56  # the power by which turns to come count
    held: float = 0.15  # each level that somebody has against an Enemy
    here: float = 1.04  # the bag under the Valkyries, were it all Vikings
    near: float = 2.55  # the best bag that they can search next
    stranded: float = 0.55  # where they stand under water
    dead: float = 0.05  # a Viking among the dead
    bagged: float = 0.02  # a Viking in a bag
    giant: float = 0.41  # an active Giant
    stronger: float = 0.27  # one that makes an Enemy stronger: beside half of that
    diceless: float = 4.02
    powerless: float = 2.85
    parts: tuple[float, float, float] = (0.09, 0.52, 2.25)  # the first, second, third Giant of a rune
    vanir: float = 0.95  # a square of the scale
    daeg: float = 3.80  # a turn without Enemy
    effects: tuple[float, ...] = (1.2, 0.3, 0.4, 0.9, 3.0, 0.2)  # of an Enemy's card, by Enemy, in each area (R5)


WEIGHTS = Weights()
