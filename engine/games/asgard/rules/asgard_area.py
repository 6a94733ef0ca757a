"""The Asgard action (R7.4, R7.5) and the prices of the row of discs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.core.flow import Frame, step
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import DiscMoved, Gave, Thing
from engine.games.asgard.moves import Asgard, FlipTile, PaySeal, RowDisc
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOT,
    BATTLE_SLOTS,
    EITHER,
    RECRUIT_NUMBER,
    RECRUITS,
    SEALS,
)
from engine.games.asgard.play import Faults, Play
from engine.games.asgard.rules.supply import receivable, receive
from engine.games.asgard.rules.temples import tile_kind
from engine.games.asgard.rules.tiles import flip_frames, search, wish
from engine.games.asgard.state import State

FRONT = -1  # where a row disc goes, when to no battle slot


def row_price(state: State, seat: Seat, ahead: int = 0) -> tuple[int, int, int] | None:
    """(Light, Darkness, either) seals for the seat's next disc, after `ahead` others; None: it has none left there."""
    left = state.row[seat] - ahead
    if left <= 0:
        return None
    price, slot = [0, 0, 0], 7 - left
    seals = state.components.row_seals
    price[seals[slot]] += 1
    for further in range(slot):
        if any(7 - other <= further for at, other in enumerate(state.row) if at != seat):
            price[seals[further]] += 1
    return price[0], price[1], price[2]


def sides(price: Sequence[int], own: Sequence[int]) -> list[int]:
    """Light and Darkness seals of a price: those of either side come from where more is left (R7.4.3)."""
    due = [price[0], price[1]]
    for _ in range(price[EITHER]):
        due[0 if own[0] - due[0] > own[1] - due[1] else 1] += 1
    return due


Paid: TypeAlias = tuple[list[int], list[int]]  # own seals by side, and numbers of seal tiles


class Purse:
    """Seals and seal tiles of a seat while an Asgard action is checked."""

    __slots__ = ("left", "seat", "state", "used")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.left = list(state.own_seals[seat])
        self.used: list[str] = []

    def pay(self, price: tuple[int, int, int], payment: Sequence[PaySeal] | None, faults: Faults) -> Paid:
        """What is paid; without a payment the price in own seals."""
        tiles: list[int] = []
        own, over = sides(price, self.left), [0, 0]
        if payment is not None:
            own, given = [0, 0], [0, 0]
            for part in payment:
                side = SEALS.index(part.seal)
                given[side] += 1
                if part.tile is None:
                    own[side] += 1
                elif part.tile in self.used:
                    faults.add("E_COST", price=price)
                else:
                    tiles += self._tile(part.tile, faults)
            over = [given[0] - price[0], given[1] - price[1]]
        self.left = [self.left[0] - own[0], self.left[1] - own[1]]
        wrong = payment is not None and (min(over) < 0 or sum(over) != price[EITHER])
        if wrong or min(self.left) < 0:
            faults.add("E_COST", price=price)
        return own, tiles

    def _tile(self, name: str, faults: Faults) -> list[int]:
        kind = tile_kind(self.state, self.seat, name)
        if not kind:
            faults.add("E_TILE_NOT_OWNED", tile=name)
            return []
        if kind != "seal":
            faults.add("E_TILE_TIMING", tile=name)
        self.used.append(name)
        return [self.state.components.population.index(name)]


def asgard(play: Play, seat: Seat, move: Asgard) -> None:
    """Check the whole action, then line up its steps. Raises IllegalMove."""
    state = play.state
    held = state.in_asgard(seat)
    if held < (2 if move.all else 1):
        raise IllegalMove("E_NO_DISC_THERE", place="asgard")
    frames = check(state, seat, move)
    back = held if move.all else 1
    for _ in range(back):
        state.placed[seat].remove(ASGARD)
    state.front[seat] += back
    play.then(*frames)


def check(state: State, seat: Seat, move: Asgard) -> list[Frame]:
    """The steps of an Asgard action, in the order of R7.4. Raises IllegalMove."""
    frames: list[Frame] = []
    faults, purse = Faults(), Purse(state, seat)
    part = move.flip
    if part is not None:
        frames += faults.caught(lambda: flip_frames(state, seat, part)) or []
    elif True in state.asgard_up:
        faults.add("E_MUST_FLIP")
    taken: list[int] = []  # battle slots that this very action takes
    if move.hire:
        frames += _hirings(purse, move, faults)
    frames += _discs(purse, move, taken, faults)
    frames += _middle(state, seat, move, taken, faults)
    faults.settle()
    return frames


def bonus_recruits(part: FlipTile | None) -> list[int]:
    """Recruits, by kind, that the bonus of a flipped tile asks for."""
    take = part.bonus.take if part is not None and part.bonus is not None and part.bonus.kind == "recruits" else ()
    return [take.count(name) for name in RECRUITS]


