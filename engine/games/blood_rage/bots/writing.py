"""What a good player writes beside an answer, so as to be asked but once a turn: every plan that the answer calls for.

What would be answered is tried out in a world that might be the true one: what the clan would do if this or that
province were pillaged before its next turn, and what it would do in that turn if nothing came between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.core.bots import asked, own_chance
from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined, Notation
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Move, Plan, Seat
from engine.core.plans import Line, Test
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.drafting import liked
from engine.games.blood_rage.data import AGES, BY_CODE, PLACES, PROVINCES, STATS, Stat
from engine.games.blood_rage.moves import (
    BattleCard,
    Blessing,
    CallMove,
    CommitQuest,
    Invade,
    Pass,
    Pillage,
    Repillage,
    TideKeep,
    Upgrade,
    Volur,
)
from engine.games.blood_rage.orders.fighting import CallPlan, CardPlan, Entry, LatePlan, Preparable, Prepared, scoped
from engine.games.blood_rage.orders.plans import Draft, Keeping, Preference, QueueLine, Saving, TurnQueue
from engine.games.blood_rage.view import Clan, View

Answer: TypeAlias = Callable[[Imagined, Decision, random.Random], Move]
AHEAD = 40  # answers that are imagined until one's own turn, or a battle, has come
QUEUED = 2  # turns beyond this one that are ordered
_ALWAYS: dict[str, Preparable] = {"VOL": Volur(retreat=True), "LBL": Blessing(invade=True)}


def letter(desk: Desk, move: Move, world: Imagined, answer: Answer, notation: Notation, language: str) -> list[str]:
    """The lines that go with `move`: it, with orders for its battle; then what is to be done until it is asked again.

    `world`: one that the seat cannot tell from the true one.
    """
    rng = random.Random(repr(move))  # noqa: S311  what is imagined for a letter, not the game's chance
    view: View = desk.view
    kind, after = asked(desk).kind, _after(world, desk.seat, move)
    first, plans = [notation.write(move, language, desk)], list[Plan]()
    if kind == "draft":
        plans.append(Draft(cards=tuple(liked(world.state, desk.seat)), age=view.round))
    elif after is not None and (kind in ("call", "card") or isinstance(move, Pillage | Repillage)):
        number = view.battles + (view.fray is None)
        orders = _of_battle(after.copy(), desk.seat, answer, rng)
        first += [notation.write_plan(one.model_copy(update={"battle": number}), language) for one in orders]
    if after is not None and kind == "action":
        plans += [*_queue(after.copy(), desk.seat, view, answer, rng), *_standing(view, desk.seat, after, answer, rng)]
    return ["; ".join(first), *(notation.write_plan(plan, language) for plan in plans)]


def _after(world: Imagined, seat: Seat, move: Move) -> Imagined | None:
    """The world once `move` is made; None where it cannot be made in it."""
    after = world.copy()
    try:
        after.play(seat, move, SeededChance(b"imagined"))
    except IllegalMove:
        return None
    return after


# --- Battles ---------------


def _of_battle(world: Imagined, seat: Seat, answer: Answer, rng: random.Random) -> list[CallPlan | CardPlan | LatePlan]:
    """What a clan would do in the battle that is on there: whom it sends, what it plays."""
    entries: list[Entry] = []
    for _ in range(AHEAD):
        decision = world.next()
        if decision is None or decision.kind not in ("call", "card"):
            break
        move = answer(world, decision, rng)
        if decision.seat == seat and isinstance(move, CallMove):
            entries.append(Entry(figure=move.figure, source=move.source))
        if decision.seat == seat and isinstance(move, BattleCard):
            others = tuple(code for code in _fighting(world.view(seat).clans[seat]) if code != move.card)
            card = CardPlan(cards=(move.card, *others)[:12])
            return [CallPlan(entries=tuple(entries)), card, *_late(world.view(seat).clans[seat])]
        world.play(decision.seat, move, own_chance(rng))
    return [CallPlan(entries=tuple(entries))]


def _fighting(clan: Clan) -> tuple[str, ...]:
    """The battle cards of a hand, the strongest first; without any, all of it, the dearest to be kept last."""
    cards = [code for code in clan.hand if code in BY_CODE and BY_CODE[code].kind == "battle"]
    return tuple(sorted(cards, key=lambda code: -BY_CODE[code].plus)) or tuple(
        sorted((code for code in clan.hand if code in BY_CODE), key=lambda code: BY_CODE[code].kind == "quest")
    )


def _late(clan: Clan) -> list[LatePlan]:
    found = tuple(code for code in clan.hand if code in BY_CODE and BY_CODE[code].is_late)
    return [LatePlan(cards=found, when="wins")] if found else []


def _battles_to_come(after: Imagined, seat: Seat, answer: Answer, rng: random.Random) -> Iterator[Plan]:
    """For each province that others could pillage before the next own turn: orders, where it would fight there."""
    view: View = after.view(seat)
    for place in PROVINCES:
        world = _pillaged(after.copy(), seat, place, answer, rng)
        if world is None:
            continue
        for order in _of_battle(world, seat, answer, rng):
            if not isinstance(order, CallPlan) or order.entries:
                yield scoped(order, PLACES[place], view.round)


def _pillaged(world: Imagined, seat: Seat, place: int, answer: Answer, rng: random.Random) -> Imagined | None:
    """A world in which the next clan that can pillages this province; None: nobody can before the own turn."""
    for _ in range(AHEAD):
        decision = world.next()
        if decision is None or decision.seat == seat:
            return None
        pillage = Pillage(province=PLACES[place])
        if decision.kind == "action":
            try:
                world.play(decision.seat, pillage, own_chance(rng))
            except IllegalMove:
                world.play(decision.seat, Pass(), own_chance(rng))
                continue
            return world if world.view(seat).fray is not None else None
        world.play(decision.seat, answer(world, decision, rng), own_chance(rng))
    return None


# --- Turns ---------------


def _queue(world: Imagined, seat: Seat, view: View, answer: Answer, rng: random.Random) -> list[TurnQueue]:
    """The next turns, as far as nothing that others do is likely to spoil them."""
    lines: list[QueueLine] = []
    for _ in range(AHEAD):
        decision = world.next()
        if decision is None or len(lines) == QUEUED or world.view(seat).round != view.round:
            break
        if decision.seat == seat and decision.kind == "action":
            move = answer(world, decision, rng)
            line = _line(move)
            if line is None:
                break
            lines.append(line)
            world.play(seat, move, own_chance(rng))
        else:
            quiet = Pass() if decision.kind == "action" else answer(world, decision, rng)
            world.play(decision.seat, quiet, own_chance(rng))
    turn = view.turns[seat] + 1
    return [TurnQueue(lines=tuple(lines), age=view.round, turn=turn)] if lines else []


def _line(move: Move) -> QueueLine | None:
    """The order, with what must still hold when its turn comes; None: it is to be thought over then."""
    if isinstance(move, CommitQuest) or (isinstance(move, Upgrade) and move.to is None):
        return Line(choices=(move,))
    if isinstance(move, Invade) and move.figure in ("W", "L") and not move.pillage:
        return Line(guard=(Test(word="unpillaged", about=move.to),), choices=(move,))
    return None


# --- What holds until it is written anew ---------------


def _standing(view: View, seat: Seat, after: Imagined, answer: Answer, rng: random.Random) -> Iterator[Plan]:
    mine: View = after.view(seat)
    clan = mine.clans[seat]
    yield Preference(stats=_stats(after, seat))
    yield from _battles_to_come(after, seat, answer, rng)
    general: list[Plan] = [CallPlan(), *_late(clan), Prepared(move=TideKeep(figure="L"))]
    if cards := _fighting(clan):
        general.insert(1, CardPlan(cards=cards[:12]))
    yield from (scoped(one, "", view.round) for one in general)
    if view.round < AGES and len(clan.hand) > 1:
        yield Keeping(cards=_fighting(clan)[:12], age=view.round)
    yield from (Prepared(move=move) for code, move in _ALWAYS.items() if code in clan.sheet)
    if "FPR" in clan.sheet:
        strong = sorted({code for place in mine.provinces for code in place.figures[seat] if code not in ("W", "S")})
        yield Saving(figures=tuple(strong), most=2) if strong else Saving(figures=())


def _stats(after: Imagined, seat: Seat) -> tuple[Stat, ...]:
    """The dearest step first."""
    return tuple(sorted(STATS, key=lambda stat: -prices.of_step(after.state, seat, STATS.index(stat))))
