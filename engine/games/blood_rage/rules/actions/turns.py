"""The Action phase: turns, one action each (R5), and the actions that upgrades give (R12)."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import EXTRA_COSTS, PLACES, RAGE, VALHALLA
from engine.games.blood_rage.happenings import ActionBegan, ActionEnded, TurnPassed
from engine.games.blood_rage.moves import ACTIONS, AnyMove, Pass, Sacrifice, Standing, ValhallaInvade
from engine.games.blood_rage.rules.actions.deeds import Deed, check_rage, pay, place_of
from engine.games.blood_rage.rules.actions.invade import (
    Arrival,
    Invading,
    arrivals,
    by_figure,
    check_arrival,
    destinations,
)
from engine.games.blood_rage.rules.actions.march import Marching
from engine.games.blood_rage.rules.actions.pillage import Pillaging, Repillaging
from engine.games.blood_rage.rules.actions.upgrade import Upgrading
from engine.games.blood_rage.rules.play import Rage, card
from engine.games.blood_rage.rules.quest import Committing
from engine.games.blood_rage.rules.stats import check_stat, open_stats
from engine.games.blood_rage.state import State

DOMAIN, SACRIFICE = "friggas_domain", "friggas_sacrifice"


@step
def action(play: Rage) -> None:
    """Rage is set to the stat, and the first player begins (R5.1, R5.2)."""
    state = play.state
    state.stage = "action"
    state.rage = [state.value(seat, RAGE) for seat in range(state.seats)]
    play.tell(ActionBegan(state.age, state.first, tuple(state.rage)))
    play.then(turn(state.first))


@step
def turn(play: Rage, seat: Seat) -> None:
    """Whoever has Rage acts, clockwise, until none has any or all provinces are pillaged (R5.4, R5.6)."""
    state = play.state
    why = "" if any(state.rage) else "rage"
    if all(map(operator.or_, state.pillaged, state.destroyed)):
        why = "pillaged"
    if why:
        state.rage = [0] * state.seats
        play.tell(ActionEnded(why))
        return
    acting = next(one for one in state.around(seat % state.seats) if state.rage[one])
    state.turn = acting
    play.ask("action", (acting,), acted())


@answered
def acted(play: Rage, answers: Answers) -> None:
    for seat, move in answers.items():
        play.state.turns[seat] += 1
        play.then(turn(seat + 1))
        _BY_MOVE[type(move)].act(play, seat, move)


class Act(Question[State, AnyMove]):
    """What does the clan do?"""

    kind = "action"
    answers = ACTIONS

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(tuple(option for deed in DEEDS for option in deed.options(state, asked.seat)))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        check_act(state, asked.seat, move)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """To pass."""
        return Pass()


def check_act(state: State, seat: Seat, move: Any) -> None:
    """Raises IllegalMove for an action that cannot be taken (R5.3)."""
    if not state.rage[seat]:
        raise IllegalMove("E_NO_RAGE")
    _BY_MOVE[type(move)].check(state, seat, move)


class Passing(Deed[Pass]):
    """All Rage is lost (R5.5)."""

    move, group = Pass, ""

    def check(self, state: State, seat: Seat, move: Pass) -> None:
        """One can always pass."""

    def act(self, play: Rage, seat: Seat, move: Pass) -> None:
        play.tell(TurnPassed(seat, play.state.rage[seat]))
        play.state.rage[seat] = 0

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        yield Option(("pass", state.rage[seat]), Pass())


class FromValhalla(Deed[ValhallaInvade]):
    """Frigga's Domain (R20.32)."""

    move, group = ValhallaInvade, "valhalla"
    cost: int = EXTRA_COSTS[DOMAIN]

    def arrival(self, seat: Seat, move: ValhallaInvade) -> Arrival:
        """The invasion that is wanted."""
        return Arrival(seat, move.figure, VALHALLA, move.to, self.cost, move.succor, move.pillage)

    def check(self, state: State, seat: Seat, move: ValhallaInvade) -> None:
        if not state.has(seat, DOMAIN):
            raise IllegalMove("E_LACKS", card="FDO")
        if state.find(seat, move.figure, VALHALLA) is None:
            raise IllegalMove("E_NOT_IN_VALHALLA", figure=move.figure)
        check_arrival(state, self.arrival(seat, move))

    def act(self, play: Rage, seat: Seat, move: ValhallaInvade) -> None:
        pay(play, seat, self.cost)
        card.speak(play, DOMAIN, "action", seat, self.arrival(seat, move))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        if state.has(seat, DOMAIN) and state.horns_left(seat) > 0:
            yield from by_figure(self.group, self._figures(state, seat))

    def _figures(self, state: State, seat: Seat) -> Iterator[tuple[str, tuple[Option, ...]]]:
        for figure in dict.fromkeys(state.kinds(seat, VALHALLA)):
            moves = [ValhallaInvade(figure=figure, to=to) for to in destinations(state, figure)]
            yield figure, tuple(option for move in moves for option in arrivals(state, move, self.arrival(seat, move)))


