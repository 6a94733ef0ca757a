"""Text to orders and back, in English and Russian."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.contract import Desk, IllegalMove, Move, Order, Plan
from engine.core.menu import Menu
from engine.games.aesir.moves import Pick, SifWill
from engine.games.aesir.orders import spelling
from engine.games.aesir.orders.answers import answers, own_decision, picked, tally_move, will_move, wish_of
from engine.games.aesir.orders.plans import been_awake
from engine.games.aesir.orders.spelling import Wish, card_name, first_word, name_seats, read_items, read_pick, word
from engine.games.aesir.orders.standing import FavourPlan, LastPlan, PickPlan, TallyPlan
from engine.games.aesir.view import View

_PATH = r"[0-9]{1,3}(?:\s*[., ]\s*(?:[0-9]{1,3}|\w{1,2}[0-9]{1,3}))*"
_NUMBERS = re.compile(rf"(?:{_PATH}|[^\W\d]{{1,2}}\s*-?\s*[0-9]{{1,3}})[.)]?")
# Column letters of a menu typed on a Russian keyboard: look-alikes, and Б and Д for what they sound like.
_COLUMN_LETTERS = str.maketrans("абвгдекмнорстух", "abbgdekmhopctyx")


class AesirNotation:
    """The notation of the manual; menu numbers work everywhere."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`. Raises IllegalMove; `E_SYNTAX` when it is no order at all."""
        line = re.sub(r"(?<=[0-9])[.!]$", "", name_seats(self._unaddressed(lines[0], desk), desk.names))
        if _NUMBERS.fullmatch(line):
            return Order(1, by_number(line, desk))
        pick = read_pick(line)
        if pick is not None:
            return Order(1, (picked(*pick, desk),))
        key, rest = first_word(line)
        try:
            if key in spelling.PLAN_WORDS:
                return Order(1, plans=(self._plan(key, rest, desk),))
            order = spelling.wish(line, len(desk.view.players))
        except IllegalMove as why:
            raise self._unreadable(line, desk, why) from why
        return self._answer(order, lines, desk)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """One line that `read` turns into this move again, while the same god is awake."""
        order = wish_of(move)
        if order is not None:
            return order.write(language)
        if not isinstance(move, Pick):
            raise TypeError(f"no move of this game: {move!r}")
        return f"{card_name(move.card, language)}:{spelling.letter(move.up, language)}"

    def write_plan(self, plan: Plan, language: str) -> str:
        """One line that `read` turns into this plan again, in the same round."""
        if isinstance(plan, PickPlan | LastPlan):
            return f"{word(plan.kind, language)} {'>'.join(card_name(item, language) for item in plan.items)}"
        if isinstance(plan, FavourPlan | TallyPlan):
            wishes = (wish.write(language) for wish in plan.wishes)
            return f"{word(plan.kind, language)} {card_name(plan.god, language)}: {' | '.join(wishes)}"
        raise TypeError(f"no plan of this game: {plan!r}")

    def sounds_like_order(self, line: str) -> bool:
        """Whether a folded line was meant as an order."""
        return spelling.sounds_like_order(line)

    @staticmethod
    def _unaddressed(line: str, desk: Desk) -> str:
        """Without the own seat before a colon (`P1: turn L`), which may be written and says nothing."""
        match = re.match(r"[pир]([0-9]): *(?=\S)", line)
        return line[match.end() :] if match and int(match[1]) == desk.seat + 1 else line

    def _unreadable(self, line: str, desk: Desk, why: IllegalMove) -> IllegalMove:
        """What was no order at all stays E_SYNTAX; of a misspelt one, whose turn it is comes first (checks 1, 3, 4)."""
        if why.code == "E_SYNTAX" and self.sounds_like_order(line):
            own_decision(desk)
        return IllegalMove(why.code, **{"line": line, **why.where}) if why.code == "E_SYNTAX" else why

    def _answer(self, order: Wish, lines: Sequence[str], desk: Desk) -> Order:
        decision = own_decision(desk)
        used = 1
        if order == Wish("draw"):
            order, used = self._with_next_line(order, lines, desk)
        if order == Wish("draw") and decision.kind == "place":  # it is drawn already, unasked; the half is still to say
            return Order(used)
        moves = answers(order, decision, desk)
        if order.gods and isinstance(moves[0], SifWill):
            half = Wish("up", gods=order.gods)
            return Order(used, moves, (FavourPlan(round=desk.view.round, god="S", wishes=(half,)),))
        return Order(used, moves)

    def _with_next_line(self, order: Wish, lines: Sequence[str], desk: Desk) -> tuple[Wish, int]:
        """`draw` and `up H` on the next line are one order, as is `draw up H`: a half named blindly must not show,
        by being refused, which card would have come.
        """
        for used, line in enumerate(lines[1:], 2):
            if not line or line.startswith("#"):
                continue
            if first_word(line)[0] != "up":
                break
            return Wish("draw", gods=spelling.wish(line, len(desk.view.players)).gods), used
        return order, 1

    def _plan(self, key: str, rest: str, desk: Desk) -> Plan:
        """A standing order, checked for spelling. Raises IllegalMove."""
        view: View = desk.view
        if view.stage == "over":
            raise IllegalMove("E_GAME_OVER")
        if key in ("plan", "last"):
            items = read_items(rest)
            if items is None:
                raise IllegalMove("E_SYNTAX")
            if view.stage != "pick":
                raise IllegalMove("E_TOO_LATE")
            return (PickPlan if key == "plan" else LastPlan)(round=view.round, items=items)
        return self._conditional(key, rest, desk)

    def _conditional(self, key: str, rest: str, desk: Desk) -> Plan:
        about, colon, orders = rest.partition(":")
        god = "*" if key == "tally" and about.strip() == "*" else spelling.is_god(about)
        if not colon or god is None:
            raise IllegalMove("E_SYNTAX")
        wishes = [spelling.wish(part.strip(), len(desk.view.players)) for part in orders.split("|")]
        if key == "if":
            if desk.view.stage == "tally":
                raise IllegalMove("E_WRONG_STAGE", expected="tally", god=desk.view.god)
            if been_awake(god, desk):
                raise IllegalMove("E_TOO_LATE", god=god)
            plan: Plan = FavourPlan.model_validate({"round": desk.view.round, "god": god, "wishes": wishes})
        else:
            plan = TallyPlan.model_validate({"god": god, "wishes": wishes})
        for one in wishes:
            _check_wish(one, plan, desk)
        return plan


