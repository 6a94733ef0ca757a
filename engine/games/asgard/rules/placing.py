"""Phase 1 (choose gods) and phase 2 (reveal them and place discs): R6."""

from __future__ import annotations

from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import ChoiceMade, Placed
from engine.games.asgard.moves import ChooseGods
from engine.games.asgard.moves import Place as PlaceMove
from engine.games.asgard.pieces import ASGARD, GOD_NUMBER, GODS, TEMPLE
from engine.games.asgard.play import Play
from engine.games.asgard.state import State


def due(state: State, seat: Seat) -> int:
    """How many gods a seat has to choose (R6.1)."""
    return min(state.front[seat], len(state.risen_gods()))


def choose_gods(play: Play, seat: Seat, move: ChooseGods) -> None:
    """D4; may be replaced until all have chosen."""
    state, gods = play.state, [GOD_NUMBER[name] for name in move.gods]
    count = due(state, seat)
    if len(gods) != count:
        raise IllegalMove("E_GOD_COUNT", count=count)
    if len(set(gods)) != len(gods):
        raise IllegalMove("E_GOD_DUPLICATE", god=next(name for name in move.gods if move.gods.count(name) > 1))
    for god in gods:
        if not state.risen(god):
            raise IllegalMove("E_GOD_NOT_RISEN", god=GODS[god])
    replaced = state.chosen[seat]
    state.hand[seat] = sorted(gods)
    state.chosen[seat] = True
    play.out.append(ChoiceMade(seat, "gods", count, tuple([GODS[god] for god in state.hand[seat]]), replaced))


def disc_place(state: State, god: int, slot: str) -> int:
    """The number of a god's slot, or ASGARD. Raises IllegalMove."""
    if slot == "asgard":
        return ASGARD
    if slot == "temple":
        return 3 * god + TEMPLE
    names = state.components.slots[god]
    if slot not in names:
        raise IllegalMove("E_SLOT_UNKNOWN", god=GODS[god], slot=slot)
    return 3 * god + names.index(slot)


def check_entry(state: State, seat: Seat, place: int) -> None:
    """Whether a disc may enter a slot (R6.3, R6.4). Raises IllegalMove."""
    if bar := state.bar(seat, place):
        raise IllegalMove(bar, god=GODS[place // 3])


def put(state: State, seat: Seat, place: int) -> None:
    """A disc stands on a slot or in Asgard from now on."""
    if place != ASGARD:
        state.slots[place] = seat
    state.placed[seat].append(place)


def place(play: Play, seat: Seat, move: PlaceMove) -> None:
    """D5."""
    state, god = play.state, GOD_NUMBER[move.god]
    if god not in state.hand[seat]:
        raise IllegalMove("E_CARD_NOT_HELD", god=move.god)
    at = disc_place(state, god, move.slot)
    check_entry(state, seat, at)
    state.hand[seat].remove(god)
    state.shown[seat].append(god)
    state.front[seat] -= 1
    put(state, seat, at)
    state.acted = True
    play.out.append(Placed(seat, move.god, move.slot))


def entries(state: State, seat: Seat, god: int) -> list[str]:
    """Names of the slots of a god that a seat may enter, the request slots first, then the temple."""
    places = (*enumerate(state.components.slots[god], 3 * god), (3 * god + TEMPLE, "temple"))
    return [name for place, name in places if not state.bar(seat, place)]


def tells_by_asking(state: State, decision: Decision) -> bool:
    """See `Game.tells_by_asking`. A last god that no slot is left for goes to Asgard without a question."""
    if decision.kind != "place" or len(state.hand[decision.seat]) != 1:
        return False
    seat = decision.seat
    return any(not entries(state, seat, god) for god in state.risen_gods() if god not in state.shown[seat])
