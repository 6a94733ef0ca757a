"""Text to orders: a line alone is a move; several are a turn, carried out from top to bottom (P2, P3).

The lines of a turn become a plan: so they wait where something is asked in the middle, and what is done before a line
that cannot be carried out stands. Semicolons part lines that stand on one. Below `plan thor:` lines are kept for the
god's next turn (P5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.core.contract import Desk, Order
from engine.core.grammar.parts import flag, key, many, maybe, sign
from engine.core.grammar.records import record
from engine.core.grammar.sounding import Sounding
from engine.core.grammar.spoken import as_said
from engine.core.grammar.values import At, No, Text
from engine.core.grammar.verbs import Clause, Grammar
from engine.core.menu import Lines, Menu
from engine.core.moves import SYNTAX, IllegalMove, Move, Plan
from engine.games.yggdrasil.moves import PickGod, TakeElf
from engine.games.yggdrasil.orders.bare import answers, gods_named
from engine.games.yggdrasil.orders.grammar import ACTIONS, ANSWERS, STANDING
from engine.games.yggdrasil.orders.guards import FACTS, TEST
from engine.games.yggdrasil.orders.lexicon import LEXICON
from engine.games.yggdrasil.orders.plans import GodRank
from engine.games.yggdrasil.orders.spoken import plain
from engine.games.yggdrasil.orders.turns import (
    ASKED,
    MOST_LINES,
    OPENING,
    ChoicePlan,
    PlanLine,
    TurnAhead,
    TurnPlan,
    check_first,
    refusal,
)
from engine.games.yggdrasil.view import View

LINE = record(
    PlanLine,
    maybe(key("if"), many("guard", TEST, between=","), sign(":"), empty=()),
    flag("optional", mark=""),
    many("choices", Clause("verb", ACTIONS), between="/", none="ask"),
)
_SOUNDING = Sounding(LEXICON, {"verb": (), "key": ("if", "optional", "ask")})
_RUNES = frozenset({"mann", "tiwaz", "sigel"})
_AUTO = frozenset(LEXICON.words("key", "auto"))
_NUMBERS = re.compile(r" ?[,;] ?")
_COMMAS = re.compile(r" ?(?:,| and then | then | and | затем | потом | и )(?: ?(?:and|then|и|затем|потом) )? ?")
_ELF = frozenset(LEXICON.words("verb", "elf"))
_PLAN = frozenset(LEXICON.words("verb", "plan"))
_HALF_PICK = re.compile(r"(?:pick|взять) ([12])")
_NUMBER = re.compile(r"([0-9][a-z]?(?:\.[0-9]{1,2})*)((?: [veвэ][0-9=? ]*)*)")  # a label, and what a fight takes


@dataclass(slots=True)
class _Found:
    """What the lines of a sheet say."""

    used: int = 0
    lines: list[PlanLine] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)  # the line of the sheet that each of them stands on
    answers: list[Any] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # the same of the answers
    auto: bool = False  # of a turn that is stored: it is to be done without asking


class YggdrasilNotation:
    """See `contract.Notation`."""

    def __init__(self) -> None:
        self.grammar = Grammar(LEXICON, "verb", ACTIONS + ANSWERS + STANDING)

    def read(self, lines: Sequence[str], desk: Desk[View]) -> Order:
        """The order that begins with the first line, and all lines of the turn that follow it."""
        try:
            order = self._order(lines, desk)
        except IllegalMove as why:
            if why.code != SYNTAX or why.below:
                raise
            return self._answer(lines, desk, why)
        if order.moves == (TakeElf(),) and lines[0] not in _ELF and (asked := desk.asked()) is not None:
            spent = answers(lines[0], asked, desk.view) if asked.kind == "elves" else ""  # `an elf`: of those who fight
            return self._order([spent, *lines[1:]], desk) if spent else order
        return order

    def _answer(self, lines: Sequence[str], desk: Desk[View], why: IllegalMove) -> Order:
        """What is but an answer to the open question. Raises the refusal that tells most."""
        asked = desk.asked()
        if asked is None:
            raise why
        if asked.kind == "odin" and (half := _HALF_PICK.fullmatch(lines[0])):
            raise IllegalMove("E_PICK_OTHER", card=half[1]) from why
        answer = answers(lines[0], asked, desk.view)
        if not answer:
            raise why
        try:
            return self._order([answer, *lines[1:]], desk)
        except IllegalMove as better:
            raise (why if better.code == SYNTAX else better) from None

    def _order(self, lines: Sequence[str], desk: Desk[View]) -> Order:
        if _is_plan(headed := self._headed(lines[0], desk)):
            return self._stored([headed, *lines[1:]], desk)
        if gods := gods_named(lines[0], desk):
            return Order(1, moves=gods)
        first = self._parsed(next(self._pieces(lines[0], desk), ""), desk)
        if isinstance(first, Plan):
            return Order(1, plans=(first,))
        if isinstance(first, tuple):
            return self._gods(first, desk)
        found = self._turn(lines, desk)
        if len(found.lines) + len(found.answers) == 1:
            return _alone(first, found.used, desk)
        return _together(found, desk)

    def _turn(self, lines: Sequence[str], desk: Desk[View]) -> _Found:
        """Every line down to the first that is no order of a turn."""
        found = _Found()
        for number, line in enumerate(lines, 1):
            if not line or line.startswith("#"):
                continue
            try:
                if _is_plan(line) or not self._line_of(line, found, desk):
                    break
            except IllegalMove as why:
                why.below = number - 1
                raise
            found.used = number
            found.steps += [number - 1] * (len(found.lines) - len(found.steps))
            found.places += [number - 1] * (len(found.answers) - len(found.places))
        return found

    def _line_of(self, line: str, found: _Found, desk: Desk[View]) -> bool:
        """Whether a line is one of a turn, or several; raises IllegalMove for one that should be."""
        for piece in self._pieces(line, desk):
            if piece in _AUTO:
                found.auto = True
                continue
            try:
                said = self._parsed(piece, desk)
            except IllegalMove as why:
                if why.code == SYNTAX and not self.sounds_like_order(piece):
                    return False
                raise
            if isinstance(said, Plan | tuple):
                return False
            (found.lines if isinstance(said, PlanLine) else found.answers).append(said)
        return True

    def _pieces(self, line: str, desk: Desk[View]) -> Iterator[str]:
        """The orders of one line: between semicolons; between commas, too, where each piece begins as an order does."""
        for piece in filter(None, map(str.strip, line.split(";"))):
            parts = [one for one in _COMMAS.split(piece) if one]
            each = len(parts) > 1 and not _begins(piece) and all(map(self._is_heard, parts))
            if each and self._is_none(piece, desk):
                yield from parts
            else:
                yield piece

    def _is_heard(self, part: str) -> bool:
        return self.sounds_like_order(part) or self.sounds_like_order(plain(part))

    def _is_none(self, piece: str, desk: Desk[View]) -> bool:
        try:
            self._parsed(piece, desk)
        except IllegalMove as why:
            return why.code == SYNTAX
        return False

    def _headed(self, line: str, desk: Desk[View]) -> str:
        """`plan elf; vanir +` with the colon that its heading has."""
        word, _, rest = line.partition(" ")
        if (
            ":" in line.partition(";")[0]
            or word not in _PLAN
            or self._is_none(next(self._pieces(rest, desk), ""), desk)
        ):
            return line
        return f"{word}: {rest}"

    def _stored(self, lines: Sequence[str], desk: Desk[View]) -> Order:
        """`plan thor:` and the lines below it, kept for the next turn of this seat's god (P5)."""
        if not desk.view.turn:
            raise IllegalMove("E_PLAN_EARLY", wish="" if desk.view.sheets[desk.seat].code else "god")
        head, _, rest = lines[0].partition(":")
        for word in head.split()[1:]:
            god = LEXICON.find("god", word) if word not in _AUTO else None
            if word not in _AUTO and god is None:
                raise IllegalMove(SYNTAX, line=lines[0])
            if god not in {None, desk.view.sheets[desk.seat].code}:
                raise IllegalMove("E_PLAN_OF_OTHER", god=god)
        found = self._turn([rest.strip(), *lines[1:]], desk)
        if not found.lines:
            raise IllegalMove("E_PLAN_EMPTY")
        if len(found.lines) > MOST_LINES:
            raise IllegalMove("E_PLAN_LONG", most=MOST_LINES)
        answers = {one.kind: one for one in found.answers}  # of two for one question the later one counts
        if "god" in answers:
            raise IllegalMove("E_WRONG_STAGE")
        auto = found.auto or not _AUTO.isdisjoint(head.split())
        when: Literal["auto", "late"] = "auto" if auto else "late"
        plan = TurnAhead(turn=_coming(desk), when=when, answers=tuple(answers.values()), lines=tuple(found.lines))
        return Order(max(1, found.used), plans=(plan,))

    def is_numbers(self, line: str) -> bool:
        """See `contract.WholeTurns`: with what fights take."""
        return all(_NUMBER.fullmatch(one) for one in _NUMBERS.split(line))

    def in_words(self, line: str, desk: Desk[View]) -> str:
        """See `contract.WholeTurns`: `4, 2b, 1a v2 e1` as the orders that these numbers of the menu mean."""
        asked = desk.asked()
        if asked is None or asked.kind != "action":
            return line
        found = [_worded(piece, desk.menus(asked), self) for piece in _NUMBERS.split(line)]
        return "; ".join(one for one in found if one) if all(found) else line

    def _parsed(self, line: str, desk: Desk[View] | None) -> Any:
        """A line of a turn, an answer, a standing order, or a list of gods; as it is said, too.

        Raises IllegalMove E_SYNTAX, E_AMBIGUOUS.
        """
        return as_said(line, plain, lambda said: self._written(said, desk))

    def _written(self, line: str, desk: Desk[View] | None) -> Any:
        if (said := _line(line, desk)) is not None:
            return said
        if ">" in line and LEXICON.find("verb", Text.of(line).peek() or " ") == "god":
            verb, _, names = line.partition(" ")
            return tuple(self.grammar.read(f"{verb} {name}", desk) for name in names.split(">"))
        return self.grammar.read(line, desk)

    def _gods(self, gods: tuple[PickGod, ...], desk: Desk[View]) -> Order:
        asked = desk.asked()
        if asked is not None and asked.kind == "god":
            return Order(1, moves=gods)
        return Order(1, plans=(GodRank(choices=gods),))

    def write(self, move: Move, language: str, desk: Desk[View] | None = None) -> str:
        """See `Notation.write`."""
        return self.grammar.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """See `Notation.write_plan`; a line for each line of a turn."""
        at = At(LEXICON, language)
        if isinstance(plan, TurnPlan):
            return "\n".join(LINE.write(line, at) for line in plan.lines)
        if isinstance(plan, TurnAhead):
            auto = [LEXICON.say("key", "auto", language)] if plan.when == "auto" else []
            heading = self.called_plan(language, *auto)
            answers = (self.grammar.write(move, language) for move in plan.answers)
            return "\n".join([heading, *answers, *(LINE.write(line, at) for line in plan.lines)])
        if isinstance(plan, ChoicePlan):
            return self.grammar.write(plan.move, language)
        if isinstance(plan, GodRank):
            verb = LEXICON.say("verb", "god", language)
            return f"{verb} " + ">".join(LEXICON.say("god", one.god, language) for one in plan.choices)
        return self.grammar.write(plan, language)

    def called_plan(self, language: str, *auto: str) -> str:
        """What heads the lines of a turn that is stored."""
        return " ".join([LEXICON.say("verb", "plan", language), *auto]) + ":"

    def translated(self, line: str, language: str) -> str:
        """A standing order in another language."""
        return self.grammar.write(self.grammar.read(line), language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb, or as a line of a turn does, with something of the game near it."""
        return line in _AUTO or _SOUNDING.is_heard(line)


def _begins(line: str) -> bool:
    """Whether a line begins with `if`, `opt` or `ask`, or is the `auto` of a turn that is stored."""
    if line in _AUTO:
        return True
    try:
        return LEXICON.find("key", Text.of(line).peek() or " ") in ("if", "optional", "ask")
    except IllegalMove:  # the beginning of several keys, such as any text may begin with
        return False


def _line(line: str, desk: Desk[View] | None) -> PlanLine | None:
    """A line of a turn; None where it is none, or something is left of it. Raises IllegalMove E_AMBIGUOUS."""
    text = Text.of(line)
    if not _begins(line) and LEXICON.find("verb", text.peek() or " ") is None:
        return None
    try:
        said: PlanLine = LINE.read(text, At(LEXICON, desk=desk))
    except No:
        return None
    return None if text.left else said


def _is_plan(line: str) -> bool:
    """Whether a line is the heading of a turn that is to be kept."""
    word = Text.of(line).peek() or " "
    try:
        return ":" in line and LEXICON.find("verb", word) == "plan"
    except IllegalMove:
        return False


def _coming(desk: Desk[View]) -> int:
    """The number of the turn that the god plays next: of this one, if nothing is done or ordered in it yet."""
    view = desk.view
    ordered = any(isinstance(plan, TurnPlan) and plan.turn == view.turn for plan in desk.standing)
    if desk.seat == view.seat and not view.used and not ordered:
        return view.turn
    seats = len(view.sheets)
    return view.turn + ((desk.seat - view.seat) % seats or seats)


def _worded(piece: str, menu: Menu, notation: YggdrasilNotation) -> str:
    """What a number of the menu of actions means, as it is typed; empty: nothing that is whole."""
    found = _NUMBER.fullmatch(piece)
    if found is None or not isinstance(menu, Lines):
        return ""
    label, strength = found[1], found[2]
    fitting = [one for one, _ in menu.lines if label in {one, one[0]}]
    path = fitting[0] if len(fitting) == 1 else label
    if not strength:
        move = menu.pick(path)
        return notation.write(move, "en") if isinstance(move, Move) else ""
    fights = (one.what for number, one in menu.lines if number == path and one.what[0] in {"fight", "ice"})
    return next((f"{verb} {opponent}{strength}" for verb, opponent, *_ in fights), "")


def not_on_turn(desk: Desk[View]) -> IllegalMove:
    """Orders of a turn, from whoever has none."""
    if desk.view.stage == "over":
        return IllegalMove("E_GAME_OVER", won=not desk.view.causes)
    return IllegalMove("E_NOT_YOUR_TURN", seat=desk.view.seat, god=desk.view.sheets[desk.view.seat].code)


def _alone(said: Any, used: int, desk: Desk[View]) -> Order:
    """One line: a move, or what it comes to now."""
    asked = desk.asked()
    if not isinstance(said, PlanLine):
        if _comes_later(said, desk):
            return Order(used, plans=(ChoicePlan(turn=desk.view.turn, move=said),))
        return Order(used, moves=(said,))
    if asked is None:
        raise not_on_turn(desk)
    if not FACTS.hold(said.guard, desk) or (said.optional and refusal(said, desk) is not None):
        return Order(used)
    return Order(used, moves=said.choices)


def _comes_later(said: Any, desk: Desk[View]) -> bool:
    """Whether an answer is for a question that may still come in this turn of the god, or might have come (P10)."""
    asked = desk.asked()
    if said.kind in _RUNES:
        return asked is not None and asked.kind != said.kind
    return asked is not None and asked.kind not in OPENING and ASKED.get(said.kind) in OPENING


def _together(found: _Found, desk: Desk[View]) -> Order:
    """Several lines: what is asked now is answered, all else waits for its moment. Raises IllegalMove for the first."""
    asked, turn = desk.asked(), desk.view.turn
    kind = asked.kind if asked is not None else ""
    now = next((one for one in found.answers if ASKED.get(one.kind, "god") == kind), None)
    if any(isinstance(one, PickGod) and one is not now for one in found.answers):
        # A god is chosen once, before the first turn: there is no later question that it could wait for.
        raise not_on_turn(desk) if asked is None else IllegalMove("E_WRONG_STAGE")
    later = [(one, at) for one, at in zip(found.answers, found.places, strict=True) if one is not now]
    plans: list[Plan] = [ChoicePlan(turn=turn, move=one) for one, _ in later]
    lines: list[tuple[int, ...]] = [(at,) for _, at in later]
    if found.lines:
        if kind == "action":
            check_first(tuple(found.lines), desk, FACTS)
        elif asked is None:
            raise not_on_turn(desk)
        plans.append(TurnPlan(turn=turn, after=len(desk.view.used), lines=tuple(found.lines)))
        lines.append(tuple(found.steps))
    return Order(found.used, moves=() if now is None else (now,), plans=tuple(plans), lines=tuple(lines))
