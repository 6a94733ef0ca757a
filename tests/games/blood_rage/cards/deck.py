"""What the tests of all decks share: the mark of a card's own test, and a battle of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tests.games.blood_rage.scene import Scene

F = TypeVar("F", bound=Callable[..., None])
TESTED: set[str] = set()


def of(*codes: str) -> Callable[[F], F]:
    """The decorated test shows the effect of these cards."""

    def note(test: F) -> F:
        TESTED.update(codes)
        return test

    return note


def duel(a: str, b: str, **given: Any) -> Scene:
    """A's Leader pillages Gimle against a Warrior of B; the token pays 5 Glory."""
    hand = {player: cards for player, cards in (("A", a), ("B", b)) if cards}
    given.setdefault("figures", {"A": "L @GIM", "B": "W @GIM"})
    return Scene(hand=hand, tokens={"GIM": "glory5"}, **given).does("A", "pillage GIM")
