"""Text to orders: a line alone is a move; several are a turn, carried out from top to bottom (P2, P3).

The lines of a turn become a plan: so they wait where something is asked in the middle, and what is done before a line
that cannot be carried out stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Order
from engine.core.grammar.parts import flag, key, many, maybe, sign
from engine.core.grammar.records import record
from engine.core.grammar.values import At, No, Text
from engine.core.grammar.verbs import SYNTAX, Clause, Grammar
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.yggdrasil.moves import PickGod
from engine.games.yggdrasil.orders.grammar import ACTIONS, ANSWERS, STANDING
from engine.games.yggdrasil.orders.guards import FACTS, TEST
from engine.games.yggdrasil.orders.lexicon import LEXICON
from engine.games.yggdrasil.orders.plans import ASKED, ChoicePlan, GodRank, PlanLine, TurnPlan
from engine.games.yggdrasil.view import View

LINE = record(
    PlanLine,
    maybe(key("if"), many("guard", TEST, between=","), sign(":"), empty=()),
    flag("optional", mark=""),
    many("choices", Clause("verb", ACTIONS), between="/", none="ask"),
)
_RUNES = frozenset({"mann", "tiwaz", "sigel"})


@dataclass(slots=True)
class _Found:
    """What the lines of a sheet say."""

    used: int = 0
    lines: list[PlanLine] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)


class YggdrasilNotation:
    """See `contract.Notation`."""

    def __init__(self) -> None:
        self.grammar = Grammar(LEXICON, "verb", ACTIONS + ANSWERS + STANDING)

    def read(self, lines: Sequence[str], desk: Desk[View]) -> Order:
        """The order that begins with the first line, and all lines of the turn that follow it."""
        first = self._parsed(lines[0], desk)
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
                said = self._parsed(line, desk)
            except IllegalMove as why:
                if why.code == SYNTAX and not self.sounds_like_order(line):
                    break
                raise
            if isinstance(said, Plan | tuple):
                break
            (found.lines if isinstance(said, PlanLine) else found.answers).append(said)
            found.used = number
        return found

    def _parsed(self, line: str, desk: Desk[View] | None) -> Any:
        """A line of a turn, an answer, a standing order, or a list of gods.

        Raises IllegalMove E_SYNTAX, E_AMBIGUOUS.
        """
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
        if isinstance(plan, ChoicePlan):
            return self.grammar.write(plan.move, language)
        if isinstance(plan, GodRank):
            verb = LEXICON.say("verb", "god", language)
            return f"{verb} " + ">".join(LEXICON.say("god", one.god, language) for one in plan.choices)
        return self.grammar.write(plan, language)

    def translated(self, line: str, language: str) -> str:
        """A standing order in another language."""
        return self.grammar.write(self.grammar.read(line), language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb, or as a line of a turn does."""
        return _begins(line) or self.grammar.knows(line)


def _begins(line: str) -> bool:
    """Whether a line begins with `if`, `opt` or `ask`."""
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


def _alone(said: Any, used: int, desk: Desk[View]) -> Order:
    """One line: a move, or what it comes to now."""
    asked = desk.asked()
    if not isinstance(said, PlanLine):
        if said.kind in _RUNES and (asked is None or asked.kind != said.kind):
            return Order(used, plans=(ChoicePlan(turn=desk.view.turn, move=said),))
        return Order(used, moves=(said,))
    if not FACTS.hold(said.guard, desk) or (said.optional and _refusal(said, desk) is not None):
        return Order(used)
    return Order(used, moves=said.choices)


def _together(found: _Found, desk: Desk[View]) -> Order:
    """Several lines: what is asked now is answered, all else waits for its moment. Raises IllegalMove for the first."""
    asked, turn = desk.asked(), desk.view.turn
    kind = asked.kind if asked is not None else ""
    now = next((one for one in found.answers if ASKED.get(one.kind, "god") == kind), None)
    plans: list[Plan] = [ChoicePlan(turn=turn, move=one) for one in found.answers if one is not now]
    if found.lines:
        if kind == "action":
            _check_first(found.lines, desk)
        elif asked is None:
            raise IllegalMove("E_NOT_YOUR_TURN", seat=desk.view.seat, god=desk.view.sheets[desk.view.seat].code)
        plans.append(TurnPlan(turn=turn, after=len(desk.view.used), lines=tuple(found.lines)))
    return Order(found.used, moves=() if now is None else (now,), plans=tuple(plans))


def _check_first(lines: Sequence[PlanLine], desk: Desk[View]) -> None:
    """Raises the refusal of the first line that would be tried now: a sheet that cannot begin is not begun."""
    for line in lines:
        if not FACTS.hold(line.guard, desk):
            continue
        why = _refusal(line, desk)
        if why is not None and not line.optional:
            raise why
        if why is None:
            return


def _refusal(line: PlanLine, desk: Desk[View]) -> IllegalMove | None:
    """Why none of its choices can be made now, as far as this seat can know: tried on a table dealt anew."""
    first: IllegalMove | None = None
    chance = SeededChance(b"tried")
    for move in line.choices:
        try:
            desk.imagine(chance).play(desk.seat, move, chance)
        except IllegalMove as why:
            first = first or why
            continue
        return None
    return first
