"""God phase and charm phase: which god is appeased, with what, and which god or charm is played (R5, R6, R12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.abilities import stand
from engine.games.asgards_chosen.bots.fighting import kept_value
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.bots.prices import CREATURE, GOD, ITEM, SUBSTITUTE
from engine.games.asgards_chosen.data import CARDS, DESIGNS, HEROES, NAME, NONE, SORT, TERRITORIES, Design
from engine.games.asgards_chosen.moves import Appease, Done, Gift, PlayCharm, PlayGod
from engine.games.asgards_chosen.rules.phases import appeasable, charms_in_hand, shown
from engine.games.asgards_chosen.state import State

Offer: TypeAlias = tuple[float, Move]
SPENT, OTHERS = 0.75, 0.45  # of what a hand would do in a round; of another god that it might appease
GONE = 0.55  # of what a card is worth to its owner for the rest of the game, when it leaves it for good
LASTING = 1.2  # more of that, while a game with a partner is young: all cards of both are in their hands then


def lost(look: Outlook, card: int, god: str = "") -> float:
    """What it costs that a card leaves the own ones for good, for this god."""
    rest = 0.1 if look.ending else GONE + LASTING * look.early
    return 0.5 * look.fodder(card, god) + rest * prices.price(card)


# --- Appeasing ---------------


def appeasements(look: Outlook, phase: str) -> Iterator[Offer]:
    """Each god that can be appeased now, by the cheapest way."""
    for god in appeasable(look.state, look.seat, phase):
        design = DESIGNS[god]
        made = _PAID.get(str(design.appease["kind"]), _free)(look, design)
        if made is not None:
            yield GOD - made[0], made[1]


def _free(look: Outlook, god: Design) -> Offer:
    return 0.0, Appease(god=god.name)


def _hand(look: Outlook, god: Design) -> Offer:
    """All other cards: what they would still have done in this round."""
    rest = [card for card in look.hand if NAME[card] != god.name]
    others = [look.ready(one) for one in look.gods if one != god.name and one in look.open and look.now(one)]
    sure = max((one for one in others), default=0.0)
    cost = SPENT * sum(_spent(card) for card in rest)
    cost += GOD * sure if sure > 0.9 else OTHERS * GOD * sure
    return cost, Appease(god=god.name)


def _spent(card: int) -> float:
    """What a card would do in the rest of a round."""
    return 0.7 if SORT[card] == "god" else 0.7 * prices.price(card)


def _cheapest(look: Outlook, cards: list[int], god: Design, count: int = 0) -> list[int]:
    return sorted(cards, key=lambda card: (lost(look, card, god.name), card))[: count or int(god.appease["n"])]


def _sacrifice(look: Outlook, god: Design) -> Offer | None:
    """The cheapest creatures and items; a Draugr stands for any of them and is kept."""
    spare = [card for card in look.hand if SUBSTITUTE[card]]
    chosen: list[int] = []
    cost = 0.0
    for sort, fitting in (("creature", CREATURE), ("item", ITEM)):
        for _ in range(int(god.appease[sort])):
            plain = [card for card in look.hand if fitting[card] and not SUBSTITUTE[card] and card not in chosen]
            left = [card for card in spare if card not in chosen]
            if not plain and not left:
                return None
            card = left[0] if left else _cheapest(look, plain, god, 1)[0]
            cost += 0.4 if left else lost(look, card, god.name)
            chosen.append(card)
    return cost, Appease(god=god.name, cards=tuple(NAME[card] for card in chosen))


def _banish(look: Outlook, god: Design) -> Offer:
    chosen = _cheapest(look, [card for card in look.hand if ITEM[card]], god)
    return sum(lost(look, card, god.name) for card in chosen), _named(god, chosen)


def _named(god: Design, cards: list[int]) -> Appease:
    return Appease(god=god.name, cards=tuple(NAME[card] for card in cards))


def _give(look: Outlook, god: Design) -> Offer:
    """The worst cards, to who is least ahead."""
    cards = [card for card in look.hand if SORT[card] != "god"]
    chosen = _cheapest(look, cards, god)
    cost = sum(lost(look, card, god.name) for card in chosen)
    if look.alone:
        return cost, _named(god, chosen)
    state = look.state
    others = [seat for seat in range(state.seats) if seat != look.seat]
    to = min(others, key=lambda seat: (len(state.appeased[seat]), len(state.owned(seat)), seat))
    cost += sum(0.15 * prices.price(card) for card in chosen) / len(others)
    return cost, Appease(god=god.name, gifts=tuple(Gift(card=NAME[card], to=to) for card in chosen))


def _markers(look: Outlook, god: Design) -> Offer:
    chosen = sorted(look.free, key=lambda at: (kept_value(look, at), at))[: int(god.appease["n"])]
    cost = sum(kept_value(look, at) for at in chosen)
    if "freyr" in look.gods and len(look.kinds) >= 5:
        cost += GOD
    return cost, Appease(god=god.name, markers=tuple(TERRITORIES[at] for at in chosen))


_PAID: dict[str, Callable[[Outlook, Design], Offer | None]] = {
    "discard_hand": _hand, "sacrifice_from_hand": _sacrifice, "banish_from_hand": _banish, "give_from_hand": _give,
    "remove_control_markers": _markers,
}  # fmt: skip


def after(state: State, decision: Decision) -> Move:
    """Whatever god can be appeased, if it is worth its price."""
    return _best([(0.0, Done()), *appeasements(Outlook(state, decision.seat), decision.text("phase"))])


def _best(found: list[Offer]) -> Move:
    return max(found, key=lambda one: one[0])[1]


# --- Favors ---------------


def god_phase(state: State, decision: Decision) -> Move:
    """A favor first, where it draws; then the god that can be appeased."""
    return _best(god_offers(Outlook(state, decision.seat)))


def god_offers(look: Outlook) -> list[Offer]:
    """All that can be done in the god phase, best first."""
    found: list[Offer] = [(0.0, Done()), *appeasements(look, "god")]
    if shown(look.state, look.seat, "god") is None:
        found += _favors(look)
    return sorted(found, key=lambda one: -one[0])


def _favors(look: Outlook) -> Iterator[Offer]:
    for card in look.hand:
        if SORT[card] == "god":
            value, move = _FAVORS[NAME[card]](look)
            yield value - look.stay(card) - 0.3, move


def _just(god: str, value: Callable[[Outlook], float]) -> Callable[[Outlook], Offer]:
    return lambda look: (value(look), PlayGod(god=god))


def _odin(look: Outlook) -> Offer:
    """One of five is the best of them; more cards go round."""
    there = len(look.state.draws[look.side]) + len(look.state.discards[look.side])
    return (3.0 if there >= 5 else 0.5 * there), PlayGod(god="odin")


def _baldr(look: Outlook) -> Offer:
    others = sorted((card for card in look.hand if NAME[card] != "baldr"), key=look.stay)
    if not others:
        return -1.0, PlayGod(god="baldr")
    there = len(look.state.draws[look.side]) + len(look.state.discards[look.side])
    return prices.DRAWN * min(3, there) - look.stay(others[0]), PlayGod(god="baldr", card=NAME[others[0]])


def _loki(look: Outlook) -> Offer:
    """The leader's hand."""
    if look.alone:
        return 0.0, PlayGod(god="loki")
    state = look.state
    others = [seat for seat in range(state.seats) if seat != look.seat and state.hands[seat]]
    if not others:
        others = [(look.seat + 1) % state.seats]
    on = max(others, key=lambda seat: (len(state.appeased[seat]), len(state.hands[seat]), -seat))
    return (1.6 if state.hands[on] else 0.0), PlayGod(god="loki", on=on)


