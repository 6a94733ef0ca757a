"""Menus that ask the parts of a move one after the other; a part with but one possibility is not asked.

steps = [("stack", stacks), ("pay", lambda parts: prices(parts["stack"]))]     # each question with its answers
option(("do", "temple"), steps, partial(Temple, god="odin"), {})              # one line of the menu above
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from engine.core.menu.base import Menu, Option
from engine.core.menu.lists import Lines
from engine.core.moves import Move

Parts: TypeAlias = Mapping[str, Any]  # what is chosen so far
Choice: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]  # what the line says, and what it adds
Step: TypeAlias = tuple[str, Callable[[Parts], Sequence[Choice]]]  # the question, and its answers
Make: TypeAlias = Callable[..., Move]


def option(what: tuple[Any, ...], steps: Sequence[Step], make: Make, parts: Parts, group: str = "") -> Option:
    """One line that leads through `steps` to a move. Raises ValueError when a step has no answer at all."""
    question, left, rest = _ahead(steps, parts)
    if left is None:
        return Option(what, move=make(**rest), group=group)
    return Option(what, then=partial(_menu, question, left, make, rest), group=group)


def _ahead(steps: Sequence[Step], parts: Parts) -> tuple[str, tuple[Step, ...] | None, Parts]:
    """Pass over the steps with one answer. The next question and the steps from it on (None: no question is left)."""
    for number, (question, answers) in enumerate(steps):
        found = answers(parts)
        if not found:
            raise ValueError(question)
        if len(found) > 1:
            return question, tuple(steps[number:]), parts
        parts = {**parts, **found[0][1]}
    return "", None, parts


def _menu(question: str, left: Sequence[Step], make: Make, parts: Parts) -> Menu:
    answers = left[0][1](parts)
    return Lines(tuple(_options(answers, left[1:], make, parts)), question=question)


def _options(answers: Sequence[Choice], rest: Sequence[Step], make: Make, parts: Parts) -> Iterator[Option]:
    for what, more in answers:
        try:
            yield option(what, rest, make, {**parts, **more})
        except ValueError:  # this answer leads nowhere
            continue
