"""The cards of stacks: finding them, laying, taking and scoring them, and settling afterwards (R10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.games.aesir.data import CARDS, GODS, NUMBER, THOR
from engine.games.aesir.happenings import CardScored, Cause, DoublingReturned, ThorReturned
from engine.games.aesir.moves import StackRef
from engine.games.aesir.state import NOTHING, State


def place_of(ref: StackRef) -> str:
    """`H1`, or `H~1` for a face-down card."""
    return f"{ref.stack}~{ref.pos}" if ref.face == "down" else f"{ref.stack}{ref.pos}"


def face_up(state: State, seat: Seat, god: int) -> Iterator[StackRef]:
    """The face-up cards of one stack from the top down."""
    return (StackRef(stack=GODS[god], pos=pos) for pos in range(1, len(state.up[seat][god]) + 1))


def own_cards(state: State, seat: Seat, god: int) -> list[StackRef]:
    """The cards of one own stack in canonical order: face-up ones, then face-down ones."""
    hidden = range(1, len(state.down[seat][god]) + 1)
    return [*face_up(state, seat, god), *(StackRef(stack=GODS[god], face="down", pos=pos) for pos in hidden)]


def card_at(state: State, owner: Seat, ref: StackRef) -> int:
    """A face-up card."""
    return state.up[owner][NUMBER[ref.stack]][-ref.pos]


# --- What is done to them; nothing below checks whether it is allowed ----------------------------------------------


def lay(state: State, seat: Seat, god: int, card: int) -> None:
    """Lay a card on top of a stack, or start one (R6.4, R6.5, R9.0b)."""
    state.up[seat][god].append(card)
    state.counts[seat][god] += 1
    state.touched.append(seat * 7 + god)


def take(state: State, seat: Seat, god: int, pos: int) -> int:
    """Take the face-up card number `pos` from the top out of a stack."""
    stack = state.up[seat][god]
    state.counts[seat][god] -= 1
    state.touched.append(seat * 7 + god)
    return stack.pop(len(stack) - pos)


def score(state: State, seat: Seat, refs: Sequence[StackRef], cause: Cause, out: list[Happening]) -> None:
    """Turn cards (at least one) of one stack into points, all at once (R8.6), then settle."""
    god = NUMBER[refs[0].stack]
    up, down = state.up[seat][god], state.down[seat][god]
    gone = [(ref, down[len(down) - ref.pos]) if ref.face == "down" else (ref, up[len(up) - ref.pos]) for ref in refs]
    for ref, card in gone:
        (down if ref.face == "down" else up).remove(card)
        state.scored[seat].append(card)
        out.append(CardScored(seat, GODS[god], place_of(ref), cause, CARDS[card]))
    state.points[seat] += len(gone)
    state.counts[seat][god] -= len(gone)
    state.touched = [seat * 7 + god]
    settle(state, seat, god, out)
    drop_doubling(state, out)


def settle(state: State, seat: Seat, god: int, out: list[Happening]) -> None:
    """Send Thor cards home that no card covers any more (R10.1)."""
    down = state.down[seat][god]
    if not down or state.up[seat][god]:
        return
    state.up[seat][THOR].extend(down)
    state.counts[seat][THOR] += len(down)
    state.counts[seat][god] = 0
    state.touched.append(seat * 7 + THOR)
    out.append(ThorReturned(seat, GODS[god], tuple([CARDS[card] for card in down])))
    state.down[seat][god] = []


def drop_doubling(state: State, out: list[Happening]) -> None:
    """The Doubling card goes home when its stack is gone (R10.3)."""
    place = state.doubled
    if place != NOTHING and not state.counts[place // 7][place % 7]:
        return_doubling(state, out)


def return_doubling(state: State, out: list[Happening]) -> None:
    """Put the Doubling card back into the centre, if it is not there."""
    place = state.doubled
    if place != NOTHING:
        state.doubled = NOTHING
        out.append(DoublingReturned(place // 7, GODS[place % 7]))
