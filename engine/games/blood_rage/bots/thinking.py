"""What the thinker plays out, and how far."""

from __future__ import annotations

import random
from itertools import islice

from engine.core.bots import asked, own_chance
from engine.core.contract import Desk, Imagined
from engine.core.moves import Move
from engine.games.blood_rage.bots.acting import weighed
from engine.games.blood_rage.bots.sense import sensible

MOST = 4  # answers that are played out


def proposals(desk: Desk, rng: random.Random) -> list[Move]:
    """Answers worth playing out, that of plain sense first. Of a draft only that one: its Age is too long to tell."""
    world, decision = desk.imagine(own_chance(rng)), asked(desk)
    first = sensible(world, decision, rng)
    if decision.kind in ("draft", "keep"):
        return [first]
    if decision.kind == "action":
        others = [move for _, move in weighed(world.state, desk.seat)]
    else:
        others = [move for _, _, move in islice(desk.menus(decision).leaves(), 2 * MOST)]
    return list(dict.fromkeys([first, *others]))[:MOST]


def age_is_over(world: Imagined) -> bool:
    """Whether the cards of the next Age lie there: what comes of them says nothing of what came before."""
    return bool(world.state.stage == "gifts")