def _hel(look: Outlook) -> Offer:
    graves = look.state.graves
    if not graves:
        return -1.0, PlayGod(god="hel")
    best = max(graves, key=prices.price)
    return 1.5 * prices.price(best), PlayGod(god="hel", card=NAME[best])


def _bonuses(look: Outlook) -> float:
    """What Freyr would add: a bonus for each creature, half of which would count anyway."""
    return 0.5 * sum(CARDS[card].bonus for card in look.hand if CREATURE[card])


def _guarded(look: Outlook) -> float:
    return 0.0 if look.alone else 0.7


_FAVORS: dict[str, Callable[[Outlook], Offer]] = {
    "odin": _odin, "baldr": _baldr, "loki": _loki, "hel": _hel, "thor": _just("thor", lambda _: 1.5),
    "tyr": _just("tyr", lambda _: 1.0), "freyja": _just("freyja", lambda _: 1.9),
    "frigg": _just("frigg", lambda _: 0.9), "freyr": _just("freyr", _bonuses),
    "heimdall": _just("heimdall", _guarded),
}  # fmt: skip


# --- Charms ---------------


def charm_phase(state: State, decision: Decision) -> Move:
    """A god, if it can be appeased; a charm that gives more than the card in hand."""
    return _best(charm_offers(Outlook(state, decision.seat)))