def _hirings(purse: Purse, move: Asgard, faults: Faults) -> list[Frame]:
    """R7.4.2."""
    frames: list[Frame] = []
    state, seat, before = purse.state, purse.seat, bonus_recruits(move.flip)
    for one in move.hire:
        kind = RECRUIT_NUMBER[one.recruit]
        seals, tiles = purse.pay((*state.components.price[kind], 0), one.pay, faults)
        if not receivable(state, seat, "recruit", kind, before=before[kind]):
            faults.add("E_NO_EFFECT", recruit=one.recruit)
        before[kind] += 1
        frames.append(hire(seat, kind, seals, tiles))
    return frames


def _discs(purse: Purse, move: Asgard, taken: list[int], faults: Faults) -> list[Frame]:
    """R7.4.3, or the free disc of R7.5."""
    frames: list[Frame] = []
    state, seat = purse.state, purse.seat
    wanted = list(move.discs)
    if move.discs if move.all else move.free is not None:  # one free disc and none paid, or the other way round
        faults.add("E_COST")
    if move.free is not None:
        wanted = [move.free]
    for ahead, one in enumerate(wanted):
        price = row_price(state, seat, ahead)
        if price is None:
            faults.add("E_NO_DISC_THERE", place="row")
            continue
        seals, tiles = ([], []) if move.free is not None else purse.pay(price, one.pay, faults)
        target = FRONT if one.to is None else _enter(state, seat, one.to, taken, faults)
        wishes = _wishes(state, one, faults)
        frames.append(row_disc(seat, target, wishes, seals, tiles))
    return frames


def _wishes(state: State, one: RowDisc, faults: Faults) -> list[int]:
    """What is wished for of the stack of a battle slot, open to the disc or not: a wrong wish is the higher fault."""
    if one.to is None:
        return []
    slot = BATTLE_SLOT[one.to]
    kind = state.components.gains[slot // 2][slot % 2]
    return faults.caught(lambda: wish(state, kind, one.get)) or []


def _enter(state: State, seat: Seat, name: str, taken: list[int], faults: Faults) -> int:
    """A battle slot, `taken` while the rest is checked."""
    slot = BATTLE_SLOT.get(name, -1)
    if slot < 0 or not state.battle_slot_open(seat, slot, taken):
        faults.add("E_BATTLE_SLOT", slot=name)
        return -1
    taken.append(slot)
    return slot


def _middle(state: State, seat: Seat, move: Asgard, taken: list[int], faults: Faults) -> list[Frame]:
    """R7.4.5."""
    left = state.middle[seat] - len(move.move)
    if left < 0:
        faults.add("E_NO_DISC_THERE", place="middle")
    frames = [middle_disc(seat, _enter(state, seat, name, taken, faults)) for name in move.move]
    if left > 0 and state.open_battle_slots(seat, taken):
        faults.add("E_MUST_MOVE")
    return frames


# --- the steps


@step
def hire(play: Play, seat: Seat, kind: int, seals: list[int], tiles: list[int]) -> None:
    """Pay for a recruit and receive it. Lapses unpaid when nothing could be had any more."""
    if receivable(play.state, seat, "recruit", kind):
        pay(play, seat, seals, tiles)
        play.then(receive(seat, "recruit", kind, 1, paid=True))


def pay(play: Play, seat: Seat, seals: Sequence[int], tiles: Sequence[int]) -> None:
    """Seals to the supply, tiles out of the game."""
    given: list[Thing] = []
    state = play.state
    for side, count in enumerate(seals):
        state.own_seals[seat][side] -= count
        state.seals[side] += count
        given += [("seal", SEALS[side])] * count
    for tile in tiles:
        state.own_population[seat].remove(tile)
        given.append(("population", play.data.population[tile]))
    play.out.append(Gave(seat, tuple(given)))


@step
def row_disc(play: Play, seat: Seat, target: int, wishes: list[int], seals: list[int], tiles: list[int]) -> None:
    """A disc of the row: paid (a free one has no seals), placed, and what its battle slot gains."""
    state = play.state
    if seals:
        pay(play, seat, seals, tiles)
    state.row[seat] -= 1
    if target == FRONT:
        state.front[seat] += 1
        play.out.append(DiscMoved(seat, "row", "front"))
        return
    state.battle[target] = seat
    play.out.append(DiscMoved(seat, "row", BATTLE_SLOTS[target]))
    play.then(search(seat, play.data.gains[target // 2][target % 2], wishes))


@step
def middle_disc(play: Play, seat: Seat, slot: int) -> None:
    """A disc of the middle goes back into battle."""
    play.state.middle[seat] -= 1
    play.state.battle[slot] = seat
    play.out.append(DiscMoved(seat, "middle", BATTLE_SLOTS[slot]))
