"""The Asgard action (R7.4, R7.5) and the prices of the row of discs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import IllegalMove, Seat
from engine.games.asgard.happenings import DiscMoved, Gave, Thing
from engine.games.asgard.moves import Asgard, PaySeal, RowDisc
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOT,
    BATTLE_SLOTS,
    EITHER,
    NOBODY,
    RECRUIT_NUMBER,
    SEALS,
)
from engine.games.asgard.play import Faults, Play
from engine.games.asgard.rules.supply import receivable, receivable_after, receive
from engine.games.asgard.rules.temples import tile_kind
from engine.games.asgard.rules.tiles import flip_jobs, search, wish
from engine.games.asgard.state import Job, State

FRONT = -1  # where a row disc goes, when to no battle slot
FREE = -1  # as the number of Light seals: nothing is paid


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


class Purse:
    """Seals and seal tiles of a seat while an Asgard action is checked."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.left = list(state.own_seals[seat])
        self.used: list[str] = []

    def pay(self, price: tuple[int, int, int], payment: Sequence[PaySeal] | None, faults: Faults) -> list[int]:
        """What is paid: Light and Darkness seals, then numbers of tiles."""
        if payment is None:
            return self._plain(price, faults)
        own, given, tiles = [0, 0], [0, 0], list[int]()
        for part in payment:
            side = SEALS.index(part.seal)
            given[side] += 1
            if part.tile is None:
                own[side] += 1
            elif part.tile in self.used:
                faults.add("E_COST", price=price)
            else:
                tiles += self._tile(part.tile, faults)
        over = given[0] - price[0], given[1] - price[1]
        self.left = [self.left[0] - own[0], self.left[1] - own[1]]
        if min(self.left) < 0 or min(over) < 0 or sum(over) != price[EITHER]:
            faults.add("E_COST", price=price)
        return [*own, *tiles]

    def _plain(self, price: tuple[int, int, int], faults: Faults) -> list[int]:
        own = [price[0], price[1]]
        for _ in range(price[EITHER]):
            richer = 0 if self.left[0] - own[0] > self.left[1] - own[1] else 1
            own[richer] += 1
        self.left = [self.left[0] - own[0], self.left[1] - own[1]]
        if min(self.left) < 0:
            faults.add("E_COST", price=price)
        return own

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
    jobs = check(state, seat, move)
    back = held if move.all else 1
    for _ in range(back):
        state.placed[seat].remove(ASGARD)
    state.front[seat] += back
    state.jobs = jobs


def check(state: State, seat: Seat, move: Asgard) -> list[Job]:
    """The steps of an Asgard action, in the order of R7.4. Raises IllegalMove."""
    faults, jobs, purse = Faults(), list[Job](), Purse(state, seat)
    try:
        if move.flip is not None:
            jobs += flip_jobs(state, seat, move.flip)
    except IllegalMove as fault:
        faults.found.append(fault)
    if move.flip is None and True in state.asgard_up:
        faults.add("E_MUST_FLIP")
    jobs += _hire(state, seat, move, purse, faults)
    held: list[int] = []  # battle slots taken by this very action
    try:
        jobs += _discs(purse, move, held, faults)
        jobs += _middle(state, seat, move, held, faults)
    finally:
        for slot in held:
            state.battle[slot] = NOBODY
    faults.settle()
    return jobs


def _hire(state: State, seat: Seat, move: Asgard, purse: Purse, faults: Faults) -> list[Job]:
    """R7.4.2."""
    before, jobs = [0, 0, 0], list[Job]()
    if move.flip is not None and move.flip.bonus is not None and move.flip.bonus.kind == "recruits":
        for name in move.flip.bonus.take:
            before[RECRUIT_NUMBER[name]] += 1
    for hire in move.hire:
        kind = RECRUIT_NUMBER[hire.recruit]
        paid = purse.pay((*state.components.price[kind], 0), hire.pay, faults)
        if not receivable_after(state, seat, "recruit", kind, before[kind]):
            faults.add("E_NO_EFFECT", recruit=hire.recruit)
        before[kind] += 1
        jobs.append(("hire", [seat, kind, *paid]))
    return jobs


