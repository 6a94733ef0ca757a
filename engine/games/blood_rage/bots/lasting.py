"""What an upgrade on the clan sheet will still bring, to a clan as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.outlook import Outlook
from engine.games.blood_rage.data import AGES, CARDS, HORNS, LEADER, RESERVE, SHIP, VALHALLA, Design, Kind

Lasting: TypeAlias = Callable[[Outlook, Design], float]


def lasting(look: Outlook, design: Design) -> float:
    """Its Glory from now on, its figure and its price apart."""
    return (_GODS.get(design.code) or _BY_KIND[design.kind])(look, design)


def _left(look: Outlook) -> float:
    """How many Ages are left: of this one as much as there is Rage."""
    state = look.state
    now = min(1.0, state.rage[look.seat] / 5.0) if state.stage == "action" else 0.0
    return now + AGES - state.age


def _leader(look: Outlook, design: Design) -> float:
    """By pillages with the Leader."""
    state, seat = look.state, look.seat
    at = state.places[seat][LEADER]
    now = 0.0 if at == VALHALLA else min(1.3, state.rage[seat] / 3.0)
    pillages = now + 1.1 * (AGES - state.age)
    steps = [prices.of_step(state, seat, stat) for stat in range(3)]
    each = {"LSP": 0.85 * sum(steps), "LAX": max(steps), "LHA": 1.0}[design.code]
    return pillages * each * 0.7


def _warriors(look: Outlook, design: Design) -> float:
    state, seat = look.state, look.seat
    count = sum(1 for kind in (state.kind(seat, one) for one in state.on_board(seat)) if kind == "W")
    each = {"BRO": 0.3, "EXP": 0.7, "MAS": 1.1}[design.code]
    return each * (count * 0.8 + 1.2 * _left(look))


def _ship(look: Outlook, design: Design) -> float:
    """By ships that will be lost."""
    at = look.state.places[look.seat][SHIP]
    now = 0.45 if at >= 0 and look.state.stage == "action" else 0.0
    later = 0.4 * (AGES - look.state.age)
    return float(design.effect["glory"]) * (now + later)


def _monster(look: Outlook, design: Design) -> float:
    """Its effect; the figure itself is weighed where it goes."""
    return {"FRO": 1.5, "VAL": 1.5, "VOL": 0.5, "TRO": 0.5, "FIR": 0.8, "SEA": 0.5}.get(design.code, 0.3) * _left(look)


def _released(look: Outlook, design: Design) -> float:
    """By figures that will be in Valhalla when an Age ends."""
    state, seat = look.state, look.seat
    board = len(state.on_board(seat))
    now = look.dead + 0.35 * board + (0.5 * look.figures[look.doom] if not state.destroyed[look.doom] else 0.0)
    return float(design.effect["glory"]) * (now + 2.5 * (AGES - state.age))


def _inspiration(look: Outlook, design: Design) -> float:
    each = look.state.age + 1
    return each * (look.figures[look.doom] + 0.5) * 0.8 + (each + 1) * 1.5 * (AGES - look.state.age)


def _throne(look: Outlook, design: Design) -> float:
    """By own quests, here and to come."""
    state, seat = look.state, look.seat
    quests = [CARDS[one] for one in (*state.hands[seat], *state.quests[seat]) if CARDS[one].kind == "quest"]
    return 0.55 * sum(one.glory for one in quests) + 6.0 * (AGES - state.age)


def _conquest(look: Outlook, design: Design) -> float:
    """By figures on the board at the end."""
    state, seat = look.state, look.seat
    if state.age < AGES:
        return 2.0 * state.value(seat, HORNS)
    room = max(0, state.horns_left(seat))
    coming = min(room, max(0, state.rage[seat] - 3))
    dying = look.figures[look.doom] if not state.destroyed[look.doom] else 0
    return 3.0 * (0.8 * (len(state.on_board(seat)) - dying) + 0.7 * coming)


def _charm(look: Outlook, design: Design) -> float:
    hand = sum(1 for one in look.state.hands[look.seat] if CARDS[one].is_upgrade and CARDS[one].strength) - 1
    return 0.7 * max(0, hand) + 1.2 * (AGES - look.state.age)


def _succor(look: Outlook, design: Design) -> float:
    state, seat = look.state, look.seat
    room = min(state.horns_left(seat) // 2, state.kinds(seat, RESERVE).count("W"))
    return 1.1 * min(room, state.rage[seat] / 2) + 2.0 * (AGES - state.age)


def _fighting_quests(look: Outlook, design: Design) -> float:
    quests = sum(1 for one in look.state.hands[look.seat] if CARDS[one].kind == "quest")
    return 0.5 * quests + 0.6 * (AGES - look.state.age)


def _each_age(look: Outlook, design: Design) -> float:
    """What it brings in an Age, as long as Ages come."""
    return _AN_AGE.get(design.code, 1.5) * _left(look)


_AN_AGE = {"TGL": 2.0, "YPR": 1.6, "YCH": 2.2, "FPR": 1.8, "LBL": 1.0, "TDO": 1.2, "FDO": 1.6, "FSA": 2.0}
_BY_KIND: dict[Kind, Lasting] = {
    "leader": _leader, "warrior": _warriors, "ship": _ship, "monster": _monster, "clan": _each_age
}  # fmt: skip
_GODS: dict[str, Lasting] = {
    "LDO": _released, "LEM": _released, "LWR": _released, "OIN": _inspiration, "OTH": _throne, "TCO": _conquest,
    "FCH": _charm, "FSU": _succor, "YDO": _fighting_quests, "YWR": _fighting_quests,
}  # fmt: skip
