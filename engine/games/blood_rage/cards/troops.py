"""Leaders, Warriors and Ships (R20.10-R20.18)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import ADJACENT, DESIGNS, LEADER, PLACES, STATS
from engine.games.blood_rage.happenings import LeaderMoved
from engine.games.blood_rage.moves import AnyMove, LeaderMove
from engine.games.blood_rage.rules.actions.deeds import province_of
from engine.games.blood_rage.rules.play import Rage, card, effect, trait
from engine.games.blood_rage.rules.stats import choose_stat, raise_stat
from engine.games.blood_rage.state import State


@card("lord_of_hammers", at="plunder")
def lord_of_hammers(play: Rage, seat: Seat) -> None:
    """The Leader may step to an adjacent province."""
    source = play.state.places[seat][LEADER]
    if steps_of(play.state, source):
        play.ask("hammers", (seat,), stepped(), place=PLACES[source])


@answered
def stepped(play: Rage, answers: Answers) -> None:
    for seat, move in answers.items():
        if move.to is not None:
            source = play.state.places[seat][LEADER]
            play.state.places[seat][LEADER] = province_of(play.state, move.to)
            play.tell(LeaderMoved(seat, PLACES[source], move.to))


def steps_of(state: State, source: int) -> list[int]:
    """Where the Leader can step: adjacent, standing, with an empty village."""
    return [to for to in ADJACENT[source] if not state.destroyed[to] and state.empty_villages(to) > 0]


class Step(Question[State, AnyMove]):
    """Where does the Lord of Hammers go?"""

    kind = "hammers"
    answers = (LeaderMove,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        steps = steps_of(state, state.places[asked.seat][LEADER])
        moves = (Option(("step", PLACES[to]), LeaderMove(to=PLACES[to])) for to in steps)
        return Lines((Option(("stay",), LeaderMove()), *moves))

    def check(self, state: State, asked: Asked[AnyMove], move: LeaderMove) -> None:
        if move.to is None:
            return
        to, source = province_of(state, move.to), state.places[asked.seat][LEADER]
        if to not in ADJACENT[source]:
            raise IllegalMove("E_NOT_ADJACENT", place=move.to, to=PLACES[source])
        if state.empty_villages(to) < 1:
            raise IllegalMove("E_FULL", place=move.to, needed=1, free=0)


@card("lord_of_axes", at="plunder")
def lord_of_axes(play: Rage, seat: Seat) -> None:
    """Raise one stat."""
    play.then(choose_stat(seat, "LAX"))


@card("lord_of_spears", at="plunder")
def lord_of_spears(play: Rage, seat: Seat) -> None:
    """Raise all three stats."""
    for stat in STATS:
        raise_stat(play, seat, stat, "LSP")


@trait("brothers_in_arms", "experts_in_arms", "masters_in_arms", at="warriors")
def in_arms(state: State, count: int, name: str) -> int:
    """What so many Warriors in one province are worth, by pairs."""
    return count // 2 * effect(name, "pair") + count % 2 * effect(name, "single")


@card("lokis_dragons", "fire_dragons", "eternal_dragons", at="ship_lost")
def dragons(play: Rage, seat: Seat, name: str) -> None:
    """Glory each time a ship of the clan is destroyed."""
    play.glory(seat, effect(name, "glory"), DESIGNS[name].code)
