"""A copy in which everything that a viewer cannot know is drawn again."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.flow import Frame
from engine.core.moves import Seat
from engine.games.asgard.pieces import ARMS, KINDS_OF_ARMS, STRENGTH
from engine.games.asgard.rules import battles, round_start
from engine.games.asgard.rules.placing import due
from engine.games.asgard.state import Fight, State
from engine.games.asgard.view import knows


def redeal(state: State, viewer: Seat | None, chance: Chance) -> State:
    """What `viewer` sees of the copy is what he sees of `state`."""
    new = state.copy()
    if state.stage == "over":
        return new
    for stack in [*new.god_tiles, *new.temples]:
        _shuffle(stack, len(stack) - 1, chance)
    _shuffle(new.asgard_stack, len(new.asgard_stack), chance)
    _ancient(new, chance)
    for seat in range(new.seats):
        if seat != viewer:
            _gods(new, seat, chance)
            _recovery(new, seat, chance)
            _fights(new, seat, chance)
    new.flow.frames = [_without_wishes(frame, viewer) for frame in new.flow.frames]
    for kind in (0, 1):
        _arms(state, new, viewer, kind, chance)
    return new


def _shuffle(stack: list[int], count: int, chance: Chance) -> None:
    """The lowest `count` tiles of a stack in a new order."""
    if count > 1:
        tiles = sorted(stack[:count])
        stack[:count] = [tiles[i] for i in chance.shuffle("redeal stack", count)]


def _ancient(new: State, chance: Chance) -> None:
    """Ancient weapons in the stacks and face down under population tiles."""
    for side in (0, 1):
        slots = [slot for slot in range(side, 14, 2) if new.beneath[slot]]
        pool = new.ancient[side] + [new.beneath[slot] for slot in slots]
        _shuffle(pool, len(pool), chance)
        cut = len(new.ancient[side])
        new.ancient[side] = pool[:cut]
        for slot, value in zip(slots, pool[cut:], strict=True):
            new.beneath[slot] = value


def _gods(new: State, seat: Seat, chance: Chance) -> None:
    """Chosen gods that are not revealed: any of the risen ones not seen yet."""
    hidden = new.hand[seat]
    if not hidden:
        return
    pool = [god for god in new.risen_gods() if god not in new.shown[seat]]
    count = due(new, seat) if new.stage == "gods" else len(hidden)
    new.hand[seat] = sorted(pool[i] for i in chance.shuffle("redeal gods", len(pool))[:count])


def _recovery(new: State, seat: Seat, chance: Chance) -> None:
    if new.recover[seat]:
        pool = round_start.places_of(new, seat)
        order = chance.shuffle("redeal recovery", len(pool))
        new.recover[seat] = sorted(pool[i] for i in order[: len(new.recover[seat])])


def _without_wishes(frame: Frame, viewer: Seat | None) -> Frame:
    """A step that waits, without what another player secretly wants to find: he is asked when it comes to that."""
    if "wishes" not in frame.args or frame.args["seat"] == viewer:
        return frame
    return Frame(frame.step, {**frame.args, "wishes": []})


def _fights(new: State, seat: Seat, chance: Chance) -> None:
    """Battle orders given but not carried out: other ones, for as many discs. An order is seen by nobody, but the last
    one ends the waiting.
    """
    if new.stage != "battle":
        return
    waiting = len(new.fighting[seat])
    new.fights[seat] = []
    new.fighting[seat] = battles.losing(new, seat)
    battles.settle_hopeless(new, seat)
    while len(new.fighting[seat]) > waiting:
        slot = new.fighting[seat].pop(0)
        if not battles.hopeless(new, seat, slot) and chance.draw("redeal battle", 2):
            _fight(new, seat, slot)


def _fight(new: State, seat: Seat, slot: int) -> None:
    tiles, left, send = battles.tiles_left(new, seat), battles.left(new, seat), [0, 0, 0]
    if tiles:
        new.fights[seat].append(Fight(slot, battles.NONE, tiles[0]))
        return
    due = battles.need(new, slot)
    for kind in (2, 1, 0):
        while due > 0 and send[kind] < left[kind]:
            send[kind] += 1
            due -= STRENGTH[kind]
    new.fights[seat].append(Fight(slot, (send[0], send[1], send[2])))


def _arms(old: State, new: State, viewer: Seat | None, kind: int, chance: Chance) -> None:
    """Tiles change places with tiles that left the stack between the same two searches of the viewer. The places are
    taken in an order of their own, in which nothing is left of what lay there.
    """
    looking = old.ask is not None and (old.ask.kind, old.ask.seat, old.ask.which) == ("get", viewer, kind)
    groups: dict[int, list[int]] = {}
    for tile in ARMS[kind]:
        taken = old.taken[tile]
        took = taken > 0 and old.searches[kind][taken - 1] == viewer  # he knows that it was there to be taken
        if took or knows(old, viewer, tile) or (looking and not taken):
            continue
        before = old.searches[kind] if not taken else old.searches[kind][: taken - 1]
        groups.setdefault(before.count(viewer) if viewer is not None else 0, []).append(tile)
    instead: dict[int, int] = {}
    for group in groups.values():
        places = sorted(group, key=lambda tile: _place(old, kind, tile))
        for tile, other in zip(group, chance.shuffle("redeal arms", len(group)), strict=True):
            _move(old, new, places[other], tile)
            instead[places[other]] = tile
    what = KINDS_OF_ARMS[kind]
    for offer in new.offers:
        offer.items = [(name, instead.get(item, item) if name == what else item) for name, item in offer.items]


def _place(state: State, kind: int, tile: int) -> tuple[int, ...]:
    """Where a tile lies: of two that it says the same of, one place is as good as the other."""
    known = (int(tile in own) for own in state.known)
    item = (KINDS_OF_ARMS[kind], tile)
    offered = (number for number, offer in enumerate(state.offers) if item in map(tuple, offer.items))
    return (state.taken[tile], state.owner[tile], state.arms[tile], *known, *offered)


def _move(old: State, new: State, source: int, tile: int) -> None:
    """`tile` gets the place that `source` had; what others know of tiles goes with the places."""
    new.arms[tile], new.owner[tile], new.taken[tile] = old.arms[source], old.owner[source], old.taken[source]
    for seat, known in enumerate(old.known):
        if source in known and tile not in new.known[seat]:
            new.known[seat].append(tile)
        if source not in known and tile in new.known[seat]:
            new.known[seat].remove(tile)
