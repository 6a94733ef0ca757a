"""Tiles: bonuses of the Asgard Row and of population tiles, searches in closed stacks, tiles used in a turn (R5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import IllegalMove, Seat
from engine.games.asgard.happenings import (
    AsgardFlipped,
    Gave,
    OrderChanged,
    Searched,
    Searching,
    TileUsed,
)
from engine.games.asgard.moves import Exchange, FlipTile, Get, TakeRecruits, Use
from engine.games.asgard.pieces import KINDS_OF_ARMS, NOBODY, RECRUIT_NUMBER, STACK, STONE_NUMBER, STONES, THOR_TILE
from engine.games.asgard.play import Faults, Play
from engine.games.asgard.rules.supply import receivable, receivable_after, receive
from engine.games.asgard.state import Ask, Job, State

AT_ANY_TIME = ("weapon", "wizardry", "first_player", "asgard_flip")  # kinds of R5.2


# --- searches (R5.3)


def wish(state: State, kind: int, names: Sequence[str]) -> list[int]:
    """Wishes as the first tile of each name. Raises IllegalMove for a tile that the game does not have."""
    data = state.components
    wishes = []
    for name in names:
        tile = next((one for one in range(7 * kind, 7 * kind + 7) if data.arms_name(one) == name), None)
        if tile is None:
            raise IllegalMove("E_PICK", tile=name)
        wishes.append(tile)
    return wishes


def in_stack(play: Play, kind: int, name: str) -> int:
    """A tile of this name that is still in the stack, or -1."""
    arms, called = play.state.arms, play.data.arms_name
    for tile in range(7 * kind, 7 * kind + 7):
        if arms[tile] < 0 and called(tile) == name:
            return tile
    return -1


def search(play: Play, seat: Seat, kind: int, wishes: Sequence[int]) -> None:
    """Take the first wish that is there; ask when none is. An empty stack gives nothing."""
    state = play.state
    if not state.in_stack(kind):
        return
    for wished in wishes:
        tile = in_stack(play, kind, play.data.arms_name(wished))
        if tile >= 0:
            keep(play, seat, kind, tile)
            return
    state.ask = Ask("get", seat, KINDS_OF_ARMS[kind], kind)
    play.out.append(Searching(seat, KINDS_OF_ARMS[kind]))


def keep(play: Play, seat: Seat, kind: int, tile: int) -> None:
    """The searched tile comes to the front, face down."""
    state, called = play.state, play.data.arms_name
    saw = tuple(called(one) for one in state.in_stack(kind))
    state.arms[tile] = seat
    state.searches[kind].append(seat)
    state.taken[tile] = len(state.searches[kind])
    play.out.append(Searched(seat, KINDS_OF_ARMS[kind], called(tile), saw))


def get(play: Play, seat: Seat, move: Get) -> None:
    """D15."""
    ask = play.state.ask
    if ask is None or ask.kind != "get":
        raise IllegalMove("E_PHASE")
    tile = in_stack(play, ask.which, move.tile)
    if tile < 0:
        raise IllegalMove("E_PICK", tile=move.tile)
    play.state.ask = None
    keep(play, seat, ask.which, tile)


# --- Asgard tiles (R7.4.1)


def row_place(state: State, name: str) -> int:
    """The place in the Row of a face-up tile named by place or id. Raises IllegalMove."""
    data = state.components
    if name.isdigit():
        place = int(name) - 1
    else:
        place = next((i for i, tile in enumerate(state.asgard_row) if data.asgard[tile] == name), -1)
    if not 0 <= place < len(state.asgard_row) or not state.asgard_up[place]:
        raise IllegalMove("E_PICK", tile=name)
    return place


def flip_jobs(state: State, seat: Seat, flip: FlipTile) -> list[Job]:
    """The flip of a tile and its bonus. Raises IllegalMove."""
    place = row_place(state, flip.tile)
    tile = state.asgard_row[place]
    return [("flip", [seat, place]), *bonus_jobs(state, seat, tile, flip.bonus)]


def bonus_jobs(state: State, seat: Seat, tile: int, bonus: TakeRecruits | Exchange | None) -> list[Job]:
    """What a bonus of an Asgard tile gives. Raises IllegalMove when the tile does not give that."""
    data = state.components
    if bonus is None:
        return []
    if isinstance(bonus, Exchange):
        if not data.exchange[tile]:
            raise IllegalMove("E_TARGET", tile=data.asgard[tile])
        return [exchange_job(state, seat, bonus)]
    kinds = [RECRUIT_NUMBER[name] for name in bonus.take]
    counts = {kind: kinds.count(kind) for kind in kinds}
    if not kinds or tuple(sorted(counts.values(), reverse=True)) != data.pattern[tile]:
        raise IllegalMove("E_PICK", tile=data.asgard[tile])
    return [("recruit", [seat, kind, count]) for kind, count in counts.items()]


def exchange_job(state: State, seat: Seat, exchange: Exchange, gain: tuple[int, int] | None = None) -> Job:
    """An exchange of stones; `gain`: stones (colour, number) that come just before. Raises IllegalMove (R3.6)."""
    give, take = STONE_NUMBER[exchange.give], STONE_NUMBER[exchange.get]
    more = gain[1] if gain is not None and gain[0] == give else 0
    if not state.own_stones[seat][give] + more:
        raise IllegalMove("E_PICK", stone=exchange.give)
    if give == take:
        raise IllegalMove("E_TARGET", stone=exchange.give)
    before = gain[1] if gain is not None and gain[0] == take else 0
    if not receivable_after(state, seat, "stone", take, before):
        raise IllegalMove("E_NO_EFFECT", stone=exchange.get)
    return "exchange", [seat, give, take]


def flip(play: Play, seat: Seat, place: int) -> None:
    play.state.asgard_up[place] = False
    play.out.append(AsgardFlipped(seat, play.data.asgard[play.state.asgard_row[place]]))


def exchange(play: Play, seat: Seat, give: int, take: int) -> int:
    """Give a stone back and receive another; what is still owed, as `receive` says. Lapses when impossible."""
    state = play.state
    if not state.own_stones[seat][give] or not receivable(state, seat, "stone", take):
        return 0
    state.own_stones[seat][give] -= 1
    state.stones[give] += 1
    play.out.append(Gave(seat, (("stone", STONES[give]),)))
    return receive(play, seat, "stone", take, 1, paid=True)


# --- order tiles


def first_player(play: Play, seat: Seat) -> None:
    """Swap order tiles with the owner of tile 1 (R5.4)."""
    order = play.state.order
    at = order.index(seat)
    order[0], order[at] = seat, order[0]
    play.out.append(OrderChanged(tuple(order)))


# --- tiles in the own turn (D6)


def usable(state: State, seat: Seat, tile: int) -> bool:
    """Whether a population tile in front of `seat` could be used in its turn now (R5)."""
    kind = state.components.kind[tile]
    if kind == "first_player":
        return state.order[0] != seat
    if kind == "asgard_flip":
        return True in state.asgard_up
    if kind == "weapon":
        return STACK in state.arms[:7]
    return kind == "wizardry" and STACK in state.arms[7:]


def could_go_on(state: State, seat: Seat) -> bool:
    """Whether the end of a turn is worth a question (R6.8)."""
    if any(usable(state, seat, tile) for tile in state.own_population[seat]):
        return True
    return state.skills[THOR_TILE] == seat and state.busy(seat)


def _check_use(state: State, seat: Seat, tile: int, move: Use) -> list[Job]:
    """The steps of a used tile. Raises IllegalMove."""
    faults = Faults()
    kind = "" if tile == NOBODY else state.components.kind[tile]
    if tile not in state.own_population[seat]:
        faults.add("E_TILE_NOT_OWNED", tile=move.tile)
    elif kind not in AT_ANY_TIME:
        faults.add("E_TILE_TIMING", tile=move.tile)
    elif not usable(state, seat, tile):
        faults.add("E_NO_EFFECT", tile=move.tile)
    try:
        jobs = _use_jobs(state, seat, kind, move)
    except IllegalMove as fault:
        faults.found.append(fault)
    faults.settle()
    return jobs


def _use_jobs(state: State, seat: Seat, kind: str, move: Use) -> list[Job]:
    """Raises IllegalMove."""
    if kind in KINDS_OF_ARMS:
        number = KINDS_OF_ARMS.index(kind)
        return [("search", [seat, number, *wish(state, number, move.get)])]
    if kind != "asgard_flip" or True not in state.asgard_up:
        return []
    if move.flip is None:
        raise IllegalMove("E_MUST_FLIP")
    return flip_jobs(state, seat, move.flip)


def use(play: Play, seat: Seat, move: Use) -> None:
    """D6."""
    state, data = play.state, play.data
    tile = data.population.index(move.tile) if move.tile in data.population else NOBODY
    jobs = _check_use(state, seat, tile, move)
    kind = data.kind[tile]
    state.own_population[seat].remove(tile)
    play.out.append(TileUsed(seat, move.tile))
    if kind == "first_player":
        first_player(play, seat)
    state.jobs = jobs
