"""What a sensible player answers, found without search: greedy's answers, and everybody's in worlds that bots imagine.

It looks at what everybody sees, at the own cards, and at cards of others that the seat has seen, and at nothing else:
so it answers alike in all worlds that a seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.bots import by_kind
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import fighting, marching, mustering, offering, settling
from engine.games.asgards_chosen.state import State

ANSWERS: Mapping[str, Callable[[State, Decision], Move]] = {
    "item": settling.pick_item,
    "hero": settling.place_hero,
    "god": offering.god_phase,
    "charm": offering.charm_phase,
    "after": offering.after,
    "campaign": marching.campaign,
    "attack": fighting.attack_with,
    "defend": fighting.defend_with,
    "berserk": fighting.go_berserk,
    "late": fighting.come_late,
    "interrupt": fighting.interrupt,
    "shift": fighting.shift,
    "retreat": fighting.retreat,
    "stand": fighting.stand_again,
    "target": fighting.target,
    "muster": mustering.muster,
    "event": settling.event,
    "renew": mustering.renew,
    "drop": mustering.drop,
    "choose": settling.choose,
}
sensible = by_kind(ANSWERS)
