"""Text to orders and back: a line is a move; a list of cards in a battle is one card after the other (P3, P8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.contract import Desk, Order
from engine.core.grammar.values import Text
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgards_chosen.moves import Played
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.lexicon import LEXICON

_NO_FAVOR = re.compile(r"\b(?:no favou?r|без милости)\b")
_WITH_FREYJA = re.compile(r"\b(?:with freyja|с фрейей)\b")
_THEN_ASK = re.compile(r"\bthen ask$|\bпотом спросить$")
_LISTS = ("play", "berserk")


class ChosenNotation:
    """See `contract.Notation`. `play Troll; Fairies[]` plays both and ends the step, unless it ends in `then ask`."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`; what is left of a list of cards is a line of its own. Raises IllegalMove."""
        line = _NO_FAVOR.sub("waive", _WITH_FREYJA.sub("favor", lines[0]))
        head, mark, rest = line.partition(";")
        verb = _verb(line)
        if verb not in _LISTS:
            return Order(1, moves=(GRAMMAR.read(line, desk),))
        asks = _THEN_ASK.search(line) is not None
        if not mark:
            head = _THEN_ASK.sub("", head).rstrip()
        move = GRAMMAR.read(head, desk)
        if mark and rest.strip() and not _THEN_ASK.fullmatch(rest.strip()):
            rest = rest.strip() if _verb(rest.strip()) else f"{LEXICON.say('verb', verb, 'en')} {rest.strip()}"
        else:
            rest = "" if asks or not isinstance(move, Played) else LEXICON.say("verb", "enough", "en")
        return Order(1, moves=(move,), rest=rest)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """See `Notation.write`."""
        return GRAMMAR.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """See `Notation.write_plan`."""
        return GRAMMAR.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb."""
        return GRAMMAR.knows(line)


def _verb(line: str) -> str:
    """The verb with which a line begins; empty: none."""
    try:
        return LEXICON.find("verb", Text.of(line).peek() or " ") or ""
    except IllegalMove:
        return ""
