"""What the last move changed on the board, so that it can be ringed. Only what everybody saw counts.

`0:W@GIM` a Warrior of the first seat in Gimle, as often as so many came; `GIM` its pillage token, or the whole province
where it fell; `0:FCH` a card on the first seat's sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.games.blood_rage import happenings as h


def figure(seat: Seat, code: str, place: str) -> str:
    """The name of a figure where it stands."""
    return f"{seat}:{code}@{place}"


def upgrade(seat: Seat, code: str) -> str:
    """The name of a card on a clan sheet."""
    return f"{seat}:{code}"


PLACES: dict[type[Happening], Callable[[Any], list[str]]] = {
    h.FigureInvaded: lambda it: [figure(it.seat, it.figure, it.place)],
    h.FiguresMarched: lambda it: [figure(it.seat, code, it.to) for code in it.figures],
    h.CallAnswered: lambda it: [figure(it.seat, it.figure, it.province)],
    h.LeaderMoved: lambda it: [figure(it.seat, "L", it.to)],
    h.WitchRetreated: lambda it: [figure(it.seat, "VOL", "YGG")],
    h.UpgradePlayed: lambda it: [upgrade(it.seat, it.card)],
    h.ProvincePillaged: lambda it: [it.province],
    h.ProvinceDestroyed: lambda it: [it.province],
}


def touched(happened: Iterable[Happening]) -> list[str]:
    """All of it, in order."""
    found: list[str] = []
    for one in happened:
        if type(one) in PLACES:
            found += PLACES[type(one)](one)
    return found
