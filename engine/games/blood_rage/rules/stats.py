"""Raising stats (R19)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import LAST_STEP, STATS, Stat
from engine.games.blood_rage.happenings import StatRaised
from engine.games.blood_rage.moves import AnyMove, RaiseStat
from engine.games.blood_rage.rules.play import Rage
from engine.games.blood_rage.state import State


def raise_stat(play: Rage, seat: Seat, stat: str, why: str) -> None:
    """One step up; on the last step it stays (R19.1)."""
    state, number = play.state, STATS.index(stat)
    if state.steps[seat][number] < LAST_STEP:
        state.steps[seat][number] += 1
        play.tell(StatRaised(seat, stat, state.value(seat, number), why))


def open_stats(state: State, seat: Seat, barred: str = "") -> list[Stat]:
    """The stats that a choice can fall on: not the barred one, none on its last step (R19.2)."""
    return [stat for number, stat in enumerate(STATS) if stat != barred and state.steps[seat][number] < LAST_STEP]


@step
def choose_stat(play: Rage, seat: Seat, why: str, barred: str = "") -> None:
    """Raise a stat of choice, any but the barred one; an only one is raised without asking."""
    found = open_stats(play.state, seat, barred)
    if len(found) == 1:
        raise_stat(play, seat, found[0], why)
    elif found:
        play.ask("stat", (seat,), stat_chosen(why), why=why, barred=barred)


@answered
def stat_chosen(play: Rage, answers: Answers, why: str) -> None:
    for seat, move in answers.items():
        raise_stat(play, seat, move.stat, why)


class ChooseStat(Question[State, AnyMove]):
    """Which stat?"""

    kind = "stat"
    answers = (RaiseStat,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = open_stats(state, asked.seat, asked.about["barred"])
        return Lines(tuple(Option(("stat", stat), RaiseStat(stat=stat)) for stat in found))

    def check(self, state: State, asked: Asked[AnyMove], move: RaiseStat) -> None:
        if move.stat == asked.about["barred"]:
            raise IllegalMove("E_TOKEN_STAT", stat=move.stat)
        check_stat(state, asked.seat, move.stat)

    def default(self, state: State, asked: Asked[AnyMove]) -> RaiseStat:
        """The one on the lowest step, of several the first."""
        found = open_stats(state, asked.seat, asked.about["barred"])
        lowest = min(found, key=lambda stat: state.steps[asked.seat][STATS.index(stat)])
        return RaiseStat(stat=lowest)


def check_stat(state: State, seat: Seat, stat: str) -> None:
    """Raises IllegalMove for a stat on its last step while another one is lower."""
    if stat not in open_stats(state, seat):
        raise IllegalMove("E_LAST_STEP", stat=stat)
