"""Odin: order tiles redistributed, offers and deals (R8.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations

from engine.core.flow import Answers, Frame, answered, step
from engine.core.menu import letter
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import DealMade, OfferMade, OffersHeard, OrderChanged, Thing, TileOffered
from engine.games.asgard.moves import Accept, MakeOffer, OfferItem
from engine.games.asgard.pieces import NOBODY, ODIN, RECRUITS, SEALS, SKILLS, STONES, UNKNOWN
from engine.games.asgard.play import Play
from engine.games.asgard.state import Item, Offer, State

ODIN_UPPER = 3 * ODIN


def holder(state: State) -> Seat:
    """To whom offers go now: who stands on Odin's upper slot, or performs it; NOBODY when there is none."""
    if state.ask is not None and state.ask.kind == "redistribute":
        return state.ask.seat
    return state.slots[ODIN_UPPER] if state.stage in ("place", "act") else NOBODY


# --- items


def item_of(state: State, seat: Seat, item: OfferItem, used: Sequence[Item]) -> Item:
    """An item as the state numbers it; of like tiles the first that is not yet offered. Raises IllegalMove."""
    data, which = state.components, item.which
    if item.what in ("weapon", "wizardry"):
        tiles = state.owned_arms(seat, ("weapon", "wizardry").index(item.what))
        number = next((t for t in tiles if data.arms[t] == which and (item.what, t) not in used), NOBODY)
    elif item.what == "battle":
        number = int(which) if which.isdigit() else NOBODY
    else:
        number = next((n for n, name in enumerate(_names(state, item.what)) if name == which), NOBODY)
    if number == NOBODY:
        raise IllegalMove("E_DEAL", item=which)
    return item.what, number


def holds(state: State, seat: Seat, items: Iterable[Item]) -> bool:
    """Whether all items are in front of the seat."""
    wanted = list(items)
    return all(_count(state, seat, item) >= wanted.count(item) for item in wanted)


def _count(state: State, seat: Seat, item: Item) -> int:
    what, which = item
    counts: dict[str, Callable[[], int]] = {
        "stone": lambda: state.own_stones[seat][which],
        "recruit": lambda: state.own_recruits[seat][which],
        "seal": lambda: state.own_seals[seat][which],
        "population": lambda: state.own_population[seat].count(which),
        "weapon": lambda: which == UNKNOWN or state.arms[which] in (seat, UNKNOWN),
        "wizardry": lambda: which == UNKNOWN or state.arms[which] in (seat, UNKNOWN),
        "skill": lambda: state.skills[which] == seat,
        "temple": lambda: state.own_temples[seat].count(which),
        "battle": lambda: state.own_battle_tiles[seat].count(which),
    }
    return int(counts[what]())


def offer_label(number: int, issue: int) -> str:
    """How an offer is called where it is shown and accepted: `2`, and when it has replaced that, `2b`, `2c` ..."""
    return f"{number}{letter(issue - 1) if issue > 1 else ''}"


def thing(state: State, item: Item) -> Thing:
    """An item by its name."""
    what, which = item
    if what in ("weapon", "wizardry"):
        return what, "" if which == UNKNOWN else state.components.arms[which]
    if what == "battle":
        return what, str(which)
    return what, _names(state, what)[which]


def _names(state: State, what: str) -> Sequence[str]:
    """The names of one sort of items, by number."""
    data = state.components
    names: dict[str, Sequence[str]] = {
        "stone": STONES, "recruit": RECRUITS, "seal": SEALS, "population": data.population,
        "skill": SKILLS, "temple": data.temples,
    }  # fmt: skip
    return names[what]


# --- offers


def make_offer(play: Play, seat: Seat, move: MakeOffer) -> None:
    """Offers, each replacing the one for its number; all of them or none. Raises IllegalMove."""
    state, to = play.state, holder(play.state)
    closed = play.version > 1 and state.ask is not None and True not in state.offering  # the order is asked for (D11)
    if to in (NOBODY, seat) or closed:
        raise IllegalMove("E_PHASE")
    new: list[Offer] = []
    for bid in move.bids:
        items: list[Item] = []
        for part in bid.items:
            items.append(item_of(state, seat, part, items))
        if bid.number > state.seats or not holds(state, seat, items):
            raise IllegalMove("E_DEAL", number=bid.number)
        new.append(Offer(seat, bid.number, items))
    for offer in new:
        _file(state, offer)
    state.offering[seat] = False
    if not new:
        play.out.append(OfferMade(seat, 0, (), to))
    for offer in new:
        for what, which in offer.items:
            if what in ("weapon", "wizardry") and which not in state.known[to]:
                state.known[to].append(which)
        hidden = any(what in ("weapon", "wizardry") for what, _ in offer.items)
        made = TileOffered if hidden else OfferMade
        things = tuple(thing(state, item) for item in offer.items)
        play.out.append(made(seat, offer.number, things, to, offer.issue))


