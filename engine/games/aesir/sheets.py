"""The sheets of the greedy bot: one mail a round says what it wants of the contest, the favours and the tally."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.moves import Plan, Seat
from engine.games.aesir.data import GODS, NUMBER, God
from engine.games.aesir.moves import Ref, Wish
from engine.games.aesir.orders.plans import FavourPlan, PickPlan, TallyPlan
from engine.games.aesir.outlook import gains, seen
from engine.games.aesir.rules.wills import WILLS
from engine.games.aesir.view import View

TARGETS = 4  # gods that a plan collects for, in turn: more would win none of them, fewer too much of one
SWAPS = 3  # gods from which Bragi's plan gives, and to which it takes


def plans(view: View, seat: Seat) -> Iterator[Plan]:
    """Everything that can be said at the start of a round, so that nothing is asked before the next."""
    wanted = priorities(view, seat)
    yield PickPlan(round=view.round, items=_items(wanted))
    yield from favours(view, seat, wanted, GODS)
    if view.round == len(view.columns):
        yield TallyPlan(god="*", wishes=(Wish(word="score"),))


def priorities(view: View, seat: Seat) -> list[God]:
    """The gods by what one more card of theirs promises; earlier ones first among equals."""
    gained = gains(seen(view), [player.attention for player in view.players], seat)
    return sorted(GODS, key=lambda god: -gained[NUMBER[god]])


def _items(wanted: list[God]) -> tuple[str, ...]:
    """Cards for the first gods in turn, then any god.

    A plan of gods alone would lay every card with the first of them. A pair has but three copies, so pairs of several
    gods in turn spread the cards.
    """
    pairs = [(god, other) for other in reversed(wanted) for god in wanted[:TARGETS] if god != other]
    return (*(f"{''.join(sorted(pair, key=NUMBER.__getitem__))}:{pair[0]}" for pair in pairs), *wanted)


def favours(view: View, seat: Seat, wanted: list[God], gods: tuple[God, ...]) -> Iterator[FavourPlan]:
    """For each of `gods`: the goal, as much of it as there is; else the will, best first."""
    for god in gods:
        goals = tuple(Wish(word="goal", count=count) for count in range(view.goal_limit(god), 0, -1))
        yield FavourPlan(round=view.round, god=god, wishes=(*goals, *_will(view, seat, wanted, god)))


def _will(view: View, seat: Seat, wanted: list[God], god: God) -> Iterator[Wish]:
    worst, word = wanted[::-1], WILLS[NUMBER[god]].word
    rival = max((one for one in range(len(view.players)) if one != seat), key=lambda one: view.scores[one])
    if god == "S":
        yield Wish(word=word, gods=tuple(wanted))
    elif god == "H":
        yield Wish(word=word, refs=(Ref(god=god, pos=1),))
    elif god == "L":
        yield from (Wish(word=word, refs=(Ref(god=other, owner=rival, pos=1),)) for other in wanted)
    elif god == "B":
        pairs = ((give, take) for take in wanted[:SWAPS] for give in worst[:SWAPS] if give != take)
        yield from (
            Wish(word=word, refs=(Ref(god=give, pos=1), Ref(god=take, owner=rival, pos=1))) for give, take in pairs
        )
    else:
        own: dict[God, list[God]] = {
            "O": worst,
            "T": [other for other in wanted if other != "T"],
            "F": _to_come(wanted),
        }
        yield from (Wish(word=word, refs=(Ref(god=other),)) for other in own[god])


def _to_come(wanted: list[God]) -> list[God]:
    """Gods that awaken after Freya first: it is only for them that doubling pays in this round."""
    return sorted(wanted, key=lambda god: NUMBER[god] <= NUMBER["F"])
