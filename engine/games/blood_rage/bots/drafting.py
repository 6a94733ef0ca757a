"""Which cards a clan takes and keeps: by themselves, and by what they make of those that it has."""

from __future__ import annotations

from collections import Counter

from engine.core.moves import Seat
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.outlook import goal_of
from engine.games.blood_rage.data import AGE_OF, CARDS, CODE, PICKS, RAGE, SLOTS_OF, STRENGTH, Design
from engine.games.blood_rage.moves import DraftPick, KeepCard
from engine.games.blood_rage.rules.gifts import price
from engine.games.blood_rage.state import State

FEWER = (1.0, 1.0, 0.85, 0.65, 0.45, 0.3, 0.2)  # what the first, second, ... of a kind is worth
DEATH = frozenset({"LDO", "LEM", "LWR", "QGD1", "QGD2", "QGD3", "LTR", "LBA", "LBL", "OTI", "OJU", "FDO"})  # live on it
QUESTS = frozenset({"OTH", "YDO", "YWR"})


def picks(state: State, seat: Seat) -> DraftPick:
    """The cards of the pack that serve best, one after the other."""
    pack, own = list(state.packs[seat]), list(state.hands[seat])
    chosen: list[int] = []
    for _ in range(PICKS[state.seats]):
        best = max(pack, key=lambda card: (taken(state, seat, card, own), -card))
        pack.remove(best)
        own.append(best)
        chosen.append(best)
    return DraftPick(cards=tuple(CODE[card] for card in chosen))


def liked(state: State, seat: Seat) -> list[str]:
    """All cards of this Age, the one that would be taken first in front."""
    own = state.hands[seat]
    cards = [card for card in range(len(CARDS)) if AGE_OF[card] == state.age and card not in own]
    cards.sort(key=lambda card: -taken(state, seat, card, own))
    return list(dict.fromkeys(CODE[card] for card in cards))


def taken(state: State, seat: Seat, card: int, own: list[int]) -> float:
    """What a card is worth to a clan that has these cards in hand."""
    design, hand = CARDS[card], [CARDS[one] for one in own]
    sheet = [CARDS[one] for one in state.upgrades(seat)]
    value = prices.of_card(card, state.age) + _together(design, [*hand, *sheet])
    if design.is_upgrade:
        value -= _covered(design, sheet, hand) + _dear(state, seat, design, hand)
    alike = Counter(_sort(one) for one in hand)[_sort(design)]
    return value * FEWER[min(alike, len(FEWER) - 1)]


def _sort(design: Design) -> str:
    return "upgrade" if design.is_upgrade else design.kind


def _together(design: Design, others: list[Design]) -> float:
    """What it gains by what is there, and what is there by it."""
    value = 0.0
    if design.code in DEATH:
        value += 0.9 * sum(1 for one in others if one.code in DEATH)
    if design.kind == "quest":
        goal = goal_of(design)
        value += 1.5 * sum(1 for one in others if one.kind == "quest" and goal_of(one) == goal)
        value += sum(0.5 * design.glory if one.code == "OTH" else 1.0 for one in others if one.code in QUESTS)
    if design.code in QUESTS:
        quests = [one for one in others if one.kind == "quest"]
        value += 0.5 * sum(one.glory for one in quests) if design.code == "OTH" else 1.0 * len(quests)
    if design.kind == "battle" and any(one.code == "YPR" for one in others):
        value += 0.2 * design.plus
    return value


def _covered(design: Design, sheet: list[Design], hand: list[Design]) -> float:
    """What it would take the place of, on the sheet or before it is there."""
    rivals = [one for one in (*sheet, *hand) if one.kind == design.kind]
    if len(rivals) < len(SLOTS_OF[design.kind]):
        return 0.0
    return 0.8 * min(prices.CARD[one.code] for one in rivals)


def _dear(state: State, seat: Seat, design: Design, hand: list[Design]) -> float:
    """More upgrades than the Rage of an Age can pay for."""
    cost = sum(price(one) for one in hand if one.is_upgrade) + price(design)
    if design.kind == "monster" and STRENGTH[design.code] and price(design) == 0:
        return 0.0
    return 0.8 * max(0, cost - state.value(seat, RAGE) + 2)


def keeps(state: State, seat: Seat) -> KeepCard:
    """The card that is worth most in the next Age."""

    def worth(card: int) -> tuple[float, int]:
        design = CARDS[card]
        value = prices.of_card(card, state.age + 1)
        if design.is_upgrade:
            value -= _covered(design, [CARDS[one] for one in state.upgrades(seat)], [])
        return value, -card

    return KeepCard(card=CODE[max(state.hands[seat], key=worth)])
