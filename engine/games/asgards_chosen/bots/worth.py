"""What a position is worth to a seat: gods appeased before all, then land, cards and what the battle promises."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.view import View

GOD, MARKER, ACTIVE, HAND, LEAD = 12.0, 1.6, 1.5, 0.1, 0.3
DECK = 1 / 6  # what a point of cost is worth in the own cards, wherever they lie: hands are filled again
UNSEEN = 3.0  # what a card counts that the viewer does not see
MOST_LEAD = 3  # beyond that more attack or defence helps nothing


def worth(view: View, seat: Seat) -> float:
    """The own standing against the best of the others."""
    own = view.players[seat].side
    mine = _standing(view, own)
    others = [_standing(view, side) for side in range(len(view.sides)) if side != own]
    return mine - max(others, default=0.0) + HAND * len(view.players[seat].hand) + _battle(view, seat)


def _standing(view: View, side: int) -> float:
    one = view.sides[side]
    hands = [card for player in view.players if player.side == side for card in (*player.hand, *player.played)]
    cards = (*one.discards, *one.draws, *hands)
    active = sum(not hero.down for hero in one.heroes)
    return GOD * len(one.appeased) + MARKER * one.markers + ACTIVE * active + DECK * sum(map(_value, cards))


def _value(card: str) -> float:
    """What it costs, for what it costs it is worth; a god is worth being appeased some day."""
    if card == "?":
        return UNSEEN
    design = DESIGNS[card]
    return UNSEEN if design.sort == "god" else float(design.cost)


def _battle(view: View, seat: Seat) -> float:
    """Who leads in the battle that is on."""
    fray = view.fray
    if fray is None or seat not in (fray.attacker, fray.defender):
        return 0.0
    lead = fray.attack - fray.defence
    won = lead > 0
    sign = 1 if seat == fray.attacker else -1
    return sign * (MARKER * (1 if won else -1) + LEAD * max(-MOST_LEAD, min(MOST_LEAD, lead)))