def by_number(line: str, desk: Desk) -> tuple[Move, ...]:
    """The moves that menu numbers name. Raises IllegalMove."""
    decision = own_decision(desk)
    menu = desk.menus(decision)
    line = line.translate(_COLUMN_LETTERS)
    moves = menu.read(line) or _beside_goals(line, menu)
    if not moves:
        raise IllegalMove("E_SYNTAX", line=line)
    return moves


def _beside_goals(line: str, menu: Menu) -> tuple[Move, ...]:
    """`b7` where Bragi is a goal too and his two lists stand behind the goals."""
    for option in menu.options:
        if option.then is not None and option.what == ("swaps",):
            return option.then().read(line) or ()
    return ()


def _check_wish(one: Wish, plan: Plan, desk: Desk) -> None:
    """Refuse at once what could never be legal. Raises IllegalMove."""
    if isinstance(plan, FavourPlan):
        if plan.god != "S" or one.word != "up":
            will_move(one, plan.god, desk)
    elif isinstance(plan, TallyPlan):
        if one.word not in ("score", "keep"):
            raise IllegalMove("E_WRONG_STAGE", expected="tally", god=plan.god)
        if plan.god != "*":
            _check_stack(one, plan.god, desk)
        elif one.refs:
            raise IllegalMove("E_SYNTAX")


def _check_stack(one: Wish, god: str, desk: Desk) -> None:
    found = tally_move(one, spelling.LETTERS[god], desk)
    if found.card is not None and found.card.stack != god:
        raise IllegalMove("E_WRONG_STACK", god=god)
