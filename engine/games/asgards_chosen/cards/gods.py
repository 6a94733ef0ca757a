"""The ten gods: what they give to who plays them, and what appeases them (R17.1)."""

from __future__ import annotations

from collections import Counter

from engine.core.flow import Answers, answered
from engine.core.menu import Lines, Menu, Option, Pick
from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.cards.giving import gifts
from engine.games.asgards_chosen.cards.offering import offered, offerings
from engine.games.asgards_chosen.data import CARDS, KIND, NAME, NONE, SORT, TERRITORIES, TERRITORY, TOWN, Design
from engine.games.asgards_chosen.happenings import CardGiven, CardsKept
from engine.games.asgards_chosen.happenings.clashes import MarkerRemoved
from engine.games.asgards_chosen.moves import Appease, PlayGod
from engine.games.asgards_chosen.rules.choosing import Card, pick_cards
from engine.games.asgards_chosen.rules.follow import ask_for, picked
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, demand, favor, held, held_cards
from engine.games.asgards_chosen.state import State

# --- Thor ---------------


@favor("attack_power_all_battles", at="standing")
def thors_favor(state: State, seat: Seat, god: Design) -> int:
    """+1 attack in every battle that you start this round."""
    return god.number


@demand("defeated_defending_hero", at="can")
def felled(state: State, seat: Seat, god: Design) -> bool:
    """As attacker you won a battle in which an active defending hero was vanquished, in this phase."""
    mode = MODES[state.mode]
    if mode.shared:
        return all(hero in state.raids for hero in state.heroes(0))
    return bool(state.raids) if mode.enemy else seat in state.felled


# --- Tyr ---------------


@favor("single_hero_attack_power", at="standing")
def tyrs_favor(state: State, seat: Seat, god: Design) -> int:
    """+3 attack; only one of your heroes may move this round."""
    card = state.favor(seat, god.name)
    return 0 if card in state.spent else god.number


@demand("discard_hand", at="can")
def a_full_hand(state: State, seat: Seat, god: Design) -> bool:
    """Discard your whole hand, at least 4 cards besides Tyr."""
    return len(state.hands[seat]) > int(god.appease["min_other_cards"])


@demand("discard_hand", at="paid")
def discard_hand(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    """All cards but Tyr."""
    play.discard(seat, [card for card in play.state.hands[seat] if NAME[card] != god.name], god.name)


# --- Odin ---------------


@favor("draw_keep_discard", at="god")
def odins_favor(play: Chosen, seat: Seat, god: Design, move: PlayGod) -> None:
    """Draw 5, keep 1, discard the others."""
    drawn = len(play.draw(seat, int(god.effect["draw"]), god.name))
    count = len(play.state.hands[seat])
    if drawn:
        places = list(range(count - drawn, count))
        ask_for(play, seat, "odin", seat, places, kept(seat, places), most=int(god.effect["keep"]))


@answered
def kept(play: Chosen, answers: Answers, seat: Seat, places: list[int]) -> None:
    hand = play.state.hands[seat]
    for move in answers.values():
        stays = picked(play.state, seat, places, move.cards)
        play.tell(CardsKept(seat, len(stays), move.cards))
        play.discard(seat, [hand[at] for at in places if hand[at] not in stays], "odin")


@demand("banish_from_hand", at="can")
def can_banish(state: State, seat: Seat, god: Design) -> bool:
    """Banish 3 items from hand."""
    return sum(SORT[card] == "item" for card in state.hands[seat]) >= int(god.appease["n"])


@demand("banish_from_hand", at="check")
def check_banish(state: State, seat: Seat, god: Design, move: Appease) -> None:
    _items_to_banish(state, seat, god, move)


def _items_to_banish(state: State, seat: Seat, god: Design, move: Appease) -> list[int]:
    cards = held_cards(state, seat, move.cards)
    for card in cards:
        if SORT[card] == "god":
            raise IllegalMove("E_GOD_CARD_PROTECTED", card=NAME[card])
    if len(cards) != int(god.appease["n"]) or any(SORT[card] != "item" for card in cards):
        raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)
    return cards


