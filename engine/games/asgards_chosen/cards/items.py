"""Town and enchanted items: in battle, in payments, as charms (R17.4)."""

from __future__ import annotations

from engine.core.flow import Answers, answered
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import HEROES, NAME, NONE, SORT, TERRAINS, TERRITORIES, TERRITORY, Design
from engine.games.asgards_chosen.happenings import CardPutBack
from engine.games.asgards_chosen.happenings.clashes import HeroMoved
from engine.games.asgards_chosen.moves import PlayCharm
from engine.games.asgards_chosen.rules.battle.totals import the_battle
from engine.games.asgards_chosen.rules.choosing import Card
from engine.games.asgards_chosen.rules.follow import ask_for, picked
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, effect
from engine.games.asgards_chosen.state import State

# --- In battle ---------------


@effect("battle_power", at="campaign")
def sword(state: State, seat: Seat, item: Design) -> int:
    """Adds its number; Skadi's Bow more, if origin or battleground is hill or mountain, or a town beside one."""
    wanted = item.effect.get("terrain")
    if wanted is None:
        return item.number
    battle, land = the_battle(state), state.land
    bits = land.terrains[battle.ground] | (land.terrains[battle.origin] if battle.origin != NONE else 0)
    here = any(bits >> TERRAINS.index(one) & 1 for one in wanted)
    return int(item.effect["n_if_terrain"]) if here else item.number


@effect("battle_power", at="settled")
def tyrfing(item: Design) -> bool:
    """Whether it is sacrificed instead of discarded at resolution."""
    return bool(item.effect.get("sacrificed_at_resolution"))


@effect("battle_power_per_own_creature", at="campaign")
def megingjord(state: State, seat: Seat, item: Design) -> int:
    """+1 per creature you have in play in this battle, later ones too, at most 3."""
    creatures = sum(SORT[card] == "creature" for card in state.played[seat])
    return min(int(item.effect["max"]), creatures * item.number)


# --- In payments ---------------


@effect("muster_power", at="muster")
def draupnir(item: Design, bought: Design) -> int:
    """Adds its number to a payment, some for one kind of card only."""
    return item.number if item.effect.get("only", bought.sort) == bought.sort else 0


# --- Charms: draws ---------------


@effect("draw_then_topdeck", at="charm")
def aarni(play: Chosen, seat: Seat, item: Design, move: PlayCharm) -> None:
    """Draw 2, then put 1 card from hand on top of your draw pile."""
    play.draw(seat, int(item.effect["draw"]), item.name)
    places = list(range(len(play.state.hands[seat])))
    if places:
        ask_for(play, seat, item.name, seat, places, put_back(seat, places))


@answered
def put_back(play: Chosen, answers: Answers, seat: Seat, places: list[int]) -> None:
    """On top, where only the owner knows it."""
    state = play.state
    for move in answers.values():
        for card in picked(state, seat, places, move.cards):
            play.slip(seat, card, state.draws[state.side(seat)], seat)
            play.tell(CardPutBack(seat, NAME[card]))


@effect("draw_then_discard", at="charm")
def ljodatal(play: Chosen, seat: Seat, item: Design, move: PlayCharm) -> None:
    """Draw, then discard 1."""
    play.draw(seat, int(item.effect["draw"]), item.name)
    places = list(range(len(play.state.hands[seat])))
    if places:
        ask_for(play, seat, item.name, seat, places, thrown(seat, places), most=int(item.effect["discard"]))


@answered
def thrown(play: Chosen, answers: Answers, seat: Seat, places: list[int]) -> None:
    for move in answers.values():
        play.discard(seat, picked(play.state, seat, places, move.cards), "charm")


# --- Charms: from the own discard pile ---------------


def _wanted(state: State, seat: Seat, item: Design) -> list[str]:
    pile = state.discards[state.side(seat)]
    return list(dict.fromkeys(NAME[card] for card in reversed(pile) if SORT[card] == item.effect["card"]))


@effect("take_from_own_discard", at="check")
def check_harp(state: State, seat: Seat, item: Design, move: PlayCharm) -> None:
    """A card of its kind; none where there is none."""
    names = _wanted(state, seat, item)
    if (move.card not in names if names else move.card is not None) or _elsewhere(move):
        raise IllegalMove("E_NOT_OFFERED", card=move.card or "")


def _elsewhere(move: PlayCharm) -> bool:
    return (move.hero, move.to, move.on) != (None, None, None)


