"""What the last move changed on the board, so that it can be ringed.

`enemy:hel`, `giant:gialp`, `rune:mann`, `artifact:hel`, `bag:blue`, `island:white`, `world:dead`, `square:3`, `god:0`:
the kind of thing and its code, for a god its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.happenings import Happening
from engine.games.yggdrasil import happenings as h

PLACES: dict[type[Happening], Callable[[Any], tuple[str, ...]]] = {
    h.EnemyMoved: lambda it: (f"enemy:{it.enemy}",),
    h.VikingsLost: lambda it: (f"bag:{it.bag}", "world:dead"),
    h.FiresCame: lambda it: (f"bag:{it.bag}", "world:fire"),
    h.GiantTurned: lambda it: (f"giant:{it.giant}",),
    h.TileMoved: lambda it: (f"island:{it.to}",),
    h.CombatBegan: lambda it: (f"god:{it.seat}", "world:dead") if it.vikings else (),
    h.CombatEnded: lambda it: (f"god:{it.seat}", "world:elves") if it.elves else (),
    h.GiantDefeated: lambda it: (f"giant:{it.giant}",),
    h.RuneCompleted: lambda it: (f"rune:{it.rune}",),
    h.VikingsShared: lambda it: ("world:dead", *(f"god:{seat}" for seat, got in enumerate(it.shares) if got)),
    h.ValkyriesMoved: lambda it: (f"island:{it.to}",),
    h.IslandSearched: lambda it: (f"bag:{it.bag}", f"god:{it.seat}") if it.vikings else (f"bag:{it.bag}",),
    h.ArtifactForged: lambda it: (f"artifact:{it.enemy}", f"god:{it.seat}"),
    h.ElfTaken: lambda it: ("world:elves", f"god:{it.seat}"),
    h.GoodsTraded: lambda it: (f"god:{it.seat}", f"god:{it.other}"),
    h.VikingsReturned: lambda it: (f"bag:{it.bag}", "world:dead"),
    h.BagCleared: lambda it: (f"bag:{it.bag}", "world:fire"),
    h.VanirAdvanced: lambda it: (f"square:{it.square}",),
    h.VanirUsed: lambda it: (f"square:{it.square}",),
    h.VikingsRaised: lambda it: ("world:dead", f"god:{it.seat}"),
}


def touched(happened: Iterable[Happening]) -> list[str]:
    """All of it, in order; what was changed twice is named twice."""
    found: list[str] = []
    for one in happened:
        if (places := PLACES.get(one.__class__)) is not None:
            found += places(one)
    return found
