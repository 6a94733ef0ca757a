"""Phase 4: battles in the worlds and battle tiles (R9)."""

from __future__ import annotations

from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import (
    AncientTurned,
    BattleSettled,
    BattleTileTaken,
    ChoiceMade,
    PhaseBegan,
    Scored,
)
from engine.games.asgard.moves import Battle
from engine.games.asgard.pieces import BATTLE_SLOT, BATTLE_SLOTS, NOBODY, TYR_TILE, strength_of
from engine.games.asgard.play import Play
from engine.games.asgard.state import Fight, State

NOTHING, TYR_SKILL = -1, 100  # what a Fight declares, when it is no population tile
NONE = (0, 0, 0)
NO_ORDER = Fight(-1, NONE)  # of a disc that nothing was done for


def begin(play: Play) -> None:
    """Temple points, ancient weapons, and who must be asked (R9.1-R9.3)."""
    state = play.state
    state.stage = "battle"
    play.out.append(PhaseBegan("battle"))
    for seat in range(state.seats):
        if points := state.temple_of(seat):
            state.scores[seat] += points
            play.out.append(Scored(seat, points, "temples"))
    for side in (0, 1):
        state.ancient_up[side].append(state.ancient[side].pop())
    play.out.append(AncientTurned(state.ancient_up[0][-1], state.ancient_up[1][-1]))
    state.fights = [[] for _ in range(state.seats)]
    state.fighting = [losing(state, seat) for seat in range(state.seats)]
    for seat in range(state.seats):
        settle_hopeless(state, seat)


def values(state: State, slot: int) -> tuple[int, int]:
    """The value of the side of a battle slot and of the other, recruits not counted (R9.3)."""
    other = slot ^ 1
    gods = state.is_god(slot), state.is_god(other)
    mine = state.ancient_up[slot % 2][-1]
    theirs = state.ancient_up[other % 2][-1]
    if gods[0] or not gods[1]:
        mine += state.value_at(slot)
    if gods[1] or not gods[0]:
        theirs += state.value_at(other)
    return mine, theirs


def need(state: State, slot: int) -> int:
    """The strength that must be added for this side to win; 0 or less: it wins anyway."""
    mine, theirs = values(state, slot)
    return theirs - mine + 1


def losing(state: State, seat: Seat) -> list[int]:
    """Battle slots with a disc of the seat that does not win by itself, in the order of settling."""
    return [slot for slot, owner in enumerate(state.battle) if owner == seat and need(state, slot) > 0]


def left(state: State, seat: Seat) -> list[int]:
    """Recruits in front that no battle order has promised yet."""
    found = state.own_recruits[seat].copy()
    for fight in state.fights[seat]:
        for kind, count in enumerate(fight.send):
            found[kind] -= count
    return found


def tiles_left(state: State, seat: Seat) -> list[int]:
    """What may be declared: TYR_SKILL, population tiles of the kind `victory`."""
    used = [fight.declare for fight in state.fights[seat]]
    tyr = [TYR_SKILL] if state.skills[TYR_TILE] == seat else []
    kind = state.components.kind
    tiles = [tile for tile in state.own_population[seat] if kind[tile] == "victory"]
    return [tile for tile in tyr + tiles if tile not in used]


def hopeless(state: State, seat: Seat, slot: int) -> bool:
    """Whether nothing can be done for a disc: then nobody is asked."""
    return strength_of(left(state, seat)) < need(state, slot) and not tiles_left(state, seat)


def settle_hopeless(state: State, seat: Seat) -> None:
    state.fighting[seat] = [slot for slot in state.fighting[seat] if not hopeless(state, seat, slot)]


