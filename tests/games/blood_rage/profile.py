"""What a bot does in a game: `python -m tests.games.blood_rage.profile greedy 20 [seats]` plays so many among its like.

Printed are means per clan and game, by Age: whether it drafts, invades, marches, upgrades, pillages, fights and quests.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from engine.core.chance import SeededChance
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.blood_rage import game
from engine.games.blood_rage.data import AGES, BY_CODE
from engine.games.blood_rage.happenings import (
    BattleDecided,
    CallAnswered,
    CardsDrafted,
    CardsRevealed,
    FigureInvaded,
    FiguresDestroyed,
    FiguresMarched,
    GloryGained,
    LateCardAdded,
    PillageDeclared,
    ProvincePillaged,
    QuestCommitted,
    QuestsRevealed,
    StatRaised,
    TurnPassed,
    UpgradePlayed,
)
from engine.table.table import Table
from tests.games.blood_rage.scene import begun

RULES = game.rules
Counted: TypeAlias = Counter[tuple[str, int]]  # (what, Age) -> how often
ENDS = frozenset({"rage", "axes", "horns", "TCO"})  # why Glory is gained when the game ends


def _cards(kinds: str, codes: tuple[str | None, ...]) -> int:
    return sum(1 for code in codes if code is not None and (BY_CODE[code].kind == kinds or not kinds))


# What one happening adds to which line of the table.
LINES: dict[type[Happening], Callable[[Any], dict[str, int]]] = {
    CardsDrafted: lambda it: {f"{BY_CODE[code].kind if not BY_CODE[code].is_upgrade else 'upgrade'} cards drafted":
                              sum(1 for one in it.cards if _sort(one) == _sort(code)) for code in it.cards},
    FigureInvaded: lambda it: {"invasions": 1, "Rage for invasions": it.cost},
    FiguresMarched: lambda it: {"marches": 1},
    UpgradePlayed: lambda it: {f"upgrades: {BY_CODE[it.card].kind}": 1, "Rage for upgrades": it.cost},
    PillageDeclared: lambda it: {"pillages declared": 1},
    ProvincePillaged: lambda it: {"pillages won": 1},
    CallAnswered: lambda it: {"figures that answered a call": 1},
    BattleDecided: lambda it: {"battles fought in": len(it.totals), "battles won": int(it.winner is not None)},
    CardsRevealed: lambda it: {"battle cards played": _cards("battle", tuple(one for _, one in it.cards)),
                               "other cards played": sum(1 for _, one in it.cards if one is not None)
                               - _cards("battle", tuple(one for _, one in it.cards))},
    LateCardAdded: lambda it: {"late cards": 1},
    FiguresDestroyed: lambda it: {"figures lost": len(it.figures)},
    QuestCommitted: lambda it: {"quests taken": 1},
    QuestsRevealed: lambda it: {"quests met": len(it.fulfilled)},
    StatRaised: lambda it: {f"{it.stat} raised": 1},
    TurnPassed: lambda it: {"Rage lost by passing": it.rage},
    GloryGained: lambda it: {f"Glory: {_source(it.why)}": it.glory},
}  # fmt: skip


def _sort(code: str) -> str:
    return "upgrade" if BY_CODE[code].is_upgrade else BY_CODE[code].kind


def _source(why: str) -> str:
    if why in ("axes", "token", "ragnarok"):
        return {"axes": "battles (and Axes at the end)", "token": "pillages", "ragnarok": "Ragnarok"}[why]
    if why in ENDS:
        return "the end"
    return "quests" if BY_CODE[why].kind == "quest" else "cards"


def counted(bot: str, seats: int, seed: int) -> tuple[Counted, list[int]]:
    """One game among bots of this name: what happened, and the Glory of each, the first player of Age 1 first."""
    found: Counted = Counter()
    table = Table(game, RULES, RULES.Options(), seats, begun(seats, seed), [()] * seats)
    first = table.state.first
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(8, "big"))
    while asked := table.pending():
        age = table.state.age
        move = table.rules.forced(table.state, asked[0]) or game.bots[bot].move(table.desk(asked[0].seat), rng)
        told: set[int] = set()
        for happening in table.play(asked[0].seat, move, chance):
            _add(found, happening, age, told)
    return found, [table.state.glory[(first + seat) % seats] for seat in range(seats)]


def _add(found: Counted, happening: Happening, age: int, told: set[int]) -> None:
    if isinstance(happening, Aside):
        if happening.to is not None:
            return  # it is told to all when the veil lifts
        happening = happening.what
    for what, count in LINES.get(type(happening), lambda _: {})(happening).items():
        found[what, age] += count


def profile(bot: str, games: int, seats: int) -> tuple[Counted, list[list[int]]]:
    """All that happened in so many games, and their Glory by turn order."""
    total, glory = Counter[tuple[str, int]](), list[list[int]]()
    for seed in range(games):
        found, scores = counted(bot, seats, seed)
        total += found
        glory.append(scores)
    return total, glory


def main(arguments: list[str]) -> None:
    """Prints a table."""
    bot, given, around = (*arguments, *("greedy", "20", "4")[len(arguments) :])
    games, seats = int(given), int(around)
    total, glory = profile(bot, games, seats)
    share = games * seats
    sys.stdout.write(f"| {bot}, {seats} seats, {games} games: per clan and game | Age 1 | Age 2 | Age 3 | in all |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    for what in sorted({what for what, _ in total}):
        ages = [total[what, age] / share for age in range(1, AGES + 1)]
        sys.stdout.write(f"| {what} | {' | '.join(f'{one:.2f}' for one in (*ages, sum(ages)))} |\n")
    sys.stdout.write(f"| Glory at the end | | | | {sum(map(sum, glory)) / share:.1f} |\n\n")
    means = " ".join(f"{sum(one[seat] for one in glory) / games:.1f}" for seat in range(seats))
    won = [sum((one[seat] == max(one)) / one.count(max(one)) for one in glory) for seat in range(seats)]
    ways = " ".join(f"{100 * share / games:.0f}" for share in won)
    sys.stdout.write(f"By turn order: Glory {means}; won, %: {ways}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