def _file(state: State, offer: Offer) -> None:
    """Put an offer in the place of the one before it; the same once more changes nothing."""
    before = [one for one in state.offers if (one.seat, one.number) == (offer.seat, offer.number)]
    if before:
        offer.issue = before[0].issue + (before[0].items != offer.items and bool(offer.items))
        state.offers.remove(before[0])
    if before or offer.items:
        state.offers.append(offer)


def standing(state: State) -> list[Offer]:
    """Offers that were neither withdrawn nor have lapsed."""
    return [offer for offer in state.offers if offer.items]


def lapse(state: State) -> None:
    """An offer whose items are no longer all in front of its maker is void for good (R8.4)."""
    for offer in state.offers:
        if not holds(state, offer.seat, offer.items):
            offer.items = []


@step
def hear(play: Play, seat: Seat) -> None:
    """Open the window: everybody else may offer, then the order is asked for."""
    state = play.state
    play.ask("redistribute", [seat], redistributed())
    made = {offer.seat for offer in standing(state)}
    state.offering = [other != seat and other not in made for other in range(state.seats)]
    play.out.append(OffersHeard(seat))


# --- the redistribution (D11)


def check_order(state: State, order: Sequence[Seat], accept: Sequence[Accept]) -> None:
    """Raises IllegalMove when the order is no permutation or a deal does not fit it."""
    if order and sorted(order) != list(range(state.seats)):
        raise IllegalMove("E_ORDER")
    after = list(order) or state.order
    for number in {one.number for one in accept}:
        if sum(one.number == number for one in accept) > 1:
            raise IllegalMove("E_DEAL", number=number)
    for one in accept:
        check_shown(state, one)
        if one.number > state.seats or after[one.number - 1] != one.seat:
            raise IllegalMove("E_DEAL", number=one.number, seat=one.seat)


def check_shown(state: State, accept: Accept) -> None:
    """Whether the offer that is accepted still stands, and is the one that was shown to who accepts it.

    Raises IllegalMove, with what is offered now if that is another.
    """
    offer = offered(state, accept)
    if offer is None or not holds(state, offer.seat, offer.items):
        raise IllegalMove("E_DEAL", number=accept.number, seat=accept.seat)
    if accept.issue not in (None, offer.issue):
        things = [thing(state, item) for item in offer.items]
        raise IllegalMove("E_DEAL", number=offer.number, seat=offer.seat, issue=offer.issue, offer=things)


def offered(state: State, accept: Accept) -> Offer | None:
    """The offer of this maker for this number that stands now."""
    return next((one for one in standing(state) if (one.seat, one.number) == (accept.seat, accept.number)), None)


def orders(state: State) -> list[tuple[Seat, ...]]:
    """Every order but the present one."""
    return [order for order in permutations(state.order) if list(order) != state.order]


def new_order(state: State, seat: Seat, order: Sequence[Seat], accept: Sequence[Accept]) -> Frame:
    """What a checked redistribution by `seat` lines up."""
    return redistribute(seat, list(order or state.order), [[one.seat, one.number] for one in accept])


@step
def redistribute(play: Play, seat: Seat, order: list[Seat], deals: list[list[int]]) -> None:
    """Deals (maker and number of each) and the new order together. A deal whose items are gone by now lapses."""
    state = play.state
    for giver, number in deals:
        offer = offered(state, Accept(seat=giver, number=number))
        if offer is not None and holds(state, giver, offer.items):
            deal(play, offer, seat)
    if order != state.order:
        state.order = list(order)
        play.out.append(OrderChanged(tuple(order)))
    state.offers = []


@answered
def redistributed(play: Play, answers: Answers) -> None:
    """D11 after offers were heard."""
    for seat, move in answers.items():
        play.then(new_order(play.state, seat, move.order, move.accept))


def deal(play: Play, offer: Offer, taker: Seat) -> None:
    state = play.state
    things = tuple(thing(state, item) for item in offer.items)
    for what, which in offer.items:
        _transfer(state, offer.seat, taker, what, which)
    play.out.append(DealMade(offer.seat, taker, offer.number, things))


def _transfer(state: State, giver: Seat, taker: Seat, what: str, which: int) -> None:
    counted = {"stone": state.own_stones, "recruit": state.own_recruits, "seal": state.own_seals}
    listed = {
        "population": state.own_population, "temple": state.own_temples, "battle": state.own_battle_tiles,
    }  # fmt: skip
    if what in counted:
        counted[what][giver][which] -= 1
        counted[what][taker][which] += 1
    elif what in listed:
        listed[what][giver].remove(which)
        listed[what][taker].append(which)
    elif what == "skill":
        state.skills[which] = taker
    else:
        lose_track(state, giver, which, also=taker)
        state.arms[which] = taker
        state.known[giver].append(which)
        if which in state.known[taker]:
            state.known[taker].remove(which)


def lose_track(state: State, mover: Seat, tile: int, also: Seat = NOBODY) -> None:
    """`mover` moves a hidden tile: who cannot tell which one no longer knows where his tiles of that kind are."""
    kind = tile // 7
    like = state.owned_arms(mover, kind)
    if len(like) > 1:
        for seat in range(state.seats):
            if seat not in (mover, also):
                state.known[seat] = [one for one in state.known[seat] if one not in like]
