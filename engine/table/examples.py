"""Examples of standing orders, to whoever has given some already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.contract import Desk, Game, Words
from engine.core.decisions import Decision
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove, Plan


def of_plans(game: Game[Any], words: Words, desk: Desk, decision: Decision) -> tuple[tuple[str, str], ...]:
    """(order, what it means) of what is useful now and not ordered yet.

    An example that would replace what stands, or say it again, is advice against the reader's own orders.
    """
    examples = words.plan_examples(decision, desk.view)
    standing = game.planner.in_force(desk.standing, desk)
    return tuple(_added(game, desk, standing, examples) if standing else examples)


def _added(
    game: Game[Any], desk: Desk, standing: tuple[Plan, ...], examples: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for order, meaning in examples:
        try:
            plans = game.notation.read([fold(line) for line in order.split("\n")], desk).plans
            after = game.planner.file(standing, plans, desk)
        except IllegalMove:
            continue  # nobody can give it beside what stands
        if all(plan in after for plan in standing) and len(after) == len(standing) + len(plans):
            yield order, meaning
