"""What every step of the rules gets, and the tables in which the powers and effects are found.

A `power` says what a god's sheet is worth at a moment; an `effect` does what an Enemy's card brings; a `rune` what the
fourth of its Giants does when it falls.
"""

from __future__ import annotations

from engine.core.components.cards import Cards
from engine.core.flow import Play
from engine.core.moves import Seat
from engine.games.yggdrasil.data import (
    ACTIONS,
    ENEMIES,
    FORCE,
    GIANT_FORCE,
    GODS,
    HAMMERS,
    LAST_SPACE,
    NO_POWERS,
    PLUS,
    PLUS_ONE,
)
from engine.games.yggdrasil.happenings import EnemyMoved
from engine.games.yggdrasil.state import State

powers: Cards[State] = Cards(moments=("cards", "combat", "rolls", "actions", "repeats", "search"))


class Tree(Play[State]):
    """One move of Yggdrasil."""

    __slots__ = ()

    def roll(self, seat: Seat) -> tuple[int, ...]:
        """The hammers of each roll; the best one counts (R1.8, R11.3)."""
        draw, sides = self.chance.draw, len(HAMMERS)
        return tuple([HAMMERS[draw("die", sides)] for _ in range(power(self.state, seat, "rolls", 1))])

    def counters(self, bag: int, count: int) -> tuple[int, int]:
        """So many counters out of a bag, or all: Vikings and Fire Giants. They are still counted there."""
        vikings, left = self.state.bag_vikings[bag], self.state.counters(bag)
        if count >= left:
            return vikings, left - vikings
        found = 0
        for _ in range(count):
            found += self.chance.draw("counter", left) < vikings - found
            left -= 1
        return found, count - found

    def move_enemy(self, enemy: int, steps: int, why: str) -> None:
        """Forward, or back where `steps` is below 0; as far as the track goes (R4.3)."""
        spaces = self.state.spaces
        source = spaces[enemy]
        to = min(LAST_SPACE, max(0, source + steps))
        if to != source:
            spaces[enemy] = to
            self.tell(EnemyMoved(ENEMIES[enemy], source, to, why))


effect: Cards[Tree] = Cards(moments=("card",))
rune: Cards[Tree] = Cards(moments=("completed",))


def power(state: State, seat: Seat, at: str, otherwise: int) -> int:
    """What a god's power says at a moment; `otherwise` where it says nothing, or all are off (R6.7, R9.6)."""
    says = powers.find(GODS[state.gods[seat]], at)
    if says is None or NO_POWERS in state.active:
        return otherwise
    return int(says(state))


def actions_of(state: State, seat: Seat) -> int:
    """How many actions a god has in a turn (R6.1)."""
    return power(state, seat, "actions", ACTIONS)


def force_of(state: State, enemy: int) -> int:
    """The combat force of an Enemy where it stands (R7.1)."""
    return FORCE[state.spaces[enemy]] + (PLUS_ONE[enemy] in state.active)


def giants_force(state: State) -> int:
    """The combat force of any Giant (R7.1)."""
    return GIANT_FORCE + (PLUS["giants"] in state.active)


def off_start(state: State) -> list[int]:
    """The Enemies that can go back, in roster order."""
    return [enemy for enemy, space in enumerate(state.spaces) if space > 0]


def most_advanced(state: State, count: int) -> list[int]:
    """As many of those that can go back, the farthest first, ties by roster order."""
    return sorted(off_start(state), key=lambda enemy: -state.spaces[enemy])[:count]
