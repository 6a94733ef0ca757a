"""Text to orders and back: a line is a move; a list of cards in a battle is one card after the other (P3, P8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.core.contract import Desk, Order
from engine.core.grammar.values import At, Text
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgards_chosen.moves import Attack, Played, Use
from engine.games.asgards_chosen.orders.battles import Playing, Running, place_of
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.lexicon import LEXICON
from engine.games.asgards_chosen.orders.sheets import Ahead, ahead
from engine.games.asgards_chosen.orders.standing import PLAYING, AttackOrder
from engine.games.asgards_chosen.orders.trial import Goal, Listed

_NO_FAVOR = re.compile(r"\b(?:no favou?r|без милости)\b")
_WITH_FREYJA = re.compile(r"\b(?:with freyja|с фрейей)\b")
_THEN_ASK = re.compile(r"\bthen ask$|\bпотом спросить$")
_LISTS = ("play", "berserk")
_STEPS = ("attack", "defend", "berserk")


class ChosenNotation:
    """See `contract.Notation`. `play Troll; Fairies[]` plays both and ends the step, unless it ends in `then ask`."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`: a move, a plan, or both. Raises IllegalMove."""
        line = _NO_FAVOR.sub("waive", _WITH_FREYJA.sub("favor", lines[0]))
        verb = _verb(line)
        if verb in _LISTS:
            return _list(line, verb, desk)
        return _order(GRAMMAR.read(line, desk), desk)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """See `Notation.write`."""
        return GRAMMAR.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """See `Notation.write_plan`; of a list that is being played, what is left of it."""
        if isinstance(plan, Running):
            return PLAYING.write(Playing(cards=plan.cards, goal=plan.goal), At(LEXICON, language))
        if isinstance(plan, Ahead):
            return _sheet_line(plan, language)
        return GRAMMAR.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb."""
        return GRAMMAR.knows(line)


def _list(line: str, verb: str, desk: Desk) -> Order:
    """The first card is a move; the others, and the end of the step, are a plan, which outlasts what comes between."""
    bare = _THEN_ASK.sub("", line).rstrip(" ;")
    head, *more = (part.strip() for part in bare.split(";"))
    said = LEXICON.say("verb", verb, "en")
    moves = [GRAMMAR.read(one if _verb(one) else f"{said} {one}", desk) for one in (head, *more)]
    if not all(isinstance(one, Played | Use) for one in moves):
        raise IllegalMove("E_SYNTAX", line=line, near="")
    asked = desk.asked()
    step = asked.kind if asked is not None and asked.kind in _STEPS else "berserk" if verb == "berserk" else "attack"
    cards = tuple(Listed(card=one.card, aim=one.aim, use=isinstance(one, Use)) for one in moves[1:])
    running = Running(
        step=step, where=place_of(desk), cards=cards, goal=Goal(until="all"), ends=_THEN_ASK.search(line) is None
    )
    return Order(1, moves=(moves[0],), plans=(running,))


def _order(said: Any, desk: Desk) -> Order:
    """A move, a plan, or an attack with what is planned for its battle."""
    if isinstance(said, AttackOrder):
        plan = said.plan(desk)
        if (later := ahead(said.move, desk, plan)) is not None:
            return Order(1, plans=(later,))
        return Order(1, moves=(said.move,), plans=() if plan is None else (plan,))
    if isinstance(said, Plan):
        return Order(1, plans=(said,))
    if (later := ahead(said, desk)) is not None:
        return Order(1, plans=(later,))
    return Order(1, moves=(said,))


def _sheet_line(plan: Ahead, language: str) -> str:
    """The order as it was written, with what is planned for its battle."""
    if plan.battle is None or not isinstance(plan.move, Attack):
        return GRAMMAR.write(plan.move, language)
    given = plan.move.model_dump(exclude={"kind"})
    battle = plan.battle
    order = AttackOrder(**given, playing=battle.playing, berserk=battle.berserk, stop=battle.stop)
    return GRAMMAR.write(order, language)


def _verb(line: str) -> str:
    """The verb with which a line begins; empty: none."""
    try:
        return LEXICON.find("verb", Text.of(line).peek() or " ") or ""
    except IllegalMove:
        return ""
