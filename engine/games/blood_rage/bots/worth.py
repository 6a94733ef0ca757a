"""How a position looks to a clan, in Glory."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.blood_rage.data import BY_CODE, PROVINCES, REGION, Design
from engine.games.blood_rage.view import View

# What things are worth in Glory, guessed and tuned by play against `random`.
STEP, HIGH_STEP, RAGE, FIGURE, UPGRADE, QUEST_STAT = 2.0, 4.0, 0.8, 0.5, 1.2, 2.0
HELD = {"battle": 0.5, "quest": 1.5}


def worth(view: View, seat: Seat) -> float:
    """By how much a clan is ahead of the average of the others, in Glory."""
    own = [_clan(view, one, known=one == seat) for one in range(len(view.clans))]
    others = [value for one, value in enumerate(own) if one != seat]
    return own[seat] - sum(others) / len(others)


def _clan(view: View, seat: Seat, *, known: bool) -> float:
    clan = view.clans[seat]
    value = float(clan.glory)
    value += sum(STEP * step + (HIGH_STEP if step > 3 else 0.0) for step in clan.steps)
    value += RAGE * clan.rage if view.stage in ("action", "battle") else 0.0
    value += sum(FIGURE * view.provinces[place].strength[seat] for place in PROVINCES)
    value += sum(UPGRADE + 0.5 * BY_CODE[code].strength for code in clan.sheet if code)
    if known:
        value += sum(held(BY_CODE[code]) for code in clan.hand)
        value += sum(_quest(view, seat, BY_CODE[code]) for code in clan.quests)
    else:
        value += len(clan.hand) + 2.0 * len(clan.quests)
    return value + _doomed(view, seat)


def held(design: Design) -> float:
    """A card in hand."""
    if design.kind == "battle":
        return HELD["battle"] * design.plus + (0.5 if design.at else 0.0)
    return HELD["quest"] if design.kind == "quest" else 0.5 * design.strength + 0.5


def _quest(view: View, seat: Seat, design: Design) -> float:
    """A committed quest: its Glory if it is met as the board stands."""
    met = _is_met(view, seat, design)
    return 0.8 * (design.glory + QUEST_STAT) if met else 1.0


def _is_met(view: View, seat: Seat, design: Design) -> bool:
    kind = design.effect["kind"]
    if kind == "figures_in_valhalla":
        return len(view.clans[seat].valhalla) >= int(design.effect["at_least"])
    region = design.effect.get("region", "")
    return any(_rules(view, seat, place) for place in PROVINCES if REGION[place] == region)


def _rules(view: View, seat: Seat, place: int) -> bool:
    it = view.provinces[place]
    mine = it.strength[seat]
    return not it.destroyed and mine > max(one for other, one in enumerate(it.strength) if other != seat)


def _doomed(view: View, seat: Seat) -> float:
    """Figures that Ragnarok will take in this Age pay for it."""
    if view.round > len(view.doom) or view.stage == "over":
        return 0.0
    place = next(it for it in view.provinces if it.code == view.doom[view.round - 1])
    return 0.5 * (view.round + 1) * len(place.figures[seat])
