"""March (R7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.core.menu import Lines, Option, Share
from engine.core.moves import IllegalMove, Seat
from engine.games.blood_rage.data import COSTS, FIGURES, FJORDS, PLACES, SAILS
from engine.games.blood_rage.happenings import FiguresMarched
from engine.games.blood_rage.moves import March
from engine.games.blood_rage.rules.actions.deeds import Deed, check_rage, pay, place_of, province_of, standing
from engine.games.blood_rage.rules.play import Rage
from engine.games.blood_rage.state import State

_COST: int = COSTS["march"]


class Marching(Deed[March]):
    """Figures of one province go to another one."""

    move, group = March, "march"

    def check(self, state: State, seat: Seat, move: March) -> None:
        if any(figure in SAILS for figure in move.figures) or place_of(move.source) in FJORDS:
            raise IllegalMove("E_SHIP_MARCH")
        source, to = province_of(state, move.source), province_of(state, move.to)
        if source == to:
            raise IllegalMove("E_SAME_PLACE", place=move.to)
        check_rage(state, seat, _COST)
        here = Counter(state.kinds(seat, source))
        for figure, count in Counter(move.figures).items():
            if here[figure] < count:
                raise IllegalMove("E_NOT_THERE", figure=figure, place=move.source)
        free = state.empty_villages(to)
        if free < len(move.figures):
            raise IllegalMove("E_FULL", place=move.to, needed=len(move.figures), free=free)

    def act(self, play: Rage, seat: Seat, move: March) -> None:
        pay(play, seat, _COST)
        source, to = place_of(move.source), place_of(move.to)
        for figure in move.figures:
            number = play.state.find(seat, figure, source)
            assert number is not None
            play.state.places[seat][number] = to
        play.tell(FiguresMarched(seat, move.figures, move.source, move.to))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for source in standing(state):
            kinds = state.kinds(seat, source)
            if kinds and _rooms(state, source):
                yield Option(("march", PLACES[source]), then=partial(_targets, state, source, kinds), group=self.group)


def _rooms(state: State, source: int) -> dict[int, int]:
    """Where figures of a province could go, and how many: nowhere from Yggdrasil where all villages are full."""
    rooms = {to: min(state.empty_villages(to), FIGURES) for to in standing(state) if to != source}
    return {to: room for to, room in rooms.items() if room > 0}


def _targets(state: State, source: int, kinds: list[str]) -> Lines:
    return Lines(
        tuple(
            option
            for to, room in _rooms(state, source).items()
            for option in _target(source, to, kinds, min(room, len(kinds)))
        ),
        "to",
    )


def _target(source: int, to: int, kinds: list[str], most: int) -> Iterator[Option]:
    counts = Counter(kinds)
    what = ("march_to", PLACES[source], PLACES[to])
    if len(kinds) == 1:
        yield Option(what, March(source=PLACES[source], to=PLACES[to], figures=(kinds[0],)))
        return
    options = tuple(Option(("figures", figure, count)) for figure, count in counts.items())

    def gather(amounts: tuple[int, ...]) -> March:
        chosen = [figure for figure, amount in zip(counts, amounts, strict=True) for _ in range(amount)]
        return March(source=PLACES[source], to=PLACES[to], figures=tuple(chosen))

    yield Option(what, then=partial(Share, options, gather, 1, most, tuple(counts.values()), "figures"))
