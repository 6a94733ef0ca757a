"""The ways to pay for a card, as lines of a menu (R10.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import CARDS, NAME, SLOTS
from engine.games.asgards_chosen.moves import Muster, Pay
from engine.games.asgards_chosen.rules.battle.totals import standing
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.muster.payment import DRAWS, bonus, cost, drawing_with, drawn_by, pays
from engine.games.asgards_chosen.state import State

FEW, MANY = 30, 120  # payments that are listed at once, of so many that are looked at


def payments(state: State, seat: Seat, slot: int) -> Iterator[Option]:
    """A line for a card that can be paid for, leading from card to card; another one with Freyja's favor."""
    design = CARDS[state.tisch[slot]]
    hand = [(card, worth) for card in sorted(state.hands[seat]) if (worth := pays(state, card, design)) is not None]
    favors = (False, True) if standing(state, seat, "freyja") else (False,)
    short: list[bool] = []
    for favor in favors:
        due = cost(state, design) - bonus(state, seat, favor=favor)
        if sum(worth for _, worth in hand) >= due:
            first = Muster(slot=SLOTS[slot], pay=(), favor=favor)
            line = _paying(("muster", SLOTS[slot], design.name, favor, cost(state, design)), hand, due, first)
            yield _at_once(line, hand, due)
        else:
            short.append(favor)
    for favor in short:
        yield from _open(state, slot, hand, favor=favor)


def _open(state: State, slot: int, hand: list[tuple[int, int]], *, favor: bool) -> Iterator[Option]:
    """For whoever has too little, and cards that draw: play them, and see what comes (R10.6.4)."""
    drawing = [card for card, _ in hand if drawn_by(card, drawing_with(NAME[card]))]
    if drawing:
        design = CARDS[state.tisch[slot]]

        def opened(names: tuple[str, ...]) -> Muster:
            pay = tuple(drawing_with(name) for name in names)
            return Muster(slot=SLOTS[slot], pay=pay, favor=favor, open=True)

        menu = partial(pick_cards, drawing, 1, len(drawing), opened)
        what = ("open", SLOTS[slot], design.name, favor, cost(state, design))
        single = menu().single()
        yield Option(what, single) if single is not None else Option(what, then=menu)


def _at_once(line: Option, hand: list[tuple[int, int]], due: int) -> Option:
    """Few ways to pay are one list of payments, none of which has a card too many; more lead from card to card."""
    if line.then is None:
        return line
    worth = {NAME[card]: one for card, one in hand}
    found: list[Option] = []
    for number, (_, _, move) in enumerate(line.then().leaves()):
        assert isinstance(move, Muster)
        paid = [worth[one.card] for one in move.pay]
        if sum(paid) - min(paid) < due:
            found.append(Option(("paid", *((one.card, one.draw) for one in move.pay)), move))
        if number == MANY or len(found) > FEW:
            return line
    return Option(line.what, then=partial(Lines, tuple(found), question="pay"))


def _paying(
    what: tuple[Any, ...],
    hand: list[tuple[int, int]],
    due: int,
    paid: Muster,
) -> Option:
    """The next card of a payment, in the order of the cards' numbers, until it is enough."""
    if due <= 0:
        return Option(what, paid)

    def menu() -> Menu:
        lines: list[Option] = []
        names: set[str] = set()
        for at, (card, worth) in enumerate(hand):
            rest = hand[at + 1 :]
            if NAME[card] in names or sum(one for _, one in hand[at:]) < due:
                continue
            names.add(NAME[card])
            for draw in (False, True) if CARDS[card].what == DRAWS else (False,):
                more = Muster(slot=paid.slot, pay=(*paid.pay, Pay(card=NAME[card], draw=draw)), favor=paid.favor)
                lines.append(_paying(("pay", NAME[card], draw, worth), rest, due - worth, more))
        return Lines(tuple(lines), question="pay")

    return Option(what, then=menu)
