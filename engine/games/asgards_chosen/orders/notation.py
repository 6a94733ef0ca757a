"""Text to orders and back: a line is a move; a list of cards in a battle is one card after the other (P3, P8).

What is written before its question comes is an order for later: a sheet, a policy, a ranked answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Order
from engine.core.grammar.sounding import Sounding
from engine.core.grammar.values import Text
from engine.core.grammar.verbs import Grammar
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, SLOTS
from engine.games.asgards_chosen.orders.asked import as_asked
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.hinting import language_of, meant
from engine.games.asgards_chosen.orders.lexicon import LEXICON
from engine.games.asgards_chosen.orders.lines import CAMPAIGN, LISTED, STEPS, kind_of, orders_of, tidied, verb_of
from engine.games.asgards_chosen.orders.plans import battles, following, market
from engine.games.asgards_chosen.orders.plans.possible import check
from engine.games.asgards_chosen.orders.plans.sheets import Ahead, NoAppeasing, Paused, ahead, phase_of
from engine.games.asgards_chosen.orders.plans.starting import ItemRank
from engine.games.asgards_chosen.orders.plans.trial import EVERY, Goal, Trial
from engine.games.asgards_chosen.orders.standing import LISTS, AttackOrder, Led, LedCharm, LedGod, NoneOf

_IF_MET = re.compile(r"\s+(?:if met|если можно)$")
_THEN_ASK = re.compile(r"[\s;]+(?:then ask|потом спросить)$")
_NUMBERED = re.compile(r"\S+ ([0-9]{1,3}(?:\.[0-9]{1,3})?(?:[ ,;]+[0-9]{1,3}(?:\.[0-9]{1,3})?)*)((?: .*)?)")
_FOUGHT = (m.Played, m.Use, m.Enough, m.Decline, m.StandUp, m.No, m.Block, m.Late, m.Shift, m.Retreat, m.Target)
_NEXT = (
    battles.StandPolicy, battles.RetreatPolicy, battles.ShiftPolicy, battles.BlockPolicy, battles.LatePolicy,
    battles.TargetPolicy,
)  # fmt: skip
_NOTHING: dict[str, Move] = {  # what `no` and `none` answer; in an attack `no` could mean two things
    "god": m.Done(), "charm": m.Done(), "campaign": m.PassTurn(), "after": m.Done(), "defend": m.Enough(),
    "berserk": m.Enough(), "late": m.No(), "interrupt": m.No(), "stand": m.No(), "muster": m.PassTurn(),
    "add": m.AddPay(), "event": m.EventChoice(), "renew": m.Renew(), "choose": m.Choose(),
}  # fmt: skip
# Where `pass` alone answers so too; not where it may stand below an attack or a muster, for the turn after that.
_PASSED = ("god", "charm", "defend", "interrupt", "stand")
LIST = Grammar(LEXICON, "verb", LISTS)
_SOUNDING = Sounding(LEXICON, {"verb": ()})


class ChosenNotation:
    """See `contract.Notation`. `play Troll; Fairies[]` plays both and ends the step, unless it ends in `then ask`."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order at `lines[0]`: a move, a plan, or both; orders for later with those that stand below them.

        Raises IllegalMove.
        """
        orders = list(orders_of(lines, desk))
        _, used, line = orders[0]
        first = self._first(line, desk)
        if _passes_now(first, [below for _, _, below in orders[1:]], desk):
            first = Order(1, moves=(_NOTHING[kind_of(desk)],))
        asked = desk.asked()
        market_sheet = asked is not None and asked.kind == "muster" and _musters(first)
        if first.rest:
            return first
        found = {0: first}
        for at, end, line in orders[1:]:
            if not line or line.startswith("#"):
                continue
            try:
                more = _one(line, desk)
            except IllegalMove:
                break
            if not (_below(more, first) or (market_sheet and _musters(more))):
                break
            found[at] = more
            used = end
        return _market(found, used, desk) if market_sheet else _together(found, used)

    def _first(self, line: str, desk: Desk) -> Order:
        """What a line says, or the refusal that says what it may have been meant as. Raises IllegalMove E_MEANT."""
        try:
            return _one(line, desk)
        except IllegalMove as why:
            right = meant(line, desk) if why.code == "E_SYNTAX" else ""
            if not right:
                raise
            raise IllegalMove("E_MEANT", line=line, right=right) from None

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """See `Notation.write`."""
        return GRAMMAR.write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """See `Notation.write_plan`; of a list that is being played, what is left of it; of a choice, its cards."""
        if isinstance(plan, battles.Running):
            most = plan.most if plan.most < len(plan.cards) else battles.MOST
            left = battles.Playing(cards=plan.cards, goal=plan.said_goal, most=most, then_ask=not plan.ends)
            return LIST.write(left, language)
        if isinstance(plan, following.FollowUp):
            plan = plan.model_copy(update={"why": "", "ground": ""})
        elif isinstance(plan, market.Sleep):
            plan = plan.model_copy(update={"seen": ()})
        if isinstance(plan, Ahead):
            return _sheet_line(plan, language)
        if isinstance(plan, Paused):
            return _word("then", language) + " " + _word("ask", language)
        return GRAMMAR.write(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line begins with a verb, with something of the game near it."""
        return _SOUNDING.is_heard(line)


