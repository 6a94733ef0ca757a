"""Text to orders and back (P1-P7): an answer to the question that is open is a move, before that it is a plan."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Desk, Order
from engine.core.grammar.text import fold
from engine.core.grammar.values import Text
from engine.core.moves import IllegalMove, Move, Plan
from engine.core.plans import Line
from engine.games.blood_rage import moves
from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.moves import ACTIONS
from engine.games.blood_rage.orders import plans
from engine.games.blood_rage.orders.grammar import GRAMMAR, Queued, ThenCard
from engine.games.blood_rage.orders.lexicon import LEXICON

_NOUNS = ("card", "figure", "place", "stat", "slot", "key", "word", "verb")
_OF_BATTLE = (moves.TideKeep, moves.KeepCards, moves.LeaderMove, moves.CallPass)
_ALONE = frozenset({"pass"})  # verbs that are a whole line


class RageNotation:
    """One line, one order; or, with `;`, an order and what is to be done in the battle that it begins."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`. Raises IllegalMove; `E_SYNTAX` when it is no order at all."""
        first = self._part(lines[0].partition(";")[0], desk, "")
        if isinstance(first, Queued):
            return self._queue(lines, desk)
        made, found = self._line(lines[0], desk)
        return Order(1, made, tuple(found))

    def _line(self, line: str, desk: Desk) -> tuple[tuple[Move, ...], list[Plan]]:
        """What a line of parts says: at most one move, the first one, and plans."""
        made: tuple[Move, ...] = ()
        found: list[Plan] = []
        verb = ""
        for number, text in enumerate(part.strip() for part in line.split(";")):
            if not text:
                continue
            part = self._part(text, desk, verb)
            verb = "call" if isinstance(part, plans.CallPlan | moves.CallMove | moves.CallPass) else ""
            if isinstance(part, Queued):
                raise IllegalMove("E_SYNTAX", line=text, near="then")
            if isinstance(part, ThenCard):
                _add_card(found, part.card, desk)
            elif isinstance(part, Plan):
                _add(found, part)
            elif number == 0 and (isinstance(part, ACTIONS) or _asked(part, desk)):
                made = (part,)
                _check_turn(part, desk)
            elif isinstance(part, ACTIONS):
                raise IllegalMove("E_SYNTAX", line=text, near=text.partition(" ")[0])
            elif (plan := prepared(part, desk)) is not None:
                _add(found, plan)
            elif number == 0:
                made = (part,)
            else:
                raise IllegalMove("E_SYNTAX", line=text, near=text.partition(" ")[0])
        return made, found

    def _part(self, text: str, desk: Desk, verb: str) -> Move | Plan | Queued | ThenCard:
        """What a part says; after `call` one with `<` is the next entry of the call plan (P4)."""
        text = text.strip()
        if verb and "<" in text and not GRAMMAR.knows(text):
            text = f"{verb} {text}"
        found: Move | Plan | Queued | ThenCard = GRAMMAR.read(text, desk)
        return found

    def _queue(self, lines: Sequence[str], desk: Desk) -> Order:
        """Consecutive `then` lines are one queue (P2)."""
        queued: list[plans.QueueLine] = []
        for line in lines:
            verb = LEXICON.find("verb", Text.of(line).peek() or " ")
            if verb != "then":
                break
            one = GRAMMAR.read(line, desk)
            if not isinstance(one, Queued):
                break
            queued.append(Line(guard=one.guard, choices=(one.move,)))
        if len(queued) > plans.MOST_LINES:
            raise IllegalMove("E_QUEUE_LONG", most=plans.MOST_LINES)
        queue = plans.TurnQueue(lines=tuple(queued), age=desk.view.round, turn=desk.view.turns[desk.seat])
        return Order(len(queued), plans=(queue,))

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """One line that `read` turns into this move again."""
        return GRAMMAR.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """One line (of a queue: several) that `read` turns into this plan again."""
        if isinstance(plan, plans.TurnQueue):
            return "\n".join(
                GRAMMAR.write(Queued(guard=one.guard, move=one.choices[0]), language) for one in plan.lines
            )
        if isinstance(plan, plans.Prepared):
            return GRAMMAR.write(plan.move, language)
        if isinstance(plan, plans.CardPlan) and len(plan.cards) > 1:
            first = plan.model_copy(update={"cards": plan.cards[:1]})
            rest = (GRAMMAR.write(ThenCard(card=card), language) for card in plan.cards[1:])
            return "; ".join((GRAMMAR.write(first, language), *rest))
        return GRAMMAR.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """A verb with something of the game near by."""
        words = Text.of(fold(line)).tokens
        verb = LEXICON.find("verb", words[0]) if words else None
        if verb is None:
            return False
        if len(words) == 1:
            return verb in _ALONE
        near = [form for word in words[1:4] for form in (word, word.rstrip("0123456789"))]
        return any(LEXICON.find(noun, word) is not None for word in near if word for noun in _NOUNS)


def _asked(move: Move, desk: Desk) -> bool:
    """Whether this answers an open question of the seat."""
    kinds = {"call_pass": "call", "late_pass": "late"}
    return any(one.kind == kinds.get(move.kind, move.kind) for one in desk.decisions)


def _check_turn(move: Move, desk: Desk) -> None:
    """Raises IllegalMove E_TURN for an action in another clan's turn: it can be queued (P2)."""
    view = desk.view
    if isinstance(move, ACTIONS) and not desk.decisions and view.stage in ("action", "battle"):
        raise IllegalMove("E_TURN", who=view.turn)


def prepared(move: Move, desk: Desk) -> Plan | None:
    """An answer before its question, as a plan; None for what cannot be said beforehand."""
    battle = plans.next_battle(desk)
    if isinstance(move, moves.BattleCard):
        return plans.CardPlan(cards=(move.card,), battle=battle)
    if isinstance(move, moves.LatePass):
        return plans.LatePlan(battle=battle)
    if isinstance(move, moves.LateCard):
        if not BY_CODE[move.card].is_late:
            raise IllegalMove("E_NOT_LATE", card=move.card)
        return plans.LatePlan(cards=(move.card,), when="always", battle=battle)
    if isinstance(move, moves.CallMove):
        return plans.CallPlan(entries=(plans.Entry(figure=move.figure, source=move.source),), battle=battle)
    if isinstance(move, moves.Protect):
        return plans.Saving(figures=move.figures)
    if isinstance(move, _OF_BATTLE):
        return plans.Prepared(move=move, battle=battle)
    if isinstance(move, moves.KeepCard):
        if desk.view.round == 3:
            raise IllegalMove("E_NOTHING_KEPT")
        return plans.Prepared(move=move, age=desk.view.round)
    if isinstance(move, moves.Volur | moves.Blessing):
        return plans.Prepared(move=move)
    return None


def _add(found: list[Plan], plan: Plan) -> None:
    """One more plan; further entries join the call plan before them."""
    last = found[-1] if found else None
    if isinstance(plan, plans.CallPlan) and isinstance(last, plans.CallPlan):
        found[-1] = last.model_copy(update={"entries": last.entries + plan.entries})
    else:
        found.append(plan)


def _add_card(found: list[Plan], card: str, desk: Desk) -> None:
    """`then card Z` goes on from the card before it, or stands for the next round alone."""
    for number, plan in enumerate(found):
        if isinstance(plan, plans.CardPlan):
            found[number] = plan.model_copy(update={"cards": (*plan.cards, card)})
            return
    found.append(plans.CardPlan(cards=(card,), battle=plans.next_battle(desk)))
