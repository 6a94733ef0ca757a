"""Ragnarök: Valhalla, hidden arms, and the seven worlds (R10)."""

from __future__ import annotations

from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import (
    ArmLaid,
    ArmsDiscarded,
    FromValhalla,
    GameOver,
    RagnarokBegan,
    Scored,
    WorldFought,
)
from engine.games.asgard.moves import Arm, Valhalla
from engine.games.asgard.pieces import (
    EMPTY,
    GIANT,
    GOD_TILE,
    GODS,
    GONE,
    KINDS_OF_ARMS,
    LAID,
    LOWER,
    NOBODY,
    RECRUIT_NUMBER,
    STRENGTH,
    THOR,
    WORLD_SLOTS,
    strength_of,
)
from engine.games.asgard.play import Play
from engine.games.asgard.rules.odin import lose_track
from engine.games.asgard.state import State


def begin(play: Play) -> None:
    """R10.1-R10.5; then Valhalla."""
    state = play.state
    for seat, tiles in enumerate(state.own_battle_tiles):
        if points := sum(tiles):
            state.scores[seat] += points
            play.out.append(Scored(seat, points, "battle_tiles"))
    state.middle = [0] * state.seats
    state.victory = [[0] * state.seats for _ in range(7)]
    state.worlds[LOWER] = state.worlds[LOWER + 1] = EMPTY
    for side in (0, 1):
        weapons = sorted(state.ancient[side] + state.ancient_up[side])
        state.ancient_up[side] = []
        shuffled = play.chance.shuffle(f"ancient weapons for Ragnarok {side}", len(weapons))
        state.ancient[side] = [weapons[i] for i in shuffled]
    empty = [world for world in range(6, -1, -1) if not sort_world(state, world)]
    for god in range(10):
        gather(state, god)
    laid = tuple(WORLD_SLOTS[slot] for slot in range(LOWER) if state.beneath[slot])
    play.out.append(RagnarokBegan(tuple(world + 1 for world in sorted(empty)), laid))
    state.passed = [False] * state.seats
    state.stage, state.active = "valhalla", state.order[-1]
    next_valhalla(state)


def sort_world(state: State, world: int) -> bool:
    """R10.4; whether the world takes part."""
    slots = 2 * world, 2 * world + 1
    if not (state.is_god(slots[0]) or state.is_god(slots[1])):
        state.worlds[slots[0]] = state.worlds[slots[1]] = EMPTY
        return False
    for slot in slots:
        if state.is_population(slot) and state.ancient[slot % 2]:
            state.beneath[slot] = state.ancient[slot % 2].pop()
    return True


def gather(state: State, god: int) -> None:
    """The recruits of a god go to his tiles in worlds 1-7, in groups as equal as can be (R10.5)."""
    tiles = tiles_of(state, god)
    if tiles:
        tiles.sort(key=lambda slot: (state.worlds[slot], slot))  # the lower-numbered tile first
        for slot, group in zip(tiles, split(state.god_recruits[god], len(tiles)), strict=True):
            state.fallen[slot] = group
    state.god_recruits[god] = [0, 0, 0]


def split(recruits: list[int], groups: int) -> list[list[int]]:
    """Giants first, then warriors, each to the weakest group so far, ties to the first."""
    found, strength = [[0, 0, 0] for _ in range(groups)], [0] * groups
    for kind in (GIANT, 1, 0):
        for _ in range(recruits[kind]):
            at = strength.index(min(strength))
            found[at][kind] += 1
            strength[at] += STRENGTH[kind]
    return found


def tiles_of(state: State, god: int) -> list[int]:
    """World slots of worlds 1-7 with a tile of this god."""
    first = GOD_TILE + 10 * god
    return [slot for slot in range(LOWER) if first <= state.worlds[slot] < first + 10]


def discs_below(state: State, slot: int) -> list[Seat]:
    """Owners of the discs below a god tile, the top one first (R10.3)."""
    god = state.god_at(slot)
    return [seat for seat in state.support[2 * god : 2 * god + 2] if seat != NOBODY]


def supported(state: State, seat: Seat, *, light_only: bool = False) -> list[int]:
    """World slots with a god tile below which the seat has a disc, world 1 first."""
    return [
        slot
        for slot in range(0, LOWER, 2 if light_only else 1)
        if state.worlds[slot] >= GOD_TILE and seat in discs_below(state, slot)
    ]


def _slot(state: State, god: str, world: int) -> int:
    """Where this god's tile lies in a world, or NOBODY."""
    number = GODS.index(god)
    slot = 2 * (world - 1) + (0 if number <= THOR else 1)
    return slot if state.is_god(slot) and state.god_at(slot) == number else NOBODY


# --- Valhalla (R10.6)


def next_valhalla(state: State) -> None:
    """Who is next after `active`; on to the arms when nobody is, or Valhalla is empty."""
    if sum(state.valhalla):
        at = state.number(state.active)
        for step in range(state.seats):
            seat = state.order[(at + step) % state.seats]
            if not state.passed[seat] and supported(state, seat, light_only=True):
                state.active = seat
                return
    state.stage, state.active, state.acted = "arm", state.order[-1], True


def valhalla(play: Play, seat: Seat, move: Valhalla) -> None:
    """D13."""
    state = play.state
    if move.warrior is None:
        state.passed[seat] = True
        play.out.append(FromValhalla(seat, None))
    else:
        kind, slot = check_warrior(state, seat, move)
        state.valhalla[kind] -= 1
        state.fallen[slot][kind] += 1
        play.out.append(FromValhalla(seat, move.warrior, str(move.god), WORLD_SLOTS[slot]))
    next_valhalla(state)