@demand("banish_from_hand", at="paid")
def banish(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    """Out of the game."""
    cards = _items_to_banish(play.state, seat, god, move)
    play.leave(seat, cards)
    play.banish(cards, god.name)


@demand("banish_from_hand", at="ways")
def ways_to_banish(state: State, seat: Seat, god: Design) -> Menu:
    items = [card for card in state.hands[seat] if SORT[card] == "item"]
    count = int(god.appease["n"])
    return pick_cards(items, count, count, lambda names: Appease(god=god.name, cards=names))


# --- Baldr ---------------


@favor("discard_then_draw", at="check")
def check_baldr(state: State, seat: Seat, god: Design, move: PlayGod) -> None:
    """The card to be discarded is another one; none where there is none."""
    if move.on is not None or (move.card is None) != (len(state.hands[seat]) == 1):
        raise IllegalMove("E_CARD_TO_DISCARD", god=god.name)
    if move.card is not None:
        held_cards(state, seat, (god.name, move.card))


@favor("discard_then_draw", at="ways")
def ways_of_baldr(state: State, seat: Seat, god: Design) -> Menu:
    others = dict.fromkeys(NAME[card] for card in sorted(state.hands[seat]) if NAME[card] != god.name)
    if not others:
        return Lines((Option(("god", god.name), PlayGod(god=god.name)),))
    return Lines(tuple(Option(Card(name), PlayGod(god=god.name, card=name)) for name in others))


@favor("discard_then_draw", at="god")
def baldrs_favor(play: Chosen, seat: Seat, god: Design, move: PlayGod) -> None:
    """Discard 1 card, draw 3."""
    if move.card is not None:
        play.discard(seat, [held(play.state, seat, move.card)], god.name)
        play.draw(seat, int(god.effect["draw"]), god.name)


@demand("all_own_heroes_vanquished", at="can")
def both_down(state: State, seat: Seat, god: Design) -> bool:
    """Both your heroes are vanquished now."""
    return all(state.down[hero] for hero in state.heroes(state.side(seat)))


# --- Freyja and Frigg: in the muster phase ---------------


@favor("muster_power_once", at="standing")
def freyjas_favor(state: State, seat: Seat, god: Design) -> int:
    """+3 to one payment of this phase, of your choice."""
    return 0 if state.favor(seat, god.name) in state.spent else god.number


@favor("muster_from_top_row_once", at="standing")
def friggs_favor(state: State, seat: Seat, god: Design) -> int:
    """One of your musters takes from the top row without deep scouting."""
    return int(state.favor(seat, god.name) not in state.spent)


@demand("remove_control_markers", at="can")
def can_remove(state: State, seat: Seat, god: Design) -> bool:
    """Take 3 of your markers off territories without own heroes; one must stay on the board."""
    side, count = state.side(seat), int(god.appease["n"])
    return len(state.owned(side)) > count and len(state.unguarded(side)) >= count


@demand("remove_control_markers", at="check")
def check_markers(state: State, seat: Seat, god: Design, move: Appease) -> None:
    side, count = state.side(seat), int(god.appease["n"])
    for name in move.markers:
        at = TERRITORY.get(name, NONE)
        if at == NONE or state.markers[at] != side:
            raise IllegalMove("E_NO_MARKER", territory=name)
        if state.guarded(side, at):
            raise IllegalMove("E_HERO_INSIDE", territory=name)
    if len(set(move.markers)) != count or len(move.markers) != count or len(state.owned(side)) <= count:
        raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)


