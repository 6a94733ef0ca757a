"""Orders as people say them: what stands before one, and how other ways to say it are tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.core.contract import Order
from engine.core.moves import SYNTAX, IllegalMove

T = TypeVar("T")
# Who does it and wants to: `I'd like to`, `we will`, `я хочу`.
WHO = re.compile(r"^(?:i|we|я|мы)(?:'ll|'d like to| will| want to| would like to| хочу| хотим)? ")


def as_said(line: str, plain: Callable[[str], str], read: Callable[[str], T]) -> T:
    """What `read` makes of a line as it is written in the notation, else of the same as people say it, made `plain`.

    Raises the refusal that tells most: that of the line as it was typed, unless the other one is an order.
    """
    try:
        return read(line)
    except IllegalMove as why:
        if why.code != SYNTAX or (other := plain(line)) == line:
            raise
        try:
            return read(other)
        except IllegalMove as better:
            raise (why if better.code == SYNTAX else better) from None


def first_that_reads(ways: Iterable[str], read: Callable[[str], Order], why: IllegalMove) -> Order | None:
    """The order that the first of these lines is; None: none is any. `why`: the refusal of the line as it was typed.

    Raises IllegalMove where a line is an order and cannot be given: that tells more than that it is none.
    """
    for line in ways:
        try:
            return read(line)
        except IllegalMove as better:
            if better.code != SYNTAX:
                raise better from why
    return None
