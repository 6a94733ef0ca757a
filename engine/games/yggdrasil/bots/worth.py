"""What a table is worth to all gods together, in Vikings: that by which `sense` weighs each action, added up."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.yggdrasil.bots.fights import Fights
from engine.games.yggdrasil.bots.goods import Goods
from engine.games.yggdrasil.bots.track import Track
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.data import PARTS, RUNES
from engine.games.yggdrasil.state import State


def worth(state: State, seat: Seat) -> float:
    """The same for every seat; `seat`: whose turn ends there. Of a table that is over: by how its Enemies stand."""
    track = Track(state, seat)
    goods = Goods(state, seat, track)
    value = track.worth(state.spaces, (state.vikings[seat], state.elves[seat]))
    return value + _held(state, goods) + _ahead(state, seat, track, goods) if track.cards else value


def _held(state: State, goods: Goods) -> float:
    """Stocks and Artifacts."""
    value = 0.0
    for seat, levels in enumerate(state.artifacts):
        value += goods.stock(seat, state.vikings[seat], state.elves[seat]) + goods.armed(seat, levels)
    for enemy, need in enumerate(goods.needs):
        best = max(levels[enemy] if goods.turns[seat] else 0 for seat, levels in enumerate(state.artifacts))
        value += W.held * best * need * goods.cards / 7
    return value


def _ahead(state: State, seat: Seat, track: Track, goods: Goods) -> float:
    """What may still be had: souls, parts of runes, the Vanir; less the active Giants."""
    fights = Fights(state, seat, track, goods)
    value = goods.place(state.valkyries) - W.dead * goods.late * state.dead
    value -= sum(fights.burden(giant) for giant in state.active)
    for rune in RUNES:
        parts = state.parts(rune)
        value += sum(W.parts[:parts]) * goods.late if parts < PARTS else 0.0
    return value + W.vanir * (state.vanir - 1) + W.daeg * state.daeg
