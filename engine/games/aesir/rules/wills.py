"""The seven wills (R9), a class a god: whether it can be fulfilled, how it is ordered, what it takes, what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from engine.core.happenings import Happening
from engine.core.menu import Columns, Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.games.aesir import moves
from engine.games.aesir.data import CARDS, GODS, NUMBER, OTHER, THOR
from engine.games.aesir.happenings import CardDrawn, CardsSwapped, CardTurned, StackDoubled, ThorMoved
from engine.games.aesir.rules.operands import (
    Operand,
    OwnCard,
    OwnStack,
    ScoredCard,
    TheirCard,
    check_face,
    check_opponent,
)
from engine.games.aesir.rules.stacks import drop_doubling, lay, place_of, score, settle, take
from engine.games.aesir.state import State


class Will(ABC):
    """The will of one god. What is checked and done: by whom it favours, while it is awake."""

    move: ClassVar[type[moves.Will]]
    word: ClassVar[str]  # of the order
    operands: ClassVar[Sequence[Operand]] = ()  # what follows it

    def possible(self, state: State, seat: Seat) -> bool:
        """Whether it can be fulfilled at all; where not, it is void (R9.0a)."""
        return True

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """The ways to fulfil it."""
        (operand,) = self.operands
        for one in operand.options(state, seat):
            yield replace(one, move=self.move(**operand.fields(one)))

    def menu(self, state: State, seat: Seat) -> Menu:
        """The same as a menu of their own."""
        return Lines(tuple(self.options(state, seat)))

    def check(self, state: State, seat: Seat, move: Any) -> None:
        """Raises IllegalMove."""
        for operand in self.operands:
            operand.check(state, seat, move)

    @abstractmethod
    def act(self, state: State, seat: Seat, move: Any, out: list[Happening]) -> None:
        """Fulfil it, and settle (R10)."""


class Odin(Will):
    """Turn the top card of an own stack (R9.1)."""

    move, word, operands = moves.OdinWill, "turn", (OwnStack("stack", "turn", top_only=True),)

    def act(self, state: State, seat: Seat, move: moves.OdinWill, out: list[Happening]) -> None:
        _turn(state, seat, move.stack, 1, out)


class Thor(Will):
    """All own Thor cards go face down beneath another own stack, below those already there (R9.2)."""

    move, word, operands = moves.ThorWill, "move", (OwnStack("target", "move"),)

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.2d."""
        return any(count for god, count in enumerate(state.counts[seat]) if god != THOR)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        return (one for one in super().options(state, seat) if one.what[1] != "T")

    def check(self, state: State, seat: Seat, move: moves.ThorWill) -> None:
        god = NUMBER[move.target]
        if god == THOR or not state.counts[seat][god]:
            raise IllegalMove("E_THOR_TARGET", god=move.target)

    def act(self, state: State, seat: Seat, move: moves.ThorWill, out: list[Happening]) -> None:
        god, cards = NUMBER[move.target], state.up[seat][THOR]
        state.up[seat][THOR] = []
        state.down[seat][god] = cards + state.down[seat][god]
        state.counts[seat][god] += len(cards)
        state.counts[seat][THOR] = 0
        state.touched = [seat * 7 + god]
        out.append(ThorMoved(seat, move.target, len(cards), tuple([CARDS[card] for card in cards])))


class Freya(Will):
    """The Doubling card goes before an own stack (R9.3)."""

    move, word, operands = moves.FreyaWill, "double", (OwnStack("stack", "double"),)

    def act(self, state: State, seat: Seat, move: moves.FreyaWill, out: list[Happening]) -> None:
        state.doubled = seat * 7 + NUMBER[move.stack]
        state.touched = [state.doubled]
        out.append(StackDoubled(seat, move.stack))


