"""The start of a round (R4.2): who rises, seals beside the gods, the Asgard Row, discs taken back."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.flow import Answers, answered, step
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import ChoiceMade, Recovered, RoundBegan, RowRefilled, SealLaid
from engine.games.asgard.moves import Recover
from engine.games.asgard.pieces import GOD_NUMBER, GODS, NOBODY, SEALS, side_of_god
from engine.games.asgard.play import Play
from engine.games.asgard.rules.supply import named, owners_of_most
from engine.games.asgard.state import State

MIDDLE = 0  # places of discs to recover: the middle, Victory Areas 1 to 7, then SUPPORT + Support slot
SUPPORT = 10
LEAST = 2  # discs in front at the start of a round


def begin(play: Play) -> None:
    """The next round; in the first one set-up did all this."""
    state = play.state
    state.round += 1
    risen = next((god for god, round_ in enumerate(play.data.rises) if round_ == state.round > 1), None)
    play.out.append(RoundBegan(state.round, None if risen is None else GODS[risen]))
    if state.round > 1:
        play.then(*(lay_seal(god) for god in state.risen_gods() if not state.god_seals[god]), refill_row())
    state.hand = [[] for _ in range(state.seats)]
    state.shown = [[] for _ in range(state.seats)]
    state.recover = [[] for _ in range(state.seats)]
    state.chosen = [state.front[seat] >= LEAST for seat in range(state.seats)]
    state.stage = "recover"


@step
def lay_seal(play: Play, god: int) -> None:
    """R4.2.2 for one god; the first player names the giver in a tie."""
    state, side = play.state, side_of_god(god)
    if state.seals[side]:
        state.seals[side] -= 1
        _lay(play, god, None)
        return
    owners = owners_of_most(state, "seal", side)
    if len(owners) > 1:
        among = list(owners)
        play.ask("seal_giver", [state.order[0]], seal_given(god, among), what="seal", which=side, among=among)
    elif owners:
        _take_from(play, god, owners[0])


@answered
def seal_given(play: Play, answers: Answers, god: int, among: list[Seat]) -> None:
    """D2."""
    for move in answers.values():
        _take_from(play, god, named(move, among))


def _take_from(play: Play, god: int, giver: Seat) -> None:
    play.state.own_seals[giver][side_of_god(god)] -= 1
    _lay(play, god, giver)


def _lay(play: Play, god: int, giver: Seat | None) -> None:
    play.state.god_seals[god] = 1
    play.out.append(SealLaid(GODS[god], SEALS[side_of_god(god)], giver))


@step
def refill_row(play: Play) -> None:
    """R4.2.3: tiles that nobody flipped stay, each in its place; new ones fill the gaps from the left."""
    state = play.state
    new = []
    gaps = [place for place, up in enumerate(state.asgard_up) if not up]
    state.asgard_aside += [state.asgard_row[place] for place in gaps]
    for place in gaps:
        if not state.asgard_stack:
            aside = state.asgard_aside
            state.asgard_stack = [aside[i] for i in play.chance.shuffle("asgard tiles again", len(aside))]
            state.asgard_aside = []
        tile = state.asgard_stack.pop()
        state.asgard_row[place], state.asgard_up[place] = tile, True
        new.append(play.data.asgard[tile])
    if new:
        play.out.append(RowRefilled(tuple(new)))


# --- discs taken back (R4.2.4, D3)


def places_of(state: State, seat: Seat) -> list[int]:
    """Every disc that could come back, one entry a disc: the middle, Victory Areas, Support slots."""
    found = [MIDDLE] * state.middle[seat]
    for world, discs in enumerate(state.victory):
        found += [1 + world] * discs[seat]
    return found + [SUPPORT + slot for slot, owner in enumerate(state.support) if owner == seat]


def place_name(place: int) -> str:
    if place >= SUPPORT:
        return f"support:{GODS[(place - SUPPORT) // 2]}"
    return f"V{place}" if place else "middle"


def place_number(state: State, seat: Seat, name: str) -> int:
    """NOBODY when there is no such place."""
    if name.startswith("support:"):
        god = GOD_NUMBER.get(name[8:], NOBODY)
        slots = (2 * god, 2 * god + 1) if god != NOBODY else ()
        return next((SUPPORT + slot for slot in slots if state.support[slot] == seat), NOBODY)
    return MIDDLE if name == "middle" else int(name[1:])


def recover(play: Play, seat: Seat, move: Recover) -> None:
    """D3; may be replaced until all have chosen."""
    state = play.state
    if state.front[seat] >= LEAST:
        raise IllegalMove("E_RECOVER", count=0)
    due = LEAST - state.front[seat]
    places = [place_number(state, seat, name) for name in move.places]
    left = places_of(state, seat)
    if len(places) != due or not _within(places, left):
        raise IllegalMove("E_RECOVER", count=due)
    replaced, state.recover[seat], state.chosen[seat] = state.chosen[seat], sorted(places), True
    names = tuple(place_name(place) for place in state.recover[seat])
    play.out.append(ChoiceMade(seat, "recover", due, names, replaced))


def _within(places: Iterable[int], left: list[int]) -> bool:
    for place in places:
        if place not in left:
            return False
        left.remove(place)
    return True


def default_recovery(state: State, seat: Seat) -> Recover:
    """The middle first, then Victory Areas from world 1 up, then Support slots in canonical order."""
    places = places_of(state, seat)[: LEAST - state.front[seat]]
    return Recover(places=tuple(place_name(place) for place in places))


def carry_out(play: Play) -> None:
    """All discs come back together; then gods are chosen."""
    state = play.state
    for seat, places in enumerate(state.recover):
        for place in places:
            _take(state, seat, place)
        if places:
            play.out.append(Recovered(seat, tuple(place_name(place) for place in places)))
    state.recover = [[] for _ in range(state.seats)]
    state.chosen = [False] * state.seats
    state.stage = "gods"


def _take(state: State, seat: Seat, place: int) -> None:
    if place >= SUPPORT:
        state.support[place - SUPPORT] = NOBODY
    elif place:
        state.victory[place - 1][seat] -= 1
    else:
        state.middle[seat] -= 1
    state.front[seat] += 1
