"""Which places the last move changed, so that boards can ring them. Only what everybody saw counts.

Places: `odin temple`, `support odin upper`, `asgard`, `W3L`, `B3L`, `V3`, `middle`, and Asgard tiles by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.happenings import Happening
from engine.games.asgard import happenings as h


def _settled(it: h.BattleSettled) -> tuple[str, ...]:
    return ("middle",) if it.how == "lost" else (f"V{it.slot[1]}",)


PLACES: dict[type[Happening], Callable[[Any], tuple[str, ...]]] = {
    h.Placed: lambda it: ("asgard" if it.slot == "asgard" else f"{it.god} {it.slot}",),
    h.Performed: lambda it: (it.slot if it.god is None else f"{it.god} {it.slot}",),
    h.TempleBuilt: lambda it: (f"support {it.god} {it.support}",),
    h.GodTilePlaced: lambda it: (it.slot,),
    h.DiscMoved: lambda it: () if it.target == "front" else (it.target,),
    h.PopulationFlipped: lambda it: (it.slot,),
    h.AsgardFlipped: lambda it: (it.tile,),
    h.BattleSettled: _settled,
    h.FromValhalla: lambda it: (it.slot,) if it.warrior else (),
    h.ArmLaid: lambda it: (it.slot,),
}


def touched(happened: Iterable[Happening]) -> list[str]:
    """The places, each once, in order."""
    found: list[str] = []
    for one in happened:
        if type(one) in PLACES:
            found += PLACES[type(one)](one)
    return list(dict.fromkeys(found)) if len(found) > 1 else found
