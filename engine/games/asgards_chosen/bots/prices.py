"""What cards, gods and land are worth to a player, in points of power that a card of the hand gives for once."""

from __future__ import annotations

from functools import lru_cache

from engine.games.asgards_chosen.data import CARDS, SORT, Design

GOD = 11.0  # a god appeased
DRAWN = 1.7  # a card that is not known yet
MARKER, TOWN_FIRST, KIND_FIRST, TAKEN = 1.9, 1.6, 0.9, 0.9  # a territory; the first town, a new terrain; from others
UP = 1.8  # a hero who stands

# What an ability is worth beside the card's power, to whoever owns the card.
ABILITY: dict[str, float] = {
    "convert_militia": 1.8, "draw": 0.9, "muster_power": 1.0, "move_other_hero_or_retreat": 0.6,
    "take_militia_to_discard": 1.6, "copy_ability": 1.0, "late_play": 0.4, "sacrifice_substitute": 1.1,
    "look_and_withhold": 0.5, "return_self_on_win": 1.0, "cancel_terrain_bonus": 0.3, "take_from_barrows": 1.2,
    "opponent_discards_random": 0.6, "banish_militia_or_withhold": 1.9, "discard_for_power": 0.5, "double_power": 0.9,
    "cancel_militia_bonus": 0.6,
}  # fmt: skip
# What items do once they are played; in battle they add their number.
CHARM: dict[str, float] = {
    "draw_then_topdeck": 1.6, "take_from_own_discard": 1.5, "pass_through_enemy_territory": 0.4,
    "extra_militia_when_attacked": 0.8, "place_hero_on_controlled_territory": 0.5, "stand_up_when_vanquished": 0.6,
    "draw_then_discard": 1.8, "opponent_discards_random": 0.9, "battle_power_per_own_creature": 2.0,
}  # fmt: skip


@lru_cache(maxsize=256)
def owned(design: Design) -> float:
    """What a card is worth among the own ones, each time it comes to hand."""
    if design.sort == "creature":
        extra = design.number if design.what == "muster_power" else 0
        return design.power + 0.45 * design.bonus + 0.4 * extra + ABILITY.get(design.what, 0.0)
    if design.sort == "god":
        return DRAWN
    return use_of(design) + (0.3 if design.interrupt else 0.0)


def use_of(item: Design) -> float:
    """What an item gives when it is played."""
    if item.what == "battle_power":
        power = float(item.number) + DRAWN * int(item.effect.get("draw", 0))
        return power * (0.75 if "hero" in item.effect else 1.0)
    if item.what == "muster_power":
        return 0.8 * item.number + DRAWN * int(item.effect.get("draw", 0)) - (0.5 if "only" in item.effect else 0.0)
    return CHARM.get(item.what, 0.5)


def price(card: int) -> float:
    """`owned`, by the card's number."""
    return _PRICES[card]


_PRICES: tuple[float, ...] = tuple(owned(one) for one in CARDS)
CREATURE: tuple[bool, ...] = tuple(one == "creature" for one in SORT)
ITEM: tuple[bool, ...] = tuple(one == "item" for one in SORT)
SUBSTITUTE: tuple[bool, ...] = tuple(one.what == "sacrifice_substitute" for one in CARDS)
