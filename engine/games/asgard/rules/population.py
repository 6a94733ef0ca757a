"""Population tiles (R5), a class for each kind: what it does in the own turn, and what it brings to Surtr (R8.11).

What pays in the place of a stone or a seal, or wins a battle, is looked for where that is done: temples.py,
asgard_area.py, battles.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, TypeAlias

from engine.core.flow import Frame, step
from engine.core.grammar.parts import key, many, the
from engine.core.grammar.records import Record, record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import DiscMoved, OrderChanged, TileUsed
from engine.games.asgard.moves import Exchange, FlipPopulation, FlipTile, Search, TakeSeal, TakeStone, Use, Victory
from engine.games.asgard.orders.values import BATTLE_PLACE, SEAL, WISH
from engine.games.asgard.pieces import (
    BATTLE_SLOT,
    BATTLE_SLOTS,
    NOBODY,
    SEALS,
    STACK,
    STONES,
    SURTR,
    THOR_TILE,
    side_of_god,
)
from engine.games.asgard.play import Faults, Play
from engine.games.asgard.rules.supply import NAMES, receivable, receive
from engine.games.asgard.rules.tiles import FLIP, ONE_STONE, SWAP, flip_frames, flips, search, swap, swaps, wish
from engine.games.asgard.state import State

Line: TypeAlias = tuple[tuple[object, ...], Any]  # what a line of the menu says, and the part of the move


class Population(ABC):
    """One kind of tile. `in_turn`: it may be used at any moment of the own turn (R5.2).

    `forms`: what names its bonus at Surtr's slot. What is possible is not optional there, but for the exchange.
    """

    in_turn: ClassVar[bool] = False
    forms: tuple[Record[Any], ...] = ()

    def usable(self, state: State, seat: Seat) -> bool:
        """Whether it could be used in the seat's turn now."""
        return False

    def used(self, state: State, seat: Seat, move: Use) -> list[Frame]:
        """What its use lines up. Raises IllegalMove."""
        return []

    def chosen(self, state: State, seat: Seat) -> list[Line]:
        """What there is to choose for its use; nothing for most."""
        return []

    @abstractmethod
    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        """What its bonus at Surtr's slot lines up. Raises IllegalMove."""

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        """The menu of that bonus, besides the line that names none."""
        yield from ()


class Arms(Population):
    """A weapon or wizardry tile (R5.3); a wish that is missing is asked for (D15)."""

    in_turn = True
    forms = (record(Search, key("get"), many("get", WISH, least=0)),)

    def __init__(self, arms: int) -> None:
        self.arms = arms

    def usable(self, state: State, seat: Seat) -> bool:
        return STACK in state.arms[7 * self.arms : 7 * self.arms + 7]

    def used(self, state: State, seat: Seat, move: Use) -> list[Frame]:
        return [search(seat, self.arms, wish(state, self.arms, move.get))]

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        names = part.bonus.get if isinstance(part.bonus, Search) else ()
        return [search(seat, self.arms, wish(state, self.arms, names))]


class First(Population):
    """Order tile 1 (R5.4)."""

    in_turn = True

    def usable(self, state: State, seat: Seat) -> bool:
        return state.order[0] != seat

    def used(self, state: State, seat: Seat, move: Use) -> list[Frame]:
        return [first_player(seat)]

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        return [first_player(seat)] if state.order[0] != seat else []


class Row(Population):
    """A tile of the Asgard Row."""

    in_turn = True
    forms = (record(FlipTile, key("asgard", kind="slot"), *FLIP),)

    def usable(self, state: State, seat: Seat) -> bool:
        return True in state.asgard_up

    def used(self, state: State, seat: Seat, move: Use) -> list[Frame]:
        if True not in state.asgard_up:
            return []
        if move.flip is None:
            raise IllegalMove("E_MUST_FLIP")
        return flip_frames(state, seat, move.flip)

    def chosen(self, state: State, seat: Seat) -> list[Line]:
        return list(flips(state, seat))

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        up = [place for place, is_up in enumerate(state.asgard_up) if is_up]
        if not up:
            if part.bonus is not None:
                raise IllegalMove("E_PICK")
            return []
        only = FlipTile(tile=str(up[0] + 1)) if len(up) == 1 else None
        bonus = part.bonus or only
        if not isinstance(bonus, FlipTile):
            raise IllegalMove("E_MUST_FLIP")
        return flip_frames(state, seat, bonus)

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        yield from flips(state, seat)


