"""What each process has to have of its own: a fork inherits neither threads nor the right to another's connections."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OfProcess(Generic[T]):
    """What `make` returns, made anew in each fork. To be kept as long as the program runs."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._begin()
        os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        self.own = self._make()
