"""From lines of text to what happens: reads a whole sheet of orders, all of it or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.contract import Decision, Desk, IllegalMove, Order, Seat
from engine.core.menu import Menu, is_numbers, read_numbers
from engine.core.session import PLAN_CODES, Session, cannot_be_unseen
from engine.core.text import fold

SYNTAX = "E_SYNTAX"
MORE = "E_MENU_MORE"  # a menu number that leads to a further list
UNSEEN = "E_MENU_UNSEEN"  # a menu number for a list that its writer cannot have seen
SEVERAL = "E_MENU_SEVERAL"  # not as many different numbers as the list wants
NUMBER = "E_MENU_NUMBER"  # a number that the list does not have
NOT_ASKED = "E_NOT_ASKED"  # a number, and nothing is asked
CORE_CODES = frozenset({MORE, UNSEEN, SEVERAL, NUMBER, NOT_ASKED}) | PLAN_CODES  # refusals that are no game's own


class Refused(Exception):
    """A line could not be carried out, so nothing of the sheet was."""

    def __init__(self, line: int, text: str, why: IllegalMove) -> None:
        super().__init__(line, text, why)
        self.line = line  # from 0, among the lines given
        self.text = text  # as it was typed
        self.why = why


@dataclass(slots=True)
class Taken:
    """What was made of a sheet. The events are in the session."""

    orders: list[str]  # the lines carried out or filed, as typed
    rest: int  # the first line that is no order (equal to the number of lines when all were read)
    refused: Refused | None = None  # the line at which a sheet stopped that could not be taken back any more


def take(session: Session, seat: Seat, lines: Sequence[str]) -> Taken:
    """Read `lines` from the top and carry them out on `session`, which the caller throws away when this raises Refused.

    Blank lines and comments (`#`) are passed over. Reading stops at the first line that is no order and does not look
    like one; plans of anybody run only after the last order, so that a sheet is one act. A sheet without any order
    raises Refused for its first line.

    Once a line has shown something hidden or used chance, a later refusal cannot undo it: whoever could see cards, be
    refused and choose again would know too much. What was done then stands, and `Taken.refused` names the line.
    """
    reader = _Sheet(session, seat, [fold(line) for line in lines], lines)
    before = len(session.made)
    try:
        taken = reader.read()
    except Refused as why:
        if not any(map(cannot_be_unseen, session.made[before:])):
            raise
        taken = Taken(reader.orders, why.line, why)
    session.settle()
    return taken


def by_number(line: str, desk: Desk, seen: frozenset[Decision]) -> Order | None:
    """The order that menu numbers name; None when the line is left to the game.

    Raises IllegalMove: E_MENU_MORE; E_MENU_UNSEEN when the question is none of `seen`.
    """
    asked = desk.asked()
    if asked is None or not line[0].isalnum() or not line[-1].isdigit():
        return None
    menu = desk.menus(asked)
    moves = read_numbers(line, menu)
    if moves is not None and asked not in seen:
        raise IllegalMove(UNSEEN)
    if moves:
        return Order(1, moves)
    if moves is not None and not menu.several and isinstance(menu.pick(path_of(line)), Menu):
        raise IllegalMove(MORE, path=path_of(line))
    return None


def no_answer(line: str, desk: Desk) -> IllegalMove | None:
    """Why a line of menu numbers that nobody could make an answer of is none. None for any other line."""
    if not is_numbers(line):
        return None
    asked = desk.asked()
    if asked is None:
        return IllegalMove(NOT_ASKED)
    menu = desk.menus(asked)
    if menu.several:
        return IllegalMove(SEVERAL, count=menu.several, last=len(menu.flat))
    return IllegalMove(NUMBER, numbers=line)


def path_of(line: str) -> str:
    """`2, 1` as `2.1`."""
    return re.sub(r"\s*[.,]\s*", ".", line.strip().rstrip(".)"))


@dataclass(slots=True)
class _Sheet:
    session: Session
    seat: Seat
    folded: list[str]
    typed: Sequence[str]
    orders: list[str] = field(default_factory=list)  # carried out so far
    seen: frozenset[Decision] = frozenset()  # the questions that were open when the sheet was written

    def __post_init__(self) -> None:
        self.seen = frozenset(self.session.table.decisions())

    def read(self) -> Taken:
        orders = self.orders
        at = 0
        while at < len(self.folded):
            if not self.folded[at] or self.folded[at].startswith("#"):
                at += 1
                continue
            order = self._order(at, first=not orders)
            if order is None:
                return Taken(orders, at)
            used = order.used
            if order.rest:  # read what is left of the line as a line of its own, in the same place
                self.folded[at + used - 1] = order.rest
                used -= 1
            orders.extend(line.strip() for line in self.typed[at : at + max(used, 1)] if line.strip())
            at += used
        if not orders:
            raise Refused(0, self.typed[0] if self.typed else "", IllegalMove(SYNTAX))
        return Taken(orders, at)

    def _order(self, at: int, *, first: bool) -> Order | None:
        """Carry out the order at `at`. None: there is none, and what follows is not for the game."""
        table = self.session.table
        desk = table.desk(self.seat, self.session.names)
        try:
            order = by_number(self.folded[at], desk, self.seen) or table.game.notation.read(self.folded[at:], desk)
            self._carry_out(order)
        except IllegalMove as why:
            if why.code == SYNTAX and not first and not table.game.notation.sounds_like_order(self.folded[at]):
                return None
            better = no_answer(self.folded[at], desk) if why.code == SYNTAX else None
            raise Refused(at, self.typed[at].strip(), better or why) from why
        return order

    def _carry_out(self, order: Order) -> None:
        if order.plans:
            self.session.file(self.seat, order.plans)
        if order.moves:
            self.session.any_of(self.seat, order.moves)