def check_warrior(state: State, seat: Seat, move: Valhalla) -> tuple[int, int]:
    """The kind of the warrior, and the world slot where it goes. Raises IllegalMove."""
    kind = RECRUIT_NUMBER[str(move.warrior)]
    if kind == GIANT or not state.valhalla[kind]:
        raise IllegalMove("E_PICK", recruit=move.warrior)
    slot = NOBODY if move.god is None or move.world is None else _slot(state, move.god, move.world)
    if slot == NOBODY or slot % 2 or seat not in discs_below(state, slot):
        raise IllegalMove("E_NOT_SUPPORTED", god=move.god, world=move.world)
    return kind, slot


# --- arms (R10.7)


def discard_idle_arms(play: Play) -> None:
    """Tiles of players who support no god in worlds 1-7 go unseen."""
    state = play.state
    for seat in range(state.seats):
        tiles = [tile for tile, place in enumerate(state.arms) if place == seat]
        if tiles and not supported(state, seat):
            for tile in tiles:
                state.arms[tile] = GONE
            weapons = sum(tile < 7 for tile in tiles)
            play.out.append(ArmsDiscarded(seat, weapons, len(tiles) - weapons))
    for known in state.known:
        known[:] = [tile for tile in known if state.arms[tile] != GONE]


def next_arms(state: State) -> bool:
    """Let the next owner of a tile be active; whether there is one."""
    at = state.number(state.active)
    for step in range(state.seats):
        seat = state.order[(at + step) % state.seats]
        if seat in state.arms:
            state.active = seat
            return True
    return False


def arm(play: Play, seat: Seat, move: Arm) -> None:
    """D14."""
    state = play.state
    tile, slot = check_arm(state, seat, move)
    lose_track(state, seat, tile)
    state.arms[tile] = LAID + slot
    state.owner[tile] = seat
    state.acted = True
    play.out.append(ArmLaid(seat, KINDS_OF_ARMS[tile // 7], move.tile, move.god, WORLD_SLOTS[slot]))


def check_arm(state: State, seat: Seat, move: Arm) -> tuple[int, int]:
    """The tile, and the world slot under which it goes. Raises IllegalMove."""
    called = state.components.arms
    tile = next((t for t, at in enumerate(state.arms) if at == seat and called[t] == move.tile), NOBODY)
    if tile == NOBODY:
        raise IllegalMove("E_TILE_NOT_OWNED" if move.tile in called else "E_PICK", tile=move.tile)
    slot = _slot(state, move.god, move.world)
    if slot == NOBODY or seat not in discs_below(state, slot):
        raise IllegalMove("E_NOT_SUPPORTED", god=move.god, world=move.world)
    return tile, slot


# --- the seven worlds (R10.9, R10.10)


def fight(play: Play) -> None:
    """Worlds 1 to 7, then the end of the game (R10.11)."""
    state = play.state
    for world in range(7):
        if state.worlds[2 * world] != EMPTY:
            fight_world(play, world)
    state.stage = "over"
    play.out.append(GameOver(tuple(state.scores), (winner(state),)))


def winner(state: State) -> Seat:
    """Who has most points; of those level the one with the lowest order tile (R10.11)."""
    return max(state.order, key=state.scores.__getitem__)


def fight_world(play: Play, world: int) -> None:
    """Reveal, apply wizardry, compare, score."""
    state, data = play.state, play.data
    sides = []
    for slot in (2 * world, 2 * world + 1):
        arms = [tile for tile, place in enumerate(state.arms) if place == LAID + slot]
        sides.append(([data.weapon[t] for t in arms if t < 7], [data.arms[t] for t in arms if t >= 7], arms))
    found = [side_value(state, 2 * world + side, sides[side][:2], sides[1 - side][1]) for side in (0, 1)]
    winner = None if found[0] == found[1] else int(found[1] > found[0])
    names = tuple([tuple([data.arms[tile] for tile in side[2]]) for side in sides])
    ancient = state.beneath[2 * world] or state.beneath[2 * world + 1]
    play.out.append(WorldFought(world + 1, (names[0], names[1]), ancient, (found[0], found[1]), winner))
    if winner is not None and state.is_god(2 * world + winner):
        _reward(play, 2 * world + winner, sides[winner][1])


def side_value(state: State, slot: int, arms: tuple[list[int], list[str]], against: list[str]) -> int:
    """Tile, recruits and weapons of one side; `against`: the wizardry below the opponent."""
    weapons, wizardry = arms
    if state.beneath[slot]:
        weapons = [*weapons, state.beneath[slot]]
    cancelled = against.count("negate_weapon")
    value = sum(sorted(weapons, reverse=True)[cancelled:])
    if "negate_tile" not in against:
        value += state.value_at(slot)
    strength = strength_of(state.fallen[slot])
    return value + strength * (2 if "double_recruits" in wizardry else 1)


def _reward(play: Play, slot: int, wizardry: list[str]) -> None:
    """R10.10 and the points of wizardry."""
    state, world = play.state, slot // 2
    discs = discs_below(state, slot)
    one, two = play.data.reward[world]
    points = [(discs[0], one + two)] if len(discs) == 1 else list(zip(discs, (one, two), strict=False))
    for seat, count in points:
        _score(play, seat, count, "world", world)
    for place, name in enumerate(("vp_top", "vp_bottom")):
        if name in wizardry and place < len(discs):
            _score(play, discs[place], 10, name, world)


def _score(play: Play, seat: Seat, points: int, why: str, world: int) -> None:
    play.state.scores[seat] += points
    play.out.append(Scored(seat, points, why, world + 1))
