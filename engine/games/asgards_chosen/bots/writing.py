"""What a good player writes beside an answer, so as to be asked but twice a round: the sheets of the day (P7).

What would be answered later in the round is tried out in a world that might be the true one, in which others do what
plain sense tells them. Only cards that are in the hand now are named.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.core.bots import asked, own_chance
from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined, Notation
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.mustering import spare
from engine.games.asgards_chosen.bots.outlook import Outlook, land_value
from engine.games.asgards_chosen.data import CARDS, DESIGNS, KIND, NAME, SLOT, SORT, TERRITORIES, TOWN
from engine.games.asgards_chosen.orders.plans import battles as plans
from engine.games.asgards_chosen.orders.plans.following import DropPlan, EventPlan, FollowUp
from engine.games.asgards_chosen.orders.plans.market import Musters
from engine.games.asgards_chosen.orders.plans.sheets import Ahead, NoAppeasing, Phase, phase_of
from engine.games.asgards_chosen.orders.plans.starting import AutoTiles
from engine.games.asgards_chosen.orders.plans.trial import EVERY, Goal, Listed
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View

Answer: TypeAlias = Callable[[Imagined, Decision, random.Random], Move]
FAR = 80  # answers that are imagined
LINES = 6  # of a market sheet
DAY = ("god", "charm", "after", "campaign")
_LEADS = frozenset({"odin", "loki", "aarni", "ljodatal", "skidbladnir"})  # whose cards are seen before one chooses
_ALL = plans.Playing(cards=(Listed(card=EVERY),), goal=Goal(until="win"), short="none")


def letter(
    desk: Desk[View], move: Move, world: Imagined, answer: Answer, notation: Notation, language: str
) -> list[str]:
    """The lines that go with `move`: what it begins, the rest of the day or of the market, and what holds always.

    `world`: one that the seat cannot tell from the true one.
    """
    rng = random.Random(repr(move))  # noqa: S311  what is imagined for a letter, not the game's chance
    kind, round_ = asked(desk).kind, desk.view.round
    phase = phase_of(move) if kind in DAY else None
    lines = [notation.write(move, language, desk)]
    if phase is not None:
        first = Ahead.model_validate({"phase": phase, "round": round_, "move": move})
        lines = [_line(first, desk, notation, language)]
    after = _after(world, desk, move)
    later: list[Plan] = []
    if kind in ("tile", "town"):
        later.append(AutoTiles())
    elif kind in DAY and after is not None:
        later += [*_day(after, desk, answer, rng), *_standing(desk, world.state)]
    elif kind == "muster" and after is not None:
        later += _market(move, after, desk, answer, rng)
    elif kind == "hero" and after is not None:
        later += _orders(after, desk, answer, rng, ("hero",))
    fresh = [one for one in later if one not in desk.standing]
    if kind == "muster" and isinstance(move, m.PassTurn):
        lines = []  # what follows says so
    return [*lines, *(_line(one, desk, notation, language) for one in fresh)]


def _line(plan: Plan, desk: Desk[View], notation: Notation, language: str) -> str:
    """A line of the sheet, with what is to be done in its battle and with the cards that it shows."""
    if isinstance(plan, Ahead):
        plan = plan.model_copy(update={"battle": _battle(plan.move, desk), "follow": _follow_up(plan.move, desk)})
    return notation.write_plan(plan, language)


def _battle(move: Move, desk: Desk[View]) -> plans.AttackPlan | None:
    """Against militia alone: enough to win, or nothing at all. Against players: none before they have played."""
    if not isinstance(move, m.Attack):
        return None
    view = desk.view
    there = next(one for one in view.territories if one.name == move.ground)
    others = [seat for seat, one in enumerate(view.players) if one.side == there.side and seat != desk.seat]
    answered = any(view.players[seat].hand for seat in others)
    playing = plans.Playing(cards=()) if answered else _ALL.model_copy(update={"short": "decline"})
    return plans.AttackPlan(ground=move.ground, round=view.round, turn=view.turn, playing=playing, berserk=_ALL)


def _follow_up(move: Move, desk: Desk[View]) -> FollowUp | None:
    name = move.god if isinstance(move, m.PlayGod) else move.item if isinstance(move, m.PlayCharm) else ""
    if name not in _LEADS:
        return None
    best = name in ("odin", "loki")
    return FollowUp(why=name, choices=("best" if best else "worst",), round=desk.view.round)


# --- Later in the round ---------------


def _after(world: Imagined, desk: Desk[View], move: Move) -> Imagined | None:
    """The world once `move` is made; None where it cannot be made in it."""
    after = world.copy()
    try:
        after.play(desk.seat, move, SeededChance(b"imagined"))
    except IllegalMove:
        return None
    return after


def _orders(
    world: Imagined, desk: Desk[View], answer: Answer, rng: random.Random, kinds: tuple[str, ...]
) -> Iterator[Ahead]:
    """What the seat would order until it is asked something else."""
    seat, round_ = desk.seat, desk.view.round
    last = "muster" if kinds == DAY else "god"
    for _ in range(FAR):
        decision = world.next()
        if decision is None or world.state.round > max(round_, 1) or (decision.seat == seat and decision.kind == last):
            return
        move = answer(world, decision, rng)
        if decision.seat == seat and decision.kind in kinds and not isinstance(move, m.Done) and _known(move, desk):
            phase: Phase = phase_of(move) or "god"
            if isinstance(move, m.PlaceHero):
                move = _without_luck(move, world.state, desk)
            yield Ahead.model_validate({"phase": phase, "round": round_, "move": move})
        world.play(decision.seat, move, own_chance(rng))


def _without_luck(move: m.PlaceHero, state: State, desk: Desk[View]) -> m.PlaceHero:
    """A card that only came to the Tisch in what was imagined is not taken."""
    at = -1 if move.take is None else SLOT[move.take]
    same = at >= 0 and desk.view.tisch[at] == NAME[state.tisch[at]]
    return move if same else move.model_copy(update={"take": None})


def _known(move: Move, desk: Desk[View]) -> bool:
    """Whether the cards that a move names are in the hand now."""
    left = list(desk.view.players[desk.seat].hand)
    named: list[str] = []
    if isinstance(move, m.Appease):
        named = [move.god, *move.cards, *(gift.card for gift in move.gifts)]
    elif isinstance(move, m.PlayGod):
        named = [move.god] if move.god != "baldr" else [move.god, move.card or ""]
    elif isinstance(move, m.PlayCharm):
        named = [move.item]
    elif isinstance(move, m.Muster):
        named = [one.card for one in move.pay]
    for name in named:
        if name not in left:
            return False
        left.remove(name)
    return True


def _day(world: Imagined, desk: Desk[View], answer: Answer, rng: random.Random) -> list[Plan]:
    """The rest of the morning, and the evening. Who has no more to do there passes."""
    found: list[Plan] = []
    for one in _orders(world, desk, answer, rng, DAY):
        equal = sum(isinstance(other, Ahead) and other.move == one.move for other in found)
        found.append(one.model_copy(update={"place": equal}) if equal else one)
    look = Outlook(world.state, desk.seat)
    said = {one.move.god for one in found if isinstance(one, Ahead) and isinstance(one.move, m.Appease)}
    met = [
        Ahead(phase="campaign", round=desk.view.round, move=m.Appease(god=god))
        for god in desk.view.players[desk.seat].hand
        if god in look.open and god not in said and DESIGNS[god].appease["phase"] == "campaign"
    ]
    return [*found, *met, NoAppeasing(round=desk.view.round)]


def _market(move: Move, world: Imagined, desk: Desk[View], answer: Answer, rng: random.Random) -> list[Plan]:
    """What would be mustered if others passed; what is discarded then, and given up for events."""
    round_, found = desk.view.round, list[Plan]()
    for _ in range(FAR):
        decision = world.next()
        if decision is None or world.state.round != round_ or world.state.stage != "muster":
            break
        quiet = decision.seat != desk.seat and decision.kind == "muster"
        answered = m.PassTurn() if quiet else answer(world, decision, rng)
        mine = decision.seat == desk.seat and isinstance(answered, m.Muster | m.Ring)
        if mine and _known(answered, desk) and len(found) < LINES:
            card = world.state.tisch[_slot(answered)] if isinstance(answered, m.Muster) else -1
            found.append(_muster_line(answered, card, round_))
        world.play(decision.seat, answered, own_chance(rng))
    none: list[Plan] = [] if found else [Musters(most=0, round=round_)]
    return [*found, *none, *_evening(desk, world.state)]


def _slot(move: m.Muster) -> int:
    return SLOT[move.slot]


def _muster_line(move: Move, card: int, round_: int) -> Ahead:
    return Ahead.model_validate(
        {"phase": "muster", "round": round_, "move": move, "card": NAME[card] if card >= 0 else ""}
    )


def _evening(desk: Desk[View], state: State) -> Iterator[Plan]:
    """Renewal and events."""
    look, round_ = Outlook(state, desk.seat), desk.view.round
    hand = sorted(look.hand, key=lambda card: spare(look, card))
    weak = [NAME[card] for card in hand if spare(look, card) <= 0.05]
    yield Ahead(phase="renew", round=round_, move=m.Renew(cards=tuple(weak[:13])))
    given = tuple(NAME[card] for card in hand if SORT[card] != "god")[:13]
    if given:
        yield EventPlan(what="sacrifice", cards=given, round=round_)
    yield EventPlan(what="god", cards=tuple(look.open[:10]), round=round_)
    places = sorted(look.free, key=lambda at: land_value(look, at))
    if places:
        yield EventPlan(what="marker", markers=tuple(TERRITORIES[at] for at in places[:9]), round=round_)


# --- What holds until it is written anew ---------------


def _standing(desk: Desk[View], state: State) -> Iterator[Plan]:
    """Battles of others, and what comes after them."""
    look = Outlook(state, desk.seat)
    gods = tuple(god for god in look.gods if god in look.open)
    hand = [card for card in look.hand if SORT[card] != "god"]
    if gods:
        yield plans.Keep(cards=gods)
    yield plans.Defend(whom="any", playing=_ALL)
    cheap = sorted((card for card in hand if SORT[card] == "creature"), key=prices.price)
    stands = tuple(m.StandUp(creature=NAME[card]) for card in cheap[:3])
    yield plans.StandPolicy(choices=stands) if len(stands) > 1 else plans.StandPolicy(choices=(), no=True)
    places = sorted(_places(state, desk), key=lambda at: -land_value(look, at))
    yield plans.RetreatPolicy(choices=tuple(m.Retreat(to=TERRITORIES[at]) for at in places))
    free = sorted(look.free, key=lambda at: land_value(look, at))
    if free:
        yield plans.ShiftPolicy(choices=tuple(m.Shift(marker=TERRITORIES[at]) for at in free))
    if look.alone:
        every = [*places[::-1], *(at for at in state.land.there if at not in places)]
        yield plans.TargetPolicy(choices=tuple(m.Target(territory=TERRITORIES[at]) for at in every))
    items = [NAME[card] for card in hand if CARDS[card].interrupt]
    if items:
        yield plans.BlockPolicy(item=items[0], when="flips")
    late = [NAME[card] for card in hand if DESIGNS[NAME[card]].what == "late_play"]
    if late:
        yield plans.LatePolicy(card=late[0], when="flips")
    if hand:
        worst = sorted(hand, key=lambda card: spare(look, card))[:13]
        yield DropPlan(cards=tuple(NAME[card] for card in worst), round=desk.view.round)


def _places(state: State, desk: Desk[View]) -> list[int]:
    """Own territories and enchanted lands."""
    side = state.side(desk.seat)
    return [at for at in state.land.there if KIND[at] > TOWN or state.markers[at] == side]
