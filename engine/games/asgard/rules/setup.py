"""Set-up (R2), the choice of colours and the start recruits."""

from __future__ import annotations

from engine.core.flow import Flow
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.data import load
from engine.games.asgard.happenings import ColourChosen, GameBegan, Received
from engine.games.asgard.moves import ChooseColour, StartPick
from engine.games.asgard.pieces import COLOURS, EMPTY, NOBODY, RECRUIT_NUMBER, STACK
from engine.games.asgard.play import Play
from engine.games.asgard.state import State


def blank(data_set: str, seats: int) -> State:
    """The pieces that need no chance, in their places (R2.1, R2.3, R2.8-R2.10, R2.13, R2.14)."""
    data = load(data_set)
    setup = data.setups[seats]
    return State(
        data=data_set, seats=seats, round=0, stage="colour", colours=[NOBODY] * seats, order=list(range(seats)),
        scores=[0] * seats, stones=[setup.stones] * 6 + [setup.white_stones], recruits=list(data.recruit_supply),
        seals=list(setup.seals), valhalla=list(data.valhalla), battle_tiles=list(setup.battle_tiles),
        start_recruits=[1, 1, 1], own_stones=[[0] * 7 for _ in range(seats)],
        own_recruits=[[0] * 3 for _ in range(seats)], own_seals=[[0, 0] for _ in range(seats)],
        own_population=_lists(seats), own_temples=_lists(seats), own_battle_tiles=_lists(seats),
        skills=[NOBODY, NOBODY], front=[3] * seats, row=[7] * seats, middle=[0] * seats,
        victory=[[0] * seats for _ in range(7)], god_seals=[int(one) for one in data.starts_with_seal],
        god_recruits=[list(one) for one in data.god_recruits], god_tiles=[list(one) for one in data.god_tiles],
        slots=[NOBODY] * 30, support=[NOBODY] * 20, placed=_lists(seats), worlds=[EMPTY] * 16, flipped=[False] * 16,
        battle=[NOBODY] * 14, temples=_lists(len(data.stacks)), ancient=[list(one) for one in data.ancient],
        ancient_up=[[], []], asgard_stack=[], asgard_row=[], asgard_up=[], asgard_aside=[], arms=[STACK] * 14,
        owner=[NOBODY] * 14, taken=[0] * 14, searches=[[], []], known=_lists(seats), hand=_lists(seats),
        shown=_lists(seats), chosen=[False] * seats, recover=_lists(seats), active=0, turn=0, acted=False, flow=Flow(),
        offers=[], offering=[False] * seats, fights=[[] for _ in range(seats)], fighting=_lists(seats),
        fallen=[[0, 0, 0] for _ in range(16)], beneath=[0] * 16, passed=[False] * seats,
        touched=[],
    )  # fmt: skip


def _lists(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


def deal(play: Play) -> None:
    """Everything that chance decides: N1 to N6."""
    state, data, shuffle = play.state, play.data, play.chance.shuffle
    setup = data.setups[state.seats]
    state.order = list(shuffle("order tiles", state.seats))
    state.asgard_stack = [setup.asgard[i] for i in shuffle("asgard tiles", len(setup.asgard))]
    state.asgard_row = [state.asgard_stack.pop() for _ in range(setup.row)]
    state.asgard_up = [True] * setup.row
    for god, values in enumerate(data.god_tiles):
        state.god_tiles[god] = [values[i] for i in shuffle(f"god tiles {god}", len(values))]
    for stack, members in enumerate(data.stacked):
        state.temples[stack] = [members[i] for i in shuffle(f"temples {stack}", len(members))]
    for side in (0, 1):
        state.ancient[side] = [data.ancient[side][i] for i in shuffle(f"ancient weapons {side}", 5)]
    worlds = [world for world in range(8) if world not in setup.empty]
    for side, people in enumerate(setup.people):
        for world, i in zip(worlds, shuffle(f"population {side}", len(people)), strict=True):
            state.worlds[2 * world + side] = people[i]
    play.out.append(GameBegan(tuple(state.order), tuple(data.asgard[tile] for tile in state.asgard_row)))


def choose_colour(play: Play, seat: Seat, move: ChooseColour) -> None:
    """D0, seat by seat."""
    state, colour = play.state, COLOURS.index(move.colour)
    if colour in state.colours:
        raise IllegalMove("E_PICK", colour=move.colour)
    state.colours[seat] = colour
    play.out.append(ColourChosen(seat, move.colour))
    if NOBODY in state.colours:
        state.active = seat + 1
    else:
        state.stage, state.active = "start_pick", state.order[-1]


def pick_start(play: Play, seat: Seat, move: StartPick) -> None:
    """R2.13; when the owner of tile 2 has picked, the rest joins the supply."""
    state, kind = play.state, RECRUIT_NUMBER[move.recruit]
    if not state.start_recruits[kind]:
        raise IllegalMove("E_PICK", recruit=move.recruit)
    state.start_recruits[kind] -= 1
    state.own_recruits[seat][kind] += 1
    play.out.append(Received(seat, ("recruit", move.recruit)))
    number = state.number(seat)
    if number > 2:
        state.active = state.order[number - 2]
        return
    for left, count in enumerate(state.start_recruits):
        state.recruits[left] += count
    state.start_recruits = [0, 0, 0]
    state.stage = "start"