def _passes_now(order: Order, below: Sequence[str], desk: Desk) -> bool:
    """Whether a `pass` for a turn to come is meant for what is asked: the mail says nothing else of the campaign."""
    later = len(order.plans) == 1 and isinstance(one := order.plans[0], Ahead) and one.move == m.PassTurn()
    return later and kind_of(desk) in _PASSED and not any(verb_of(line) in CAMPAIGN for line in below)


def _below(more: Order, first: Order) -> bool:
    """Whether a line is plans alone, beside an answer or the same answer again: `pass` and `muster none`.

    Below an answer in a battle it may be the answer to what is asked next: `standup Nixie`, then `retreat T2`.
    """
    if first.moves and isinstance(first.moves[0], _FOUGHT) and any(isinstance(one, _NEXT) for one in more.plans):
        return False
    return bool(more.plans) and not more.rest and (not more.moves or more.moves == first.moves)


def _together(found: Mapping[int, Order], used: int) -> Order:
    """An answer and plans, or plans alone, which are filed first; equal ones are told apart by their place."""
    plans: list[Plan] = []
    places: list[tuple[int, ...]] = []
    for line, order in found.items():
        for plan in order.plans:
            equal = sum(isinstance(one, Ahead) and isinstance(plan, Ahead) and one.move == plan.move for one in plans)
            plans.append(plan.model_copy(update={"place": equal}) if equal else plan)
            places.append(() if order.moves else (line,))
    lines = [one for one in plans if isinstance(one, Ahead) and isinstance(one.move, m.Muster)]
    if lines and not any(isinstance(one, market.Musters) for one in plans):
        plans += _limits(market.Musters(most=len(lines), round=lines[0].round), plans)
        places += [()] * (len(plans) - len(places))
    return Order(used, moves=found[0].moves, plans=tuple(plans), lines=tuple(places))


def _one(line: str, desk: Desk) -> Order:
    """What one line says."""
    line = tidied(line)
    verb = verb_of(line)
    if (asked := as_asked(line, desk)) != line:
        with suppress(IllegalMove):  # else it is what it says elsewhere, and is refused as that
            return _one(asked, desk)
    if verb in LISTED:
        return _list(line, verb, desk)
    if verb == "tile" and ";" in line:
        line, _, rest = line.partition(";")
        return Order(1, moves=_order(GRAMMAR.read(line, desk), desk).moves, rest=rest.strip())
    then_ask = verb in ("god", "charm", "muster") and _THEN_ASK.search(line) is not None
    if verb == "appease" and _IF_MET.search(line):
        return _if_met(GRAMMAR.read(_IF_MET.sub("", line), desk), desk)
    bare = _THEN_ASK.sub("", line) if then_ask else line
    said = GRAMMAR.read(bare, desk)
    if isinstance(said, m.EventChoice):
        _check_event(said, bare)
    if isinstance(said, m.Done) and kind_of(desk) in ("campaign", "muster"):  # below an attack, say: it is asked back
        raise IllegalMove("E_MEANT", line=bare, right=GRAMMAR.write(m.PassTurn(), language_of(bare)))
    return _order(said, desk, then_ask=then_ask)


