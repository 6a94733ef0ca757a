"""Choices after a draw or a look: which of these cards? (D21: R17.1, R17.2, R17.4)"""

from __future__ import annotations

from typing import Any

from engine.core.flow import Asked, Frame
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, NAME, NONE
from engine.games.asgards_chosen.moves import AnyMove, Choose
from engine.games.asgards_chosen.rules.battle.totals import card_power, militia_power
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.play import Chosen, all_named
from engine.games.asgards_chosen.state import State


def ask_for(
    play: Chosen, seat: Seat, why: str, whose: Seat, places: list[int], then: Frame, *, least: int = 1, most: int = 1
) -> None:
    """Ask `seat` for cards at these places of a hand; `then` goes on with their names.

    Where it makes no difference what is chosen the hand is too small for a choice: all are.
    """
    least = min(least, len(places))
    play.window("choose", seat, then, why=why, whose=whose, places=places, least=least, most=min(most, len(places)))


def at_places(state: State, whose: Seat, places: list[int]) -> list[int]:
    """The cards at these places of a hand; where it is nobody's, of the militia of a battle."""
    pile = state.hands[whose] if whose != NONE else [*state.militia, *state.turned]
    return [pile[at] for at in places if at < len(pile)]


def picked(state: State, whose: Seat, places: list[int], names: tuple[str, ...]) -> list[int]:
    """Of the cards at these places, those that are called so. Raises IllegalMove E_NOT_OFFERED."""
    return all_named(state, at_places(state, whose, places), names, "E_NOT_OFFERED")


def worth(state: State, whose: Seat, card: int) -> int:
    """What `best` and `worst` compare: current power in a battle, outside of one what is printed (P6)."""
    battle, design = state.battle, CARDS[card]
    if battle is not None and whose == NONE:
        return militia_power(state, card)
    if battle is not None and whose in (battle.attacker, battle.defender):
        return card_power(state, whose, card)
    return design.power if design.sort in ("creature", "god") else 0


class ChooseCards(Question[State, AnyMove]):
    """Which of the cards that were drawn or looked at?"""

    kind = "choose"
    answers = (Choose,)

    def _cards(self, state: State, asked: Asked[AnyMove]) -> list[int]:
        return at_places(state, asked.number("whose"), list(asked.numbers("places")))

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        least, most = asked.number("least"), asked.number("most")
        return pick_cards(self._cards(state, asked), least, most, lambda names: Choose(cards=names))

    def check(self, state: State, asked: Asked[AnyMove], move: Choose) -> None:
        picked(state, asked.number("whose"), list(asked.numbers("places")), move.cards)
        if not asked.number("least") <= len(move.cards) <= asked.number("most"):
            raise IllegalMove("E_COUNT", count=asked.number("most"))

    def default(self, state: State, asked: Asked[AnyMove]) -> Choose:
        """Kept and withheld: the best; put back and discarded: the worst."""
        cards, whose = self._cards(state, asked), asked.number("whose")
        sign = -1 if asked.text("why") in _BEST else 1
        best: Any = sorted(cards, key=lambda card: sign * worth(state, whose, card))[: asked.number("most")]
        return Choose(cards=tuple(NAME[card] for card in best))


_BEST = ("odin", "mamuna", "loki")
