"""Text to orders and back, in English and Russian."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.contract import Desk, Order
from engine.core.grammar.verbs import Grammar
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.aesir.moves import CardWish, SifWill, Wish
from engine.games.aesir.orders.answers import answers, own_decision, picked, wish_of
from engine.games.aesir.orders.lexicon import LEXICON, name_seats, plain, sounds_like_order
from engine.games.aesir.orders.plans import PLAN_VERBS, Conditional, FavourPlan, Picks
from engine.games.aesir.orders.wishes import CARD_WISH, WISH

_PATH = r"[0-9]{1,3}(?:(?:\s*[.,]\s*|\s+)(?:[0-9]{1,5}|[^\W\d]{1,2}[0-9]{1,3}))*"
_NUMBERS = re.compile(rf"(?:{_PATH}|[^\W\d]{{1,2}}\s*-?\s*[0-9]{{1,3}})[.)]?")
_HANDLED = re.compile(r"\S\.\S")
_ENDED = re.compile(r"(?<=[0-9])[.!]$")
GRAMMAR = Grammar(LEXICON, "verb", (*WISH.verbs, CARD_WISH, *PLAN_VERBS))
DRAW = Wish(word="draw")


class AesirNotation:
    """The notation of the manual; menu numbers work everywhere."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`. Raises IllegalMove; `E_SYNTAX` when it is no order at all."""
        line = _unaddressed(lines[0], desk)
        if _HANDLED.search(line):  # as few of the lines of our own mails, each of which is asked whether it is an order
            line = name_seats(line, desk.names)
        line = plain(_ENDED.sub("", line))
        if _NUMBERS.fullmatch(line):
            return Order(1, _by_number(line, desk))
        try:
            found = GRAMMAR.read(line, desk)
        except IllegalMove:  # what was no order at all stays that; of a misspelt one, whose turn it is comes first
            if sounds_like_order(line):
                own_decision(desk)
            raise
        if isinstance(found, CardWish):
            return Order(1, (picked(found, desk),))
        if isinstance(found, Picks | Conditional):
            return Order(1, plans=(_checked(found, desk),))
        return _answer(found, lines, desk)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """One line that `read` turns into this move again, while the same god is awake."""
        return GRAMMAR.write(wish_of(move), language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """One line that `read` turns into this plan again, in the same round."""
        return GRAMMAR.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a folded line was meant as an order."""
        return sounds_like_order(line)


def _unaddressed(line: str, desk: Desk) -> str:
    """Without the own seat before a colon (`P1: turn L`), which may be written and says nothing."""
    match = re.match(r"[pир]([0-9]): *(?=\S)", line)
    return line[match.end() :] if match and int(match[1]) == desk.seat + 1 else line


def _checked(plan: Picks | Conditional, desk: Desk) -> Plan:
    if desk.view.stage == "over":
        raise IllegalMove("E_GAME_OVER")
    plan.check(desk)
    return plan


def _answer(wish: Wish, lines: Sequence[str], desk: Desk) -> Order:
    """What a wish comes to now; with a half for Sif's card, which is filed until the card is drawn."""
    decision = own_decision(desk)
    used = 1
    if wish == DRAW:
        wish, used = _with_next_line(lines, desk)
    if wish == DRAW and decision.kind == "place":  # it is drawn already, unasked; the half is still to say
        return Order(used)
    moves = answers(wish, decision, desk)
    if wish.gods and isinstance(moves[0], SifWill):
        half = Wish(word="up", gods=wish.gods)
        return Order(used, moves, (FavourPlan(round=desk.view.round, god="S", wishes=(half,)),))
    return Order(used, moves)


def _with_next_line(lines: Sequence[str], desk: Desk) -> tuple[Wish, int]:
    """`draw` and `up H` on the next line are one order, as is `draw up H`: a half named blindly must not show,
    by being refused, which card would have come.
    """
    for used, line in enumerate(lines[1:], 2):
        if not line or line.startswith("#"):
            continue
        if LEXICON.find("verb", line.partition(" ")[0].removesuffix(":")) != "up":
            break
        return GRAMMAR.read(plain(line), desk).model_copy(update={"word": "draw"}), used
    return DRAW, 1


def _by_number(line: str, desk: Desk) -> tuple[Move, ...]:
    """The moves that menu numbers name. Raises IllegalMove."""
    moves = desk.menus(own_decision(desk)).read(line)
    if not moves:
        raise IllegalMove("E_SYNTAX", line=line)
    return moves
