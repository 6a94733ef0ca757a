"""Before the first round, and phase 1: colours, first recruits, discs taken back, gods (D0, D1, D3, D4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Lines, Menu, Option, Pick
from engine.core.moves import Move
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import COLOURS, GODS, RECRUITS
from engine.games.asgard.questions.question import Choice
from engine.games.asgard.rules import placing, round_start, setup
from engine.games.asgard.rules.placing import due
from engine.games.asgard.rules.round_start import LEAST, place_name, places_of
from engine.games.asgard.state import State


class Colour(Choice):
    """Which colour does a seat play?"""

    kind = "colour"
    deeds = ((moves.ChooseColour, setup.choose_colour),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        left = [colour for number, colour in enumerate(COLOURS) if number not in state.colours]
        return Lines(tuple(Option(("colour", one), move=moves.ChooseColour(colour=one)) for one in left))


class StartPick(Choice):
    """Which recruit does it begin with? Giants first."""

    kind = "start_pick"
    deeds = ((moves.StartPick, setup.pick_start),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        left = [RECRUITS[kind] for kind in (2, 0, 1) if state.start_recruits[kind]]
        return Lines(tuple(Option(("recruit", one), move=moves.StartPick(recruit=one)) for one in left))


class Secretly(Choice):
    """A choice that all make in secret, and may replace until the last one is made."""

    alone, secret = False, True

    def open(self, state: State) -> Iterator[Decision]:
        for seat, done in enumerate(state.chosen):
            if self.kind == "gods" or state.recover[seat] or not done:
                yield Decision(seat, self.kind, secret=True, answered=done)


class Recover(Secretly):
    """Which discs come back?"""

    kind = "recover"
    deeds = ((moves.Recover, round_start.recover),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = list[Option]()
        count = LEAST - state.front[asked.seat]
        for places in dict.fromkeys(combinations(places_of(state, asked.seat), count)):
            names = tuple(place_name(place) for place in places)
            found.append(Option(("places", names), move=moves.Recover(places=names)))
        return Lines(tuple(found))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return round_start.default_recovery(state, asked.seat)


class Gods(Secretly):
    """Which gods? As many of the risen ones as discs stand ready, in canonical order."""

    kind = "gods"
    deeds = ((moves.ChooseGods, placing.choose_gods),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        lines = tuple(Option(("god", GODS[god])) for god in state.risen_gods())
        count = due(state, asked.seat)
        return Pick(lines, _chosen, count, count)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return moves.ChooseGods(gods=tuple(GODS[god] for god in state.risen_gods()[: due(state, asked.seat)]))


def _chosen(picked: tuple[Option, ...]) -> moves.ChooseGods:
    return moves.ChooseGods(gods=tuple(option.what[1] for option in picked))