def _discs(purse: Purse, move: Asgard, held: list[int], faults: Faults) -> list[Job]:
    """R7.4.3, or the free disc of R7.5."""
    state, seat, jobs = purse.state, purse.seat, list[Job]()
    wanted = list(move.discs)
    if move.discs if move.all else move.free is not None:  # one free disc and none paid, or the other way round
        faults.add("E_COST")
    if move.free is not None:
        wanted = [move.free]
    for ahead, disc in enumerate(wanted):
        price = row_price(state, seat, ahead)
        if price is None:
            faults.add("E_NO_DISC_THERE", place="row")
            continue
        paid = [FREE, 0] if move.free is not None else purse.pay(price, disc.pay, faults)
        target, wishes = FRONT, list[int]()
        if disc.to is not None:
            target = enter(state, seat, disc.to, held, faults)
            wishes = _wishes(state, target, disc, faults)
        jobs.append(("disc", [seat, target, len(wishes), *wishes, *paid]))
    return jobs


def _wishes(state: State, target: int, disc: RowDisc, faults: Faults) -> list[int]:
    if target < 0:
        return []
    try:
        return wish(state, state.components.gains[target // 2][target % 2], disc.get)
    except IllegalMove as fault:
        faults.found.append(fault)
        return []


def enter(state: State, seat: Seat, name: str, held: list[int], faults: Faults) -> int:
    """A battle slot, marked as taken while the rest is checked."""
    slot = BATTLE_SLOT.get(name, -1)
    if slot < 0 or not state.battle_slot_open(seat, slot):
        faults.add("E_BATTLE_SLOT", slot=name)
        return -1
    state.battle[slot] = seat
    held.append(slot)
    return slot


def _middle(state: State, seat: Seat, move: Asgard, held: list[int], faults: Faults) -> list[Job]:
    """R7.4.5."""
    left = state.middle[seat] - len(move.move)
    if left < 0:
        faults.add("E_NO_DISC_THERE", place="middle")
    jobs = [("middle", [seat, enter(state, seat, name, held, faults)]) for name in move.move]
    if left > 0 and state.open_battle_slots(seat):
        faults.add("E_MUST_MOVE")
    return jobs


# --- the steps


def hire(play: Play, numbers: list[int]) -> int:
    """Pay for a recruit and receive it; what is still owed. Lapses unpaid when nothing could be had any more."""
    seat, kind, light, darkness, *tiles = numbers
    if not receivable(play.state, seat, "recruit", kind):
        return 0
    pay(play, seat, light, darkness, tiles)
    return receive(play, seat, "recruit", kind, 1, paid=True)


def pay(play: Play, seat: Seat, light: int, darkness: int, tiles: Sequence[int]) -> None:
    """Seals to the supply, tiles out of the game."""
    state = play.state
    for side, count in enumerate((light, darkness)):
        state.own_seals[seat][side] -= count
        state.seals[side] += count
    for tile in tiles:
        state.own_population[seat].remove(tile)
    given: list[Thing] = [("seal", "light")] * light + [("seal", "darkness")] * darkness
    given += [("population", play.data.population[tile]) for tile in tiles]
    play.out.append(Gave(seat, tuple(given)))


def disc(play: Play, numbers: list[int]) -> None:
    """A disc of the row: paid, placed, and what its battle slot gains."""
    seat, target, count, *rest = numbers
    state, wishes, paid = play.state, rest[:count], rest[count:]
    if paid[0] != FREE:
        pay(play, seat, paid[0], paid[1], paid[2:])
    state.row[seat] -= 1
    if target == FRONT:
        state.front[seat] += 1
        play.out.append(DiscMoved(seat, "row", "front"))
        return
    state.battle[target] = seat
    play.out.append(DiscMoved(seat, "row", BATTLE_SLOTS[target]))
    search(play, seat, play.data.gains[target // 2][target % 2], wishes)


def middle(play: Play, seat: Seat, slot: int) -> None:
    """A disc of the middle back into battle."""
    play.state.middle[seat] -= 1
    play.state.battle[slot] = seat
    play.out.append(DiscMoved(seat, "middle", BATTLE_SLOTS[slot]))
