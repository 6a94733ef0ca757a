"""What the thinker plays out, and how far."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice

from engine.core.bots import Thinker, answer, asked, own_chance
from engine.core.contract import Desk, Imagined
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.asgards_chosen.bots import marching, mustering, offering
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.bots.sense import sensible
from engine.games.asgards_chosen.moves import Renew
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View

MOST = 5  # answers that are played out
# Answers of little weight, and those of which nothing can be told so early.
AS_GREEDY = frozenset({"tile", "town", "item", "retreat", "shift", "drop", "target"})


def proposals(desk: Desk[View], rng: random.Random) -> list[Move]:
    """Answers worth playing out, that of plain sense first."""
    world, decision = desk.imagine(own_chance(rng)), asked(desk)
    first = sensible(world, decision, rng)
    if decision.kind in AS_GREEDY or MODES[desk.view.mode].shared:
        return [first]  # with a partner playouts misjudge: with them it won 11 of 44 games, plain sense one of two
    weighed = _WEIGHED.get(decision.kind)
    if weighed is not None:
        others = weighed(Outlook(world.state, desk.seat))
    else:
        others = [move for _, _, move in islice(desk.menus(decision).leaves(), 2 * MOST)]
    return list(dict.fromkeys([first, *others]))[:MOST]


def _campaign(look: Outlook) -> list[Move]:
    """The best attack or move of each hero to each place, and to stay."""
    return [move for _, move in (*marching.weighed(look)[: MOST - 1], (0.0, marching.rests(look)))]


def _muster(look: Outlook) -> list[Move]:
    return [move for _, move in mustering.weighed(look)]


def _renew(look: Outlook) -> list[Move]:
    """To keep all, or gods alone, or nothing."""
    names = mustering.by_worth(look)
    return [Renew(cards=names[:count]) for count in range(0, len(names) + 1, 2)]


def _gods(look: Outlook) -> list[Move]:
    return [move for _, move in offering.god_offers(look)]


def _charms(look: Outlook) -> list[Move]:
    return [move for _, move in offering.charm_offers(look)]


_WEIGHED: Mapping[str, Callable[[Outlook], list[Move]]] = {
    "campaign": _campaign, "muster": _muster, "renew": _renew, "god": _gods, "charm": _charms,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rounds(Thinker):
    """Judges a playout by what the table is worth when a later round has come to its muster phase.

    There all answers can be compared: what was kept, spent or bought has done what it could.
    """

    rounds: int = 1  # after the present one

    def chance_of(self, world: Imagined, seat: Seat, move: Move | None, rng: random.Random) -> float:
        """See `Thinker.chance_of`; played to the muster phase of that round."""
        after, chance = world.copy(), own_chance(rng)
        try:
            if move is not None:
                after.play(seat, move, chance)
        except IllegalMove:
            return 0.0
        last = world.state.round + self.rounds
        for _ in range(self.depth):
            state: State = after.state
            if state.round > last or (state.round == last and state.stage == "muster"):
                break
            decision = after.next()
            if decision is None:
                break
            answer(after, decision, self.policy, chance, rng)
        return self._value(after, seat)
