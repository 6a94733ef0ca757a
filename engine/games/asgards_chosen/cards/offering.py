"""What can be sacrificed from a hand in the god and muster phase, and the Draugr that stands for it (R12.5, R12.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import CARDS, NAME, SORT, Design
from engine.games.asgards_chosen.moves import Appease
from engine.games.asgards_chosen.rules.play import ability, held_cards
from engine.games.asgards_chosen.state import State


@ability("sacrifice_substitute", at="substitute")
def draugr(card: int) -> bool:
    """May be discarded in place of any one card that you have to sacrifice in the god or muster phase."""
    return True


def substitutes(card: int) -> bool:
    """Whether a card can stand for one that is to be sacrificed."""
    return ability.has(CARDS[card].what, "substitute")


def _sorts(god: Design) -> list[str]:
    wanted = god.appease
    return ["creature"] * int(wanted["creature"]) + ["item"] * int(wanted["item"])


def offered(state: State, seat: Seat, god: Design, move: Appease) -> tuple[list[int], list[int]]:
    """The cards in their order, and those of them that go to the Barrows. Raises IllegalMove."""
    cards, sorts = held_cards(state, seat, move.cards), _sorts(god)
    for card in cards:
        if SORT[card] == "god":
            raise IllegalMove("E_GOD_CARD_PROTECTED", card=NAME[card])
    if len(cards) != len(sorts) or move.gifts or move.markers:
        raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)
    buried = []
    for at, (card, sort) in enumerate(zip(cards, sorts, strict=True)):
        stands = substitutes(card) and at not in move.bury
        if not stands and SORT[card] != sort:
            raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)
        if not stands:
            buried.append(card)
    return cards, buried


def offerings(state: State, seat: Seat, god: Design) -> Iterator[Appease]:
    """Every choice of cards, in the order of the hand's numbers; a Draugr fills a place that nothing else does."""
    hand = sorted(card for card in state.hands[seat] if SORT[card] in ("creature", "item"))
    sorts = _sorts(god)
    seen: set[tuple[str, ...]] = set()
    for chosen in combinations(hand, len(sorts)):
        order = _placed(list(chosen), sorts)
        if order is not None and order not in seen:
            seen.add(order)
            yield Appease(god=god.name, cards=order)


def _placed(cards: list[int], sorts: list[str]) -> tuple[str, ...] | None:
    """The cards in the places of their sort; a Draugr where one is left over. None: they do not fit."""
    plain = [card for card in cards if not substitutes(card)]
    spare = [card for card in cards if substitutes(card)]
    order = []
    for sort in sorts:
        fitting = [card for card in plain if SORT[card] == sort]
        if fitting:
            plain.remove(fitting[0])
            order.append(NAME[fitting[0]])
        elif spare:
            order.append(NAME[spare.pop(0)])
        else:
            return None
    return tuple(order)
