"""What a payment is worth (R10.6)."""

from __future__ import annotations

from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import CARDS, DESIGNS, NAME, OPPOSING, SORT, Design
from engine.games.asgards_chosen.moves import Pay
from engine.games.asgards_chosen.rules.battle.totals import element_off, standing
from engine.games.asgards_chosen.rules.play import ability, effect, held_cards
from engine.games.asgards_chosen.state import State

DRAWS = "draw"


def cost(state: State, design: Design) -> int:
    """What a card of the Tisch costs now (Bog Iron makes items cheaper)."""
    if design.sort == "item" and state.keeper:
        keeper = CARDS[state.keeper[0]]
        if keeper.what == "cost_change":
            return max(int(keeper.effect["min"]), design.cost + keeper.number)
    return design.cost


def pays(state: State, card: int, bought: Design) -> int | None:
    """What a card adds to a payment for `bought`; None: it cannot be put into it (R10.6.1-R10.6.3)."""
    design = CARDS[card]
    if design.sort == "god":
        return design.power
    if design.sort == "item":
        adds = effect.find(design.what, "muster")
        return int(adds(design, bought)) if adds is not None and adds(design, bought) else None
    same = bought.sort == "creature"
    if same and OPPOSING[design.terrain] == bought.terrain:
        return None
    power = design.power
    if same and design.terrain == bought.terrain and not element_off(state, design.terrain):
        power += design.bonus
    more = ability.find(design.what, "muster")
    if more is not None:
        power = 2 * power if design.what == "double_power" else power + int(more(design, bought))
    return power


def bonus(state: State, seat: Seat, *, favor: bool) -> int:
    """What is added to each payment, and by Freyja to one."""
    return state.keeps("muster_payment_bonus") + (standing(state, seat, "freyja") if favor else 0)


def helpers(state: State, *, favor: bool) -> tuple[str, ...]:
    """What makes up the bonus: Freyja's favor, the keeper."""
    keeper = state.keeper if state.keeps("muster_payment_bonus") else ()
    return ("freyja",) * favor + tuple([NAME[card] for card in keeper])


def payment(state: State, seat: Seat, pay: tuple[Pay, ...], bought: Design) -> tuple[list[int], int]:
    """The cards of a payment and what they add. Raises IllegalMove."""
    cards = held_cards(state, seat, tuple(one.card for one in pay))
    total = 0
    for card, one in zip(cards, pay, strict=True):
        worth = pays(state, card, bought)
        if worth is None:
            opposing = SORT[card] == "creature"
            raise IllegalMove("E_OPPOSING_TERRAIN" if opposing else "E_NO_POWER", card=NAME[card])
        if one.draw and CARDS[card].what != DRAWS:
            raise IllegalMove("E_ABILITY_NOT_USABLE", card=NAME[card])
        total += worth
    return cards, total


def drawing_with(name: str) -> Pay:
    """A card of a payment, drawing as many cards as it may: an item draws by itself, an ability only if it is used."""
    return Pay(card=name, draw=DESIGNS[name].what == DRAWS)


def drawn_by(card: int, pay: Pay) -> int:
    """How many cards a card of a payment draws."""
    design = CARDS[card]
    if pay.draw:
        return design.number
    return int(design.effect.get("draw", 0)) if design.sort == "item" else 0
