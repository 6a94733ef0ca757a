"""Phase 3 (R7): one disc a turn is performed or taken back."""

from __future__ import annotations

from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import Performed, SealTaken
from engine.games.asgard.moves import Asgard, Decline, Request, Temple
from engine.games.asgard.pieces import ASGARD, GOD_NUMBER, GODS, NOBODY, SEALS, TEMPLE, God, side_of_god
from engine.games.asgard.play import Play
from engine.games.asgard.rules import asgard_area, temples
from engine.games.asgard.rules.odin import ODIN_UPPER, hear, redistribute
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.skills import request_frames


def own_disc(play: Play, seat: Seat, god: God | None, slot: str) -> int:
    """The place of an own disc. Raises IllegalMove."""
    if god is None:
        if slot != "asgard":
            raise IllegalMove("E_SLOT_UNKNOWN", slot=slot)
        place = ASGARD
    else:
        if slot == "asgard":
            raise IllegalMove("E_SLOT_UNKNOWN", god=god, slot=slot)
        place = disc_place(play.state, GOD_NUMBER[god], slot)
    if place not in play.state.placed[seat]:
        raise IllegalMove("E_NO_DISC_THERE", place=slot if god is None else f"{god} {slot}")
    return place


def _take_seal(play: Play, seat: Seat, god: int) -> None:
    """R7.1.1."""
    state = play.state
    if state.god_seals[god]:
        side = side_of_god(god)
        state.god_seals[god] = 0
        state.own_seals[seat][side] += 1
        play.out.append(SealTaken(seat, GODS[god], SEALS[side]))


def _take_back(play: Play, seat: Seat, place: int) -> None:
    """The disc comes back to the front; offers made to its owner lapse, unless they are what it is about."""
    state = play.state
    state.placed[seat].remove(place)
    if place != ASGARD:
        state.slots[place] = NOBODY
    state.front[seat] += 1
    if place == ODIN_UPPER and not any(frame.step in (redistribute.name, hear.name) for frame in state.flow.frames):
        state.offers = []


def decline(play: Play, seat: Seat, move: Decline) -> None:
    """R7.1.2."""
    place = own_disc(play, seat, move.god, move.slot)
    play.out.append(Performed(seat, move.god, move.slot, "decline"))
    if place != ASGARD:
        _take_seal(play, seat, place // 3)
    _take_back(play, seat, place)
    play.state.acted = True


def request(play: Play, seat: Seat, move: Request) -> None:
    """R7.2."""
    place = own_disc(play, seat, move.god, move.slot)
    if place % 3 == TEMPLE:
        raise IllegalMove("E_PHASE", place=f"{move.god} temple")
    frames = request_frames(play.state, seat, place, move)
    play.out.append(Performed(seat, move.god, move.slot, "request"))
    _take_seal(play, seat, place // 3)
    play.then(*frames)
    _take_back(play, seat, place)
    play.state.acted = True


def temple(play: Play, seat: Seat, move: Temple) -> None:
    """R7.3."""
    place = own_disc(play, seat, move.god, "temple")
    plan = temples.check(play.state, seat, move, strict=play.version > 1)
    play.out.append(Performed(seat, move.god, "temple", "temple"))
    _take_seal(play, seat, place // 3)
    temples.build(play, seat, plan)
    play.state.acted = True


def asgard(play: Play, seat: Seat, move: Asgard) -> None:
    """R7.4, R7.5."""
    play.out.append(Performed(seat, None, "asgard", "all" if move.all else "asgard"))
    asgard_area.asgard(play, seat, move)
    play.state.acted = True
