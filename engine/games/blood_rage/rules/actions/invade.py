"""Invade (R6), and what follows an invasion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from engine.core.flow import step
from engine.core.menu import Lines, Option
from engine.core.moves import IllegalMove, Seat
from engine.games.blood_rage.data import (
    BY_CODE,
    CARDS,
    DATA,
    EMPTY,
    FJORDS,
    HORNS,
    PLACES,
    PROVINCES,
    RESERVE,
    SAILS,
    VALHALLA,
    WARRIOR_SLOT,
    YGGDRASIL,
)
from engine.games.blood_rage.happenings import FigureInvaded
from engine.games.blood_rage.moves import Invade, Upgrade, ValhallaInvade
from engine.games.blood_rage.rules.actions.deeds import Deed, check_rage, pay, place_of
from engine.games.blood_rage.rules.destruction import swept
from engine.games.blood_rage.rules.play import Rage, card, effect, text, trait
from engine.games.blood_rage.state import State

SUCCOR, DOMAIN = "friggas_succor", "thors_domain"
DOMAIN_RAGE = effect(DOMAIN, "rage")  # for the pillage (R20.31)
_COST: dict[str, int] = {one["code"]: one["invade_cost"] for one in (*DATA["figures"], *DATA["monsters"])}


@dataclass(frozen=True, slots=True)
class Arrival:
    """An invasion that is wanted: who, from where, to where, at what price, with which clauses (R6.7)."""

    seat: Seat
    figure: str
    source: int
    to: str
    cost: int
    succor: bool = False
    pillage: bool = False


def cost_of(state: State, seat: Seat, figure: str) -> int:
    """What an invasion with this figure costs (R6.1, R6.5)."""
    upgrade = state.sheets[seat][WARRIOR_SLOT]
    if figure == "W" and upgrade != EMPTY:
        return CARDS[upgrade].strength
    return _COST[figure]


def check_arrival(state: State, one: Arrival) -> None:
    """Raises IllegalMove when it cannot be made."""
    place = check_destination(state, one.figure, one.to)
    check_rage(state, one.seat, one.cost)
    check_horns(state, one.seat)
    if one.succor:
        _check_succor(state, one, place)
    if one.pillage:
        _check_domain(state, one, place)


def check_destination(state: State, figure: str, to: str) -> int:
    """Where a figure may invade (R6.2, R6.3)."""
    place = place_of(to)
    if figure in SAILS:
        if place not in FJORDS:
            raise IllegalMove("E_SHIPS_TO_FJORDS", figure=figure)
        if not state.fjord_stands(place):
            raise IllegalMove("E_FJORD_GONE", place=to)
        return place
    if place not in PROVINCES:
        raise IllegalMove("E_ONLY_SHIPS", figure=figure)
    if state.destroyed[place]:
        raise IllegalMove("E_DESTROYED", place=to)
    if place == YGGDRASIL and not _may_invade_yggdrasil(figure):
        raise IllegalMove("E_YGGDRASIL", figure=figure)
    if state.empty_villages(place) < 1:
        raise IllegalMove("E_FULL", place=to, needed=1, free=0)
    return place


def _may_invade_yggdrasil(figure: str) -> bool:
    return figure in BY_CODE and trait.has(BY_CODE[figure].name, "may_invade")


def check_horns(state: State, seat: Seat, coming: int = 1) -> None:
    """Raises IllegalMove E_HORNS when so many more figures are too many (R6.4)."""
    if state.horns_left(seat) < coming:
        raise IllegalMove("E_HORNS", count=len(state.on_board(seat)), most=state.value(seat, HORNS))


def _check_succor(state: State, one: Arrival, place: int) -> None:
    if not state.has(one.seat, SUCCOR):
        raise IllegalMove("E_LACKS", card="FSU")
    if place not in PROVINCES or place == YGGDRASIL:
        raise IllegalMove("E_SUCCOR_PLACE", place=one.to)
    left = state.kinds(one.seat, RESERVE).count("W")
    if left - (one.figure == "W" and one.source == RESERVE) < 1:
        raise IllegalMove("E_NOT_IN_RESERVE", figure="W")
    victims = swept(state, one.seat, one.figure, place)
    emptied = sum(1 for seat, figure in victims if state.places[seat][figure] == place)
    if state.empty_villages(place) - 1 + emptied < 1:
        raise IllegalMove("E_FULL", place=one.to, needed=2, free=state.empty_villages(place))
    check_horns(state, one.seat, 2)


def _check_domain(state: State, one: Arrival, place: int) -> None:
    if not state.has(one.seat, DOMAIN):
        raise IllegalMove("E_LACKS", card="TDO")
    if place not in PROVINCES:
        raise IllegalMove("E_NO_PROVINCE", place=one.to)
    if state.pillaged[place]:
        raise IllegalMove("E_PILLAGED", place=one.to)
    check_rage(state, one.seat, one.cost + DOMAIN_RAGE)


def arrive(play: Rage, one: Arrival) -> None:
    """Place the figure, then its own effect, Frigga's Succor and Thor's Domain, in this order (R6.7)."""
    bring(play, one.seat, one.figure, one.source, one.to, one.cost)
    place, frames = place_of(one.to), []
    design = BY_CODE.get(one.figure)
    if design is not None and card.has(design.name, "invaded"):
        frames.append(text(design.name, "invaded", one.seat, [place]))
    frames += [text(name, "after_invasion", one.seat, [place])
               for name, wanted in ((SUCCOR, one.succor), (DOMAIN, one.pillage)) if wanted]  # fmt: skip
    play.then(*frames)


def bring(play: Rage, seat: Seat, figure: str, source: int, to: str, cost: int, why: str = "") -> None:
    """Put a figure on the board."""
    state = play.state
    number = state.find(seat, figure, source)
    assert number is not None
    state.places[seat][number] = place_of(to)
    play.tell(FigureInvaded(seat, figure, to, cost, why or ("FDO" if source == VALHALLA else "")))


def bring_warrior(play: Rage, seat: Seat, province: int, why: str) -> None:
    """A Warrior of the reserve comes for nothing, if that can still be (R20.24, R20.26)."""
    if warrior_can_come(play.state, seat, province):
        bring(play, seat, "W", RESERVE, PLACES[province], 0, why)


def warrior_can_come(state: State, seat: Seat, province: int) -> bool:
    """Whether there is one, a village for it, and Horns."""
    fits = province != YGGDRASIL and state.empty_villages(province) > 0 and state.horns_left(seat) > 0
    return fits and state.find(seat, "W", RESERVE) is not None


# --- Menus ---------------


def destinations(state: State, figure: str) -> list[str]:
    """Where a figure could invade now."""
    if figure in SAILS:
        return [PLACES[fjord] for fjord in FJORDS if state.fjord_stands(fjord)]
    return [
        PLACES[place]
        for place in PROVINCES
        if not state.destroyed[place]
        and state.empty_villages(place) > 0
        and (place != YGGDRASIL or _may_invade_yggdrasil(figure))
    ]


def clauses(state: State, one: Arrival) -> Iterator[tuple[bool, bool]]:
    """The side clauses that can be met: succor, pillage."""
    mine = {CARDS[upgrade].name for upgrade in state.upgrades(one.seat)}
    for succor in (False, True) if SUCCOR in mine else (False,):
        for pillage in (False, True) if DOMAIN in mine else (False,):
            with_clauses = Arrival(one.seat, one.figure, one.source, one.to, one.cost, succor, pillage)
            try:
                check_arrival(state, with_clauses)
            except IllegalMove:
                continue
            yield succor, pillage


def arrivals(state: State, base: Invade | ValhallaInvade | Upgrade, one: Arrival) -> Iterator[Option]:
    """The lines for one invasion: one, or a further list where there are clauses to choose."""
    found = list(clauses(state, one))
    lines = tuple(
        Option(("clauses", succor, pillage), base.model_copy(update={"succor": succor, "pillage": pillage}))
        for succor, pillage in found
    )
    if len(lines) == 1:
        yield Option(("to", one.figure, one.to, one.cost), lines[0].move)
    elif lines:
        yield Option(("to", one.figure, one.to, one.cost), then=partial(Lines, lines, "clauses"))


def by_figure(group: str, figures: Iterable[tuple[str, tuple[Option, ...]]]) -> Iterator[Option]:
    """A line for each figure that has somewhere to go."""
    for figure, options in figures:
        if options:
            yield Option((group, figure), then=partial(Lines, options, "to"), group=group)


# --- The actions ---------------


class Invading(Deed[Invade]):
    """From the reserve."""

    move, group = Invade, "invade"

    def _arrival(self, state: State, seat: Seat, move: Invade) -> Arrival:
        cost = cost_of(state, seat, move.figure)
        return Arrival(seat, move.figure, RESERVE, move.to, cost, move.succor, move.pillage)

    def check(self, state: State, seat: Seat, move: Invade) -> None:
        if state.find(seat, move.figure, RESERVE) is None:
            raise IllegalMove("E_NOT_IN_RESERVE", figure=move.figure)
        check_arrival(state, self._arrival(state, seat, move))

    def act(self, play: Rage, seat: Seat, move: Invade) -> None:
        one = self._arrival(play.state, seat, move)
        pay(play, seat, one.cost)
        arrive(play, one)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        return by_figure(self.group, self._figures(state, seat)) if state.horns_left(seat) > 0 else iter(())

    def _figures(self, state: State, seat: Seat) -> Iterator[tuple[str, tuple[Option, ...]]]:
        for figure in dict.fromkeys(state.kinds(seat, RESERVE)):
            moves = [Invade(figure=figure, to=to) for to in destinations(state, figure)]
            yield (
                figure,
                tuple(option for move in moves for option in arrivals(state, move, self._arrival(state, seat, move))),
            )


@step
def raid(play: Rage, seat: Seat, figure: str, to: str, succor: bool, pillage: bool) -> None:  # noqa: FBT001  a frame's
    """The free invasion of an upgrade, once the card lies (R8.5)."""
    arrive(play, Arrival(seat, figure, RESERVE, to, 0, succor, pillage))
