"""What a plan names that can never be is refused when it is written, as the question itself would refuse it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Desk
from engine.core.moves import IllegalMove, Plan
from engine.games.asgards_chosen.data import DESIGNS, KIND, LATE_PLAYS, TERRITORY, TOWN
from engine.games.asgards_chosen.orders.plans.battles import (
    AttackPlan,
    BlockPolicy,
    Defend,
    LatePolicy,
    RetreatPolicy,
    ShiftPolicy,
    StandPolicy,
    TargetPolicy,
)
from engine.games.asgards_chosen.orders.plans.following import EventPlan
from engine.games.asgards_chosen.orders.plans.starting import AutoTiles, ItemRank
from engine.games.asgards_chosen.orders.plans.trial import EVERY
from engine.games.asgards_chosen.rules.play import effect
from engine.games.asgards_chosen.view import View


def check(plan: Plan, desk: Desk) -> None:
    """Raises IllegalMove for what could never come true."""
    view: View = desk.view
    if isinstance(plan, AutoTiles | ItemRank) and plan.lapsed(desk):
        raise IllegalMove("E_WRONG_PHASE", phase="board" if isinstance(plan, AutoTiles) else "items")
    _check_policy(plan)
    for card in _fighters(plan):
        _check_fighter(card)
    if view.round:  # the board lies as it will stay
        _check_places(plan, {one.name for one in view.territories})


def _check_policy(plan: Plan) -> None:
    """A policy with a card that could not do what it says."""
    if isinstance(plan, BlockPolicy):
        wrong = [one for one in plan.kinds if DESIGNS[one].sort != "creature"]
        wrong += [plan.item] if plan.item is not None and not DESIGNS[plan.item].interrupt else []
        if wrong:
            raise IllegalMove("E_NOT_PLAYABLE", card=wrong[0])
    elif isinstance(plan, LatePolicy) and plan.card is not None and DESIGNS[plan.card] not in LATE_PLAYS:
        raise IllegalMove("E_NO_REPLY_TO_BERSERK", card=plan.card)
    elif isinstance(plan, StandPolicy):
        for choice in plan.choices:
            if (sort := DESIGNS[choice.creature].sort) != "creature":
                raise IllegalMove("E_GOD_CARD_PROTECTED" if sort == "god" else "E_NOT_PLAYABLE", card=choice.creature)


def _fighters(plan: Plan) -> Iterator[str]:
    """The cards of its lists for a battle."""
    if isinstance(plan, Defend | AttackPlan):
        for one in (plan.playing, plan.berserk if isinstance(plan, AttackPlan) else None):
            yield from (listed.card for listed in (one.cards if one is not None else ()) if listed.card != EVERY)


def _check_fighter(card: str) -> None:
    """Creatures and gods fight, and items that say so."""
    design = DESIGNS[card.partition("#")[0]]
    if design.sort == "event" or (design.sort == "item" and not effect.has(design.what, "campaign")):
        raise IllegalMove("E_NOT_PLAYABLE", card=design.name)


def _check_places(plan: Plan, board: set[str]) -> None:
    """Of a ranking one at least must be on the board; what takes a marker is no enchanted land.

    Orders for a hero are tried when their turn comes, and told of then.
    """
    places = _places(plan)
    if places and not board.intersection(places):
        raise IllegalMove("E_TERRITORY", territory=places[0])
    markers = _markers(plan)
    lands = [place for place in markers if KIND[TERRITORY[place]] > TOWN]
    if lands and len(lands) == len(markers):
        raise IllegalMove("E_NO_MARKER", territory=lands[0])


def _places(plan: Plan) -> tuple[str, ...]:
    """The territories that it names."""
    if isinstance(plan, RetreatPolicy):
        return tuple(one.to for one in plan.choices)
    if isinstance(plan, TargetPolicy):
        return tuple(one.territory for one in plan.choices)
    if isinstance(plan, Defend):
        return (plan.whom,) if plan.whom in TERRITORY else ()
    return (plan.ground,) if isinstance(plan, AttackPlan) else _markers(plan)


def _markers(plan: Plan) -> tuple[str, ...]:
    """The territories of a ranking from one of which it would take a marker."""
    if isinstance(plan, ShiftPolicy):
        return tuple(one.marker for one in plan.choices)
    return plan.markers if isinstance(plan, EventPlan) else ()
