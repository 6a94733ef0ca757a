"""Pillage: the declaration and the call to battle (R10.1, R10.2), and the actions that declare one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import (
    ADJACENT,
    COSTS,
    EXTRA_COSTS,
    FJORDS,
    PLACES,
    SAILS,
)
from engine.games.blood_rage.happenings import CallAnswered, CallDeclined, PillageDeclared
from engine.games.blood_rage.moves import AnyMove, CallMove, CallPass, Pillage, Repillage
from engine.games.blood_rage.rules.actions.deeds import Deed, check_rage, pay, place_of, province_of, standing
from engine.games.blood_rage.rules.battle.clash import clash
from engine.games.blood_rage.rules.play import Rage, card
from engine.games.blood_rage.state import Battle, State

CHALLENGE = "tyrs_challenge"


@step
def declare(play: Rage, seat: Seat, province: int, cost: int, again: bool, why: str) -> None:  # noqa: FBT001  a frame's
    """A pillage begins (R10.1): the call, then a battle or none."""
    state = play.state
    state.battles += 1
    state.battle = Battle(seat, province, again, looked=[0] * state.seats)
    play.tell(PillageDeclared(seat, PLACES[province], cost, why))
    play.then(call(seat + 1, 0), clash(), peace())


@step
def peace(play: Rage) -> None:
    """The pillage is over, however it went."""
    play.state.battle = None


# --- The call to battle ---------------


@step
def call(play: Rage, turn: int, passed: int) -> None:
    """Ask on from the pillager's left until no village is empty or all have passed in a row (R10.2)."""
    state, province = play.state, play.battle.province
    while passed < state.seats and state.empty_villages(province) > 0:
        seat = turn % state.seats
        if can_answer(state, seat, province):
            play.ask("call", (seat,), called(turn, passed), province=PLACES[province])
            return
        turn, passed = turn + 1, passed + 1


@answered
def called(play: Rage, answers: Answers, turn: int, passed: int) -> None:
    state, battle = play.state, play.battle
    for seat, move in answers.items():
        battle.looked[seat] = len(battle.arrivals)
        if isinstance(move, CallPass):
            play.tell(CallDeclined(seat))
            play.then(call(turn + 1, passed + 1))
            return
        figure = state.find(seat, move.figure, place_of(move.source))
        assert figure is not None
        state.places[seat][figure] = battle.province
        battle.arrivals.append(seat)
        battle.looked[seat] = len(battle.arrivals)
        play.tell(CallAnswered(seat, move.figure, move.source, PLACES[battle.province]))
        play.then(call(turn + 1, 0))


def can_answer(state: State, seat: Seat, province: int) -> bool:
    """Whether a clan has a figure in an adjacent province; ships are in none."""
    return any(where in ADJACENT[province] for where in state.places[seat])


class Call(Question[State, AnyMove]):
    """Does a figure answer the call?"""

    kind = "call"
    answers = (CallMove, CallPass)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        province = place_of(asked.about["province"])
        found = [Option(("call_pass",), CallPass())]
        for source in ADJACENT[province]:
            for figure in dict.fromkeys(state.kinds(asked.seat, source)):
                move = CallMove(figure=figure, source=PLACES[source])
                found.append(Option(("call", figure, PLACES[source]), move))
        return Lines(tuple(found))

    def check(self, state: State, asked: Asked[AnyMove], move: CallMove | CallPass) -> None:
        if isinstance(move, CallPass):
            return
        province, source = place_of(asked.about["province"]), place_of(move.source)
        if move.figure in SAILS or source in FJORDS:
            raise IllegalMove("E_SHIP_CALL", figure=move.figure)
        if source not in ADJACENT[province]:
            raise IllegalMove("E_NOT_ADJACENT", place=move.source, to=PLACES[province])
        if state.find(asked.seat, move.figure, source) is None:
            raise IllegalMove("E_NOT_THERE", figure=move.figure, place=move.source)


# --- The actions ---------------


def check_reach(state: State, seat: Seat, code: str) -> int:
    """A standing province with a figure of the clan in it or in its fjord (R10.1)."""
    province = province_of(state, code)
    if not state.in_battle(seat, province):
        raise IllegalMove("E_NOBODY_THERE", place=code)
    return province


class Pillaging(Deed[Pillage]):
    """A province that shows its reward."""

    move, group = Pillage, "pillage"

    def check(self, state: State, seat: Seat, move: Pillage) -> None:
        province = province_of(state, move.province)
        if state.pillaged[province]:
            raise IllegalMove("E_PILLAGED", place=move.province)
        check_reach(state, seat, move.province)

    def act(self, play: Rage, seat: Seat, move: Pillage) -> None:
        cost: int = COSTS["pillage"]
        pay(play, seat, cost)
        play.then(declare(seat, place_of(move.province), cost, again=False, why=""))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for province in standing(state):
            if not state.pillaged[province] and state.in_battle(seat, province):
                code = PLACES[province]
                yield Option(("pillage", code, state.tokens[province]), Pillage(province=code), group=self.group)


class Repillaging(Deed[Repillage]):
    """Tyr's Challenge: a province that shows its pillaged side (R20.28)."""

    move, group = Repillage, "pillage"
    cost: int = EXTRA_COSTS[CHALLENGE]

    def check(self, state: State, seat: Seat, move: Repillage) -> None:
        if not state.has(seat, CHALLENGE):
            raise IllegalMove("E_LACKS", card="YCH")
        province = check_reach(state, seat, move.province)
        if not state.pillaged[province]:
            raise IllegalMove("E_NOT_PILLAGED", place=move.province)
        check_rage(state, seat, self.cost)

    def act(self, play: Rage, seat: Seat, move: Repillage) -> None:
        pay(play, seat, self.cost)
        card.speak(play, CHALLENGE, "action", seat, move)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        if not state.has(seat, CHALLENGE) or state.rage[seat] < self.cost:
            return
        for province in standing(state):
            if state.pillaged[province] and state.in_battle(seat, province):
                code = PLACES[province]
                yield Option(("repillage", code, state.tokens[province]), Repillage(province=code), group=self.group)
