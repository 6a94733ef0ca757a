"""Every other question: Odin's card, Nidhogg's, what goes back by a rune; and with `sense` an answer to any."""

from __future__ import annotations

import random

from engine.core.contract import Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move, Seat
from engine.games.yggdrasil.bots.fights import Fights
from engine.games.yggdrasil.bots.goods import Goods
from engine.games.yggdrasil.bots.sense import best_action
from engine.games.yggdrasil.bots.track import KIND, STEPS, Spaces, Track
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.cards.runes import FAR, MANY
from engine.games.yggdrasil.data import AREA, CARD_ROWS, CARDS, ENEMIES, ENEMY, LAST_SPACE, EnemyCode
from engine.games.yggdrasil.moves import MannPick, NidhoggPick, OdinPick, TiwazPick
from engine.games.yggdrasil.state import State


def sensible(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """A quick answer to any question."""
    state: State = world.state
    forced = world.rules.forced(state, decision)
    if forced is not None:
        return forced
    if decision.kind == "action":
        return best_action(state, decision.seat)
    if decision.kind == "odin":
        first, second = (_after_card(state, decision.seat, card) for card in state.drawn)
        return OdinPick(card=1 if first >= second else 2, other="bottom")
    if decision.kind in ("nidhogg", "mann", "tiwaz"):
        return _moved(state, decision)
    return world.rules.default(state, decision)


def _after_card(state: State, seat: Seat, card: int) -> float:
    """What the table is worth after a card, by where its Enemies stand then and what it costs beside that."""
    spaces = list(state.spaces)
    for enemy, far in STEPS[KIND[card]]:
        spaces[enemy] = min(LAST_SPACE, spaces[enemy] + far)
    worth = Track(state, seat).worth(spaces, (state.vikings[seat], state.elves[seat]))
    row = CARD_ROWS[CARDS[card]]
    if "enemy" not in row:
        return worth
    return worth - W.effects[ENEMY[row["enemy"]]] * AREA[spaces[ENEMY[row["enemy"]]]]


def least_harm_first(state: State, seat: Seat) -> tuple[EnemyCode, ...]:
    """The Enemies in the order in which their cards had best come."""
    cards = {code: next(card for card, one in enumerate(CARDS) if one == f"normal_{code}") for code in ENEMIES}
    return tuple(sorted(ENEMIES, key=lambda code: _after_card(state, seat, cards[code]), reverse=True))


def _moved(state: State, decision: Decision) -> Move:
    """The Enemy that advances with the least harm, or those that go back with the most gain."""
    track = Track(state, decision.seat)
    goods = Goods(state, decision.seat, track)
    fights = Fights(state, decision.seat, track, goods)
    if decision.kind == "nidhogg":
        harms = [(track.worth(_on(state.spaces, ENEMY[code]), fights.own), code) for code in decision.texts("among")]
        return NidhoggPick.model_validate({"enemy": max(harms, key=lambda one: one[0])[1]})
    if decision.kind == "mann":
        return MannPick(enemy=ENEMIES[fights.driven_back(FAR)[0]])
    return TiwazPick(enemies=tuple(ENEMIES[enemy] for enemy in fights.driven_back(1)[:MANY]))


def _on(spaces: Spaces, enemy: int) -> list[int]:
    return [space + (one == enemy) for one, space in enumerate(spaces)]