class IntoVictory(Population):
    """An own disc goes from its battle slot to the Victory Area now; without one there it has no effect."""

    forms = (record(Victory, key("victory"), the("slot", BATTLE_PLACE)),)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        held = _held(state, seat)
        if isinstance(part.bonus, Victory):
            if BATTLE_SLOT[part.bonus.slot] not in held:
                raise IllegalMove("E_NO_DISC_THERE", place=part.bonus.slot)
            return [victory(seat, BATTLE_SLOT[part.bonus.slot])]
        if len(held) > 1:
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [victory(seat, slot) for slot in held]

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        for slot in _held(state, seat):
            yield ("victory", BATTLE_SLOTS[slot]), Victory(slot=BATTLE_SLOTS[slot])


def _held(state: State, seat: Seat) -> list[int]:
    return [slot for slot, owner in enumerate(state.battle) if owner == seat]


@step
def victory(play: Play, seat: Seat, slot: int) -> None:
    play.state.battle[slot] = NOBODY
    play.state.victory[slot // 2][seat] += 1
    play.out.append(DiscMoved(seat, BATTLE_SLOTS[slot], f"V{slot // 2 + 1}"))


class Good(Population):
    """One stone or seal of one's choice."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.forms = (ONE_STONE if what == "stone" else record(TakeSeal, key("seal"), the("seal", SEAL)),)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        possible = [which for which in range(len(NAMES[self.what])) if self._possible(state, seat, which)]
        if isinstance(part.bonus, TakeStone | TakeSeal):
            which = NAMES[self.what].index(part.bonus.stone if isinstance(part.bonus, TakeStone) else part.bonus.seal)
            if possible and which not in possible:
                raise IllegalMove("E_TARGET", slot=part.slot)
            return [receive(seat, self.what, which, 1)]
        if len(possible) > 1:
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [receive(seat, self.what, which, 1) for which in possible]

    def _possible(self, state: State, seat: Seat, which: int) -> bool:
        """The seal beside Surtr comes before (R7.1.1)."""
        own_seal = self.what == "seal" and which == side_of_god(SURTR)
        return receivable(state, seat, self.what, which, gained=state.god_seals[SURTR] if own_seal else 0)

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        if self.what == "seal":
            yield from ((("seal", seal), TakeSeal(seal=seal)) for seal in SEALS)
        else:
            yield from ((("stone", stone), TakeStone(stone=stone)) for stone in STONES)


class Convert(Population):
    """An exchange of stones; the one bonus that may be left."""

    forms = (SWAP,)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        return [swap(state, seat, part.bonus)] if isinstance(part.bonus, Exchange) else []

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        yield from ((("swap", one.give, one.get), one) for one in swaps(state, seat))


@step
def first_player(play: Play, seat: Seat) -> None:
    """Swap order tiles with the owner of tile 1 (R5.4)."""
    order = play.state.order
    at = order.index(seat)
    order[0], order[at] = seat, order[0]
    play.out.append(OrderChanged(tuple(order)))


POPULATION: dict[str, Population] = {
    "weapon": Arms(0),
    "wizardry": Arms(1),
    "first_player": First(),
    "asgard_flip": Row(),
    "victory": IntoVictory(),
    "any_stone": Good("stone"),
    "seal": Good("seal"),
    "convert_stone": Convert(),
}


# --- tiles in the own turn (D6)


def usable(state: State, seat: Seat, tile: int) -> bool:
    """Whether a population tile in front of `seat` could be used in its turn now (R5)."""
    return POPULATION[state.components.kind[tile]].usable(state, seat)


def could_go_on(state: State, seat: Seat) -> bool:
    """Whether the end of a turn is worth a question (R6.8)."""
    for tile in state.own_population[seat]:
        if usable(state, seat, tile):
            return True
    return state.skills[THOR_TILE] == seat and state.busy(seat)


def _check_use(state: State, seat: Seat, tile: int, move: Use) -> list[Frame]:
    """What a used tile does. Raises IllegalMove."""
    faults = Faults()
    kind = None if tile == NOBODY else POPULATION[state.components.kind[tile]]
    if tile not in state.own_population[seat]:
        faults.add("E_TILE_NOT_OWNED", tile=move.tile)
    elif kind is None or not kind.in_turn:
        faults.add("E_TILE_TIMING", tile=move.tile)
    elif not kind.usable(state, seat):
        faults.add("E_NO_EFFECT", tile=move.tile)
    frames = faults.caught(lambda: [] if kind is None else kind.used(state, seat, move))
    faults.settle()
    return frames or []


def use(play: Play, seat: Seat, move: Use) -> None:
    """D6."""
    state, data = play.state, play.data
    tile = data.population.index(move.tile) if move.tile in data.population else NOBODY
    frames = _check_use(state, seat, tile, move)
    state.own_population[seat].remove(tile)
    play.out.append(TileUsed(seat, move.tile))
    play.then(*frames)