def order(play: Play, seat: Seat, move: Battle) -> None:
    """D12: an order for one disc, secret until all are in. Raises IllegalMove.

    A disc that recruits sent elsewhere leave helpless is still asked about: were it not, the end of the waiting for
    this seat would tell the others that recruits were sent.
    """
    state, slot = play.state, BATTLE_SLOT[move.slot]
    if state.battle[slot] != seat:
        raise IllegalMove("E_NO_DISC_THERE", place=move.slot)
    active = move.send != NONE or move.declare is not None
    declared = NOTHING if move.declare is None else _declared(state, seat, move.declare)
    available = left(state, seat)
    if any(sent > own for sent, own in zip(move.send, available, strict=True)):
        raise IllegalMove("E_RECRUITS", slot=move.slot)
    due = need(state, slot)
    if move.send != NONE and strength_of(move.send) < due:
        raise IllegalMove("E_STRENGTH", slot=move.slot, need=due)
    if (move.send != NONE and declared != NOTHING) or slot not in state.fighting[seat]:
        raise IllegalMove("E_NO_EFFECT", slot=move.slot)
    state.fighting[seat].remove(slot)
    if active:
        state.fights[seat].append(Fight(slot, move.send, declared))
    if play.version == 1:
        settle_hopeless(state, seat)
    play.out.append(ChoiceMade(seat, "battle", 1, (move.slot,)))


def _declared(state: State, seat: Seat, name: str) -> int:
    data = state.components
    if name == "tyr_skill":
        tile = TYR_SKILL
    elif name in data.population:
        tile = data.population.index(name)
        if tile in state.own_population[seat] and data.kind[tile] != "victory":
            raise IllegalMove("E_TILE_TIMING", tile=name)
    else:
        tile = NOTHING
    if tile not in tiles_left(state, seat):
        raise IllegalMove("E_TILE_NOT_OWNED", tile=name)
    return tile


def resolve(play: Play) -> None:
    """Worlds from 1 to 7, Light first; then battle tiles (R9.4-R9.7)."""
    state = play.state
    results = [(slot, seat, values(state, slot)) for slot, seat in enumerate(state.battle) if seat != NOBODY]
    for slot, seat, (mine, theirs) in results:
        fight = next((one for one in state.fights[seat] if one.slot == slot), NO_ORDER)
        settle(play, seat, slot, (mine, theirs), fight)
    state.fights = [[] for _ in range(state.seats)]
    take_battle_tiles(play)


def settle(play: Play, seat: Seat, slot: int, found: tuple[int, int], fight: Fight) -> None:
    """One disc goes to the Victory Area or to the middle."""
    state, data = play.state, play.data
    state.battle[slot] = NOBODY
    how, tile = "lost", None
    if found[0] > found[1]:
        how = "won"
    elif fight.send != NONE:
        how = "sent"
        _send(state, seat, fight.send)
    elif fight.declare != NOTHING:
        how = "declared"
        tile = "tyr_skill" if fight.declare == TYR_SKILL else data.population[fight.declare]
        if fight.declare == TYR_SKILL:
            state.skills[TYR_TILE] = NOBODY
        else:
            state.own_population[seat].remove(fight.declare)
    if how == "lost":
        state.middle[seat] += 1
    else:
        state.victory[slot // 2][seat] += 1
    play.out.append(BattleSettled(seat, BATTLE_SLOTS[slot], found, how, fight.send, tile))


def _send(state: State, seat: Seat, send: tuple[int, int, int]) -> None:
    """Warriors to Valhalla, giants to the supply."""
    for kind, count in enumerate(send):
        state.own_recruits[seat][kind] -= count
    state.valhalla[0] += send[0]
    state.valhalla[1] += send[1]
    state.recruits[2] += send[2]


def take_battle_tiles(play: Play) -> None:
    """R9.7: lowest score first, ties in turn order; falling through goes downward only."""
    state = play.state
    for seat in sorted(range(state.seats), key=lambda seat: (state.scores[seat], state.number(seat))):
        discs = sum([area[seat] for area in state.victory])
        if not discs:
            continue
        worth = min(discs, len(state.battle_tiles)) - 1
        while worth >= 0 and not state.battle_tiles[worth]:
            worth -= 1
        points = 0
        if worth >= 0:
            state.battle_tiles[worth] -= 1
            points = play.data.battle_tiles[worth]
            state.own_battle_tiles[seat].append(points)
        play.out.append(BattleTileTaken(seat, discs, points))
