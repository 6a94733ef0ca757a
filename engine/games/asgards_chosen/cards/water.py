"""Creatures of forest, lake and bog (R17.2). `card` is the one that uses the ability: a Nixie, where it is copied."""

from __future__ import annotations

from engine.core.flow import Answers, answered
from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import CARDS, HEROES, KIND, NAME, NONE, TERRITORIES, TERRITORY, TOWN, Design
from engine.games.asgards_chosen.happenings import CardsDiscarded
from engine.games.asgards_chosen.happenings.clashes import CardsWithheld, HeroMoved
from engine.games.asgards_chosen.moves import Aim
from engine.games.asgards_chosen.rules.battle.plays import aims, fighters
from engine.games.asgards_chosen.rules.battle.totals import (
    facing,
    fighting_hero,
    militia_power,
    other_side,
    the_battle,
)
from engine.games.asgards_chosen.rules.follow import ask_for, picked
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, ability
from engine.games.asgards_chosen.state import State, in_order

# --- Álfar ---------------


@ability("convert_militia", at="aims")
def weakest(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """The militia card with the lowest current power; of equal ones any."""
    pile = facing(state, seat)
    if not pile:
        return [Aim()]
    powers = [militia_power(state, one) for one in pile]
    return [Aim(card=name) for name, power in zip(in_order(pile), powers, strict=True) if power == min(powers)]


@ability("convert_militia", at="battle")
def alfar(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """The militia card on the other side with the lowest current power fights for you."""
    state = play.state
    if aim.card is not None:
        pile = facing(state, seat)
        found = state.named(pile, aim.card)
        assert found is not None
        pile.remove(found)
        (state.turned if pile is state.militia else state.militia).append(found)


# --- Fairies, Huldra ---------------


@ability("draw", at="battle")
def fairies(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Draw 1; battle or muster."""
    play.draw(seat, design.number, design.name)


@ability("draw", at="muster")
def fairies_pay(design: Design, bought: Design) -> int:
    """Nothing more than its power; the draw is the payer's choice."""
    return 0


@ability("muster_power", at="muster")
def huldra(design: Design, bought: Design) -> int:
    """+2 when used to pay; a Dvergar when paying for an item."""
    return design.number if design.effect.get("only", bought.sort) == bought.sort else 0


# --- Bäckahästen ---------------


def _refuges(state: State, seat: Seat) -> list[int]:
    """Territories that a side controls and enchanted lands, all without a hero."""
    side = state.side(seat)
    return [at for at in state.land.there if at not in state.at and (state.markers[at] == side or KIND[at] > TOWN)]


@ability("move_other_hero_or_retreat", at="aims")
def ways_to_ride(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """The other active hero to any refuge, or the fighting one away; an attacker's also to the origin."""
    fighting, battle = fighting_hero(state, seat), the_battle(state)
    places = _refuges(state, seat)
    found = [
        Aim.model_validate({"how": "move", "hero": HEROES[hero % 2], "to": TERRITORIES[at]})
        for hero in state.heroes(state.side(seat))
        if hero != fighting and not state.down[hero] and state.at[hero] != NONE
        for at in places
    ]
    if fighting != NONE:
        back = [battle.origin] if seat == battle.attacker else []
        found += [Aim(how="retreat", to=TERRITORIES[at]) for at in sorted([*places, *back])]
    return found


@ability("move_other_hero_or_retreat", at="refuse")
def cannot_ride(state: State, seat: Seat, design: Design, aim: Aim, card: int) -> None:
    """A hero stands there already, or the other hero lies."""
    battle = the_battle(state)
    if aim.how == "move" and aim.hero is not None and state.down[2 * state.side(seat) + HEROES.index(aim.hero)]:
        raise IllegalMove("E_HERO_VANQUISHED", hero=aim.hero)
    to = TERRITORY.get(aim.to or "", NONE)
    home = aim.how == "retreat" and seat == battle.attacker and to == battle.origin
    if to != NONE and to in state.at and not home:
        raise IllegalMove("E_STOP_OCCUPIED", territory=aim.to)


@ability("move_other_hero_or_retreat", at="battle")
def backahasten(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Move your other, active hero to a refuge, or retreat your fighting hero to one (R8.10)."""
    state, battle = play.state, play.battle
    if aim.how not in ("move", "retreat") or aim.to is None:
        return
    to, side = TERRITORY[aim.to], state.side(seat)
    hero = 2 * side + HEROES.index(aim.hero) if aim.hero is not None else fighting_hero(state, seat)
    source, state.at[hero] = state.at[hero], to
    play.tell(HeroMoved(seat, HEROES[hero % 2], TERRITORIES[source], aim.to, design.name))
    if aim.how == "move":
        return
    battle.fled = seat == battle.attacker
    battle.ended = not battle.fled and KIND[battle.ground] > TOWN
    if battle.fled or battle.ended:
        state.flow.drop_to("honor")


# --- Fossegrim ---------------


@ability("take_militia_to_discard", at="aims")
def enough_militia(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """Any militia against you, if there are enough."""
    pile = facing(state, seat)
    if len(pile) < int(design.effect["min_facing"]):
        return []
    return [Aim(card=name) for name in in_order(pile)]


@ability("take_militia_to_discard", at="battle")
def fossegrim(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """If at least 2 militia are against you, put 1 of them and this card onto your discard pile."""
    state = play.state
    pile = facing(state, seat)
    found = state.named(pile, aim.card or "")
    assert found is not None
    pile.remove(found)
    state.played[seat].remove(card)
    state.discards[state.side(seat)] += [found, card]
    play.tell(CardsDiscarded(seat, (NAME[found], NAME[card]), design.name))


# --- Nixie ---------------


@ability("copy_ability", at="aims")
def copied(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """Every other creature in the battle that has a campaign ability and is no Nixie, with all it can be used on."""
    found = []
    pile = fighters(state)
    for name, other in zip(in_order(pile), pile, strict=True):
        theirs = CARDS[other]
        if other == card or theirs.what == design.what:
            continue
        if theirs.what == "late_play":  # copied, it does nothing
            found.append(Aim(card=name))
        usable = aims(state, seat, theirs, card)
        found += [Aim(card=name, copied=None if aim == Aim() else aim) for aim in usable]
    return found


@ability("copy_ability", at="refuse")
def cannot_copy(state: State, seat: Seat, design: Design, aim: Aim, card: int) -> None:
    """Refused as the creature itself would be."""
    other = state.named(fighters(state), aim.card or "")
    refuse = None if other is None else ability.find(CARDS[other].what, "refuse")
    if other is not None and refuse is not None and CARDS[other].what != design.what:
        refuse(state, seat, CARDS[other], aim.copied or Aim(), card)


@ability("copy_ability", at="battle")
def nixie(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Use the campaign ability of any other creature in the battle as if it were hers; that one speaks instead."""


# --- Dís, Mamuna ---------------


@ability("late_play", at="aims")
def no_use_at_once(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    return []


@ability("late_play", at="battle")
def dis(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Can be played after a berserk play, by the side that is losing (R8.7.3)."""


@ability("look_and_withhold", at="battle")
def mamuna(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Look at 3 random cards of the other player's hand, withhold up to 1 until the end of the battle."""
    state = play.state
    other, most = other_side(state, seat), int(design.effect["withhold"])
    if MODES[state.mode].enemy:
        play.look_at_deck(seat, design.name)
        pile = facing(state, seat)
        first = 0 if pile is state.militia else len(state.militia)
        places = list(range(first, first + len(pile)))
        if places:
            ask_for(play, seat, "mamuna", NONE, places, militia_withheld(seat, places), least=0, most=most)
    elif other != NONE and (places := play.look(seat, other, design.name)):
        ask_for(play, seat, "mamuna", other, places, withheld(seat, other, places), least=0, most=most)


@answered
def withheld(play: Chosen, answers: Answers, seat: Seat, whose: Seat, places: list[int]) -> None:
    play.lift_veil()
    state = play.state
    for move in answers.values():
        cards = picked(state, whose, places, move.cards)
        if cards:
            for card in cards:
                play.slip(whose, card, state.held[whose], seat)
            play.tell(CardsWithheld(whose, seat, len(cards), move.cards))


@answered
def militia_withheld(play: Chosen, answers: Answers, seat: Seat, places: list[int]) -> None:
    """In solitaire withheld means discarded: militia that you face (R15.8)."""
    play.lift_veil()
    for move in answers.values():
        discard_militia(play, seat, picked(play.state, NONE, places, move.cards), "mamuna")


def discard_militia(play: Chosen, seat: Seat, cards: list[int], why: str) -> None:
    """Onto the own discard pile."""
    state = play.state
    for card in cards:
        (state.militia if card in state.militia else state.turned).remove(card)
        state.discards[state.side(seat)].append(card)
    if cards:
        play.tell(CardsDiscarded(seat, tuple(NAME[card] for card in cards), why))