@demand("remove_control_markers", at="paid")
def remove_markers(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    for name in move.markers:
        play.state.markers[TERRITORY[name]] = NONE
        play.tell(MarkerRemoved(seat, name, god.name))


@demand("remove_control_markers", at="ways")
def ways_to_remove(state: State, seat: Seat, god: Design) -> Menu:
    count = int(god.appease["n"])
    options = tuple(Option(("place", TERRITORIES[at])) for at in state.unguarded(state.side(seat)))
    return Pick(
        options, lambda chosen: Appease(god=god.name, markers=tuple(one.what[1] for one in chosen)), count, count
    )


# --- Freyja and Hel: sacrifices ---------------


@demand("sacrifice_from_hand", at="can")
def can_sacrifice(state: State, seat: Seat, god: Design) -> bool:
    """Sacrifice so many creatures and items; a Draugr stands for either (R12.5)."""
    return next(offerings(state, seat, god), None) is not None


@demand("sacrifice_from_hand", at="check")
def check_sacrifice(state: State, seat: Seat, god: Design, move: Appease) -> None:
    offered(state, seat, god, move)


@demand("sacrifice_from_hand", at="paid")
def sacrifice(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    """In the order named, the last one on top; Draugrs that stand for others are discarded (R12.6)."""
    cards, buried = offered(play.state, seat, god, move)
    play.sacrifice(seat, [card for card in cards if card in buried], god.name)
    play.discard(seat, [card for card in cards if card not in buried], god.name)


@demand("sacrifice_from_hand", at="ways")
def ways_to_sacrifice(state: State, seat: Seat, god: Design) -> Menu:
    moves = dict.fromkeys(offerings(state, seat, god))
    return Lines(tuple(Option(("cards", one.cards), one) for one in moves))


# --- Loki ---------------


@favor("look_and_discard", at="check")
def check_loki(state: State, seat: Seat, god: Design, move: PlayGod) -> None:
    """One opponent; nobody where there is none."""
    others = [one for one in range(state.seats) if state.side(one) != state.side(seat)]
    if move.card is not None or (move.on not in others if others else move.on is not None):
        raise IllegalMove("E_OPPONENT", god=god.name)


@favor("look_and_discard", at="ways")
def ways_of_loki(state: State, seat: Seat, god: Design) -> Menu:
    others = [one for one in range(state.seats) if state.side(one) != state.side(seat)]
    if not others:
        return Lines((Option(("god", god.name), PlayGod(god=god.name)),))
    return Lines(tuple(Option(("on", one), PlayGod(god=god.name, on=one)) for one in others))


@favor("look_and_discard", at="god")
def lokis_favor(play: Chosen, seat: Seat, god: Design, move: PlayGod) -> None:
    """Look at 3 random cards of an opponent's hand; he discards 1 of them, of your choice."""
    if move.on is None:
        play.look_at_deck(seat, god.name)
        return
    places = play.look(seat, move.on, god.name)
    if places:
        ask_for(play, seat, god.name, move.on, places, given_up(move.on, places))


@answered
def given_up(play: Chosen, answers: Answers, whose: Seat, places: list[int]) -> None:
    for move in answers.values():
        play.discard(whose, picked(play.state, whose, places, move.cards), "loki")


@demand("give_from_hand", at="can")
def can_give(state: State, seat: Seat, god: Design) -> bool:
    """Give 3 cards that are no gods to opponents, onto their discard piles; alone: banish them."""
    return sum(SORT[card] != "god" for card in state.hands[seat]) >= int(god.appease["n"])


@demand("give_from_hand", at="check")
def check_gifts(state: State, seat: Seat, god: Design, move: Appease) -> None:
    alone = MODES[state.mode].enemy
    names = move.cards if alone else tuple(one.card for one in move.gifts)
    for name in names:
        if name in Counter(NAME[card] for card in state.hands[seat]) and CARDS[held(state, seat, name)].sort == "god":
            raise IllegalMove("E_GOD_CARD_PROTECTED", card=name)
    held_cards(state, seat, names)
    if len(names) != int(god.appease["n"]) or (move.gifts if alone else move.cards):
        raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)
    if any(one.to >= state.seats or state.side(one.to) == state.side(seat) for one in move.gifts):
        raise IllegalMove("E_OPPONENT", god=god.name)


@demand("give_from_hand", at="paid")
def give(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    state = play.state
    if move.cards:
        cards = held_cards(state, seat, move.cards)
        play.leave(seat, cards)
        play.banish(cards, god.name)
    cards = held_cards(state, seat, tuple(one.card for one in move.gifts))
    play.leave(seat, cards)
    for card, gift in zip(cards, move.gifts, strict=True):
        state.discards[state.side(gift.to)].append(card)
        play.tell(CardGiven(seat, gift.card, gift.to))


@demand("give_from_hand", at="ways")
def ways_to_give(state: State, seat: Seat, god: Design) -> Menu:
    return gifts(state, seat, god, alone=MODES[state.mode].enemy)


# --- Freyr, Heimdall ---------------


@favor("own_creatures_always_terrain_bonus", at="standing")
def freyrs_favor(state: State, seat: Seat, god: Design) -> int:
    """Your creatures in battle count as matching for the terrain bonus."""
    return 1


@demand("control_distinct_terrain_types", at="can")
def five_kinds(state: State, seat: Seat, god: Design) -> bool:
    """You control terrains of at least 5 different types."""
    kinds = {KIND[at] for at in state.owned(state.side(seat)) if KIND[at] < TOWN}
    return len(kinds) >= int(god.appease["n"])


@favor("extra_militia_when_attacked", at="standing")
def heimdalls_favor(state: State, seat: Seat, god: Design) -> int:
    """One more militia card whenever an opponent attacks you this round."""
    return god.number


@demand("attack_won_with_both_heroes", at="can")
def both_won(state: State, seat: Seat, god: Design) -> bool:
    """You won a battle as attacker with each of your heroes in this phase."""
    return all(hero in state.wins for hero in state.heroes(state.side(seat)))


# --- Hel ---------------


@favor("take_from_barrows", at="check")
def check_hel(state: State, seat: Seat, god: Design, move: PlayGod) -> None:
    """A creature of the Barrows; none where there is none."""
    if move.on is not None or (move.card is None) != (not state.graves):
        raise IllegalMove("E_CARD_TO_TAKE", god=god.name)
    if move.card is not None and all(NAME[card] != move.card for card in state.graves):
        raise IllegalMove("E_NOT_OFFERED", card=move.card)


@favor("take_from_barrows", at="ways")
def ways_of_hel(state: State, seat: Seat, god: Design) -> Menu:
    names = dict.fromkeys(NAME[card] for card in reversed(state.graves))
    if not names:
        return Lines((Option(("god", god.name), PlayGod(god=god.name)),))
    return Lines(tuple(Option(Card(name), PlayGod(god=god.name, card=name)) for name in names))


@favor("take_from_barrows", at="god")
def hels_favor(play: Chosen, seat: Seat, god: Design, move: PlayGod) -> None:
    """Take any 1 creature from the Barrows."""
    graves = play.state.graves
    if move.card is not None:
        card = next(one for one in reversed(graves) if NAME[one] == move.card)
        play.take(seat, card, graves, god.name)


# --- What needs nothing but the moment ---------------


@demand("defeated_defending_hero", "all_own_heroes_vanquished", "control_distinct_terrain_types",
        "attack_won_with_both_heroes", "discard_hand", at="check")  # fmt: skip
def check_moment(state: State, seat: Seat, god: Design, move: Appease) -> None:
    """Its condition holds, and nothing is named."""
    if not demand.text(god.appease["kind"], "can")(state, seat, god):
        raise IllegalMove("E_REQUIREMENT_NOT_MET", god=god.name)
    if move.cards or move.gifts or move.markers:
        raise IllegalMove("E_NOTHING_TO_NAME", card=god.name)


@demand("defeated_defending_hero", "all_own_heroes_vanquished", "control_distinct_terrain_types",
        "attack_won_with_both_heroes", at="paid")  # fmt: skip
def pay_nothing(play: Chosen, seat: Seat, god: Design, move: Appease) -> None:
    """It was met already."""


@demand("defeated_defending_hero", "all_own_heroes_vanquished", "control_distinct_terrain_types",
        "attack_won_with_both_heroes", "discard_hand", at="ways")  # fmt: skip
def one_way(state: State, seat: Seat, god: Design) -> Menu:
    return Lines((Option(("appease", god.name), Appease(god=god.name)),))
