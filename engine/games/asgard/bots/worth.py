"""How a table looks to a seat: points that it has, points that it may hope for, and what helps to either."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgard.bots.foresight import ROUNDS, chance_to_win, lead
from engine.games.asgard.pieces import LOWER, NOBODY, strength_of
from engine.games.asgard.rules.ragnarok import discs_below
from engine.games.asgard.state import State
from engine.games.asgard.view import View

DISC = 3.5  # points a battle tile rises with each disc in a Victory Area, every round
STONE, SEAL, POWER, SKILL = 0.8, 0.7, 0.7, 1.5  # points to be made of a stone, a seal, strength, a tile
BEFORE_BATTLE = ("colour", "start_pick", "recover", "gods", "place", "act", "start")


def worth(view: View, seat: Seat) -> float:
    """Points by which a seat may hope to be ahead of the best of the others at the end."""
    hopes = _hopes(view.table)
    return hopes[seat] - max(hope for other, hope in enumerate(hopes) if other != seat)


def _hopes(table: State) -> list[float]:
    """Points of each seat at the end, as far as one can see."""
    left = rounds_left(table)
    hopes = [_own(table, seat, left) for seat in range(table.seats)]
    for slot, seat in enumerate(table.battle):
        if seat != NOBODY:
            hopes[seat] += DISC * left * chance_to_win(table, slot)
    if table.stage != "over":
        _add_ragnarok(table, hopes)
    return hopes


def rounds_left(table: State) -> int:
    """Battles that are still to come."""
    if table.stage in BEFORE_BATTLE:
        return ROUNDS - max(table.round, 1) + (table.stage != "start")
    return ROUNDS - table.round if table.stage == "battle" else 0


def _own(table: State, seat: Seat, left: int) -> float:
    """What has been won, and what stands in front of a seat, which is worth less with each round that has gone."""
    hope = float(table.scores[seat])
    if table.stage in ("valhalla", "arm", "over"):
        return hope
    hope += sum(table.own_battle_tiles[seat]) + left * table.temple_of(seat)
    hope += DISC * left * sum(area[seat] for area in table.victory)
    goods = STONE * sum(table.own_stones[seat]) + SEAL * sum(table.own_seals[seat]) + POWER * table.strength(seat)
    goods += SKILL * (table.skills.count(seat) + len(table.own_population[seat]) + table.arms.count(seat))
    discs = table.front[seat] + len(table.placed[seat]) + table.middle[seat]
    return hope + goods * min(left, 3) / 3 + discs * left * 0.8


def _add_ragnarok(table: State, hopes: list[float]) -> None:
    """The rewards of the worlds, by how far each god is ahead of who stands against him."""
    for slot in range(LOWER):
        if not table.is_god(slot) or not (discs := discs_below(table, slot)):
            continue
        rewards = table.components.reward[slot // 2]
        ahead = lead(table, slot) + gathered(table, slot) - gathered(table, slot ^ 1)
        chance = min(0.95, max(0.05, 0.5 + 0.12 * ahead))
        shares = [sum(rewards)] if len(discs) == 1 else rewards
        for seat, points in zip(discs, shares, strict=False):
            hopes[seat] += chance * points


def gathered(table: State, slot: int) -> float:
    """The strength that a god's recruits will bring to one of his tiles."""
    if not table.is_god(slot):
        return 0.0
    god = table.god_at(slot)
    tiles = sum(table.is_god(one) and table.god_at(one) == god for one in range(LOWER))
    return strength_of(table.god_recruits[god]) / tiles
