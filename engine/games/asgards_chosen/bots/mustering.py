"""The muster phase and renewal: which card is bought, what pays for it, what is kept (R10, R11)."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.bots.prices import CREATURE, ITEM
from engine.games.asgards_chosen.data import CARDS, HEROES, NAME, SLOTS, SORT
from engine.games.asgards_chosen.moves import Drop, Muster, PassTurn, Pay, Renew, Ring
from engine.games.asgards_chosen.rules.battle.totals import standing
from engine.games.asgards_chosen.rules.muster.payment import DRAWS, bonus, cost, pays
from engine.games.asgards_chosen.rules.muster.turns import may_take, rings
from engine.games.asgards_chosen.state import State

Offer: TypeAlias = tuple[float, Move]
PLAIN = 0.9  # a card that is hardly worth its place among the own ones
GODS_KEPT = 0.6  # of what a god promises: one may come in each phase, and only so many are held
KEEP = 1.75  # what a card must be worth in the next round, to be kept for it instead of another one drawn


def muster(state: State, decision: Decision) -> Move:
    """A free card first; then what is worth most for what it costs."""
    look = Outlook(state, decision.seat)
    for hero in rings(state, decision.seat):
        if hero not in state.rings:
            return Ring.model_validate({"hero": HEROES[hero % 2]})
    return weighed(look)[0][1]


def weighed(look: Outlook) -> list[Offer]:
    """All that can be mustered, by the cheapest payment, best first; to pass is worth nothing."""
    found: list[Offer] = [(0.0, PassTurn())]
    for slot in range(len(SLOTS)):
        if may_take(look.state, look.seat, slot):
            found += _musters(look, slot)
    return sorted(found, key=lambda one: -one[0])


def _musters(look: Outlook, slot: int) -> list[Offer]:
    state, seat = look.state, look.seat
    card = state.tisch[slot]
    value = gain(look, card)
    found: list[Offer] = []
    for favor in (False, True) if standing(state, seat, "freyja") else (False,):
        due = cost(state, CARDS[card]) - bonus(state, seat, favor=favor)
        paid = payment(look, card, due)
        if paid is not None:
            pay = tuple([Pay.model_construct(card=NAME[one], draw=CARDS[one].what == DRAWS) for one in paid[1]])
            move = Muster.model_construct(kind="muster", slot=SLOTS[slot], pay=pay, top=None, favor=favor, open=False)
            found.append((value - paid[0] - (0.6 if favor else 0.0), move))
    return found


def gain(look: Outlook, card: int) -> float:
    """What a new card is worth for the rest of the game."""
    value = prices.price(card) - PLAIN
    if look.ending:
        return 0.3
    creatures, items = owned_sorts(look)
    for god in look.open:
        if god == "odin" and ITEM[card] and items < 4:
            value += 1.3
        elif god == "hel" and ((ITEM[card] and items < 1) or (CREATURE[card] and creatures < 2)):
            value += 1.2
        elif god == "freyja" and CREATURE[card] and creatures < 4:
            value += 1.0
        elif god == "loki" and creatures + items < 5:
            value += 0.8
    return value


def owned_sorts(look: Outlook) -> tuple[int, int]:
    """Creatures and items that are the own ones, wherever they lie."""
    state, side = look.state, look.side
    piles = [*state.draws[side], *state.discards[side], *look.hand]
    return sum(CREATURE[card] for card in piles), sum(ITEM[card] for card in piles)


def payment(look: Outlook, bought: int, due: int) -> tuple[float, list[int]] | None:
    """The cards that pay for it with the least loss. None: the hand is too poor."""
    if due <= 0:
        return 0.0, []
    state, design = look.state, CARDS[bought]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for card in look.hand:
        power = pays(state, card, design)
        if not power:
            continue
        price = spare(look, card) - (0.8 * CARDS[card].number if CARDS[card].what == DRAWS else 0.0)
        new = dict(best)
        for paid, (before, cards) in best.items():
            total = min(due, paid + power)
            if total > paid and (total not in new or before + price < new[total][0]):
                new[total] = (before + price, (*cards, card))
        best = new
    found = best.get(due)
    return None if found is None else (found[0], list(found[1]))


def spare(look: Outlook, card: int) -> float:
    """What is lost when a card leaves the hand before renewal: it may be kept, or else another one is drawn."""
    return 0.05 + max(0.0, worth_next(look, card) - KEEP)


def worth_next(look: Outlook, card: int) -> float:
    """What a card of the hand is worth in the next round."""
    if SORT[card] == "god":
        god = NAME[card]
        return prices.GOD * look.ready(god, later=True) * GODS_KEPT if god in look.open else 0.5
    design = CARDS[card]
    value = prices.price(card) + look.fodder(card)
    return value if design.sort == "creature" else 0.8 * value


def _worst(look: Outlook) -> list[int]:
    return sorted(look.hand, key=lambda card: (worth_next(look, card), card))


def by_worth(look: Outlook) -> tuple[str, ...]:
    """The cards of the hand, those that promise least for the next round first."""
    return tuple(NAME[card] for card in _worst(look))


def renew(state: State, decision: Decision) -> Move:
    """Cards that promise less than others from the pile; where the hand is over, none are drawn for them."""
    look = Outlook(state, decision.seat)
    there = len(state.draws[look.side]) + len(state.discards[look.side])
    worst = _worst(look)
    gone = [card for card in worst if worth_next(look, card) < KEEP][:there]
    return Renew(cards=tuple(NAME[card] for card in gone))


def drop(state: State, decision: Decision) -> Move:
    """The cards that are worth least in hand."""
    look = Outlook(state, decision.seat)
    worst = sorted(look.hand, key=lambda card: (look.stay(card), card))[: decision.number("count")]
    return Drop(cards=tuple(NAME[card] for card in worst))
