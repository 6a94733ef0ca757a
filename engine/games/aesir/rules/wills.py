"""The goals and the seven wills (R8, R9): each checks everything first, then acts and settles (R10)."""

from __future__ import annotations

from engine.core.contract import Happening, IllegalMove, Seat
from engine.games.aesir.data import BRAGI, CARDS, FREYA, GODS, HEIMDALL, LOKI, NUMBER, ODIN, OTHER, ROW_LIMIT, SIF, THOR
from engine.games.aesir.happenings import (
    CardDrawn,
    CardPlaced,
    CardsSwapped,
    CardTurned,
    GoalChosen,
    StackDoubled,
    ThorMoved,
)
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Place,
    SifWill,
    ThorWill,
)
from engine.games.aesir.rules.refusals import check_face_up, check_own, check_stack, off_turn
from engine.games.aesir.rules.stacks import drop_doubling, lay, place_of, score, settle, take
from engine.games.aesir.state import NOTHING, State


def possible(state: State, seat: Seat, god: int) -> bool:
    """Whether the will of `god` can be fulfilled by `seat` at all (R9.2d, R9.4d, R9.5d, R9.6f)."""
    if god == THOR:
        return any(count for other, count in enumerate(state.counts[seat]) if other != THOR)
    if god in (LOKI, BRAGI):
        return any(any(counts) for owner, counts in enumerate(state.counts) if owner != seat)
    return god != SIF or bool(state.deck)


def achieve(state: State, seat: Seat, move: Achieve, out: list[Happening]) -> None:
    """Score cards of the awake god as its goal allows, or none (R8)."""
    god = NUMBER[move.god]
    _turn(state, seat, god)
    if not state.limit:
        raise IllegalMove("E_NO_GOAL", god=move.god)
    if len(move.cards) > state.limit:
        raise IllegalMove("E_GOAL_LIMIT", row=ROW_LIMIT.index(state.limit) + 1, limit=state.limit)
    for ref in move.cards:
        check_own(state, seat, ref, god)
    if len({(ref.face, ref.pos) for ref in move.cards}) < len(move.cards):
        raise IllegalMove("E_SAME_CARD")
    state.touched = []
    out.append(GoalChosen(seat, move.god, len(move.cards)))
    if move.cards:
        score(state, seat, move.cards, "goal", out)


def odin(state: State, seat: Seat, move: OdinWill, out: list[Happening]) -> None:
    """Turn the top card of an own stack (R9.1)."""
    _turn(state, seat, ODIN)
    check_stack(state, seat, move.stack)
    _turn_card(state, seat, NUMBER[move.stack], 1, out)


def thor(state: State, seat: Seat, move: ThorWill, out: list[Happening]) -> None:
    """All own Thor cards go face down beneath another own stack, below those already there (R9.2)."""
    _turn(state, seat, THOR)
    god = NUMBER[move.target]
    if god == THOR or not state.counts[seat][god]:
        raise IllegalMove("E_THOR_TARGET", god=move.target)
    cards = state.up[seat][THOR]
    state.up[seat][THOR] = []
    state.down[seat][god] = cards + state.down[seat][god]
    state.counts[seat][god] += len(cards)
    state.counts[seat][THOR] = 0
    state.touched = [seat * 7 + god]
    out.append(ThorMoved(seat, move.target, len(cards), tuple([CARDS[card] for card in cards])))


def freya(state: State, seat: Seat, move: FreyaWill, out: list[Happening]) -> None:
    """The Doubling card goes before an own stack (R9.3)."""
    _turn(state, seat, FREYA)
    check_stack(state, seat, move.stack)
    state.doubled = seat * 7 + NUMBER[move.stack]
    state.touched = [state.doubled]
    out.append(StackDoubled(seat, move.stack))


def loki(state: State, seat: Seat, move: LokiWill, out: list[Happening]) -> None:
    """Turn any face-up card of an opponent (R9.4)."""
    _turn(state, seat, LOKI)
    if move.card.face == "down":
        raise IllegalMove("E_FACE_DOWN")
    _check_opponent(state, seat, move.opponent)
    check_face_up(state, move.opponent, move.card)
    _turn_card(state, move.opponent, NUMBER[move.card.stack], move.card.pos, out)
    drop_doubling(state, out)


def sif(state: State, seat: Seat, _move: SifWill, out: list[Happening]) -> None:
    """Draw the top card and look at it; it waits to be laid (R9.5)."""
    _turn(state, seat, SIF)
    if not state.deck:
        raise IllegalMove("E_DECK_EMPTY")
    state.drawn = state.deck.pop(0)
    state.touched = []
    out.append(CardDrawn(seat, CARDS[state.drawn]))


def place(state: State, seat: Seat, move: Place, out: list[Happening]) -> None:
    """Lay the drawn card, either half up (R9.5b)."""
    if state.drawn == NOTHING or seat != state.favoured:
        raise off_turn(state, seat)
    card, god = state.drawn, NUMBER[move.up]
    if OTHER[card][god] < 0:
        raise IllegalMove("E_HALF_NOT_ON_CARD", card=CARDS[card], god=move.up)
    state.drawn = NOTHING
    state.touched = []
    lay(state, seat, god, card)
    out.append(CardPlaced(seat, CARDS[card], move.up))


def bragi(state: State, seat: Seat, move: BragiWill, out: list[Happening]) -> None:
    """Two face-up cards change owners, unturned, at the same moment (R9.6)."""
    _turn(state, seat, BRAGI)
    if "down" in (move.give.face, move.take.face):
        raise IllegalMove("E_FACE_DOWN")
    _check_opponent(state, seat, move.opponent)
    check_face_up(state, seat, move.give)
    check_face_up(state, move.opponent, move.take)
    give, took = NUMBER[move.give.stack], NUMBER[move.take.stack]
    state.touched = []
    given = take(state, seat, give, move.give.pos)
    taken = take(state, move.opponent, took, move.take.pos)
    lay(state, move.opponent, give, given)
    lay(state, seat, took, taken)
    names = (CARDS[given], CARDS[taken])
    out.append(CardsSwapped(seat, place_of(move.give), names[0], move.opponent, place_of(move.take), names[1]))
    settle(state, seat, give, out)
    settle(state, move.opponent, took, out)
    drop_doubling(state, out)


def heimdall(state: State, seat: Seat, move: HeimdallWill, out: list[Happening]) -> None:
    """Score exactly one card of the own Heimdall stack (R9.7)."""
    _turn(state, seat, HEIMDALL)
    check_own(state, seat, move.card, HEIMDALL)
    state.touched = []
    score(state, seat, [move.card], "will", out)


def _turn(state: State, seat: Seat, god: int) -> None:
    """Raises IllegalMove unless `seat` has the favour of `god` and has not yet drawn for Sif."""
    if state.god != god or state.favoured != seat or state.stage != "awaken" or state.drawn != NOTHING:
        raise off_turn(state, seat)


def _check_opponent(state: State, seat: Seat, opponent: Seat) -> None:
    if opponent == seat or opponent >= state.seats:
        raise IllegalMove("E_OWN_STACK", other=(seat + 1) % state.seats)


def _turn_card(state: State, owner: Seat, god: int, pos: int, out: list[Happening]) -> None:
    will = GODS[state.god]
    state.touched = []
    card = take(state, owner, god, pos)
    to = OTHER[card][god]
    lay(state, owner, to, card)
    out.append(CardTurned(state.favoured, will, owner, f"{GODS[god]}{pos}", CARDS[card], GODS[to]))
    settle(state, owner, god, out)
