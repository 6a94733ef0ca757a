"""What a card would change in a battle, and what it costs to play it: for the attacker and the defender alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.data import (
    CARDS,
    ELEMENT_BITS,
    FAERY_RING,
    FOCUS,
    FOCUS_DRAWS,
    KIND,
    MASTERY,
    MASTERY_POWER,
    NONE,
    REFILL,
    SORT,
    TERRITORY,
    Design,
)
from engine.games.asgards_chosen.moves import Aim
from engine.games.asgards_chosen.rules.battle.plays import aims, fighters, item_playable, usable
from engine.games.asgards_chosen.rules.battle.totals import (
    card_power,
    facing,
    militia_power,
    opposed,
    other_side,
    the_battle,
)
from engine.games.asgards_chosen.state import State, in_order

LOOK = 0.6  # what it is worth to have somebody else's card kept back or thrown away
DRAWN_THERE = 1.3  # a card that a Focus draws


class Way(NamedTuple):
    """One way to play a card: by how much it moves the totals to the own side, and what it costs."""

    gain: int
    cost: float
    card: int
    aim: Aim | None


class Use(NamedTuple):
    """What an ability adds to that."""

    gain: int
    cost: float
    aim: Aim


def ways(look: Outlook) -> list[list[Way]]:
    """For each card of the hand that can be played all sensible ways."""
    found = []
    for card in look.hand:
        lines = list(_ways(look, card))
        if lines:
            found.append(lines)
    return found


def _ways(look: Outlook, card: int) -> Iterator[Way]:
    state, seat, design, stay = look.state, look.seat, CARDS[card], look.stay(card)
    if design.sort == "item":
        if item_playable(state, seat, design):
            draws = prices.DRAWN * int(design.effect.get("draw", 0))
            back = bool(design.effect.get("return_on_win"))
            cost = 0.3 * stay if back else stay + (1.5 if design.effect.get("sacrificed_at_resolution") else 0.0)
            yield Way(card_power(state, seat, card), cost - draws, card, Aim() if back else None)
        return
    if opposed(state, card):
        return
    power = card_power(state, seat, card)
    yield Way(power, stay, card, None)
    if design.sort == "creature":
        for use in uses(look, design, card, power):
            yield Way(power + use.gain, stay + use.cost, card, use.aim)


def uses(look: Outlook, design: Design, card: int, power: int) -> Iterator[Use]:
    """What its ability can be used for, where it is of any use."""
    weigh = _USES.get(design.what)
    if weigh is not None:
        yield from weigh(look, design, card, power, usable(look.state, look.seat, design, card))


def _facing(look: Outlook) -> dict[str, int]:
    """The power of the militia on the other side, by the name that an aim has for it."""
    state = look.state
    pile = facing(state, look.seat)
    return {name: militia_power(state, one) for name, one in zip(in_order(pile), pile, strict=True)}


def _theirs(look: Outlook) -> list[int]:
    """Creatures that the other player has in play."""
    other = other_side(look.state, look.seat)
    return [] if other == NONE else [card for card in look.state.played[other] if SORT[card] == "creature"]


def _there(look: Outlook) -> bool:
    """Whether the other side has a hand."""
    other = other_side(look.state, look.seat)
    return other != NONE and bool(look.state.hands[other])


def _alfar(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    if found and found[0].card is not None:
        yield Use(2 * _facing(look)[found[0].card], 0.0, found[0])


def _fossegrim(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    """The militia card becomes an own one."""
    powers = _facing(look)
    for aim in _best(found, powers):
        yield Use(powers[aim.card or ""] - power, -0.9, aim)


def _best(found: list[Aim], powers: dict[str, int], how: str = "") -> list[Aim]:
    fitting = [aim for aim in found if aim.how == how and aim.card in powers]
    return [max(fitting, key=lambda aim: powers[aim.card or ""])] if fitting else []


def _spider(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    powers = _facing(look)
    for aim in _best(found, powers, "withhold" if look.alone else "banish"):
        yield Use(powers[aim.card or ""], -0.9 if look.alone else 0.0, aim)
    if not look.alone:
        other, pile = other_side(look.state, look.seat), _theirs(look)
        played = {name: card_power(look.state, other, one) for name, one in zip(in_order(pile), pile, strict=True)}
        for aim in _best(found, played, "withhold"):
            yield Use(played[aim.card or ""], -LOOK, aim)


def _troll(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    for aim, cost in _dearest_last(look, card, found)[:1]:
        yield Use(design.number, cost, aim)


def _ormr(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    for aim, cost in _dearest_last(look, card, found)[:1]:
        yield Use(power, cost, aim)


def _dearest_last(look: Outlook, card: int, found: list[Aim]) -> list[tuple[Aim, float]]:
    """What can be discarded for an ability, with what is lost by it."""
    lines = []
    for aim in found:
        at = look.state.named([one for one in look.hand if one != card], aim.card or "")
        if at is not None:
            lines.append((aim, look.stay(at) + 0.3))
    return sorted(lines, key=lambda line: line[1])


def _jotunn(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    pile = facing(look.state, look.seat)
    gain = sum(militia_power(look.state, one) - CARDS[one].power for one in pile)
    if gain > 0 and found:
        yield Use(gain, 0.0, found[0])


def _mittagsfrau(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    other = other_side(look.state, look.seat)
    gain = sum(card_power(look.state, other, one) - CARDS[one].power for one in _theirs(look))
    gain -= power if design.effect["discard_self"] else 0
    if gain > 0 and found:
        yield Use(gain, 0.0, found[0])


def _draw(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    if found:
        yield Use(0, -prices.DRAWN * design.number, found[0])


def _garmr(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    if found:
        yield Use(0, -0.8 * look.stay(card), found[0])


def _svartalfar(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    if found and _there(look):
        yield Use(0, -LOOK * design.number, found[0])


def _mamuna(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    if not found:
        return
    if look.alone:
        powers = _facing(look)
        if powers:
            yield Use(max(powers.values()), -0.9, found[0])
    elif _there(look):
        yield Use(0, -LOOK, found[0])


def _strzyga(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    graves = look.state.graves
    if graves and found:
        best = max(found, key=lambda aim: _grave(look.state, aim))
        yield Use(0, -_grave(look.state, best), best)


def _grave(state: State, aim: Aim) -> float:
    card = state.graves[-1] if aim.card is None else state.named(state.graves, aim.card)
    return 0.0 if card is None else prices.price(card)


def _backahasten(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    """The other hero to a mastery that counts here, to a Focus or a ring; nobody flees without need."""
    best: Use | None = None
    for aim in found:
        if aim.how == "move" and aim.to is not None and aim.hero is not None:
            hero = 2 * look.side + "FM".index(aim.hero)
            gain, good = _better(look, hero, TERRITORY[aim.to])
            use = Use(gain, -good, aim)
            if (gain > 0 or good > 0.3) and (best is None or (use.gain, -use.cost) > (best.gain, -best.cost)):
                best = use
    if best is not None:
        yield best


def _better(look: Outlook, hero: int, to: int) -> tuple[int, float]:
    """What the other hero adds from there more than from here, and how much better he stands."""
    state, here = look.state, look.state.at[hero]
    gain = _mastery(state, to) - _mastery(state, here)
    moved = state.moved[hero] or state.turn == look.mode.campaign_turns
    return gain, (stand(state, look.side, to) - stand(state, look.side, here)) * (1.0 if moved else 0.3)


def _mastery(state: State, at: int) -> int:
    ground = the_battle(state).ground
    bits = state.land.terrains[ground]
    if KIND[at] not in MASTERY or not state.lands_work or KIND[ground] > len(ELEMENT_BITS) * 3:
        return 0
    return MASTERY_POWER if bits & ELEMENT_BITS[MASTERY[KIND[at]]] else 0


def stand(state: State, side: int, at: int) -> float:
    """What it is worth that a hero stands in a territory when the campaign is over.

    A Focus draws nothing when no renewal comes, or where all cards of a side are drawn without it.
    """
    if KIND[at] == FOCUS:
        return 0.0 if state.ending else DRAWN_THERE * min(FOCUS_DRAWS, _undrawn(state, side))
    return 1.8 if KIND[at] == FAERY_RING else 0.4 if KIND[at] in MASTERY else 0.0


def _undrawn(state: State, side: int) -> int:
    """How many cards a renewal leaves undrawn, with the one that may be mustered until then.

    Of partners, who draw from one pile, it is not asked: what is left there depends on what each of them keeps.
    """
    return FOCUS_DRAWS if state.sides < state.seats else max(0, state.card_count(side) + 1 - REFILL)


def _nixie(look: Outlook, design: Design, card: int, power: int, found: list[Aim]) -> Iterator[Use]:
    """The best of what she can copy, as if it were hers."""
    state = look.state
    pile = fighters(state)
    best: Use | None = None
    for name, other in zip(in_order(pile), pile, strict=True):
        theirs = CARDS[other]
        weigh = _USES.get(theirs.what)
        if weigh is None or not found or theirs.what == design.what:
            continue
        for use in weigh(look, theirs, card, power, aims(state, look.seat, theirs, card)):
            whole = Aim(card=name, copied=None if use.aim == Aim() else use.aim)
            if best is None or use.gain - use.cost > best.gain - best.cost:
                best = Use(use.gain, use.cost, whole)
    if best is not None and best.aim in found:
        yield best


Weigh = Callable[[Outlook, Design, int, int, list[Aim]], Iterator[Use]]
_USES: dict[str, Weigh] = {
    "convert_militia": _alfar, "take_militia_to_discard": _fossegrim, "banish_militia_or_withhold": _spider,
    "discard_for_power": _troll, "double_power": _ormr, "cancel_militia_bonus": _jotunn,
    "cancel_terrain_bonus": _mittagsfrau, "draw": _draw, "return_self_on_win": _garmr,
    "opponent_discards_random": _svartalfar, "look_and_withhold": _mamuna, "take_from_barrows": _strzyga,
    "move_other_hero_or_retreat": _backahasten, "copy_ability": _nixie,
}  # fmt: skip
