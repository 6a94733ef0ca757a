"""Who is meant by a word that is no order: `P2`, `И2`, a player's name. By mail and on pages alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.grammar.text import bare_name, fold

_EVERYBODY = {"all", "everybody", "everyone", "to all", "всем", "все"}
_SEAT = re.compile(r"(?:p|р|и|i|#)?\s*(\d{1,2})")


class SeveralError(KeyError):
    """A name that more than one seat goes by."""


def press_seats(to: str, names: Sequence[str]) -> tuple[int, ...] | None:
    """Seats (from 0) meant by `P2, P3`, `И2` or players' names; None: everybody. Raises KeyError with the word."""
    folded = fold(to)
    if not folded or folded in _EVERYBODY:
        return None
    known = [bare_name(name) for name in names]
    seats: dict[int, None] = {}
    for word in re.split(r"\s*[,;&+]\s*|\s+(?:and|и)\s+", re.sub(r"^to\s+", "", folded)):
        seats[seat_of(word, known)] = None
    return tuple(seats)


def seat_of(word: str, known: Sequence[str]) -> int:
    """A seat's number comes first: who calls himself `P1` does not get what is meant for that seat.

    A name must be one seat's alone: anybody may take another's at any time, and would read what is meant for them.
    """
    match = _SEAT.fullmatch(word)
    if match is not None and 1 <= int(match[1]) <= len(known):
        return int(match[1]) - 1
    meant = [seat for seat, name in enumerate(known) if name and name == bare_name(word)]
    if len(meant) > 1:
        raise SeveralError(word)
    if not meant:
        raise KeyError(word)
    return meant[0]
