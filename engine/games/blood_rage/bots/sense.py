"""What a sensible clan answers, found without search: greedy's answers, and everybody's in worlds that bots imagine.

It looks at what everybody sees, at the own cards, and at cards of others that the seat has seen, and at nothing else:
so it answers alike in all worlds that a seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.bots import by_kind
from engine.core.decisions import Decision
from engine.core.moves import Move, Seat
from engine.games.blood_rage.bots import acting, drafting, fighting, prices
from engine.games.blood_rage.bots.outlook import Outlook
from engine.games.blood_rage.cards.troops import steps_of
from engine.games.blood_rage.data import LEADER, PLACES, STATS
from engine.games.blood_rage.moves import Blessing, LeaderMove, RaiseStat, Volur
from engine.games.blood_rage.rules.destruction import doomed_of
from engine.games.blood_rage.rules.stats import open_stats
from engine.games.blood_rage.state import State


def _stat(state: State, decision: Decision) -> Move:
    found = open_stats(state, decision.seat, str(decision.subject["barred"]))
    return RaiseStat(stat=max(found, key=lambda stat: prices.of_step(state, decision.seat, STATS.index(stat))))


def _hammers(state: State, decision: Decision) -> Move:
    """Where the Leader may pillage next."""
    look, seat = Outlook(state, decision.seat), decision.seat
    source, raiding = state.places[seat][LEADER], state.rage[decision.seat] > 0
    stays = look.place(source, look.mine[source], look.figures[source], raiding=raiding)
    stays -= look.place(source, look.mine[source] - 3, look.figures[source] - 1, raiding=raiding)
    best, to = stays, None
    for place in steps_of(state, source):
        value = look.place(place, look.mine[place] + 3, look.figures[place] + 1, raiding=raiding)
        value -= look.place(place, look.mine[place], look.figures[place], raiding=raiding)
        value += look.more_questing({source: look.mine[source] - 3, place: look.mine[place] + 3})
        if value > best + 0.2:
            best, to = value, PLACES[place]
    return LeaderMove(to=to)


def _volur(state: State, decision: Decision) -> Move:
    """She flees, but from Ragnarok only where she stands on for the end."""
    if state.stage == "action":
        return Volur(retreat=True)
    return Volur(retreat=prices.ending(Outlook(state, decision.seat).sheet))


def _of(answer: Callable[[State, Seat], Move]) -> Callable[[State, Decision], Move]:
    return lambda state, decision: answer(state, decision.seat)


ANSWERS: Mapping[str, Callable[[State, Decision], Move]] = {
    "draft": _of(drafting.picks),
    "keep": _of(drafting.keeps),
    "action": _of(acting.acts),
    "call": _of(fighting.call),
    "card": _of(fighting.lay),
    "late": _of(fighting.late),
    "protect": lambda state, decision: fighting.save(state, decision.seat, doomed_of(state, decision.seat)),
    "prowess": _of(fighting.regain),
    "stat": _stat,
    "hammers": _hammers,
    "volur": _volur,
    "blessing": lambda _state, _decision: Blessing(invade=True),
}
sensible = by_kind(ANSWERS)