def _check_event(said: m.EventChoice, line: str) -> None:
    """The first card says what is meant. Raises IllegalMove for a god that is sacrificed, another that is taken."""
    word = Text.of(line).tokens[1:2]
    for card in said.cards[:1]:
        if DESIGNS[card].sort == "god":
            if any(one in LEXICON.words("key", "sac") for one in word):
                raise IllegalMove("E_GOD_CARD_PROTECTED", card=card)
        elif any(one in LEXICON.words("key", "take") for one in word):
            raise IllegalMove("E_NOT_OFFERED", card=card)


def _if_met(move: Move, desk: Desk) -> Order:
    """`appease Thor if met`: now, or whenever what the god asks for comes true in this phase."""
    asked, phase = desk.asked(), phase_of(move)
    if asked is not None and asked.kind in (phase, "after") and not _can(move, desk):
        waits = {"phase": phase, "round": desk.view.round, "move": move, "met": True}
        return Order(1, plans=(Ahead.model_validate(waits),))
    return _now_or_later(move, desk, met=True)


# --- Lists of cards ---------------


def _list(line: str, verb: str, desk: Desk) -> Order:
    """The first card is a move; the others, and the end of the step, are a plan, which outlasts what comes between."""
    playing: battles.Playing = LIST.read(_in_words(line, verb, desk).rstrip(" ;"), desk)
    asked = desk.asked()
    if verb == "berserk" and asked is not None and asked.kind in ("attack", "defend"):
        raise IllegalMove("E_NO_BERSERK")  # not now: played as if it were, they would lie open before the defence
    step = asked.kind if asked is not None and asked.kind in STEPS else "berserk" if verb == "berserk" else "attack"
    if asked is not None and asked.kind in STEPS and (_wants_goal(playing) or not playing.cards):
        return _judged(playing, desk, step)
    if not playing.cards:
        raise IllegalMove("E_SYNTAX", line=line, near="")
    first = playing.cards[0]
    if asked is not None and asked.kind in STEPS:
        first = Trial.of(desk, step).settled(first)
    running = battles.Running(
        step=step, where=battles.place_of(desk), cards=playing.cards[1:], goal=Goal(until="all"),
        ends=not playing.then_ask,
    )  # fmt: skip
    plans = (*battles.follow_up(first, desk), running)
    return Order(1, moves=(first.move(step),), plans=plans)


def _in_words(line: str, verb: str, desk: Desk) -> str:
    """`play 4 1 7`: lines of the open question's list (P8), as cards. Raises IllegalMove for a number that is none."""
    numbered, asked = _NUMBERED.fullmatch(line), desk.asked()
    if numbered is None or asked is None or asked.kind not in STEPS:
        return line
    menu, cards = desk.menus(asked), list[str]()
    for number in re.split("[ ,;]+", numbered[1]):
        move = menu.pick(number)
        if not isinstance(move, m.Played | m.Use):
            raise menu.wrong(number)
        written = GRAMMAR.write(move, "en")
        cards.append(written if isinstance(move, m.Use) else written.partition(" ")[2])
    return f"{LEXICON.say('verb', verb, 'en')} {'; '.join(cards)}{numbered[2]}"


def _wants_goal(playing: battles.Playing) -> bool:
    """Whether it is to be judged before a card is played."""
    every = any(one.card == EVERY for one in playing.cards)
    return every or playing.goal.until != "all" or playing.most < len(playing.cards)


def _judged(playing: battles.Playing, desk: Desk, step: str) -> Order:
    """A list with a goal, as an answer: what it comes to now. Raises IllegalMove E_SHORT where it wants to be asked."""
    kept = frozenset(card for one in desk.standing if isinstance(one, battles.Keep) for card in one.cards)
    for move, left in battles.carried_out(playing, desk, step, kept, None):
        return Order(1, moves=(move,), plans=left if isinstance(left, tuple) else () if left is None else (left,))
    raise IllegalMove("E_SHORT")


