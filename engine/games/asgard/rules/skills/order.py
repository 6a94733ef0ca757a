"""Odin's upper slot: the order of play is redistributed, at once or after offers were heard (R8.4, odin.py)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Frame
from engine.core.moves import Seat
from engine.games.asgard.moves import HearOffers, NewOrder
from engine.games.asgard.rules.odin import check_order, hear, new_order, orders
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.state import State


class RedistributeOrder(Skill):
    """R8.4."""

    effect = "redistribute_order"
    parts = (NewOrder, HearOffers)

    def frames(self, state: State, seat: Seat, place: int, part: NewOrder | HearOffers) -> list[Frame]:
        if isinstance(part, HearOffers):
            return [hear(seat)]
        check_order(state, part.order, part.accept)
        return [new_order(state, seat, part.order, part.accept)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        yield UNUSED
        yield ("hear",), HearOffers()
        for order in orders(state):
            yield ("order", order), NewOrder(order=order)
