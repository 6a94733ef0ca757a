"""Set-up and small choices: items, heroes, events, cards drawn or looked at."""

from __future__ import annotations

from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.fighting import kept_value
from engine.games.asgards_chosen.bots.mustering import worth_next
from engine.games.asgards_chosen.bots.offering import lost
from engine.games.asgards_chosen.bots.outlook import Outlook, land_value
from engine.games.asgards_chosen.data import (
    CARDS,
    ENEMY,
    FAERY_RING,
    FOCUS,
    HEROES,
    KIND,
    NAME,
    NONE,
    SLOTS,
    SORT,
    TERRITORIES,
    TOWN,
)
from engine.games.asgards_chosen.moves import Choose, EventChoice, PickItem, PlaceHero
from engine.games.asgards_chosen.rules.follow import at_places
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.muster.events import options
from engine.games.asgards_chosen.rules.start.heroes import fits
from engine.games.asgards_chosen.state import State


def pick_item(state: State, decision: Decision) -> Move:
    """The item that gives most each time it comes."""
    best = max(state.pool, key=lambda card: (prices.price(card), -card))
    return PickItem(item=NAME[best])


def place_hero(state: State, decision: Decision) -> Move:
    """Where the card is good, the land new, and the land around it free."""
    look = Outlook(state, decision.seat)
    heroes = [one for one in MODES[state.mode].movable(state, decision.seat) if state.at[one] == NONE]
    best = max(
        (_placed(look, at, slot), -at, slot)
        for at in state.land.there if at not in state.at and state.markers[at] != ENEMY
        for slot in _slots(state, at)
    )  # fmt: skip
    take = None if best[2] == NONE else SLOTS[best[2]]
    return PlaceHero.model_validate({"hero": HEROES[heroes[0] % 2], "to": TERRITORIES[-best[1]], "take": take})


def _slots(state: State, at: int) -> list[int]:
    return [NONE, *(slot for slot, card in enumerate(state.tisch) if card != NONE and fits(card, at))]


def _placed(look: Outlook, at: int, slot: int) -> float:
    state = look.state
    value = land_value(look, at) if KIND[at] <= TOWN and state.markers[at] == NONE else 0.0
    value += 2.0 if KIND[at] == FOCUS else 1.0 if KIND[at] == FAERY_RING else 0.0
    if KIND[at] <= TOWN and state.markers[at] != NONE:
        value -= 9.0  # somebody's, whose hero is elsewhere
    near = state.land.near[at]
    value += 0.25 * min(6, sum(state.markers[one] == NONE for one in near))
    value -= 0.3 * sum(state.markers[one] not in (NONE, look.side) for one in near)
    return value + (1.3 * prices.price(state.tisch[slot]) if slot != NONE else 0.0)


def event(state: State, decision: Decision) -> Move:
    """The cheapest cards, the least marker, the god that is nearest."""
    look, what = Outlook(state, decision.seat), decision.text("what")
    found = options(state, decision.seat, what)
    if what == "marker":
        return EventChoice(marker=TERRITORIES[min(found, key=lambda at: (kept_value(look, at), at))])
    if what == "god":
        best = max(found, key=lambda card: (look.promise(NAME[card]), card))
        return EventChoice(cards=(NAME[best],))
    count = min(decision.number("least"), len(found))
    chosen = sorted(found, key=lambda card: (lost(look, card), card))[:count]
    return EventChoice(cards=tuple(NAME[card] for card in chosen))


def choose(state: State, decision: Decision) -> Move:
    """Of the own cards the best to keep, the worst to go; of others' the best to be taken from them."""
    look = Outlook(state, decision.seat)
    cards = at_places(state, decision.number("whose"), list(decision.numbers("places")))
    why, most = decision.text("why"), decision.number("most")
    own = decision.number("whose") == decision.seat
    order = sorted(cards, key=lambda card: (_now(look, card) if own else prices.price(card), card))
    if why in ("odin", "mamuna", "loki"):
        order.reverse()
    chosen = order[:most]
    return Choose(cards=tuple(NAME[card] for card in chosen))


def _now(look: Outlook, card: int) -> float:
    """What a card is worth in this round or the next."""
    if SORT[card] == "god":
        return look.promise(NAME[card])
    return max(worth_next(look, card), prices.owned(CARDS[card]))
