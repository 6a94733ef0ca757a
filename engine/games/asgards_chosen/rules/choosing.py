"""Menus of cards: some of a pile, of which copies of one card count as one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.menu import Lines, Menu, Option, Pick, Share
from engine.core.moves import Move
from engine.games.asgards_chosen.data import NAME


@dataclass(frozen=True, slots=True)
class Card:
    """A line that names a card."""

    card: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A line for none of them."""


def pick_cards(cards: Iterable[int], least: int, most: int, gather: Callable[[tuple[str, ...]], Move]) -> Menu:
    """`least` to `most` of these cards; `gather` is given their names in the order of the cards."""
    counts = Counter(NAME[card] for card in sorted(cards))
    options = tuple(Option(Card(name)) for name in counts)
    if not options or most == 0:
        return Lines((Option(Nothing(), gather(())),))
    if least == most == 1:
        return Lines(tuple(Option(Card(name), gather((name,))) for name in counts))
    limits = tuple(counts.values())
    most = min(most, sum(limits))
    if max(limits) == 1:
        return Pick(options, lambda chosen: gather(tuple(one.what.card for one in chosen)), min(least, most), most)

    def shared(amounts: tuple[int, ...]) -> Move:
        return gather(tuple(name for name, amount in zip(counts, amounts, strict=True) for _ in range(amount)))

    return Share(options, shared, min(least, most), most, limits)
