"""Which figures a clan brings to the board, where, and with which clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.moves import Move, Seat
from engine.games.blood_rage.bots.outlook import Outlook
from engine.games.blood_rage.data import (
    FJORDS,
    HORNS,
    PLACES,
    RESERVE,
    STRENGTH,
    SUPPORTS,
    VALHALLA,
    YGGDRASIL,
)
from engine.games.blood_rage.moves import Invade, ValhallaInvade
from engine.games.blood_rage.rules.actions.invade import DOMAIN, DOMAIN_RAGE, SUCCOR, cost_of, destinations
from engine.games.blood_rage.rules.actions.turns import DOMAIN as FROM_VALHALLA
from engine.games.blood_rage.rules.destruction import swept

Offer: TypeAlias = tuple[float, int, Move]  # what it changes, its price in Rage


@dataclass(frozen=True, slots=True)
class Way:
    """One way to invade with a figure: where, with Succor, with a pillage at once."""

    to: str
    gain: float
    extra: int = 0  # Rage beside what the figure costs
    succor: bool = False
    pillage: bool = False


def invasions(look: Outlook) -> Iterator[Offer]:
    """From the reserve, and from Valhalla where Frigga's Domain lets them."""
    state, seat = look.state, look.seat
    if state.horns_left(seat) < 1:
        return
    for figure in dict.fromkeys(state.kinds(seat, RESERVE)):
        cost, last = cost_of(state, seat, figure), _last_horns(look, figure)
        if cost <= state.rage[seat]:
            for way in ways(look, figure, destinations(state, figure), cost):
                move = Invade(figure=figure, to=way.to, succor=way.succor, pillage=way.pillage)
                yield way.gain + last, cost + way.extra, move
    if state.has(seat, FROM_VALHALLA):
        for figure in dict.fromkeys(state.kinds(seat, VALHALLA)):
            for way in ways(look, figure, destinations(state, figure), 1):
                back = ValhallaInvade(figure=figure, to=way.to, succor=way.succor, pillage=way.pillage)
                yield way.gain - look.lost, 1 + way.extra, back


def ways(look: Outlook, figure: str, places: Iterable[str], cost: int) -> Iterator[Way]:
    """Every way to invade these places, with a Warrior more wherever one can come."""
    for to in places:
        place = PLACES.index(to)
        more = _succor(look, figure, place)
        yield Way(to, arriving(look, figure, place, more, raiding=raiding_left(look, cost)), succor=bool(more))
        if _may_pillage(look, place, cost):
            promise = look.promise(place, _with(look, figure, place, more), look.figures[place] + 1 + more)
            gain = promise + arriving(look, figure, place, more, raiding=False) - _hope(look, place)
            yield Way(to, gain, DOMAIN_RAGE, bool(more), pillage=True)


def raiding_left(look: Outlook, cost: int) -> bool:
    """Whether there is Rage left for a pillage."""
    return look.state.rage[look.seat] > cost


def _may_pillage(look: Outlook, place: int, cost: int) -> bool:
    """Whether Thor's Domain can pillage at once."""
    if place in FJORDS or not look.open(place) or not look.state.has(look.seat, DOMAIN):
        return False
    return look.state.rage[look.seat] >= cost + DOMAIN_RAGE


def _hope(look: Outlook, place: int) -> float:
    """What the place promises a raider as it stands; it is gone when it is pillaged."""
    mine, figures = look.mine[place], look.figures[place]
    return look.place(place, mine, figures) - look.place(place, mine, figures, raiding=False)


def _with(look: Outlook, figure: str, place: int, more: int) -> float:
    """Own strength there with this figure and so many Warriors more."""
    warriors, others = _adds(figure, place, more)
    return look.strength_with(place, warriors, others)


def _adds(figure: str, place: int, more: int) -> tuple[int, int]:
    if figure == "W":
        return 1 + more, 0
    return more, 3 if figure == "ELF" and place == YGGDRASIL else STRENGTH[figure]


def arriving(look: Outlook, figure: str, place: int, more: int, *, raiding: bool) -> float:
    """What a figure is worth that invades there; `more` Warriors come with it."""
    if place in FJORDS:
        return sum(_grown(look, one, 0, STRENGTH[figure], raiding=raiding) for one in SUPPORTS[place]
                   if not look.state.destroyed[one]) + sinking(look, place)  # fmt: skip
    warriors, others = _adds(figure, place, more)
    fallen = swept(look.state, look.seat, figure, place)
    if not fallen:
        return _grown(look, place, warriors, others, raiding=raiding)
    gone: dict[Seat, float] = {}
    for seat, one in fallen:
        gone[seat] = gone.get(seat, 0.0) + STRENGTH[look.state.kind(seat, one)]
    cleared = 0.7 * sum(gone.values())
    return cleared + _grown(look, place, warriors, others, raiding=raiding, threats=look.threats_with(place, gone))


def _grown(
    look: Outlook, place: int, warriors: int, others: int, *, raiding: bool,
    threats: list[tuple[float, float]] | None = None,
) -> float:  # fmt: skip
    """By how much a province is worth more with so much more in it."""
    now, had = look.strength_with(place, warriors, others), look.figures[place]
    added = warriors + (others > 0)
    value = look.place(place, now, had + added, raiding=raiding, threats=threats)
    return value - look.place(place, look.mine[place], had, raiding=raiding) + look.more_questing({place: now})


def sinking(look: Outlook, fjord: int) -> float:
    """What a ship's own upgrade promises of a fjord: that the ship is lost there."""
    return float(sum(one.effect["glory"] for one in look.sheet if "ship_lost" in one.at)) * going_down(look, fjord)


def going_down(look: Outlook, fjord: int) -> float:
    """How likely a ship there is lost in this Age."""
    return 0.9 if look.doom in SUPPORTS[fjord] else 0.45


def _last_horns(look: Outlook, figure: str) -> float:
    """Where few more figures may come the strong ones come first."""
    state, seat = look.state, look.seat
    if figure != "W" or state.horns_left(seat) > 2 or state.value(seat, HORNS) > 9:
        return 0.0
    better = any(kind != "W" for kind in state.kinds(seat, RESERVE))
    return -0.6 if better else 0.0


def _succor(look: Outlook, figure: str, place: int) -> int:
    """Whether Frigga's Succor brings a Warrior along."""
    state, seat = look.state, look.seat
    if not state.has(seat, SUCCOR) or place in FJORDS or place == YGGDRASIL:
        return 0
    warriors = state.kinds(seat, RESERVE).count("W") - (figure == "W")
    return int(warriors > 0 and look.empty[place] > 1 and state.horns_left(seat) > 1)
