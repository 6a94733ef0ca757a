"""Menus for what is given to others, one card after the other (Loki, R17.1)."""

from __future__ import annotations

from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import NAME, SORT, Design
from engine.games.asgards_chosen.moves import Appease, Gift
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.state import State


def gifts(state: State, seat: Seat, god: Design, *, alone: bool) -> Menu:
    """Which cards, and who gets each; alone they are banished."""
    cards = sorted(card for card in state.hands[seat] if SORT[card] != "god")
    count = int(god.appease["n"])
    if alone:
        return pick_cards(cards, count, count, lambda names: Appease(god=god.name, cards=names))
    others = [one for one in range(state.seats) if state.side(one) != state.side(seat)]
    return _next(cards, others, god, count, ())


def _next(cards: list[int], others: list[Seat], god: Design, left: int, given: tuple[Gift, ...]) -> Menu:
    """The next card and its receiver: in the order of the cards' numbers, so that no set of gifts stands twice."""
    lines = []
    names: set[str] = set()
    for at, card in enumerate(cards[: len(cards) - left + 1]):
        if NAME[card] in names:
            continue
        names.add(NAME[card])
        for other in others:
            if given and given[-1].card == NAME[card] and given[-1].to > other:
                continue
            more = (*given, Gift(card=NAME[card], to=other))
            rest = cards[at + 1 :]
            if left == 1:
                lines.append(Option(("gift", NAME[card], other), Appease(god=god.name, gifts=more)))
            elif len(rest) >= left - 1:
                lines.append(_leads(("gift", NAME[card], other), rest, others, god, left - 1, more))
    return Lines(tuple(lines))


def _leads(
    what: tuple[str, str, int], rest: list[int], others: list[Seat], god: Design, left: int, given: tuple[Gift, ...]
) -> Option:
    return Option(what, then=lambda: _next(rest, others, god, left, given))
