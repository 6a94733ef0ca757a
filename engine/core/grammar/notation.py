"""The notation of a game whose moves and plans are verbs of a grammar (`contract.Notation`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.contract import Desk, Order
from engine.core.grammar.sounding import sounding
from engine.core.grammar.verbs import Grammar
from engine.core.moves import Move, Plan


@dataclass(frozen=True, slots=True)
class KitNotation:
    """One line, one order: a move, or a plan."""

    grammar: Grammar

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """See `Notation.read`."""
        found = self.grammar.read(lines[0], desk)
        if isinstance(found, Plan):
            return Order(1, plans=(found,))
        return Order(1, moves=(found,))

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """See `Notation.write`."""
        return self.grammar.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """See `Notation.write_plan`."""
        return self.grammar.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb, with something of the game near it."""
        return sounding(self.grammar.lexicon, self.grammar.kind).is_heard(line)
