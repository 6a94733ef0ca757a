"""Mímir and Fenrir: the disc moves on, and is performed in a later turn (R8.8, R8.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Frame, step
from engine.core.grammar.parts import key
from engine.core.grammar.records import record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import DiscMoved
from engine.games.asgard.moves import GoTo
from engine.games.asgard.orders.values import Disc
from engine.games.asgard.pieces import ASGARD, FENRIR, GOD_NUMBER, GODS, NOBODY, TEMPLE
from engine.games.asgard.play import Play
from engine.games.asgard.rules.placing import check_entry, disc_place, put
from engine.games.asgard.rules.skills.skill import Line, Skill
from engine.games.asgard.state import State


class MoveDisc(Skill):
    """Mímir's disc to a silver request slot, Fenrir's to a temple slot, or either to Asgard."""

    effect = "move_disc"
    forms = (record(GoTo, key("to"), Disc()),)
    must = True

    def frames(self, state: State, seat: Seat, place: int, part: GoTo) -> list[Frame]:
        god = NOBODY if part.god is None else GOD_NUMBER[part.god]
        if god == NOBODY or part.slot == "asgard":
            if god != NOBODY or part.slot != "asgard":
                raise IllegalMove("E_SLOT_UNKNOWN", god=part.god, slot=part.slot)
            return [go(seat, place // 3, ASGARD)]
        if not state.risen(god):
            raise IllegalMove("E_GOD_NOT_RISEN", god=part.god)
        target = disc_place(state, god, part.slot)
        check_entry(state, seat, target)
        if not _fits(state, place, target):
            raise IllegalMove("E_TARGET" if place // 3 == FENRIR else "E_SILVER", god=part.god, slot=part.slot)
        return [go(seat, place // 3, target)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        for target in range(ASGARD):
            if _fits(state, place, target):
                god, slot = state.slot_name(target)
                yield ("to", god, slot), GoTo(god=god, slot=slot)
        yield ("to", None, "asgard"), GoTo(god=None, slot="asgard")


def _fits(state: State, place: int, target: int) -> bool:
    return target % 3 == TEMPLE if place // 3 == FENRIR else target in state.components.silver


@step
def go(play: Play, seat: Seat, god: int, place: int) -> None:
    """The disc, which stood in front for a moment, goes on to another place."""
    play.state.front[seat] -= 1
    put(play.state, seat, place)
    target, slot = play.state.slot_name(place)
    play.out.append(DiscMoved(seat, GODS[god], slot if target is None else f"{target} {slot}"))
