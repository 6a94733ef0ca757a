"""Renewal: cards go and come, heroes stand up (R11)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Menu
from engine.core.moves import Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import FOCUS, FOCUS_DRAWS, KIND, NAME, NONE, REFILL
from engine.games.asgards_chosen.happenings import HandsRenewed, PhaseBegan
from engine.games.asgards_chosen.moves import AnyMove, Renew
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, held_cards
from engine.games.asgards_chosen.rules.start.tisch import fill_quietly
from engine.games.asgards_chosen.state import State


@step
def renewal(play: Chosen) -> None:
    """God and charm are discarded; then all choose what else goes (R11.1-R11.3)."""
    state = play.state
    state.stage = "renewal"
    play.tell(PhaseBegan("renewal"))
    for seat in range(state.seats):
        state.discards[state.side(seat)] += state.shown[seat]
        state.shown[seat] = []
    asked = [seat for seat in state.order() if state.hands[seat]]
    play.ask("renew", asked, renewed(), sealed=True)


@answered
def renewed(play: Chosen, answers: Answers) -> None:
    """All discard together, then draw (R11.4); the heroes stand up, the Tisch is filled, the marker goes left."""
    state = play.state
    seats = range(state.seats)
    gone: list[tuple[str, ...]] = [()] * state.seats
    for seat, move in answers.items():
        cards = held_cards(state, seat, move.cards)
        play.leave(seat, cards)
        state.discards[state.side(seat)] += cards
        gone[seat] = move.cards
    play.tell(
        HandsRenewed(
            tuple(gone), tuple(len(state.hands[seat]) for seat in seats),
            tuple(tuple(NAME[card] for card in state.hands[seat]) for seat in seats),
        )
    )  # fmt: skip
    play.then(tidied())
    size = state.keeps("hand_refill") or REFILL
    for seat in state.order():
        count = max(0, size - len(state.hands[seat])) + _focus(state, seat)
        if count:
            play.draw(seat, count, "renewal")


def _focus(state: State, seat: Seat) -> int:
    """Two more for each active hero on a Focus."""
    if not state.lands_work:
        return 0
    heroes = MODES[state.mode].movable(state, seat)
    return FOCUS_DRAWS * sum(
        not state.down[one] and state.at[one] != NONE and KIND[state.at[one]] == FOCUS for one in heroes
    )


@step
def tidied(play: Chosen) -> None:
    """R11.5-R11.7."""
    state = play.state
    state.down = [False] * len(state.down)
    state.moved = [False] * len(state.moved)
    state.spent = []
    fill_quietly(play, "renewal")
    state.first = (state.first + 1) % state.seats


class RenewHand(Question[State, AnyMove]):
    """What is discarded before new cards are drawn?"""

    kind = "renew"
    answers = (Renew,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        hand = state.hands[asked.seat]
        return pick_cards(hand, 0, len(hand), lambda names: Renew(cards=names))

    def check(self, state: State, asked: Asked[AnyMove], move: Renew) -> None:
        held_cards(state, asked.seat, move.cards)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """Nothing."""
        return Renew()
