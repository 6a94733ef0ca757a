"""Searches in closed stacks (R5.3), tiles of the Asgard Row (R7.4.1), exchanges of stones (R3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from engine.core.flow import Answers, Frame, answered, step
from engine.core.grammar.parts import key, many, maybe, sign, skip, the
from engine.core.grammar.records import Either, record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import (
    AsgardFlipped,
    Gave,
    Searched,
    Searching,
)
from engine.games.asgard.moves import Exchange, FlipTile, TakeRecruits, TakeStone
from engine.games.asgard.orders.values import RECRUIT, ROW_TILE, STONE
from engine.games.asgard.pieces import (
    KINDS_OF_ARMS,
    RECRUIT_NUMBER,
    RECRUITS,
    STONE_NUMBER,
    STONES,
)
from engine.games.asgard.play import Play
from engine.games.asgard.rules.supply import receivable, receive
from engine.games.asgard.state import State

# --- searches (R5.3)


def wish(state: State, kind: int, names: Sequence[str]) -> list[int]:
    """Wishes as the first tile of each name. Raises IllegalMove for a tile that the game does not have."""
    called = state.components.arms[7 * kind : 7 * kind + 7]
    for name in names:
        if name not in called:
            raise IllegalMove("E_PICK", tile=name)
    return [7 * kind + called.index(name) for name in names]


def find_in_stack(state: State, kind: int, name: str) -> int:
    """A tile of this name that is still in the stack, or -1."""
    called = state.components.arms
    return next((tile for tile in state.in_stack(kind) if called[tile] == name), -1)


@step
def search(play: Play, seat: Seat, kind: int, wishes: list[int]) -> None:
    """Take the first wish that is there; ask when none is. An empty stack gives nothing."""
    state = play.state
    if not state.in_stack(kind):
        return
    for wished in wishes:
        tile = find_in_stack(state, kind, play.data.arms[wished])
        if tile >= 0:
            keep(play, seat, kind, tile)
            return
    play.out.append(Searching(seat, KINDS_OF_ARMS[kind]))
    play.ask("get", [seat], found(kind), what=KINDS_OF_ARMS[kind], which=kind)


@answered
def found(play: Play, answers: Answers, kind: int) -> None:
    """The tile that the searcher chose (D15)."""
    for seat, move in answers.items():
        keep(play, seat, kind, find_in_stack(play.state, kind, move.tile))


def keep(play: Play, seat: Seat, kind: int, tile: int) -> None:
    """The searched tile comes to the front, face down."""
    state, called = play.state, play.data.arms
    saw = tuple([called[one] for one in state.in_stack(kind)])
    state.arms[tile] = seat
    state.searches[kind].append(seat)
    state.taken[tile] = len(state.searches[kind])
    play.out.append(Searched(seat, KINDS_OF_ARMS[kind], called[tile], saw))


# --- Asgard tiles (R7.4.1)


def row_place(state: State, name: str) -> int:
    """The place in the Row of a face-up tile named by place or id. Raises IllegalMove."""
    data = state.components
    if name.isdigit():
        place = int(name) - 1
    else:
        place = next((i for i, tile in enumerate(state.asgard_row) if data.asgard[tile] == name), -1)
    if not 0 <= place < len(state.asgard_row) or not state.asgard_up[place]:
        raise IllegalMove("E_PICK", tile=name)
    return place


def flip_frames(state: State, seat: Seat, part: FlipTile) -> list[Frame]:
    """The flip of a tile and its bonus. Raises IllegalMove."""
    place = row_place(state, part.tile)
    return [flip(seat, place), *bonus_frames(state, seat, state.asgard_row[place], part.bonus)]


def bonus_frames(state: State, seat: Seat, tile: int, bonus: TakeRecruits | Exchange | None) -> list[Frame]:
    """What a bonus of an Asgard tile gives. Raises IllegalMove when the tile does not give that."""
    data = state.components
    if bonus is None:
        return []
    if isinstance(bonus, Exchange):
        if not data.exchange[tile]:
            raise IllegalMove("E_TARGET", tile=data.asgard[tile])
        return [swap(state, seat, bonus)]
    kinds = [RECRUIT_NUMBER[name] for name in bonus.take]
    counts = {kind: kinds.count(kind) for kind in kinds}
    if not kinds or tuple(sorted(counts.values(), reverse=True)) != data.pattern[tile]:
        raise IllegalMove("E_PICK", tile=data.asgard[tile])
    return [receive(seat, "recruit", kind, count) for kind, count in counts.items()]


# How a stone, an exchange (`swap y>r`) and what stands after `flip` (`2 take g g o`, `1 swap p>w`) are written.
ONE_STONE = record(TakeStone, key("stone"), the("stone", STONE))
SWAP = record(Exchange, key("swap"), the("give", STONE), sign(">", tight=True), the("get", STONE))
_BONUS = Either((record(TakeRecruits, key("take"), many("take", RECRUIT, least=0)), SWAP))
FLIP = (the("tile", ROW_TILE), maybe(skip(";"), the("bonus", _BONUS)), maybe(key("none")))


def flips(state: State, seat: Seat) -> Iterator[tuple[tuple[object, ...], FlipTile]]:
    """What `flip_frames` takes: each face-up tile of the Row, with a bonus or unused, and the line for it."""
    data = state.components
    for place, tile in enumerate(state.asgard_row):
        if not state.asgard_up[place]:
            continue
        name = data.asgard[tile]
        if data.pattern[tile]:
            for kinds in patterns(data.pattern[tile]):
                take = tuple(RECRUITS[kind] for kind in kinds)
                yield ("tile", name, ("take", take)), FlipTile(tile=name, bonus=TakeRecruits(take=take))
        if data.exchange[tile]:
            for one in swaps(state, seat):
                yield ("tile", name, ("swap", one.give, one.get)), FlipTile(tile=name, bonus=one)
        yield ("tile", name, ("nothing",)), FlipTile(tile=name)


def patterns(pattern: Sequence[int]) -> list[tuple[int, ...]]:
    """Recruits that fit a pattern: (2, 1) gives two of one kind and one of another."""
    mixed = len(set(pattern)) > 1
    orders = [kinds for kinds in permutations(range(3), len(pattern)) if mixed or list(kinds) == sorted(kinds)]
    return [tuple(kind for kind, count in zip(kinds, pattern, strict=True) for _ in range(count)) for kinds in orders]


@step
def flip(play: Play, seat: Seat, place: int) -> None:
    """A tile of the Row is turned face down."""
    play.state.asgard_up[place] = False
    play.out.append(AsgardFlipped(seat, play.data.asgard[play.state.asgard_row[place]]))


# --- exchanges of stones (R3.6)


def swap(state: State, seat: Seat, part: Exchange, gain: tuple[int, int] | None = None) -> Frame:
    """An exchange of stones; `gain`: stones (colour, number) that come just before. Raises IllegalMove."""
    give, take = STONE_NUMBER[part.give], STONE_NUMBER[part.get]
    more = gain[1] if gain is not None and gain[0] == give else 0
    if not state.own_stones[seat][give] + more:
        raise IllegalMove("E_PICK", stone=part.give)
    if give == take:
        raise IllegalMove("E_TARGET", stone=part.give)
    before = gain[1] if gain is not None and gain[0] == take else 0
    if not receivable(state, seat, "stone", take, before=before):
        raise IllegalMove("E_NO_EFFECT", stone=part.get)
    return exchange(seat, give, take)


def swaps(state: State, seat: Seat, gain: tuple[int, int] | None = None) -> Iterator[Exchange]:
    """What `swap` takes."""
    for give in STONES:
        for get in STONES:
            part = Exchange(give=give, get=get)
            try:
                swap(state, seat, part, gain)
            except IllegalMove:
                continue
            yield part


@step
def exchange(play: Play, seat: Seat, give: int, take: int) -> None:
    """Give a stone back and receive another. Lapses when that has become impossible."""
    state = play.state
    if not state.own_stones[seat][give] or not receivable(state, seat, "stone", take):
        return
    state.own_stones[seat][give] -= 1
    state.stones[give] += 1
    play.out.append(Gave(seat, (("stone", STONES[give]),)))
    play.then(receive(seat, "stone", take, 1, paid=True))
