"""Power in a battle: counted whenever it is asked for, never kept (R8.1, R8.4)."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgards_chosen.data import (
    CARDS,
    ELEMENT,
    ELEMENT_BITS,
    ELEMENTS,
    GENDERS,
    KIND,
    MASTERY,
    MASTERY_POWER,
    NONE,
    OPPOSING,
    SORT,
    TOWN,
    Design,
)
from engine.games.asgards_chosen.rules.play import effect, favor
from engine.games.asgards_chosen.state import Battle, State


def the_battle(state: State) -> Battle:
    """The one that is on."""
    assert state.battle is not None
    return state.battle


def match_sets(state: State) -> tuple[int, int]:
    """Terrains that match for the attacker's cards, and for the defender's and the militia, one bit each (R8.1)."""
    battle = the_battle(state)
    origin = KIND[battle.origin] if battle.origin != NONE else TOWN
    near = 1 << origin if origin < TOWN else 0
    ground = KIND[battle.ground]
    if ground > TOWN:
        return near, near
    bits = state.land.terrains[battle.ground]
    return (near | bits if ground < TOWN else near), near | bits


def opposed(state: State, card: int) -> bool:
    """Whether a creature's opposing terrain is the battleground (R8.3.2)."""
    ground = KIND[the_battle(state).ground]
    return ground < TOWN and SORT[card] == "creature" and OPPOSING[CARDS[card].terrain] == ground


def matches(state: State, seat: Seat, terrain: int) -> bool:
    """Whether creatures of this terrain may use their abilities for a seat (R8.3.3)."""
    sets = match_sets(state)
    return bool(sets[seat != the_battle(state).attacker] >> terrain & 1)


def bonus(state: State, card: int, bits: int, *, always: bool = False) -> int:
    """The terrain bonus that counts; `bits`: the match set, `always`: Freyr (R8.4.1, R8.4.4)."""
    design = CARDS[card]
    if not (always or bits >> design.terrain & 1) or card in the_battle(state).stripped:
        return 0
    return 0 if element_off(state, design.terrain) else design.bonus


def element_off(state: State, terrain: int) -> bool:
    """Whether a keeper takes the bonus of this terrain's element from all (R17.5)."""
    if not state.keeper:
        return False
    keeper = CARDS[state.keeper[0]]
    return keeper.what == "no_terrain_bonus" and keeper.effect["element"] == ELEMENTS[ELEMENT[terrain]]


def creature_power(state: State, card: int, bits: int, *, always: bool = False) -> int:
    """Printed power and bonus, doubled or not, and boosts (R8.4.1)."""
    battle = the_battle(state)
    power = CARDS[card].power + bonus(state, card, bits, always=always)
    if card in battle.doubled:
        power *= 2
    for boosted, more in battle.boosts:
        if boosted == card:
            power += more
    return power


def militia_power(state: State, card: int) -> int:
    """A militia card's, on whichever side it fights: with its own match set, but for an event's attackers."""
    attackers, defenders = match_sets(state)
    return creature_power(state, card, attackers if card in the_battle(state).foes else defenders)


def card_power(state: State, seat: Seat, card: int) -> int:
    """What a played card adds."""
    battle = the_battle(state)
    design = CARDS[card]
    if card in battle.silent:
        return 0
    if design.sort == "creature":
        bits = match_sets(state)[seat != battle.attacker]
        return creature_power(state, card, bits, always=state.favor(seat, "freyr") is not None)
    if design.sort == "god":
        return design.power
    return item_power(state, seat, design)


def item_power(state: State, seat: Seat, design: Design) -> int:
    """What an item adds now, one more in a Sword Age (R17.4, R17.5)."""
    adds = effect.find(design.what, "campaign")
    power = int(adds(state, seat, design)) if adds is not None else 0
    return power + state.keeps("item_battle_power_bonus") if power else 0


def standing(state: State, seat: Seat, *gods: str) -> int:
    """What favors of this round add."""
    total = 0
    for card in state.shown[seat]:
        design = CARDS[card]
        if design.name in gods:
            total += int(favor.text(design.what, "standing")(state, seat, design))
    return total


def team(state: State, seat: Seat) -> list[Seat]:
    """All who play the colour of a seat."""
    return [seat] if len(state.draws) == len(state.hands) else list(range(len(state.hands)))


def mastery(state: State, side: int) -> int:
    """+2 for each active hero on a mastery of the battleground's element (R7.7)."""
    ground = the_battle(state).ground
    if KIND[ground] > TOWN or not state.lands_work:
        return 0
    bits, total = state.land.terrains[ground], 0
    for hero in (2 * side, 2 * side + 1):
        at = state.at[hero]
        if at != NONE and not state.down[hero] and KIND[at] in MASTERY:
            total += MASTERY_POWER if bits & ELEMENT_BITS[MASTERY[KIND[at]]] else 0
    return total


def fighting_hero(state: State, seat: Seat) -> int:
    """The attacker's hero, or the defender's active one in the battleground; NONE: no hero fights for this side."""
    battle = the_battle(state)
    if seat == battle.attacker:
        return battle.hero
    hero = state.hero_at(battle.ground)
    return hero if hero != NONE and hero // 2 == state.side(seat) and not state.down[hero] else NONE


def fighting_gender(state: State, seat: Seat) -> str:
    """`female`, `male`, or empty."""
    hero = fighting_hero(state, seat)
    return GENDERS[hero % 2] if hero != NONE else ""


def attack(state: State) -> int:
    """R8.4.2."""
    battle = the_battle(state)
    total = sum([militia_power(state, card) for card in state.turned])
    seat = battle.attacker
    if seat == NONE:
        return total
    total += sum([card_power(state, seat, card) for card in state.played[seat]])
    total += standing(state, seat, "thor") + mastery(state, state.side(seat))
    total += sum([standing(state, one, "tyr") for one in team(state, seat)])  # R16.4
    return total + (state.keeps("attacker_power_in_contested_battle") if battle.defender != NONE else 0)


def defence(state: State) -> int:
    """R8.4.3."""
    battle = the_battle(state)
    total = sum([militia_power(state, card) for card in state.militia])
    seat = battle.defender
    if seat == NONE:
        return total
    return (
        total + sum([card_power(state, seat, card) for card in state.played[seat]]) + mastery(state, state.side(seat))
    )


def attacker_leads(state: State) -> bool:
    """R8.4.5."""
    return attack(state) > defence(state)


def facing(state: State, seat: Seat) -> list[int]:
    """The militia on the other side."""
    return state.militia if seat == the_battle(state).attacker else state.turned


def other_side(state: State, seat: Seat) -> Seat:
    """The other player of the battle; NONE: there is none."""
    battle = the_battle(state)
    return battle.defender if seat == battle.attacker else battle.attacker
