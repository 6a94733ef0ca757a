"""From wishes to moves: does the order word fit the question, and whose cards does it name (checks 3-6 of RULINGS.md).

What only the table can tell (no such stack, above the limit ...) is left to `apply`.
"""

from __future__ import annotations

from engine.core.contract import Decision, Desk, IllegalMove, Json, Move
from engine.games.aesir.data import God
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    StackRef,
    Tally,
    ThorWill,
)
from engine.games.aesir.orders.spelling import Ref, Wish, of_card
from engine.games.aesir.rules.stacks import place_of
from engine.games.aesir.view import View

WILL_WORDS = {"O": "turn", "T": "move", "F": "double", "L": "turn", "S": "draw", "B": "swap", "H": "score"}


def own_decision(desk: Desk) -> Decision:
    """The question to answer, or the answered one that may be replaced. Raises IllegalMove (checks 1 and 3)."""
    view: View = desk.view
    if view.stage == "over":
        raise IllegalMove("E_GAME_OVER")
    found = desk.asked() or next(iter(desk.decisions), None)
    if found is None:
        raise IllegalMove("E_NOT_YOUR_TURN", who=view.deciding[0] if view.deciding else None)
    return found


def picked(card: str, up: God, desk: Desk) -> Pick:
    """The pick of a card, without a copy number the lowest copy held. Raises IllegalMove (checks 1, 2, 6)."""
    view: View = desk.view
    if view.stage != "pick":
        raise IllegalMove("E_GAME_OVER" if view.stage == "over" else "E_TOO_LATE")
    held = [one for one in view.players[desk.seat].cards if card in (one, one[:2])]
    if not held:
        raise IllegalMove("E_NOT_IN_HAND", card=card)
    return Pick(card=held[0], up=up)


def answers(wish: Wish, decision: Decision, desk: Desk) -> tuple[Move, ...]:
    """The moves that a wish means here, best first. Raises IllegalMove (checks 5 and 6)."""
    if decision.kind == "pick":
        raise IllegalMove("E_WRONG_STAGE", expected="pick")
    god: God = dict(decision.about)["god"]
    if decision.kind == "place":
        if not wish.gods:
            raise _wrong(wish, decision)
        return tuple(Place(up=half) for half in wish.gods)
    if decision.kind == "tally":
        if wish.word not in ("score", "keep"):
            raise _wrong(wish, decision)
        return (tally_move(wish, god, desk),)
    return (will_move(wish, god, desk, decision),)


def will_move(wish: Wish, god: God, desk: Desk, decision: Decision | None = None) -> Move:
    """The goal or the will of `god`. Raises IllegalMove."""
    if wish.word == "goal":
        return Achieve(god=god, cards=_goal_cards(wish, god, desk))
    if wish.word != WILL_WORDS[god]:
        raise _wrong(wish, decision or Decision(desk.seat, "will", (("god", god),)))
    if god in ("O", "T", "F"):
        return _own_stack(wish.refs[0], god, desk)
    if god == "L":
        return _loki(wish.refs[0], desk)
    if god == "S":
        return SifWill()
    if god == "B":
        return _bragi(wish.refs[0], wish.refs[1], desk)
    if len(wish.refs) > 1:
        raise IllegalMove("E_SYNTAX", line=wish.write())
    return HeimdallWill(card=_scored(wish, god, desk))


def tally_move(wish: Wish, god: God, desk: Desk) -> Tally:
    """Score or keep in the tally. Raises IllegalMove."""
    if wish.word == "keep":
        return Tally(god=god)
    if len(wish.refs) > 1:
        raise IllegalMove("E_TALLY_ONE")
    return Tally(god=god, card=_scored(wish, god, desk))


def first_cards(view: View, seat: int, god: God, count: int) -> tuple[StackRef, ...]:
    """The first `count` cards of an own stack in canonical order; past its end they name cards that are not there."""
    stack = view.stack(seat, god)
    up, down = (len(stack.up), len(stack.down)) if stack else (0, 0)
    return tuple(
        StackRef(stack=god, face="down", pos=i + 1 - up) if up <= i < up + down else StackRef(stack=god, pos=i + 1)
        for i in range(count)
    )


def _wrong(wish: Wish, decision: Decision) -> IllegalMove:
    about: dict[str, Json] = dict(decision.about)
    if wish.word == "keep" and decision.kind != "tally":
        return IllegalMove("E_MUST_ACT", god=about["god"])
    return IllegalMove("E_WRONG_STAGE", expected=decision.kind, god=about["god"])


