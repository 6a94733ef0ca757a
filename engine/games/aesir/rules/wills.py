"""The seven wills (R9), a class a god: whether it can be fulfilled, how it is ordered, menu, check, what it does.

Menus go by gods in awakening order, cards from the top down, opponents clockwise from the chooser's left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engine.core.happenings import Happening
from engine.core.menu import Columns, Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.games.aesir import moves
from engine.games.aesir.data import ALL_GODS, CARDS, GODS, HEIMDALL, NUMBER, OTHER, THOR
from engine.games.aesir.happenings import CardDrawn, CardsSwapped, CardTurned, StackDoubled, ThorMoved
from engine.games.aesir.moves import BragiWill, FreyaWill, HeimdallWill, LokiWill, OdinWill, SifWill, StackRef, ThorWill
from engine.games.aesir.rules.operands import Operand, OwnCard, OwnStack, TheirCard
from engine.games.aesir.rules.stacks import (
    card_at,
    check_face_up,
    check_own,
    check_stack,
    drop_doubling,
    face_up,
    lay,
    own_cards,
    place_of,
    score,
    settle,
    take,
)
from engine.games.aesir.state import State


class Will:
    """The will of one god. What is checked and done: by whom it favours, while it is awake."""

    move: ClassVar[type[moves.Will]]
    word: ClassVar[str]  # of the order
    operands: ClassVar[Sequence[Operand]] = ()  # what follows it

    def possible(self, state: State, seat: Seat) -> bool:
        """Whether it can be fulfilled at all; where not, it is void (R9.0a)."""
        return True

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """The ways to fulfil it."""
        raise NotImplementedError

    def menu(self, state: State, seat: Seat) -> Menu:
        """The same as a menu of their own."""
        return Lines(tuple(self.options(state, seat)))

    def check(self, state: State, seat: Seat, move: Any) -> None:
        """Raises IllegalMove."""

    def act(self, state: State, seat: Seat, move: Any, out: list[Happening]) -> None:
        """Fulfil it, and settle (R10)."""
        raise NotImplementedError


class Odin(Will):
    """Turn the top card of an own stack (R9.1)."""

    move, word, operands = OdinWill, "turn", (OwnStack("stack", top_only=True),)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for god in _own_stacks(state, seat):
            what = ("turn", GODS[god], CARDS[state.up[seat][god][-1]])
            yield Option(what, OdinWill(stack=GODS[god]))

    def check(self, state: State, seat: Seat, move: OdinWill) -> None:
        check_stack(state, seat, move.stack)

    def act(self, state: State, seat: Seat, move: OdinWill, out: list[Happening]) -> None:
        _turn(state, seat, move.stack, 1, out)


class Thor(Will):
    """All own Thor cards go face down beneath another own stack, below those already there (R9.2)."""

    move, word, operands = ThorWill, "move", (OwnStack("target"),)

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.2d."""
        return any(count for god, count in enumerate(state.counts[seat]) if god != THOR)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for god in _own_stacks(state, seat):
            if god != THOR:
                yield Option(("move", GODS[god]), ThorWill(target=GODS[god]))

    def check(self, state: State, seat: Seat, move: ThorWill) -> None:
        god = NUMBER[move.target]
        if god == THOR or not state.counts[seat][god]:
            raise IllegalMove("E_THOR_TARGET", god=move.target)

    def act(self, state: State, seat: Seat, move: ThorWill, out: list[Happening]) -> None:
        god, cards = NUMBER[move.target], state.up[seat][THOR]
        state.up[seat][THOR] = []
        state.down[seat][god] = cards + state.down[seat][god]
        state.counts[seat][god] += len(cards)
        state.counts[seat][THOR] = 0
        state.touched = [seat * 7 + god]
        out.append(ThorMoved(seat, move.target, len(cards), tuple([CARDS[card] for card in cards])))


class Freya(Will):
    """The Doubling card goes before an own stack (R9.3)."""

    move, word, operands = FreyaWill, "double", (OwnStack("stack"),)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for god in _own_stacks(state, seat):
            yield Option(("double", GODS[god]), FreyaWill(stack=GODS[god]))

    def check(self, state: State, seat: Seat, move: FreyaWill) -> None:
        check_stack(state, seat, move.stack)

    def act(self, state: State, seat: Seat, move: FreyaWill, out: list[Happening]) -> None:
        state.doubled = seat * 7 + NUMBER[move.stack]
        state.touched = [state.doubled]
        out.append(StackDoubled(seat, move.stack))


class _WithOpponent(Will):
    """A will that needs a card of an opponent (R9.4d, R9.6f)."""

    def possible(self, state: State, seat: Seat) -> bool:
        return any(any(counts) for owner, counts in enumerate(state.counts) if owner != seat)


