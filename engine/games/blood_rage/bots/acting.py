"""Which action a clan takes: every sensible one is weighed by what it changes in the clan's outlook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from engine.core.moves import Move, Seat
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.coming import Offer, going_down, invasions, raiding_left, sinking, ways
from engine.games.blood_rage.bots.lasting import lasting
from engine.games.blood_rage.bots.outlook import STAYS, Outlook, goal_of
from engine.games.blood_rage.data import (
    BY_CODE,
    CARDS,
    CODE,
    MONSTERS,
    PLACES,
    PROVINCES,
    RESERVE,
    SAILS,
    SLOTS,
    SLOTS_OF,
    STATS,
    STRENGTH,
    YGGDRASIL,
    Design,
)
from engine.games.blood_rage.moves import (
    CommitQuest,
    March,
    Pass,
    Pillage,
    Repillage,
    Sacrifice,
    Standing,
    Upgrade,
)
from engine.games.blood_rage.rules.actions.invade import destinations
from engine.games.blood_rage.rules.actions.pillage import CHALLENGE
from engine.games.blood_rage.rules.actions.turns import SACRIFICE
from engine.games.blood_rage.rules.actions.upgrade import cost_of as price_of
from engine.games.blood_rage.state import State

Weighed: TypeAlias = tuple[float, Move]
IDLE = -0.6  # to pass: what Rage may still be good for when others have none
NOW, LATER = 0.7, 0.2  # of a pillage, of a quest: why not to wait with it
ENDING = 0.9  # the same of a quest, by the provinces that are left, when they are few: with the last one the phase ends


def weighed(state: State, seat: Seat) -> list[Weighed]:
    """Sensible actions with what they promise, best first; to pass is among them."""
    look = Outlook(state, seat)
    free = _free(look)
    found = [
        (gain - _price(look, cost, free), move)
        for gain, cost, move in (*invasions(look), *_marches(look), *_upgrades(look), *_raids(look), *_others(look))
    ]
    found += [*_quests(look), *_pillages(look), (IDLE, Pass())]
    return sorted(found, key=lambda one: -one[0])


def _free(look: Outlook) -> float:
    """What the own Rage still makes possible that costs none: it is lost with the last of it."""
    pillages = (look.promise(place, look.mine[place], look.figures[place])
                for place in PROVINCES if look.figures[place] and look.open(place))  # fmt: skip
    hand = (CARDS[one] for one in look.state.hands[look.seat] if CARDS[one].kind == "quest")
    return sum(max(0.0, one) for one in pillages) + sum(_pays(look, one) for one in hand)


def _pays(look: Outlook, design: Design) -> float:
    """What a quest promises as things stand."""
    doubled = 2.0 if any("quest" in one.at for one in look.sheet) else 1.0
    return (design.glory * doubled + prices.best_step(look.state, look.seat)) * look.met(goal_of(design))


def _price(look: Outlook, cost: int, free: float) -> float:
    return prices.PRICE * cost + (free if look.state.rage[look.seat] == cost else 0.0)


# --- Figures that march ---------------


def _marches(look: Outlook) -> Iterator[Offer]:
    for source in PROVINCES:
        kinds = look.state.kinds(look.seat, source)
        if kinds and not look.state.destroyed[source]:
            for group in _groups(kinds):
                rest = _left(look, source, group)
                for to in PROVINCES:
                    if to != source and not look.state.destroyed[to] and look.empty[to] >= len(group):
                        move = March(source=PLACES[source], to=PLACES[to], figures=group)
                        yield rest + _marched(look, source, to, group), 1, move


def _groups(kinds: list[str]) -> list[tuple[str, ...]]:
    """Who might go: all, all but a Warrior, each kind alone."""
    found: list[tuple[str, ...]] = [tuple(kinds)]
    if "W" in kinds and len(kinds) > 1:
        found.append(tuple(kinds[: kinds.index("W")] + kinds[kinds.index("W") + 1 :]))
    return list(dict.fromkeys([*found, *((kind,) for kind in kinds)]))


def _part(group: tuple[str, ...], place: int) -> tuple[int, int]:
    """Warriors, and the strength of all others of a group, where it stands or goes."""
    warriors = group.count("W")
    return warriors, sum(3 if kind == "ELF" and place == YGGDRASIL else STRENGTH[kind] for kind in group if kind != "W")


def _left(look: Outlook, source: int, group: tuple[str, ...]) -> float:
    """What the source loses."""
    warriors, others = _part(group, source)
    left = look.strength_with(source, -warriors, -others)
    value = look.place(source, left, look.figures[source] - len(group))
    return value - look.place(source, look.mine[source], look.figures[source])


def _marched(look: Outlook, source: int, to: int, group: tuple[str, ...]) -> float:
    """What the target gains, and quests."""
    warriors, others = _part(group, source)
    left = look.strength_with(source, -warriors, -others)
    warriors, others = _part(group, to)
    now, raiding = look.strength_with(to, warriors, others), raiding_left(look, 1)
    value = look.place(to, now, look.figures[to] + len(group), raiding=raiding)
    value -= look.place(to, look.mine[to], look.figures[to], raiding=raiding)
    return value + look.more_questing({source: left, to: now})


# --- Upgrades ---------------


def _upgrades(look: Outlook) -> Iterator[Offer]:
    state, seat = look.state, look.seat
    for code in dict.fromkeys(CODE[one] for one in state.hands[seat] if CARDS[one].is_upgrade):
        design = BY_CODE[code]
        cost = price_of(state, seat, design)
        if cost <= state.rage[seat]:
            slot, covered = _slot(look, design)
            value = lasting(look, design) - covered
            yield from _with_raid(look, design, slot, value, cost)


def _slot(look: Outlook, design: Design) -> tuple[str | None, float]:
    """Where it goes at the least loss."""
    sheet = look.state.sheets[look.seat]
    slots = SLOTS_OF[design.kind]
    losses = [(lasting(look, CARDS[sheet[slot]]) + _figure(look, slot) if sheet[slot] >= 0 else 0.0, slot)
              for slot in slots]  # fmt: skip
    loss, slot = min(losses)
    return (SLOTS[slot] if len(slots) > 1 else None), loss


def _figure(look: Outlook, slot: int) -> float:
    """A monster that would go to the box."""
    if slot not in SLOTS_OF["monster"]:
        return 0.0
    return 2.5 if look.state.places[look.seat][MONSTERS[slot - SLOTS_OF["monster"].start]] >= 0 else 1.0


def _with_raid(look: Outlook, design: Design, slot: str | None, value: float, cost: int) -> Iterator[Offer]:
    """The card alone, or with its free invasion where that is best."""
    state, seat = look.state, look.seat
    alone = Upgrade(card=design.code, slot=slot)
    yield value, cost, alone
    if state.horns_left(seat) < 1 or design.kind == "clan":
        return
    figure = design.code if design.kind == "monster" else {"leader": "L", "warrior": "W", "ship": "S"}[design.kind]
    if design.kind != "monster" and state.find(seat, figure, RESERVE) is None:
        return
    for way in ways(look, figure, destinations(state, figure), cost):
        gain = way.gain
        if figure == "S":
            gain += float(design.effect["glory"]) * going_down(look, PLACES.index(way.to))
        move = Upgrade(card=design.code, slot=slot, to=way.to, succor=way.succor, pillage=way.pillage)
        yield value + gain, cost + way.extra, move


# --- What costs nothing, or a clan upgrade's own action ---------------


def _quests(look: Outlook) -> Iterator[Weighed]:
    fight = any("quest_plus" in one.at for one in look.sheet)
    left = sum(look.open(place) for place in PROVINCES)
    haste = max(LATER, ENDING / left) if left <= len(look.others) + 1 else LATER
    for code in dict.fromkeys(CODE[one] for one in look.state.hands[look.seat] if CARDS[one].kind == "quest"):
        pays = _pays(look, BY_CODE[code])
        yield haste * pays - (0.8 if fight else 0.0) - 0.05, CommitQuest(card=code)


def _pillages(look: Outlook) -> Iterator[Weighed]:
    for place in PROVINCES:
        if look.figures[place] and look.open(place):
            promise = look.promise(place, look.mine[place], look.figures[place])
            worth = promise if promise < 0 else NOW * promise * (1.6 if _contested(look, place) else 1.0)
            yield worth - _ends(look, place), Pillage(province=PLACES[place])


def _contested(look: Outlook, place: int) -> bool:
    """Whether somebody else may soon pillage it."""
    return any(look.strength[one][place] > 0 and look.state.rage[one] for one in look.others)


def _ends(look: Outlook, place: int) -> float:
    """What is lost where this would be the last province to be pillaged, and with it the phase."""
    if any(look.open(other) for other in PROVINCES if other != place):
        return 0.0
    hand = (CARDS[one] for one in look.state.hands[look.seat] if CARDS[one].kind == "quest")
    return sum(_pays(look, one) for one in hand)


def _raids(look: Outlook) -> Iterator[Offer]:
    """Tyr's Challenge."""
    state = look.state
    if state.has(look.seat, CHALLENGE) and state.rage[look.seat] >= 2:
        for place in PROVINCES:
            if look.figures[place] and state.pillaged[place] and not state.destroyed[place]:
                promise = look.promise(place, look.mine[place], look.figures[place])
                yield promise, 2, Repillage(province=PLACES[place])


def _others(look: Outlook) -> Iterator[Offer]:
    """Frigga's Sacrifice of the two figures that are missed least."""
    state, seat = look.state, look.seat
    if not state.has(seat, SACRIFICE) or len(state.on_board(seat)) < 2 or prices.best_step(state, seat) <= 0:
        return
    here = [Standing(figure=kind, place=PLACES[place]) for place in range(len(PLACES))
            for kind in state.kinds(seat, place)]  # fmt: skip
    here.sort(key=lambda one: (_missed(look, one), one.place))
    stat = max(range(3), key=lambda one: prices.of_step(state, seat, one))
    pair = (here[0], here[1])
    gain = prices.best_step(state, seat) - sum(_missed(look, one) for one in pair)
    yield gain, 0, Sacrifice(figures=pair, stat=STATS[stat])


def _missed(look: Outlook, one: Standing) -> float:
    place = PLACES.index(one.place)
    if one.figure in SAILS:
        return 1.5 - sinking(look, place)
    return look.lost + 0.6 * STRENGTH[one.figure] + (STAYS * look.each if place == look.doom else 0.0)


def acts(state: State, seat: Seat) -> Move:
    """The action that promises most."""
    return weighed(state, seat)[0][1]
