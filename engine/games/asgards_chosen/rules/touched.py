"""What the last move changed on the map, to be marked on every board."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings
from engine.games.asgards_chosen.happenings import clashes

_WHERE: dict[type[Happening], tuple[str, ...]] = {
    happenings.TownPlaced: ("town",),
    happenings.HeroPlaced: ("to",),
    clashes.HeroMoved: ("source", "to"),
    clashes.BattleBegan: ("origin", "ground"),
    clashes.BattleDecided: ("ground",),
    clashes.TerritoryTaken: ("territory",),
    clashes.MarkerRemoved: ("territory",),
    clashes.EnemyRises: ("territory",),
    clashes.HeroVanquished: ("territory",),
}


def touched(told: Iterable[Happening]) -> list[str]:
    """The territories of which these happenings tell, each once; empty: the marks stay where they are."""
    found: dict[str, None] = {}
    for one in told:
        what = one.what if type(one) is Aside else one
        for name in _WHERE.get(type(what), ()):
            place = getattr(what, name)
            if place:
                found[place] = None
        if type(what) is happenings.TileLaid:
            found |= dict.fromkeys(f"{what.tile}{part}" for part in "abe")
    return list(found)