class Loki(Will):
    """Turn any face-up card of an opponent (R9.4)."""

    move, word, operands = moves.LokiWill, "turn", (TheirCard("card"),)

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.4d."""
        return _others_have_cards(state, seat)

    def act(self, state: State, seat: Seat, move: moves.LokiWill, out: list[Happening]) -> None:
        _turn(state, move.opponent, move.card.stack, move.card.pos, out)
        drop_doubling(state, out)


class Sif(Will):
    """Draw the top card and look at it; it waits to be laid (R9.5)."""

    move, word = moves.SifWill, "draw"

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.5d."""
        return bool(state.deck)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        yield Option(("draw",), moves.SifWill())

    def check(self, state: State, seat: Seat, move: moves.SifWill) -> None:
        if not state.deck:
            raise IllegalMove("E_DECK_EMPTY")

    def act(self, state: State, seat: Seat, move: moves.SifWill, out: list[Happening]) -> None:
        state.drawn = state.deck.pop(0)
        state.touched = []
        out.append(CardDrawn(seat, CARDS[state.drawn]))


class Bragi(Will):
    """Two face-up cards change owners, unturned, at the same moment (R9.6)."""

    move, word, operands = moves.BragiWill, "swap", (OwnCard("give"), TheirCard("take"))

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.6f."""
        return _others_have_cards(state, seat)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """Beside a goal: a line that leads to the two lists."""
        yield Option(("swaps",), then=partial(self.menu, state, seat))

    def menu(self, state: State, seat: Seat) -> Menu:
        """What to give, lettered, and what to take, numbered."""
        give, take = self.operands
        gives = tuple(replace(one, group="give") for one in give.options(state, seat))
        takes = tuple(replace(one, group="take") for one in take.options(state, seat))
        return Columns(columns=(gives, takes), join=self._swap, question="swap")

    def check(self, state: State, seat: Seat, move: moves.BragiWill) -> None:
        """Face down, then whose, then whether it is there: both cards each time, the given one first."""
        check_face(move.give)
        check_face(move.take)
        check_opponent(state, seat, move.opponent)
        super().check(state, seat, move)

    def _swap(self, given: Option, taken: Option) -> moves.Will:
        give, take = self.operands
        return self.move(**give.fields(given), **take.fields(taken))

    def act(self, state: State, seat: Seat, move: moves.BragiWill, out: list[Happening]) -> None:
        give, took, other = NUMBER[move.give.stack], NUMBER[move.take.stack], move.opponent
        state.touched = []
        given = take(state, seat, give, move.give.pos)
        taken = take(state, other, took, move.take.pos)
        lay(state, other, give, given)
        lay(state, seat, took, taken)
        out.append(CardsSwapped(seat, place_of(move.give), CARDS[given], other, place_of(move.take), CARDS[taken]))
        settle(state, seat, give, out)
        settle(state, other, took, out)
        drop_doubling(state, out)


class Heimdall(Will):
    """Score exactly one card of the own Heimdall stack (R9.7)."""

    move, word, operands = moves.HeimdallWill, "score", (ScoredCard("card"),)

    def act(self, state: State, seat: Seat, move: moves.HeimdallWill, out: list[Happening]) -> None:
        score(state, seat, [move.card], "will", out)


WILLS: tuple[Will, ...] = (Odin(), Thor(), Freya(), Loki(), Sif(), Bragi(), Heimdall())


def _others_have_cards(state: State, seat: Seat) -> bool:
    return any(any(counts) for owner, counts in enumerate(state.counts) if owner != seat)


def _turn(state: State, owner: Seat, stack: str, pos: int, out: list[Happening]) -> None:
    """A card moves to its owner's stack of its other half."""
    god = NUMBER[stack]
    state.touched = []
    card = take(state, owner, god, pos)
    to = OTHER[card][god]
    lay(state, owner, to, card)
    out.append(CardTurned(state.favoured, GODS[state.god], owner, f"{stack}{pos}", CARDS[card], GODS[to]))
    settle(state, owner, god, out)