@effect("take_from_own_discard", at="ways")
def ways_of_harp(state: State, seat: Seat, item: Design) -> Menu:
    names = _wanted(state, seat, item)
    if not names:
        return Lines((Option(("charm", item.name), PlayCharm(item=item.name)),))
    return Lines(tuple(Option(Card(name), PlayCharm(item=item.name, card=name)) for name in names))


@effect("take_from_own_discard", at="charm")
def bragis_harp(play: Chosen, seat: Seat, item: Design, move: PlayCharm) -> None:
    """Take 1 god from your discard pile; Grógaldr: 1 creature."""
    pile = play.state.discards[play.state.side(seat)]
    if move.card is not None:
        card = next(one for one in reversed(pile) if NAME[one] == move.card)
        play.take(seat, card, pile, item.name)


# --- Charms: heroes ---------------


@effect("place_hero_on_controlled_territory", at="check")
def check_ship(state: State, seat: Seat, item: Design, move: PlayCharm) -> None:
    if move.card is not None or move.on is not None or (move.hero is None) != (move.to is None):
        raise IllegalMove("E_HERO_AND_PLACE", card=item.name)
    if move.hero is None or move.to is None:
        return
    hero = 2 * state.side(seat) + HEROES.index(move.hero)
    at = TERRITORY.get(move.to, NONE)
    if hero not in MODES[state.mode].movable(state, seat):
        raise IllegalMove("E_NOT_YOUR_HERO", hero=move.hero)
    if state.down[hero]:
        raise IllegalMove("E_HERO_VANQUISHED", hero=move.hero)
    if at == NONE or state.markers[at] != state.side(seat):
        raise IllegalMove("E_NO_MARKER", territory=move.to)
    if at in state.at:
        raise IllegalMove("E_STOP_OCCUPIED", territory=move.to)


@effect("place_hero_on_controlled_territory", at="ways")
def ways_of_ship(state: State, seat: Seat, item: Design) -> Menu:
    places = [at for at in state.owned(state.side(seat)) if at not in state.at]
    heroes = [one for one in MODES[state.mode].movable(state, seat) if not state.down[one]]
    found = [
        PlayCharm.model_validate({"item": item.name, "hero": HEROES[hero % 2], "to": TERRITORIES[at]})
        for hero in heroes for at in places
    ]  # fmt: skip
    lines = [Option(("carry", one.hero, one.to), one) for one in found]
    return Lines((Option(("charm", item.name), PlayCharm(item=item.name)), *lines))


@effect("place_hero_on_controlled_territory", at="charm")
def hringhorni(play: Chosen, seat: Seat, item: Design, move: PlayCharm) -> None:
    """Put one active hero on a territory you control without a hero."""
    state = play.state
    if move.hero is not None and move.to is not None:
        hero = 2 * state.side(seat) + HEROES.index(move.hero)
        source, state.at[hero] = state.at[hero], TERRITORY[move.to]
        play.tell(HeroMoved(seat, move.hero, TERRITORIES[source], move.to, item.name))


# --- Charms: against others ---------------


@effect("opponent_discards_random", at="check")
def check_curse(state: State, seat: Seat, item: Design, move: PlayCharm) -> None:
    others = [one for one in range(state.seats) if state.side(one) != state.side(seat)]
    if (move.on not in others if others else move.on is not None) or (move.card, move.hero, move.to) != (None,) * 3:
        raise IllegalMove("E_OPPONENT", god=item.name)


@effect("opponent_discards_random", at="ways")
def ways_of_curse(state: State, seat: Seat, item: Design) -> Menu:
    others = [one for one in range(state.seats) if state.side(one) != state.side(seat)]
    if not others:
        return Lines((Option(("charm", item.name), PlayCharm(item=item.name)),))
    return Lines(tuple(Option(("on", one), PlayCharm(item=item.name, on=one)) for one in others))


@effect("opponent_discards_random", at="charm")
def buslubaen(play: Chosen, seat: Seat, item: Design, move: PlayCharm) -> None:
    """One opponent discards 1 at random."""
    if move.on is not None:
        play.discard_random(move.on, item.number, item.name)


# --- Charms that last until renewal: what reads them asks whether they lie there ---------------


@effect("pass_through_enemy_territory", at="window")
def raskovnik(item: Design) -> int:
    """Once this round one hero may pass through a territory with another player's marker and no hero."""
    return item.number


@effect("extra_militia_when_attacked", at="window")
def gjallarhorn(item: Design) -> int:
    """1 more militia card whenever you are attacked this round."""
    return item.number


@effect("stand_up_when_vanquished", at="window")
def merseburg(item: Design) -> int:
    """The first of your heroes vanquished this round stands up at once without sacrifice; the credit stays."""
    return item.number
