"""What a bot does in a game: `python -m tests.games.asgards_chosen.measuring.profile greedy 40 "standard, 4"`.

Printed are means per player and game: battles, land, cards that come and go, favors, and which gods are appeased.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen import game
from engine.games.asgards_chosen import happenings as told
from engine.games.asgards_chosen.data import DESIGNS, GODS, KIND, TERRITORY, TOWN
from tests.games.asgards_chosen.playing import BY_NAME, Setting


def _sort(card: str) -> str:
    return DESIGNS[card].sort


def _battle(it: Any) -> dict[str, int]:
    """Whoever attacks, and whoever defends where somebody does."""
    if it.attacker is None:
        return {"battles: attacks by events": 1, "battles: events beaten": int(not it.won)}
    found = {"battles: attacks": 1, "battles: won by the attacker": int(it.won)}
    if it.defender is not None:
        found |= {"battles: on others": 1, "battles: others beaten": int(it.won)}
    return found


def _land(it: Any) -> dict[str, int]:
    kind = KIND[TERRITORY[it.territory]]
    return {"land taken: towns" if kind == TOWN else "land taken: terrains": 1,
            "land taken from others": int(it.lost_by is not None)}  # fmt: skip


# What one happening adds to which line of the table.
LINES: dict[type[Happening], Callable[[Any], dict[str, int]]] = {
    told.BattleDecided: _battle,
    told.TerritoryTaken: _land,
    told.CardFights: lambda it: {f"played in battle: {_sort(it.card)}s": 1, f"played: {it.how}": 1},
    told.AbilityUsed: lambda it: {"abilities used": 1},
    told.AbilityBlocked: lambda it: {"abilities blocked": 1},
    told.AttackDeclined: lambda it: {"battles: declined": 1},
    told.HeroVanquished: lambda it: {"heroes vanquished": 1},
    told.HeroStands: lambda it: {"heroes who stood up again": 1},
    told.CardMustered: lambda it: {f"mustered: {_sort(it.card)}s": 1, "cost of what was mustered": it.cost,
                                   "paid too much": it.power - it.cost},
    told.RingUsed: lambda it: {"faery rings used": 1},
    told.GodPlayed: lambda it: {"favors": 1},
    told.CharmPlayed: lambda it: {"charms": 1},
    told.GodAppeased: lambda it: {"gods appeased": 1, f"god: {it.god}": 1},
    told.CardsDrawn: lambda it: {"cards drawn": it.count},
    told.CardsSacrificed: lambda it: {"cards sacrificed": len(it.cards)},
    told.HandsRenewed: lambda it: {"discarded in renewal": sum(map(len, it.discarded)),
                                   "kept in renewal": sum(it.counts)},
    told.EnemyRises: lambda it: {"enemy markers that came": 1},
}  # fmt: skip


def counted(bot: str, setting: Setting, seed: int) -> Counter[str]:
    """One game among bots of this name: what happened."""
    found: Counter[str] = Counter()
    table, chance = setting.opened(seed)
    rng = random.Random(seed)
    while asked := table.pending():
        move = table.rules.forced(table.state, asked[0]) or game.bots[bot].move(table.desk(asked[0].seat), rng)
        for happening in table.play(asked[0].seat, move, chance):
            _add(found, happening)
    found["rounds"] = table.state.round * setting.seats
    found["markers at the end"] = sum(len(table.state.owned(side)) for side in range(table.state.sides))
    found["own cards at the end"] = _cards(table.state)
    return found


def _cards(state: Any) -> int:
    return sum(len(pile) for piles in (state.draws, state.discards, state.hands, state.shown) for pile in piles)


def _add(found: Counter[str], happening: Happening) -> None:
    if isinstance(happening, Aside):
        if happening.to is not None:
            return  # it is told to all when the veil lifts
        happening = happening.what
    for what, count in LINES.get(type(happening), lambda _: {})(happening).items():
        found[what] += count


def profile(bot: str, games: int, setting: Setting) -> dict[str, float]:
    """Means per player and game; of what all share, by game and player too."""
    total: Counter[str] = Counter()
    for seed in range(games):
        total += counted(bot, setting, seed)
    share = games * setting.seats
    return {what: total[what] / share for what in sorted({*total, *(f"god: {god}" for god in GODS)})}


def main(arguments: list[str]) -> None:
    """Prints a table, a column a setting."""
    bot, games, *names = (*arguments, *("greedy", "20", "standard, 2")[len(arguments) :])
    found = [profile(bot, int(games), BY_NAME[name]) for name in names]
    sys.stdout.write(f"| {bot}, {games} games: per player and game | {' | '.join(names)} |\n")
    sys.stdout.write(f"|{'---|' * (len(names) + 1)}\n")
    for what in sorted({what for one in found for what in one}):
        sys.stdout.write(f"| {what} | {' | '.join(f'{one.get(what, 0):.2f}' for one in found)} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
