"""Why a move is refused: the checks before the target of a move, in the order of the rules."""

from __future__ import annotations

from engine.core.contract import IllegalMove, Json, Seat
from engine.games.aesir.data import GODS, NUMBER
from engine.games.aesir.moves import StackRef
from engine.games.aesir.rules.stacks import place_of
from engine.games.aesir.state import NOTHING, State


def expected(state: State) -> dict[str, Json]:
    """What is asked for now: a kind of decision and its god."""
    if state.stage == "pick":
        return {"expected": "pick"}
    kind = "tally" if state.stage == "tally" else "place" if state.drawn != NOTHING else "will"
    return {"expected": "goal_or_will" if kind == "will" and state.limit else kind, "god": GODS[state.god]}


def off_turn(state: State, seat: Seat) -> IllegalMove:
    """The refusal of a move other than a pick that does not fit the stage."""
    if state.stage == "over":
        return IllegalMove("E_GAME_OVER")
    if state.stage != "pick" and seat != state.favoured:
        return IllegalMove("E_NOT_YOUR_TURN", who=state.favoured)
    return IllegalMove("E_WRONG_STAGE", **expected(state))


def check_own(state: State, seat: Seat, ref: StackRef, god: int) -> None:
    """A card to be scored: of the stack of `god`, and there. Raises IllegalMove."""
    if ref.stack != GODS[god]:
        raise IllegalMove("E_WRONG_STACK", god=GODS[god])
    pile = state.down if ref.face == "down" else state.up
    if ref.pos > len(pile[seat][god]):
        raise IllegalMove("E_NO_CARD", god=ref.stack, owner=seat, pos=ref.pos, card=place_of(ref))


def check_face_up(state: State, owner: Seat, ref: StackRef) -> None:
    """A face-up card of a stack that exists. Raises IllegalMove."""
    god = NUMBER[ref.stack]
    if not state.counts[owner][god]:
        raise IllegalMove("E_NO_STACK", god=ref.stack, owner=owner)
    if ref.pos > len(state.up[owner][god]):
        raise IllegalMove("E_NO_CARD", god=ref.stack, owner=owner, pos=ref.pos, card=place_of(ref))


def check_stack(state: State, seat: Seat, god: str) -> None:
    """An own stack that exists. Raises IllegalMove."""
    if not state.counts[seat][NUMBER[god]]:
        raise IllegalMove("E_NO_STACK", god=god, owner=seat)
