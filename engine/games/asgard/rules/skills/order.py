"""Odin's upper slot: the order of play is redistributed, at once or after offers were heard (R8.4, odin.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.flow import Frame
from engine.core.grammar.parts import clauses, key, many, maybe, sign, the
from engine.core.grammar.records import record
from engine.core.grammar.values import At, No, Text
from engine.core.menu import letter_index
from engine.core.moves import Seat
from engine.games.asgard.moves import Accept, HearOffers, NewOrder
from engine.games.asgard.orders.values import PLAYER
from engine.games.asgard.rules.odin import check_order, hear, new_order, offer_label, orders
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.state import State

_LABEL = re.compile(r"([1-4])([a-z]{0,2})")


@dataclass(frozen=True, slots=True)
class Label:
    """A part of a line: an offer as it is shown, `2` or `2b`, for the fields `number` and `issue`."""

    fields: frozenset[str] = frozenset({"number", "issue"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        match = _LABEL.fullmatch(text.peek())
        if match is None:
            raise No
        text.at += 1
        into |= {"number": int(match[1]), "issue": 1 + letter_index(match[2] or "a")}

    def write(self, source: Any, at: At) -> list[str]:
        return [offer_label(source.number, source.issue or 1)]


DEAL = record(Accept, the("seat", PLAYER), Label())
DEALS = maybe(key("accept"), many("accept", DEAL, between=sign(",", must=False), least=0), empty=())
NEW_ORDER = (many("order", PLAYER, none="same"), clauses(DEALS))  # `red blue yellow; accept blue 2b`


class RedistributeOrder(Skill):
    """R8.4."""

    effect = "redistribute_order"
    forms = (record(NewOrder, key("order"), *NEW_ORDER), record(HearOffers, key("hear")))

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