def charm_offers(look: Outlook) -> list[Offer]:
    """All that can be done in the charm phase, best first."""
    state = look.state
    found: list[Offer] = [(0.0, Done()), *appeasements(look, "charm")]
    if shown(state, look.seat, "item") is None:
        for card in charms_in_hand(state, look.seat):
            made = _CHARMS.get(CARDS[card].what, _plainly)(look, CARDS[card])
            if made is not None:
                found.append((made[0] - 0.6 * look.stay(card), made[1]))
    return sorted(found, key=lambda one: -one[0])


def _plainly(look: Outlook, item: Design) -> Offer:
    return prices.CHARM.get(item.what, 0.0), PlayCharm(item=item.name)


def _harp(look: Outlook, item: Design) -> Offer | None:
    """The god that is nearest, the best creature."""
    pile = [card for card in look.state.discards[look.side] if SORT[card] == item.effect["card"]]
    if not pile:
        return None
    best = max(pile, key=lambda card: (_wanted(look, card), card))
    return _wanted(look, best), PlayCharm(item=item.name, card=NAME[best])


def _wanted(look: Outlook, card: int) -> float:
    return look.promise(NAME[card]) if SORT[card] == "god" else prices.price(card)


def _ship(look: Outlook, item: Design) -> Offer | None:
    """Only where somebody comes to stand much better: own land is no Focus, so it is of little use."""
    state = look.state
    for hero in look.mode.movable(state, look.seat):
        places = [at for at in state.owned(look.side) if at not in state.at]
        if not state.down[hero] and places and stand(state, look.side, state.at[hero]) == 0.0:
            open_land = [at for at in places if _open(state, at) > _open(state, state.at[hero]) + 1]
            if open_land:
                best = max(open_land, key=lambda at: (_open(state, at), -at))
                return 0.8, PlayCharm.model_validate(
                    {"item": item.name, "hero": HEROES[hero % 2], "to": TERRITORIES[best]}
                )
    return None


def _open(state: State, at: int) -> int:
    """Land beside it that nobody has."""
    return sum(state.markers[one] == NONE for one in state.land.near[at])


def _curse(look: Outlook, item: Design) -> Offer | None:
    state = look.state
    others = [seat for seat in range(state.seats) if state.side(seat) != look.side and state.hands[seat]]
    if not others:
        return None
    on = max(others, key=lambda seat: (len(state.appeased[seat]), len(state.hands[seat]), -seat))
    return 1.3, PlayCharm(item=item.name, on=on)


def _horn(look: Outlook, item: Design) -> Offer | None:
    return None if look.alone else (0.9, PlayCharm(item=item.name))


def _root(look: Outlook, item: Design) -> Offer | None:
    return None


_CHARMS: dict[str, Callable[[Outlook, Design], Offer | None]] = {
    "take_from_own_discard": _harp, "place_hero_on_controlled_territory": _ship, "opponent_discards_random": _curse,
    "extra_militia_when_attacked": _horn, "pass_through_enemy_territory": _root,
}  # fmt: skip