class Loki(_WithOpponent):
    """Turn any face-up card of an opponent (R9.4)."""

    move, word, operands = LokiWill, "turn", (TheirCard("card"),)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for owner, ref, name in _theirs(state, seat):
            group = f"cards:{owner}" if state.seats > 2 else ""
            yield Option(("turn_theirs", owner, ref, name), LokiWill(opponent=owner, card=ref), group=group)

    def check(self, state: State, seat: Seat, move: LokiWill) -> None:
        _check_theirs(state, seat, move.opponent, move.card)

    def act(self, state: State, seat: Seat, move: LokiWill, out: list[Happening]) -> None:
        _turn(state, move.opponent, move.card.stack, move.card.pos, out)
        drop_doubling(state, out)


class Sif(Will):
    """Draw the top card and look at it; it waits to be laid (R9.5)."""

    move, word = SifWill, "draw"

    def possible(self, state: State, seat: Seat) -> bool:
        """R9.5d."""
        return bool(state.deck)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        yield Option(("draw",), SifWill())

    def check(self, state: State, seat: Seat, move: SifWill) -> None:
        if not state.deck:
            raise IllegalMove("E_DECK_EMPTY")

    def act(self, state: State, seat: Seat, move: SifWill, out: list[Happening]) -> None:
        state.drawn = state.deck.pop(0)
        state.touched = []
        out.append(CardDrawn(seat, CARDS[state.drawn]))


class Bragi(_WithOpponent):
    """Two face-up cards change owners, unturned, at the same moment (R9.6)."""

    move, word, operands = BragiWill, "swap", (OwnCard("give", face_up=True), TheirCard("take"))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """Beside a goal: a line that leads to the two lists."""
        yield Option(("swaps",), then=lambda: self.menu(state, seat))

    def menu(self, state: State, seat: Seat) -> Menu:
        """What to give, lettered, and what to take, numbered."""
        refs = [ref for god in ALL_GODS for ref in face_up(state, seat, god)]
        gives = (Option(("give", ref, CARDS[card_at(state, seat, ref)]), group="give") for ref in refs)
        takes = (Option(("take", *theirs), group="take") for theirs in _theirs(state, seat))
        return Columns(columns=(tuple(gives), tuple(takes)), join=self._swap, question="swap")

    @staticmethod
    def _swap(give: Option, take: Option) -> BragiWill:
        return BragiWill(give=give.what[1], opponent=take.what[1], take=take.what[2])

    def check(self, state: State, seat: Seat, move: BragiWill) -> None:
        if move.give.face == "down":
            raise IllegalMove("E_FACE_DOWN")
        check_face_up(state, seat, move.give)
        _check_theirs(state, seat, move.opponent, move.take)

    def act(self, state: State, seat: Seat, move: BragiWill, out: list[Happening]) -> None:
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

    move, word, operands = HeimdallWill, "score", (OwnCard("card"),)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for ref in own_cards(state, seat, HEIMDALL):
            yield Option(("score", ref), HeimdallWill(card=ref))

    def check(self, state: State, seat: Seat, move: HeimdallWill) -> None:
        check_own(state, seat, move.card, HEIMDALL)

    def act(self, state: State, seat: Seat, move: HeimdallWill, out: list[Happening]) -> None:
        state.touched = []
        score(state, seat, [move.card], "will", out)


WILLS: tuple[Will, ...] = (Odin(), Thor(), Freya(), Loki(), Sif(), Bragi(), Heimdall())


def _own_stacks(state: State, seat: Seat) -> Iterator[int]:
    """The gods of whom `seat` has a stack."""
    return (god for god in ALL_GODS if state.counts[seat][god])


def _theirs(state: State, seat: Seat) -> Iterator[tuple[Seat, StackRef, str]]:
    """Every face-up card of the opponents as it is seen: the id of a top card, `L?` of a covered one."""
    for step in range(1, state.seats):
        owner = (seat + step) % state.seats
        for god in ALL_GODS:
            for ref in face_up(state, owner, god):
                yield owner, ref, CARDS[card_at(state, owner, ref)] if ref.pos == 1 else f"{ref.stack}?"


def _check_theirs(state: State, seat: Seat, opponent: Seat, ref: StackRef) -> None:
    if ref.face == "down":
        raise IllegalMove("E_FACE_DOWN")
    if opponent == seat or opponent >= state.seats:
        raise IllegalMove("E_OWN_STACK", other=(seat + 1) % state.seats)
    check_face_up(state, opponent, ref)


def _turn(state: State, owner: Seat, stack: str, pos: int, out: list[Happening]) -> None:
    """A card moves to its owner's stack of its other half."""
    god = NUMBER[stack]
    state.touched = []
    card = take(state, owner, god, pos)
    to = OTHER[card][god]
    lay(state, owner, to, card)
    out.append(CardTurned(state.favoured, GODS[state.god], owner, f"{stack}{pos}", CARDS[card], GODS[to]))
    settle(state, owner, god, out)
