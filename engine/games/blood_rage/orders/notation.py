"""Text to orders and back (P1-P7): an answer to the question that is open is a move, before that it is a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.contract import Desk, Order
from engine.core.grammar.spoken import as_said, first_that_reads
from engine.core.grammar.text import fold
from engine.core.grammar.values import At, Name, No, Text
from engine.core.menu import is_numbers
from engine.core.moves import IllegalMove, Move, Plan
from engine.core.plans import Line
from engine.games.blood_rage import moves
from engine.games.blood_rage.data import AGES, BY_CODE, FJORDS, PICKS, PLACE
from engine.games.blood_rage.moves import ACTIONS
from engine.games.blood_rage.orders import fighting, plans
from engine.games.blood_rage.orders.grammar import GRAMMAR, Queued, ThenCard
from engine.games.blood_rage.orders.lexicon import LEXICON
from engine.games.blood_rage.orders.spoken import as_asked, in_turn, plain

_NOUNS = ("card", "figure", "place", "stat", "slot", "key", "word", "verb")
_OF_BATTLE = (moves.TideKeep, moves.KeepCards, moves.LeaderMove, moves.CallPass)
_PLACE = Name("place")
_NOTHING = {"call": "call pass", "late": "late none", "protect": "protect none", "prowess": "prowess none",
            "hammers": "hammers none"}  # fmt: skip
_OF_AGES = frozenset({"quest", "draft", "keep", "card"})
_ALONE = frozenset({"pass"})  # verbs that are a whole line


class RageNotation:
    """One line, one order; or, with `;`, an order and what is to be done in the battle that it begins."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`. Raises IllegalMove; `E_SYNTAX` when it is no order at all."""
        asked = desk.asked()
        lines = [as_asked(lines[0], asked.kind if asked is not None else ""), *lines[1:]]
        refusal = _refusal(lines[0], desk)
        if refusal:
            return self._read([refusal], desk)
        if len(parts := in_turn(lines[0])) > 1:
            return self._several(parts, lines[1:], desk)
        try:
            return self._read(lines, desk)
        except IllegalMove as why:
            if why.code != "E_SYNTAX" or why.below:
                raise
            return self._as_said(lines, desk, why)

    def _as_said(self, lines: Sequence[str], desk: Desk, why: IllegalMove) -> Order:
        """What is not written in the notation: in words, or a bare name as it stands in the list, where the question
        says what is done with it. Raises the refusal that tells most.
        """
        said = first_that_reads(_ways(lines[0], desk), lambda other: self._read([other, *lines[1:]], desk), why)
        if said is None and (said := _numbered(lines[0], desk)) is None:
            raise why
        return said

    def _several(self, parts: list[str], below: Sequence[str], desk: Desk) -> Order:
        """The orders of one line: a queue, or an order and what is left to be read behind it."""
        if not _begins(parts[0], "then"):
            order = self.read(parts[:1], desk)
            order.rest = "; ".join(parts[1:])
            return order
        more = len(parts) - 1
        try:
            order = self._queue([*parts, *below], desk)
        except IllegalMove as why:
            why.below = max(0, why.below - more)
            raise
        order.used = max(1, order.used - more)
        order.lines = tuple(tuple(max(0, at - more) for at in lines) for lines in order.lines)
        return order

    def _read(self, lines: Sequence[str], desk: Desk) -> Order:
        scope = _scope(lines[0], desk)
        if scope is not None:
            return Order(1, plans=self._of_battles(*scope, desk))
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
            verb = _leads_on(part)
            if isinstance(part, Queued):
                raise IllegalMove("E_SYNTAX", line=text, near="then")
            if number == 0 and (drafted := _drafted(part, desk)) is not None:
                part = drafted
            if isinstance(part, plans.Keeping):
                _check_keeping(desk)
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
        comes = any(word == "<" or LEXICON.find("link", word) == "from" for word in Text.of(text).tokens)
        if verb and comes and not GRAMMAR.knows(text):
            text = f"{verb} {text}"
        found: Move | Plan | Queued | ThenCard = GRAMMAR.read(text, desk)
        return found

    def _queue(self, lines: Sequence[str], desk: Desk) -> Order:
        """Consecutive `then` lines are one queue (P2); what follows `;` in one of them is for its battle (P3)."""
        queued: list[plans.QueueLine] = []
        more: list[Plan] = []
        for number, line in enumerate(lines):
            head, _, orders = line.partition(";")
            one = _queued(head, desk, number) if _begins(line, "then") else None
            if not isinstance(one, Queued):
                break
            queued.append(Line(guard=one.guard, choices=(one.move,)))
            if orders.strip():
                more += self._of_battles(_battle_of(one.move, orders.strip()), orders, desk)
        if len(queued) > plans.MOST_LINES:
            raise IllegalMove("E_QUEUE_LONG", most=plans.MOST_LINES)
        queue = plans.TurnQueue(lines=tuple(queued), age=desk.view.round, turn=desk.view.turns[desk.seat])
        return Order(len(queued), plans=(queue, *more), lines=(tuple(range(len(queued))), *[()] * len(more)))

    def _of_battles(self, place: str, orders: str, desk: Desk) -> tuple[Plan, ...]:
        """Battle orders for a province, or (empty) for any battle of this Age."""
        found: list[Plan] = []
        verb = ""
        for text in filter(None, (part.strip() for part in orders.split(";"))):
            part = self._part(text, desk, verb)
            verb = _leads_on(part)
            if isinstance(part, ThenCard):
                _add_card(found, part.card, desk)
            else:
                _add(found, _of_battle(part, text, desk))
        if not found:
            raise IllegalMove("E_SYNTAX", line=orders, near="")
        return tuple(fighting.scoped(plan, place, desk.view.round) for plan in found)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """One line that `read` turns into this move again."""
        return GRAMMAR.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """One line (of a queue: several) that `read` turns into this plan again."""
        if isinstance(plan, plans.TurnQueue):
            return "\n".join(
                GRAMMAR.write(Queued(guard=one.guard, move=one.choices[0]), language) for one in plan.lines
            )
        if isinstance(plan, fighting.OfBattle) and plan.scope:
            return of_battles(plan.place, self.write_plan(fighting.unscoped(plan), language), language)
        return GRAMMAR.write(plan.move if isinstance(plan, fighting.Prepared) else plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """A verb with something of the game near by."""
        words = Text.of(fold(line)).tokens
        verb = LEXICON.find("verb", words[0]) if words else None
        if verb is None:
            return False
        if len(words) == 1:
            return verb in _ALONE
        if verb == "battle":  # of which people write a lot: `battle GIM`, `battle any`
            return LEXICON.find("place", words[1]) is not None or LEXICON.find("key", words[1]) == fighting.ANY
        near = [form for word in words[1:4] for form in (word, word.rstrip("0123456789"))]
        return any(LEXICON.find(noun, word) is not None for word in near if word for noun in _NOUNS)


def _queued(line: str, desk: Desk, number: int) -> object:
    """What a line of a queue says, the `number`th. Raises IllegalMove."""
    try:
        return as_said(line, plain, lambda said: GRAMMAR.read(said, desk))
    except IllegalMove as why:
        why.below = number
        raise


def _ways(line: str, desk: Desk) -> Iterator[str]:
    """What a line may mean that is not in the notation."""
    said = plain(line)
    if said != line:
        yield said
    asked = desk.answerable()
    if asked is not None:
        yield plain(f"{'invade' if asked.kind == 'action' else asked.kind} {said}")
    verb, _, card = said.partition(" ")
    if card and LEXICON.find("verb", verb) in _OF_AGES:  # a quest of this Age by its name alone
        yield f"{said} {desk.view.round}"


def _numbered(line: str, desk: Desk) -> Order | None:
    """`draft 1 2`: the verb of what is asked, and numbers of its list."""
    asked, (verb, _, numbers) = desk.asked(), line.partition(" ")
    if asked is None or LEXICON.find("verb", verb) != asked.kind or not is_numbers(numbers):
        return None
    moves = desk.menus(asked).read(numbers)
    return Order(1, moves) if moves else None


def _refusal(line: str, desk: Desk) -> str:
    """The order that `no`, `none` or `pass` means where the open question can be answered so; empty for any other line.

    At a call that is one opportunity, as its list has it: `call none`, for the whole battle, is said with its verb.
    """
    asked = desk.asked()
    if asked is None or not line.isalpha():
        return ""
    said = {LEXICON.find(kind, line) for kind in ("word", "key", "verb")}
    return _NOTHING.get(asked.kind, "") if said & {"no", "none", "pass"} else ""


def _leads_on(part: object) -> str:
    """The verb that the next part may leave out."""
    return "call" if isinstance(part, fighting.CallPlan | moves.CallMove | moves.CallPass) else ""


def _begins(line: str, verb: str) -> bool:
    return LEXICON.find("verb", Text.of(line).peek() or " ") == verb


def _scope(line: str, desk: Desk) -> tuple[str, str] | None:
    """Of `battle GIM: card TY5` the province, empty for `battle any:`, and the orders; None for any other line."""
    if not _begins(line, "battle"):
        return None
    text = Text.of(line)
    text.at = 1
    if LEXICON.find("key", text.peek() or " ") == fighting.ANY:
        place, text.at = "", 2
    else:
        try:
            place = _PLACE.read(text, At(LEXICON))
        except No:
            raise IllegalMove("E_SYNTAX", line=line, near=text.near) from None
        _check_province(place, desk)
    text.at += text.peek() == ":"
    return place, " ".join(text.tokens[text.at :])


def _check_province(place: str, desk: Desk) -> None:
    """Raises IllegalMove E_NO_PROVINCE, E_DESTROYED."""
    if PLACE[place] in FJORDS:
        raise IllegalMove("E_NO_PROVINCE", place=place)
    if desk.view.provinces[PLACE[place]].destroyed:
        raise IllegalMove("E_DESTROYED", place=place)


def _battle_of(move: Move, orders: str) -> str:
    """The province whose battle an action begins. Raises IllegalMove E_NO_BATTLE for one that begins none."""
    if isinstance(move, moves.Pillage | moves.Repillage):
        return move.province
    if isinstance(move, moves.Invade | moves.ValhallaInvade | moves.Upgrade) and move.pillage and move.to:
        return move.to
    raise IllegalMove("E_NO_BATTLE", line=orders)


def _of_battle(part: Move | Plan | Queued, text: str, desk: Desk) -> fighting.OfBattle:
    """What can be ordered for battles to come. Raises IllegalMove E_EVERY_BATTLE, E_SYNTAX."""
    if isinstance(part, fighting.CallNever | moves.CallPass):
        return fighting.CallPlan(battle=fighting.next_battle(desk))
    plan = part if isinstance(part, Plan) else prepared(part, desk) if isinstance(part, Move) else None
    if isinstance(plan, fighting.OfBattle) and plan.battle:
        return plan
    if isinstance(plan, fighting.Prepared | fighting.CallNever | plans.Saving | plans.Preference):
        raise IllegalMove("E_EVERY_BATTLE", line=text)
    raise IllegalMove("E_SYNTAX", line=text, near=text.partition(" ")[0])


def _check_keeping(desk: Desk) -> None:
    """Raises IllegalMove E_NOTHING_KEPT."""
    if desk.view.round == AGES:
        raise IllegalMove("E_NOTHING_KEPT")


def of_battles(place: str, orders: str, language: str) -> str:
    """Orders for the next battle in a province, or (empty) for any, as one line."""
    at = place or LEXICON.say("key", fighting.ANY, language)
    return f"{LEXICON.say('verb', 'battle', language)} {at}: {orders}"


def _asked(move: Move, desk: Desk) -> bool:
    """Whether this answers an open question of the seat."""
    kinds = {"call_pass": "call", "late_pass": "late"}
    return any(one.kind == kinds.get(move.kind, move.kind) for one in desk.decisions)


def _drafted(part: object, desk: Desk) -> Move | None:
    """`keep TY5`, or `card TY5`, where a draft asks which card of the pack one keeps, and that is one of it."""
    cards: tuple[str, ...] = part.cards if isinstance(part, plans.Keeping) else ()
    if isinstance(part, moves.KeepCard | moves.BattleCard):
        cards = (part.card,)
    battle = isinstance(part, moves.BattleCard)
    drafts = any(one.kind == "draft" and (one.waits or not battle) for one in desk.decisions)
    if not drafts or len(cards) != PICKS[len(desk.view.clans)] or any(card not in desk.view.pack for card in cards):
        return None
    return moves.DraftPick(cards=cards)


def _check_turn(move: Move, desk: Desk) -> None:
    """Raises IllegalMove E_TURN for an action in another clan's turn: it can be queued (P2)."""
    view = desk.view
    if isinstance(move, ACTIONS) and not desk.decisions and view.stage in ("action", "battle"):
        raise IllegalMove("E_TURN", who=view.turn)


def prepared(move: Move, desk: Desk) -> Plan | None:
    """An answer before its question, as a plan; None for what cannot be said beforehand."""
    battle = fighting.next_battle(desk)
    if isinstance(move, moves.BattleCard):
        return fighting.CardPlan(cards=(move.card,), battle=battle)
    if isinstance(move, moves.LatePass):
        return fighting.LatePlan(battle=battle)
    if isinstance(move, moves.LateCard):
        if not BY_CODE[move.card].is_late:
            raise IllegalMove("E_NOT_LATE", card=move.card)
        return fighting.LatePlan(cards=(move.card,), when="always", battle=battle)
    if isinstance(move, moves.CallMove):
        return fighting.CallPlan(entries=(fighting.Entry(figure=move.figure, source=move.source),), battle=battle)
    if isinstance(move, moves.Protect):
        return plans.Saving(figures=move.figures)
    if isinstance(move, _OF_BATTLE):
        return fighting.Prepared(move=move, battle=battle)
    if isinstance(move, moves.KeepCard):
        _check_keeping(desk)
        return plans.Keeping(cards=(move.card,), age=desk.view.round)
    if isinstance(move, moves.Volur | moves.Blessing):
        return fighting.Prepared(move=move)
    return None


def _add(found: list[Plan], plan: Plan) -> None:
    """One more plan; further entries join the call plan before them. Raises IllegalMove E_TWICE."""
    last = found[-1] if found else None
    if isinstance(plan, fighting.CallPlan) and isinstance(last, fighting.CallPlan):
        found[-1] = last.model_copy(update={"entries": last.entries + plan.entries})
        return
    if any(type(one) is type(plan) and one.topic == plan.topic for one in found if isinstance(one, fighting.OfBattle)):
        raise IllegalMove("E_TWICE")
    found.append(plan)


def _add_card(found: list[Plan], card: str, desk: Desk) -> None:
    """`then card Z` goes on from the card before it, or stands for the next round alone."""
    for number, plan in enumerate(found):
        if isinstance(plan, fighting.CardPlan):
            found[number] = plan.model_copy(update={"cards": (*plan.cards, card)})
            return
    found.append(fighting.CardPlan(cards=(card,), battle=fighting.next_battle(desk)))
