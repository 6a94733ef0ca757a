"""The Enemy phase (R4), and Odin's choice in it (R11.1)."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.yggdrasil.data import AREA, CARD_ROWS, CARDS, ENEMY
from engine.games.yggdrasil.happenings import CardDrawn, FenrirCalmed, OdinDrew, OdinReturned
from engine.games.yggdrasil.moves import AnyMove, OdinPick
from engine.games.yggdrasil.play import Tree, actions_of, effect, power
from engine.games.yggdrasil.state import KNOWN, State


def draw(play: Tree, seat: Seat) -> None:
    """The top card; of two that Odin draws one (R4.2)."""
    state = play.state
    count = min(power(state, seat, "cards", 1), len(state.deck))
    if count == 1:
        _apply(play, seat, state.deck.pop())
        return
    state.drawn = [state.deck.pop() for _ in range(count)]
    play.tell(OdinDrew(seat, tuple(CARDS[card] for card in state.drawn)))
    play.ask("odin", (seat,), picked())


def _apply(play: Tree, seat: Seat, card: int) -> None:
    """Its Enemy advances, and where it stands now its effect is applied once (R4.3-R4.7)."""
    state, code = play.state, CARDS[card]
    row = CARD_ROWS[code]
    state.discard.append(card)
    play.tell(CardDrawn(seat, code, len(state.deck)))
    if "enemies" in row:
        for name in row["enemies"]:
            play.move_enemy(ENEMY[name], row["advance"], code)
        return
    enemy = ENEMY[row["enemy"]]
    play.move_enemy(enemy, row["advance"], code)
    effect.speak(play, row["enemy"], "card", AREA[state.spaces[enemy]] - 1)


@answered
def picked(play: Tree, answers: Answers) -> None:
    """The other card goes to the top or the bottom, and everybody knows it lies there."""
    state = play.state
    for seat, move in answers.items():
        chosen, other = state.drawn[move.card - 1], state.drawn[2 - move.card]
        state.drawn = []
        state.deck.insert(len(state.deck) if move.other == "top" else 0, other)
        state.seen[other] = KNOWN
        play.tell(OdinReturned(seat, CARDS[other], move.other))
        _apply(play, seat, chosen)


@step
def calm(play: Tree) -> None:
    """Fenrir is calmed, an action a roll, before anything else (R5.6)."""
    state = play.state
    seat = state.seat
    while state.rage > 0 and state.spent < actions_of(state, seat):
        rolls = play.roll(seat)
        state.spent += 1
        state.rage = max(0, state.rage - max(rolls))
        play.tell(FenrirCalmed(seat, rolls, state.rage))


class OdinChoice(Question[State, AnyMove]):
    """Which card is applied, and where does the other go? The first one, the other on top, if nobody says (D3)."""

    kind = "odin"
    answers = (OdinPick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        lines = []
        for number, card in enumerate(state.drawn, 1):
            other = CARDS[state.drawn[2 - number]]
            lines += [
                Option(("pick", CARDS[card], other, "top"), OdinPick(card=number, other="top")),
                Option(("pick", CARDS[card], other, "bottom"), OdinPick(card=number, other="bottom")),
            ]
        return Lines(tuple(lines))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if move.card not in (1, 2):
            raise IllegalMove("E_ODIN_CHOICE_INVALID")

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return OdinPick(card=1, other="top")
