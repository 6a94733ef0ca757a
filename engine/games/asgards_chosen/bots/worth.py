"""What a table is worth to a seat: gods appeased before all, then those at hand, land, cards, where heroes stand."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.abilities import stand
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.bots.prices import GOD
from engine.games.asgards_chosen.data import KIND, NAME, SORT, TOWN
from engine.games.asgards_chosen.state import State

CARD, CARDS_ENOUGH = 0.25, 30.0  # of a card's worth, wherever it lies; beyond that more of them are no help
LAND, KINDS_FREYR = 0.8, (0.0, 0.2, 0.5, 1.0, 2.4, 4.0)  # a marker; terrains under control while Freyr is open
HELD = 0.35  # of what a god of the hand promises
TO_PLAY = 0.55  # of what cards of the hand may still do in this round
UNSEEN = 0.7  # a card in another hand
LAST = 25.0  # who ends the game ahead


def worth(table: State, seat: Seat) -> float:
    """The own standing against the best of the others."""
    own = table.side(seat)
    values = [_standing(table, side, seat) for side in range(table.sides)]
    others = [value for side, value in enumerate(values) if side != own]
    return values[own] - (0.7 * max(others) + 0.3 * sum(others) / len(others) if others else 0.0)


def _standing(table: State, side: int, viewer: Seat) -> float:
    value = GOD * len(table.appeased[side]) + _land(table, side) + _heroes(table, side)
    piles = [*table.draws[side], *table.discards[side]]
    for seat in range(table.seats):
        if table.side(seat) == side:
            piles += [*table.hands[seat], *table.played[seat], *table.shown[seat], *table.kept[seat]]
            value += _hand(table, seat) if seat == viewer else UNSEEN * len(table.hands[seat])
    cards = sum(prices.price(card) for card in piles if SORT[card] != "god")
    return value + CARD * min(cards, CARDS_ENOUGH)


def _land(table: State, side: int) -> float:
    owned = table.owned(side)
    kinds = {KIND[at] for at in owned}
    value = LAND * len(owned) + (prices.TOWN_FIRST if TOWN in kinds else 0.0)
    terrains = len(kinds - {TOWN})
    open_ = all(NAME[card] != "freyr" for card in table.appeased[side])
    return value + 0.4 * terrains + (KINDS_FREYR[min(5, terrains)] if open_ else 0.0)


def _heroes(table: State, side: int) -> float:
    """Those who stand, and stand well when the round ends."""
    value = 0.0
    for hero in table.heroes(side):
        if not table.down[hero]:
            value += 0.8 + (stand(table, side, table.at[hero]) if table.stage in ("campaign", "muster") else 0.0)
    return value


def _hand(table: State, seat: Seat) -> float:
    """What the own hand may still do: gods that are near, cards for battles and payments."""
    look = Outlook(table, seat)
    gods = sum(HELD * look.promise(god) for god in look.gods)
    rest = sum(prices.price(card) for card in look.hand if SORT[card] != "god")
    return gods + TO_PLAY * rest + 0.3 * len(look.gods)
