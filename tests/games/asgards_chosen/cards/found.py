"""Which cards have a test of their own effect: noted by the tests, found by the card's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., None])
TESTED: set[str] = set()


def of(*names: str) -> Callable[[F], F]:
    """The decorated test shows the effect of these cards."""

    def note(test: F) -> F:
        TESTED.update(names)
        return test

    return note


def both(kind: str) -> Callable[[F], Any]:
    """The decorated test runs with both versions of a creature, as `name`."""

    def note(test: F) -> Any:
        names = [f"{kind}1", f"{kind}2"]
        TESTED.update(names)
        return pytest.mark.parametrize("name", names)(test)

    return note
