"""What a mode of the game changes: one class a mode answers the questions of the rules, and plays no step itself.

All differences of solitaire (R15), co-operative (R16) and introductory play (R14) stand beside each other here.
"""

from __future__ import annotations

from typing import ClassVar

from engine.core.contract import Result
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import COOP, ENEMY, LENGTHS, MOST_MARKERS, SOLO
from engine.games.asgards_chosen.state import State


class Mode:
    """Competitive play as the rule book has it."""

    seats: ClassVar[range] = range(2, 5)
    laid_out: ClassVar[bool] = False  # the board lies there from the start (R14.2)
    items: ClassVar[str] = "draft"  # how starting items are had: draft, swords, three
    enemy: ClassVar[bool] = False  # event attacks, enemy markers and enemy tiles (R15)
    campaign_turns: ClassVar[int] = 2
    shared: ClassVar[bool] = False  # both seats are one side (R16)

    def sides(self, seats: int) -> int:
        """How many colours are played."""
        return seats

    def board(self, seats: int) -> int:
        """For how many players the board is."""
        return seats

    def wanted(self, state: State) -> int:
        """How many appeased gods end the game, or win it."""
        return LENGTHS[state.length]

    def chain(self, state: State) -> bool:
        """Whether matching heraldry draws more militia (R8.2.2)."""
        return state.seats == 2

    def militia(self, state: State, ground: int) -> int:
        """How many cards are revealed for it (R8.2.1)."""
        return 2

    def movable(self, state: State, seat: Seat) -> tuple[int, ...]:
        """The heroes that a seat may move."""
        return state.heroes(state.side(seat))

    def affected(self, state: State, seat: Seat) -> list[Seat]:
        """Whom an event that `seat` has met concerns (R10.3), in turn order from that seat."""
        return [(seat + step) % state.seats for step in range(state.seats)]

    def most_markers(self, state: State, seats: list[Seat]) -> list[Seat]:
        """Of these, who has the most markers on the board."""
        counts = [len(state.owned(state.side(seat))) for seat in range(state.seats)]
        return [seat for seat in seats if counts[seat] == max(counts)]

    def fewest_gods(self, state: State, seats: list[Seat]) -> list[Seat]:
        """Of these, who has appeased the fewest gods."""
        counts = [len(one) for one in state.appeased]
        return [seat for seat in seats if counts[state.side(seat)] == min(counts)]

    def enough_passes(self, state: State) -> bool:
        """Whether the muster phase is over (R10.1)."""
        return state.passes >= state.seats

    def marker_limit(self, side: int) -> int:
        """How many markers a side can have on the board."""
        return MOST_MARKERS

    def won(self, state: State) -> bool:
        """Whether the game is won at once."""
        return False

    def result(self, state: State) -> Result:
        """Most appeased gods, then markers, then cards; a tie is shared (R13.3)."""
        standing = [_standing(state, side) for side in range(state.sides)]
        best = max(standing)
        winners = tuple(side for side, one in enumerate(standing) if one == best)
        scores = tuple(one[0] for one in standing)
        level = [one for one in standing if one[0] == best[0]]
        cause = "gods" if len(level) == 1 else "markers" if len({one[1] for one in level}) > 1 else "cards"
        return Result(winners, ("shared",) if len(winners) > 1 else (cause,), scores)


def _standing(state: State, side: int) -> tuple[int, int, int]:
    return len(state.appeased[side]), len(state.owned(side)), state.card_count(side)


class Introductory(Mode):
    """R14."""

    laid_out = True
    items = "swords"

    def wanted(self, state: State) -> int:
        return LENGTHS["introductory"]


class Solitaire(Mode):
    """R15: one player against enemy markers and event attacks."""

    seats = range(1, 2)
    items = "three"
    enemy = True

    def board(self, seats: int) -> int:
        return int(SOLO["board_players"])

    def wanted(self, state: State) -> int:
        return LENGTHS["solitaire"]

    def chain(self, state: State) -> bool:
        return True

    def militia(self, state: State, ground: int) -> int:
        return int(SOLO["militia_enemy_marked" if state.markers[ground] == ENEMY else "militia_uncontrolled"])

    def affected(self, state: State, seat: Seat) -> list[Seat]:
        return [seat]

    def most_markers(self, state: State, seats: list[Seat]) -> list[Seat]:
        return seats

    def fewest_gods(self, state: State, seats: list[Seat]) -> list[Seat]:
        return seats

    def won(self, state: State) -> bool:
        return len(state.appeased[0]) >= self.wanted(state)

    def enough_passes(self, state: State) -> bool:
        return state.passes >= 1

    def result(self, state: State) -> Result:
        """All win at the wanted number, or nobody (R15.10, R16.6)."""
        if self.won(state):
            return Result(tuple(range(state.seats)), ("gods",), None)
        return Result((), ("deck",), None)


class Together(Solitaire):
    """R16: two players, one colour, a hero each."""

    seats = range(int(COOP["humans"]), int(COOP["humans"]) + 1)
    campaign_turns = 1
    shared = True

    def sides(self, seats: int) -> int:
        return 1

    def wanted(self, state: State) -> int:
        return LENGTHS["coop"]

    def movable(self, state: State, seat: Seat) -> tuple[int, ...]:
        return (own_hero(state, seat),)

    def enough_passes(self, state: State) -> bool:
        return state.passes >= state.seats


def own_hero(state: State, seat: Seat) -> int:
    """The hero of a seat in co-operative play: the start player's is the woman, unless the table says otherwise."""
    return seat ^ int(state.options.get("man_first", False))


MODES: dict[str, Mode] = {
    "standard": Mode(), "introductory": Introductory(), "solitaire": Solitaire(), "coop": Together(), "": Mode()
}  # fmt: skip
