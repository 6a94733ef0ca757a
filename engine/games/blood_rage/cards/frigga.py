"""Frigga's cards."""

from __future__ import annotations

from collections import Counter

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Menu, Option, Share
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.happenings import FiguresSacrificed, FiguresSaved
from engine.games.blood_rage.moves import AnyMove, Protect, Sacrifice
from engine.games.blood_rage.rules.actions.invade import Arrival, arrive, bring_warrior
from engine.games.blood_rage.rules.actions.turns import sacrificed
from engine.games.blood_rage.rules.battle.plunder import token_stat
from engine.games.blood_rage.rules.destruction import SACRIFICE, destroy, doomed_of, spare
from engine.games.blood_rage.rules.play import Rage, card, trait
from engine.games.blood_rage.rules.stats import choose_stat, raise_stat
from engine.games.blood_rage.state import State


@trait("friggas_charm", at="discount")
def friggas_charm(state: State, cost: int) -> int:
    """Upgrade cards cost 1 Rage less, never below 0."""
    return max(0, cost - 1)


@card("friggas_succor", at="after_invasion")
def friggas_succor(play: Rage, seat: Seat, province: int) -> None:
    """One Warrior of the reserve invades the same province for nothing, if it still can."""
    bring_warrior(play, seat, province, "FSU")


@card("friggas_domain", at="action")
def friggas_domain(play: Rage, seat: Seat, one: Arrival) -> None:
    """Invade with a figure from Valhalla."""
    arrive(play, one)


@card("friggas_grace", at="plunder")
def friggas_grace(play: Rage, seat: Seat) -> None:
    """After a successful pillage raise another stat than the token's."""
    play.then(choose_stat(seat, "FGR", token_stat(play.state)))


@card("friggas_sacrifice", at="action")
def friggas_sacrifice(play: Rage, seat: Seat, move: Sacrifice) -> None:
    """Destroy two own figures on the board, then raise one stat."""
    figures = sacrificed(play.state, seat, move)
    play.tell(FiguresSacrificed(seat))
    play.then(paid_for(seat, move.stat))
    destroy(play, [(seat, figure) for figure in figures], seat, SACRIFICE)


@step
def paid_for(play: Rage, seat: Seat, stat: str) -> None:
    """What a sacrifice brings."""
    raise_stat(play, seat, stat, SACRIFICE)


# --- Frigga's Protection ---------------


@card("friggas_protection", at="protect")
def friggas_protection(play: Rage, seat: Seat, why: str) -> None:
    """In the Action phase pay 1 Rage a figure that would be destroyed, to save it."""
    state = play.state
    if state.stage == "action" and state.rage[seat] and doomed_of(state, seat):
        play.ask("protect", (seat,), protected(), why=why)


@answered
def protected(play: Rage, answers: Answers) -> None:
    state = play.state
    for seat, move in answers.items():
        wanted, saved = Counter(move.figures), []
        for figure in doomed_of(state, seat):
            if wanted[state.kind(seat, figure)]:
                wanted[state.kind(seat, figure)] -= 1
                saved.append(figure)
        if saved:
            spare(play, seat, saved)
            play.rage(seat, -len(saved), "FPR")
            play.tell(FiguresSaved(seat, tuple(state.kind(seat, figure) for figure in saved)))


class Save(Question[State, AnyMove]):
    """Which figures are saved?"""

    kind = "protect"
    answers = (Protect,)

    def _doomed(self, state: State, seat: Seat) -> Counter[str]:
        return Counter(state.kind(seat, figure) for figure in doomed_of(state, seat))

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        counts = self._doomed(state, asked.seat)
        options = tuple(Option(("figures", kind, count)) for kind, count in counts.items())
        most = min(sum(counts.values()), state.rage[asked.seat])

        def gather(amounts: tuple[int, ...]) -> Protect:
            chosen = [kind for kind, amount in zip(counts, amounts, strict=True) for _ in range(amount)]
            return Protect(figures=tuple(chosen))

        return Share(options, gather, 0, most, tuple(counts.values()))

    def check(self, state: State, asked: Asked[AnyMove], move: Protect) -> None:
        counts = self._doomed(state, asked.seat)
        for kind, wanted in Counter(move.figures).items():
            if counts[kind] < wanted:
                raise IllegalMove("E_NOT_DOOMED", figure=kind)
        if len(move.figures) > state.rage[asked.seat]:
            raise IllegalMove("E_RAGE", needs=len(move.figures), have=state.rage[asked.seat])

    def default(self, state: State, asked: Asked[AnyMove]) -> Protect:
        """None."""
        return Protect()