class Sacrificing(Deed[Sacrifice]):
    """Frigga's Sacrifice (R20.35)."""

    move, group = Sacrifice, "sacrifice"

    def check(self, state: State, seat: Seat, move: Sacrifice) -> None:
        if not state.has(seat, SACRIFICE):
            raise IllegalMove("E_LACKS", card="FSA")
        sacrificed(state, seat, move)
        check_rage(state, seat, EXTRA_COSTS[SACRIFICE])
        check_stat(state, seat, move.stat)

    def act(self, play: Rage, seat: Seat, move: Sacrifice) -> None:
        pay(play, seat, EXTRA_COSTS[SACRIFICE])
        card.speak(play, SACRIFICE, "action", seat, move)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        if not state.has(seat, SACRIFICE) or not open_stats(state, seat):
            return
        if len(state.on_board(seat)) > 1:
            yield Option(("sacrifice",), then=partial(self._pairs, state, seat), group=self.group)

    def _pairs(self, state: State, seat: Seat) -> Lines:
        here = [Standing(figure=kind, place=PLACES[place]) for place in range(len(PLACES))
                for kind in state.kinds(seat, place)]  # fmt: skip
        kinds = list(dict.fromkeys(here))
        pairs = [
            pair for pair in combinations_with_replacement(kinds, 2) if pair[0] != pair[1] or here.count(pair[0]) > 1
        ]
        return Lines(
            tuple(Option(("pair", *pair), then=partial(self._stats, state, seat, pair)) for pair in pairs), "sacrifice"
        )

    def _stats(self, state: State, seat: Seat, pair: tuple[Standing, Standing]) -> Lines:
        stats = open_stats(state, seat)
        return Lines(
            tuple(Option(("stat", stat), Sacrifice(figures=pair, stat=stat)) for stat in stats),
            "stat",
        )


def sacrificed(state: State, seat: Seat, move: Sacrifice) -> list[int]:
    """The two figures that are meant. Raises IllegalMove E_NOT_ON_BOARD."""
    found: list[int] = []
    for one in move.figures:
        here = state.at(seat, place_of(one.place))
        fitting = [figure for figure in here if figure not in found and state.kind(seat, figure) == one.figure]
        if not fitting:
            raise IllegalMove("E_NOT_ON_BOARD", figure=one.figure, place=one.place)
        found.append(fitting[0])
    return found


DEEDS: tuple[Deed[Any], ...] = (
    Invading(), FromValhalla(), Marching(), Upgrading(), Committing(), Pillaging(), Repillaging(), Sacrificing(),
    Passing(),
)  # fmt: skip
_BY_MOVE: dict[type[Move], Deed[Any]] = {deed.move: deed for deed in DEEDS}