# --- Orders ---------------


def _order(said: Any, desk: Desk, *, then_ask: bool = False) -> Order:
    """A move, a plan, or an order for later."""
    if isinstance(said, NoneOf):
        return _now_or_later(m.Done(), desk, phase=said.phase)
    if isinstance(said, AttackOrder):
        if (battle := said.plan(desk)) is not None:
            check(battle, desk)
        return _now_or_later(said.move, desk, battle=battle)
    if isinstance(said, Led):
        return _now_or_later(said.move, desk, follow=said.follow_up(desk), then_ask=then_ask)
    if isinstance(said, m.PlayGod) and said.god == "loki" and said.card is not None:
        led = LedGod(card="loki", on=said.on, keep=(said.card,))
        return _order(led, desk, then_ask=then_ask)
    if isinstance(said, m.PlayCharm) and said.card is not None and said.item in ("aarni", "ljodatal", "skidbladnir"):
        return _order(LedCharm.model_validate({"card": said.item, "keep": (said.card,)}), desk, then_ask=then_ask)
    if isinstance(said, Plan):
        return _planned(said, desk)
    kind = kind_of(desk)
    if isinstance(said, m.No | m.Enough) or (kind == "late" and said == m.PassTurn()):
        return Order(1, moves=(_NOTHING.get(kind, said),))
    later = LATER.get(type(said))
    if later is not None and kind != later[0]:
        plan = later[1](said, desk.view.round)
        check(plan, desk)
        return Order(1, plans=(plan,))
    if isinstance(said, m.Renew):
        said = m.Renew(cards=following.held_still(said.cards, desk)) if _selects(said) and kind == "renew" else said
    return _now_or_later(said, desk, then_ask=then_ask)


def _selects(said: m.Renew) -> bool:
    return bool({"all", "gods"} & set(said.cards))


def _now_or_later(move: Any, desk: Desk, phase: Any = None, **more: Any) -> Order:
    """The move, with what goes with it, or the order for when its question comes."""
    if (later := ahead(move, desk, phase, **more)) is not None:
        return Order(1, plans=(later,))
    pause = None
    if more.get("then_ask") and (own := phase or phase_of(move)) is not None and own != "muster":
        pause = Paused(round=desk.view.round, phase=own)
    plans = (more.get("battle"), more.get("follow"), pause)
    return Order(1, moves=(move,), plans=tuple(one for one in plans if one is not None))


def _planned(plan: Plan, desk: Desk) -> Order:
    """A plan; where its question is open already, what it says now. Raises IllegalMove for one that is of no use."""
    check(plan, desk)
    asked = desk.asked()
    if isinstance(plan, following.FollowUp) and asked is not None and asked.kind == "choose":
        return Order(1, moves=(m.Choose(cards=following.chosen(plan.choices, desk, asked)),))
    if isinstance(plan, NoAppeasing) and asked is not None and asked.kind == "after":
        return Order(1, moves=(m.Done(),), plans=(plan,))
    if isinstance(plan, market.Musters | market.Sleep) and asked is not None and asked.kind == "muster":
        stops = isinstance(plan, market.Sleep) or plan.most == 0
        return Order(1, moves=(m.PassTurn(),) if stops else (), plans=(plan,))
    return Order(1, plans=(plan,))


LATER: dict[type[Any], tuple[str, Callable[[Any, int], Plan]]] = {
    # the question that a move answers, and what it is before that comes
    m.PickItem: ("item", lambda it, _: ItemRank(choices=(it,))),
    m.Retreat: ("retreat", lambda it, _: battles.RetreatPolicy(choices=(it,))),
    m.Shift: ("shift", lambda it, _: battles.ShiftPolicy(choices=(it,))),
    m.Target: ("target", lambda it, _: battles.TargetPolicy(choices=(it,))),
    m.StandUp: ("stand", lambda it, _: battles.StandPolicy(choices=(it,))),
    m.Block: ("interrupt", lambda it, _: battles.BlockPolicy(item=it.item)),
    m.Late: ("late", lambda it, _: battles.LatePolicy(card=it.card)),
    m.EventChoice: ("event", following.event_plan),
    m.Drop: ("drop", lambda it, round_: following.DropPlan(cards=it.cards, round=round_)),
    m.Choose: ("choose", lambda it, round_: following.FollowUp(choices=it.cards, round=round_)),
    m.AddPay: ("add", lambda it, round_: following.AddPlan(cards=tuple(one.card for one in it.pay), round=round_)),
}


