"""How a table looks to a seat: the points it may still hope for, from the favours that its stacks promise.

Every god awakens several times yet: in this round, in later ones, in the tally. Each time it pays something (a goal,
Heimdall's will, a card of the tally) to whom it favours: the fewer cards are to come,
the surer it is who that will be.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.moves import Seat
from engine.games.aesir.data import ALL_GODS, COLUMNS, DEAL, HEIMDALL, NUMBER, ROUNDS, ROW_LIMIT
from engine.games.aesir.state import NOTHING, State
from engine.games.aesir.view import View

WILL = 0.25  # points that the will of a god is worth, but for Heimdall's
UNKNOWN = 0.35  # the goals that are still closed, shared among the gods that they may belong to
TALLY = 0.8  # a card of the tally: a point, paid with a card that had held a favour
SPREAD = 0.25  # by how much a card more for everybody blurs a lead: the variance of the difference it makes
BLUR = 0.25  # what wills of others may do to a lead when no card is to come
WIDE = 12  # leads beyond are as good


class Moment(NamedTuple):
    """What an outlook depends on, but for the stacks."""

    seats: int
    round: int
    stage: str
    awake: int  # the god to be decided about, NOTHING: none yet
    left: int  # cards in each hand
    goals: tuple[int, ...]  # by place in the columns; NOTHING: closed


def worth(view: View, seat: Seat) -> float:
    """By how many points `seat` may hope to be ahead of the best of the others."""
    table = [player.attention for player in view.players]
    hopes = promises(seen(view), table)
    hopes = [hope + points for hope, points in zip(hopes, view.scores, strict=True)]
    return hopes[seat] - max(hope for other, hope in enumerate(hopes) if other != seat)


def seen(view: View) -> Moment:
    """The moment of a view."""
    goals = tuple(NUMBER[goal.god] if goal.god else NOTHING for column in view.columns for goal in column)
    awake = NUMBER[view.god] if view.god else NOTHING
    return Moment(len(view.players), view.round, view.stage, awake, view.players[0].hand, goals)


def moment(state: State) -> Moment:
    """The moment of a table, its closed goals left out."""
    goals = tuple(
        state.goals[place] if row == 0 or number < state.round else NOTHING
        for number, column in enumerate(COLUMNS)
        for row, place in enumerate(column)
    )
    return Moment(state.seats, state.round, state.stage, state.god, len(state.hands[0]), goals)


def promises(when: Moment, table: Sequence[Sequence[int]]) -> list[float]:
    """The points that each seat may still hope for; `table`: attention by seat and god."""
    hopes = [0.0] * len(table)
    for god, by_lead in enumerate(leads(when)):
        counts = [attention[god] for attention in table]
        for seat, own in enumerate(counts):
            other = max(count for one, count in enumerate(counts) if one != seat)
            hopes[seat] += by_lead[_index(own, other)]
    return hopes


def gains(when: Moment, table: Sequence[Sequence[int]], seat: Seat) -> list[float]:
    """By god: what one more card of it promises to `seat`, and takes from the best of the others."""
    found = []
    for god, by_lead in enumerate(leads(when)):
        own, other = table[seat][god], max(counts[god] for one, counts in enumerate(table) if one != seat)
        found.append(
            by_lead[_index(own + 1, other)] - by_lead[_index(own, other)]
            + by_lead[_index(other, own)] - by_lead[_index(other, own + 1)]
        )  # fmt: skip
    return found


def _index(own: int, other: int) -> int:
    """Where `leads` keeps the hopes of who has `own` where the best of the others has `other`; 0: neither has any."""
    return 0 if own == other == 0 else min(max(own - other, -WIDE), WIDE) + WIDE + 1


@lru_cache(maxsize=2048)
def leads(when: Moment) -> tuple[tuple[float, ...], ...]:
    """By god, then by lead (see `_index`): the points to hope for from its awakenings to come."""
    return tuple(
        (
            sum(pay * _first(cards) for pay, cards in _awakenings(when, god)),
            *(
                sum(pay * _favour(lead, cards) for pay, cards in _awakenings(when, god))
                for lead in range(-WIDE, WIDE + 1)
            ),
        )
        for god in ALL_GODS
    )


def _favour(lead: int, cards: int) -> float:
    """How likely a lead is the favour when each player still gets so many cards."""
    return 1.0 / (1.0 + math.exp(-1.7 * lead / math.sqrt(BLUR + SPREAD * cards)))


def _first(cards: int) -> float:
    """The same where nobody has a card of the god yet: none at all wins nothing."""
    return 0.5 * (1.0 - math.exp(-0.3 * cards))


def _awakenings(when: Moment, god: int) -> Iterator[tuple[float, int]]:
    """What `god` pays each time it awakens from now on, and how many cards each player gets before."""
    to_come = when.left
    if when.stage in ("pick", "awaken") and god >= when.awake:
        yield _pay(when, when.round, god), to_come
    if when.stage in ("pick", "awaken"):
        for number in range(when.round + 1, ROUNDS + 1):
            to_come += DEAL[when.seats][number - 1]
            yield _pay(when, number, god), to_come
    if when.stage != "over" and (when.stage != "tally" or god >= when.awake):
        yield TALLY, to_come


def _pay(when: Moment, number: int, god: int) -> float:
    """What the favour of `god` is worth in round `number`."""
    will = 1.0 if god == HEIMDALL else WILL
    closed = 0.0
    for row, place in enumerate(COLUMNS[number - 1]):
        if when.goals[place] == god:
            return max(will, float(ROW_LIMIT[row]))
        closed += ROW_LIMIT[row] if when.goals[place] == NOTHING else 0
    return will + (0.0 if god in when.goals else UNKNOWN * closed / 3)
