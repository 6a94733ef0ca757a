"""Orders as people say them: what stands before one, and how other ways to say it are tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.core.contract import Order
from engine.core.moves import IllegalMove

# Who does it and wants to: `I'd like to`, `we will`, `я хочу`.
WHO = re.compile(r"^(?:i|we|я|мы)(?:'ll|'d like to| will| want to| would like to| хочу| хотим)? ")


def first_that_reads(ways: Iterable[str], read: Callable[[str], Order], why: IllegalMove) -> Order | None:
    """The order that the first of these lines is; None: none is any. `why`: the refusal of the line as it was typed.

    Raises IllegalMove where a line is an order and cannot be given: that tells more than that it is none.
    """
    for line in ways:
        try:
            return read(line)
        except IllegalMove as better:
            if better.code != "E_SYNTAX":
                raise better from why
    return None