# --- Market sheets (P7) ---------------


def _musters(order: Order) -> bool:
    """Whether a line belongs to a market sheet."""
    limits = any(isinstance(one, market.Musters) for one in order.plans)
    return limits or (bool(order.moves) and all(isinstance(one, m.Muster | m.Ring) for one in order.moves))


def _market(found: Mapping[int, Order], used: int, desk: Desk) -> Order:
    """Lines in order of preference: the first that can be done is done, the others wait for one's next turns."""
    lines = {at: move for at, one in found.items() for move in one.moves if isinstance(move, m.Muster | m.Ring)}
    others = [(plan, at) for at, one in found.items() for plan in one.plans]
    sheet = any(isinstance(one, market.Musters | market.Sleep | following.EventPlan | Ahead) for one, _ in others)
    if not lines or (len(lines) == 1 and not sheet):
        return _together(found, used)
    count = sum(isinstance(one, m.Muster) for one in lines.values())
    most = next((one.most for one, _ in others if isinstance(one, market.Musters)), count)
    now = next((at for at, one in lines.items() if _can(one, desk)), min(lines))
    first, round_ = lines.pop(now), desk.view.round
    waiting = [(Ahead(phase="muster", round=round_, move=one, card=_lies(one, desk)), at) for at, one in lines.items()]
    limit = market.Musters(most=max(0, most - isinstance(first, m.Muster)), round=round_)
    others = [(plan, at) for plan, at in others if not isinstance(plan, market.Musters)]
    filed = [*waiting, *others, *((one, -1) for one in _limits(limit, [plan for plan, _ in others]))]
    places = tuple(() if at in {now, -1} else (at,) for _, at in filed)
    return Order(used, moves=(first,), plans=tuple(plan for plan, _ in filed), lines=places)


def _limits(limit: market.Musters, others: Sequence[Plan]) -> tuple[market.Musters, ...]:
    """Who sleeps until a card comes wants to be asked then; who does not is done when the lines are."""
    return () if any(isinstance(one, market.Sleep) for one in others) else (limit,)


def _lies(move: m.Muster | m.Ring, desk: Desk) -> str:
    named = move.slot if isinstance(move, m.Muster) else ""
    return next((name for slot, name in zip(SLOTS, desk.view.tisch, strict=True) if slot == named), "")


def _can(move: Move, desk: Desk) -> bool:
    """Whether it is legal now."""
    world = desk.imagine(SeededChance(b"market"))
    try:
        world.play(desk.seat, move, SeededChance(b"market"))
    except IllegalMove:
        return False
    return True


# --- Writing ---------------


def _sheet_line(plan: Ahead, language: str) -> str:
    """The order as it was written, with what is planned for its battle and for what it shows."""
    move, also = plan.move, [_word("then", language), _word("ask", language)] if plan.then_ask else []
    if plan.met:
        also = [_word("if", language), _word("met", language)]
    if isinstance(move, m.Done):
        said: Any = NoneOf(phase="charm" if plan.phase == "charm" else "god")
    elif isinstance(move, m.PlayGod) and plan.follow is not None:
        said = LedGod.model_validate({"card": move.god, "on": move.on, "keep": plan.follow.choices})
    elif isinstance(move, m.PlayCharm) and plan.follow is not None:
        said = LedCharm.model_validate({"card": move.item, "keep": plan.follow.choices})
    elif isinstance(move, m.Attack) and plan.battle is not None:
        battle = plan.battle
        given = move.model_dump(exclude={"kind"})
        said = AttackOrder(**given, playing=battle.playing, berserk=battle.berserk, stop=battle.stop)
    else:
        said = move
    return " ".join([GRAMMAR.write(said, language), *also])


def _word(word: str, language: str) -> str:
    return LEXICON.say("key", word, language)
