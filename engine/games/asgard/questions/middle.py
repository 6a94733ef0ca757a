"""Questions in the middle of an action, each with its menu, its check and its default (D2, D9, D11, D15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, cast

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Json, Move, Seat
from engine.core.questions import Question
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.play import Play
from engine.games.asgard.questions.question import Choice, clock
from engine.games.asgard.rules.odin import check_order, holds, orders, standing
from engine.games.asgard.rules.supply import NAMES, give_by_default, owners_of_most
from engine.games.asgard.rules.tiles import find_in_stack
from engine.games.asgard.state import Ask, State


class InTheMiddle(Choice, Question[State, AnyMove]):
    """What the open wave of the flow asks; its answer goes on with what was being done."""

    def open(self, state: State) -> Iterator[Decision]:
        ask = _ask(state)
        yield Decision(ask.seat, ask.kind, self.about(ask), secret=self.secret, clock=clock(state, ask.seat))

    def about(self, ask: Ask) -> tuple[tuple[str, Json], ...]:
        """What is public of what is asked about."""
        return ()

    def play(self, play: Play, seat: Seat, move: Move) -> None:
        """Note the answer. Raises IllegalMove."""
        flow = play.state.flow
        asked = flow.wave.of(seat) if flow.wave is not None else None
        if asked is None:
            raise IllegalMove("E_NOT_YOUR_TURN")
        if not isinstance(move, self.answers):
            raise IllegalMove("E_PHASE")
        self.check(play.state, asked, move)
        flow.answer(seat, cast("Any", move))


def _ask(state: State) -> Ask:
    assert state.ask is not None
    return state.ask


class Giver(InTheMiddle):
    """Who gives in a shortage (R3.2, R3.4)."""

    kind = "giver"
    answers = (moves.Giver,)

    def about(self, ask: Ask) -> tuple[tuple[str, Json], ...]:
        return ("what", ask.what), ("which", ask.which)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        ask = _ask(state)
        first = give_by_default(state, ask)
        players = sorted(ask.among, key=lambda one: (one != first, one == ask.seat, state.number(one)))
        return Lines(tuple(Option(("from", player), move=_named(ask, player)) for player in players))

    def check(self, state: State, asked: Asked[AnyMove], move: moves.Giver) -> None:
        ask = _ask(state)
        names = (move.what, move.which) == (ask.what, NAMES[ask.what][ask.which])
        if names and any(player in ask.among for player in move.players):
            return
        if names and ask.seat in move.players and ask.seat in owners_of_most(state, ask.what, ask.which):
            raise IllegalMove("E_NO_EFFECT", **{ask.what: move.which})  # he would pay for nothing (R3.6)
        raise IllegalMove("E_GIVER", among=ask.among)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        ask = _ask(state)
        return _named(ask, give_by_default(state, ask))


def _named(ask: Ask, player: int) -> moves.Giver:
    return moves.Giver(what=cast("Any", ask.what), which=NAMES[ask.what][ask.which], players=(player,))


class SealGiver(Giver):
    """Who gives a seal to a god (R4.2.2)."""

    kind = "seal_giver"


class Get(InTheMiddle):
    """Which tile of a searched stack is kept (R5.3)."""

    kind = "get"
    answers = (moves.Get,)
    secret = True

    def about(self, ask: Ask) -> tuple[tuple[str, Json], ...]:
        return (("what", ask.what),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        ask, name = _ask(state), state.components.arms
        found = dict.fromkeys(name[tile] for tile in state.in_stack(ask.which))
        names = sorted(found, key=int, reverse=True) if ask.which == 0 else list(found)
        return Lines(tuple(Option((ask.what, one), move=moves.Get(tile=one)) for one in names))

    def check(self, state: State, asked: Asked[AnyMove], move: moves.Get) -> None:
        if find_in_stack(state, asked.about["which"], move.tile) < 0:
            raise IllegalMove("E_PICK", tile=move.tile)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Asked even if all tiles are alike: nobody else can tell that they are (R5.3)."""
        return None if len(state.in_stack(_ask(state).which)) > 1 else super().forced(state, asked)


class Redistribute(InTheMiddle):
    """The new order, once offers were heard (R8.4)."""

    kind = "redistribute"
    answers = (moves.Redistribute,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        """Each order with no deal, and with all deals that fit it."""
        found = list[Option]()
        offers = [offer for offer in standing(state) if holds(state, offer.seat, offer.items)]
        for order in [tuple(state.order), *orders(state)]:
            fitting = [offer for offer in offers if order[offer.number - 1] == offer.seat]
            for taken in product((False, True), repeat=len(fitting)):
                deals = [offer for offer, yes in zip(fitting, taken, strict=True) if yes]
                accept = tuple(moves.Accept(seat=one.seat, number=one.number, issue=one.issue) for one in deals)
                check_order(state, order, accept)
                new = () if order == tuple(state.order) and not accept else order
                what = ("redistribute", order, tuple((one.seat, one.number) for one in accept))
                found.append(Option(what, move=moves.Redistribute(order=new, accept=accept)))
        return Lines(tuple(found))

    def check(self, state: State, asked: Asked[AnyMove], move: moves.Redistribute) -> None:
        if True in state.offering:
            raise IllegalMove("E_PHASE")
        check_order(state, move.order, move.accept)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return moves.Redistribute()
