"""From wishes to moves and back: does the order word fit the question, and whose cards does it name (RULINGS.md, 3-6).

What only the table can tell (no such stack, above the limit ...) is left to `apply`.
"""

from __future__ import annotations

from typing import cast

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.aesir.data import NUMBER, God
from engine.games.aesir.moves import MOVES, Achieve, CardWish, Pick, Place, Ref, StackRef, Tally, Wish
from engine.games.aesir.orders.wishes import written
from engine.games.aesir.rules.operands import ScoredCard
from engine.games.aesir.rules.stacks import place_of
from engine.games.aesir.rules.wills import WILLS
from engine.games.aesir.view import View

_SCORED = ScoredCard("card")


def own_decision(desk: Desk) -> Decision:
    """The question to answer, or the answered one that may be replaced. Raises IllegalMove (checks 1 and 3)."""
    view: View = desk.view
    if view.stage == "over":
        raise IllegalMove("E_GAME_OVER")
    found = desk.answerable()
    if found is None:
        raise IllegalMove("E_NOT_YOUR_TURN", who=view.deciding[0] if view.deciding else None)
    return found


def picked(wish: CardWish, desk: Desk) -> Pick:
    """The pick of a card, without a copy number the lowest copy held. Raises IllegalMove (checks 1, 2, 6)."""
    view: View = desk.view
    if view.stage != "pick":
        raise IllegalMove("E_GAME_OVER" if view.stage == "over" else "E_TOO_LATE")
    card, _, up = wish.item.partition(":")
    held = next((one for one in view.players[desk.seat].cards if card in (one, one[:2])), None)
    if held is None:
        raise IllegalMove("E_NOT_IN_HAND", card=card)
    return Pick.model_validate({"card": held, "up": up})


def answers(wish: Wish, decision: Decision, desk: Desk) -> tuple[Move, ...]:
    """The moves that a wish means here, best first. Raises IllegalMove (checks 5 and 6)."""
    if decision.kind == "pick":
        raise IllegalMove("E_WRONG_STAGE", expected="pick")
    god = cast("God", decision.text("god"))
    if decision.kind == "tally":
        return (tally_move(wish, god, desk),)
    if decision.kind != "place":
        return (will_move(wish, god, desk, decision.kind),)
    if not wish.gods:
        raise _wrong(wish, god, "place")
    return tuple(Place(up=half) for half in wish.gods)


def will_move(wish: Wish, god: God, desk: Desk, asked: str = "will") -> Move:
    """The goal or the will of `god`. Raises IllegalMove."""
    will = WILLS[NUMBER[god]]
    if wish.word == "goal":
        return Achieve(god=god, cards=_goal_cards(wish, god, desk))
    if wish.word != will.word:
        raise _wrong(wish, god, asked)
    refs = _named(wish, god)
    if len(refs) != len(will.operands):
        raise IllegalMove("E_SYNTAX", line=written(wish))
    found: dict[str, object] = {"kind": "will", "god": god}
    for operand, ref in zip(will.operands, refs, strict=True):
        operand.look(ref)
    for operand, ref in zip(will.operands, refs, strict=True):
        found |= operand.read(ref, desk.seat, len(desk.view.players))
    return MOVES.validate_python(found)


def tally_move(wish: Wish, god: God, desk: Desk) -> Tally:
    """Score or keep in the tally. Raises IllegalMove."""
    if wish.word == "keep":
        return Tally(god=god)
    if wish.word != "score":
        raise _wrong(wish, god, "tally")
    refs = _named(wish, god)
    if len(refs) > 1:
        raise IllegalMove("E_TALLY_ONE")
    return Tally(god=god, **_SCORED.read(refs[0], desk.seat, len(desk.view.players)))


def wish_of(move: Move) -> Wish | CardWish:
    """What means this move, while the same god is awake."""
    if isinstance(move, Pick):
        return CardWish(item=f"{move.card}:{move.up}")
    if isinstance(move, Achieve):
        refs = tuple(Ref.of(card) for card in move.cards)
        return Wish(word="goal", refs=refs, count=None if refs else 0)
    if isinstance(move, Place):
        return Wish(word="up", gods=(move.up,))
    if isinstance(move, Tally):
        return Wish(word="keep") if move.card is None else Wish(word="score", refs=(_SCORED.write(move),))
    will = next(will for will in WILLS if isinstance(move, will.move))
    return Wish(word=will.word, refs=tuple(operand.write(move) for operand in will.operands))


def first_cards(view: View, seat: Seat, god: God, count: int) -> tuple[StackRef, ...]:
    """The first `count` cards of an own stack in canonical order; past its end they name cards that are not there."""
    stack = view.stack(seat, god)
    up, down = (len(stack.up), len(stack.down)) if stack else (0, 0)
    return tuple(
        StackRef(stack=god, face="down", pos=i + 1 - up) if up <= i < up + down else StackRef(stack=god, pos=i + 1)
        for i in range(count)
    )


def _named(wish: Wish, god: God) -> tuple[Ref, ...]:
    """The cards of a wish; of `score` alone the top one."""
    return wish.refs or ((Ref(god=god, pos=1),) if wish.word == "score" else ())


def _wrong(wish: Wish, god: God, asked: str) -> IllegalMove:
    if wish.word == "keep":
        return IllegalMove("E_MUST_ACT", god=god)
    return IllegalMove("E_WRONG_STAGE", expected=asked, god=god)


def _goal_cards(wish: Wish, god: God, desk: Desk) -> tuple[StackRef, ...]:
    if wish.count is not None:
        return first_cards(desk.view, desk.seat, god, wish.count)
    if any(ref.foreign(desk.seat) for ref in wish.refs):
        raise _foreign_goal(wish, god, desk)
    return tuple(ref.card() for ref in wish.refs)


def _foreign_goal(wish: Wish, god: God, desk: Desk) -> IllegalMove:
    """The first failure of a goal that names somebody else's card."""
    view: View = desk.view
    limit, stack = view.goal_limit(god), view.stack(desk.seat, god)
    if not limit:
        return IllegalMove("E_NO_GOAL", god=god)
    if len(wish.refs) > limit:
        return IllegalMove("E_GOAL_LIMIT", row=limit, limit=limit)
    for ref in wish.refs:
        if ref.foreign(desk.seat):
            break
        card = ref.card()
        if card.stack != god:
            return IllegalMove("E_WRONG_STACK", god=god)
        if stack is None or stack.card(card.face, card.pos) is None:
            return IllegalMove("E_NO_CARD", god=god, owner=desk.seat, pos=card.pos, card=place_of(card))
    return IllegalMove("E_NOT_OWN")