def _own_stack(ref: Ref, god: God, desk: Desk) -> Move:
    if ref.pos is not None:
        raise IllegalMove("E_TOP_ONLY") if god == "O" else IllegalMove("E_SYNTAX", needs="stack", god=ref.god)
    if ref.foreign(desk.seat):
        raise IllegalMove("E_NOT_OWN")
    if god == "O":
        return OdinWill(stack=ref.god)
    return ThorWill(target=ref.god) if god == "T" else FreyaWill(stack=ref.god)


def _own(desk: Desk) -> IllegalMove:
    """An opponent's card is needed; the example names one, never the reader."""
    return IllegalMove("E_OWN_STACK", other=(desk.seat + 1) % len(desk.view.players))


def _loki(ref: Ref, desk: Desk) -> LokiWill:
    if ref.face == "down":
        raise IllegalMove("E_FACE_DOWN")
    if ref.owner is None or not ref.foreign(desk.seat):
        raise _own(desk)
    return LokiWill(opponent=ref.owner, card=ref.card())


def _bragi(give: Ref, take: Ref, desk: Desk) -> BragiWill:
    if "down" in (give.face, take.face):
        raise IllegalMove("E_FACE_DOWN")
    if give.foreign(desk.seat):
        raise IllegalMove("E_NOT_OWN")
    if take.owner is None or not take.foreign(desk.seat):
        raise _own(desk)
    return BragiWill(give=give.card(), opponent=take.owner, take=take.card())


def _scored(wish: Wish, god: God, desk: Desk) -> StackRef:
    """The one card of `score`; bare: the top one."""
    if not wish.refs:
        return StackRef(stack=god, pos=1)
    if wish.refs[0].foreign(desk.seat):
        raise IllegalMove("E_NOT_OWN")
    return wish.refs[0].card()


def _goal_cards(wish: Wish, god: God, desk: Desk) -> tuple[StackRef, ...]:
    view: View = desk.view
    if wish.count is not None:
        return first_cards(view, desk.seat, god, wish.count)
    if any(ref.foreign(desk.seat) for ref in wish.refs):
        raise _foreign_goal(wish, god, desk)
    return tuple(ref.card() for ref in wish.refs)


def _foreign_goal(wish: Wish, god: God, desk: Desk) -> IllegalMove:
    """The first failure of a goal that names somebody else's card."""
    view: View = desk.view
    limit = view.goal_limit(god)
    if not limit:
        return IllegalMove("E_NO_GOAL", god=god)
    if len(wish.refs) > limit:
        return IllegalMove("E_GOAL_LIMIT", row=limit, limit=limit)
    stack = view.stack(desk.seat, god)
    for ref in wish.refs:
        if ref.foreign(desk.seat):
            break
        card = ref.card()
        if card.stack != god:
            return IllegalMove("E_WRONG_STACK", god=god)
        pile = () if stack is None else stack.down if card.face == "down" else stack.up
        if card.pos > len(pile):
            return IllegalMove("E_NO_CARD", god=god, owner=desk.seat, pos=card.pos, card=place_of(card))
    return IllegalMove("E_NOT_OWN")


def wish_of(move: Move) -> Wish | None:
    """The wish that means this move; None for a pick, which has no order word."""
    if isinstance(move, Achieve):
        return Wish("goal", tuple(of_card(card) for card in move.cards)) if move.cards else Wish("goal", count=0)
    if isinstance(move, OdinWill):
        return Wish("turn", (Ref(move.stack),))
    if isinstance(move, ThorWill):
        return Wish("move", (Ref(move.target),))
    if isinstance(move, FreyaWill):
        return Wish("double", (Ref(move.stack),))
    if isinstance(move, LokiWill):
        return Wish("turn", (of_card(move.card, move.opponent),))
    return _more_wishes(move)


def _more_wishes(move: Move) -> Wish | None:
    if isinstance(move, SifWill):
        return Wish("draw")
    if isinstance(move, BragiWill):
        return Wish("swap", (of_card(move.give), of_card(move.take, move.opponent)))
    if isinstance(move, HeimdallWill):
        return Wish("score", (of_card(move.card),))
    if isinstance(move, Place):
        return Wish("up", gods=(move.up,))
    if isinstance(move, Tally):
        return Wish("keep") if move.card is None else Wish("score", (of_card(move.card),))
    return None
