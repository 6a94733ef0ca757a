"""Which pieces of the board a menu line speaks of: slots and discs of gods, tiles in worlds, battle slots, stacks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import spot
from engine.core.menu import Option
from engine.games.asgard.pieces import GODS, side_of_god
from engine.games.asgard.view import View

SIDES = "LD"  # of world slots: W6L, W6D


def spots(option: Option, view: View) -> Iterator[str]:
    """By name; a disc and the free place below it are meant alike."""
    match option.what:
        case ("do", None, str()) | ("place", _, "asgard"):
            yield spot("asgard-area", "asgard")
        case ("place" | "do" | "back" | "to", str(god), str(slot)):
            yield from _slot(f"{god} {slot}", view)
        case ("god" | "steal" | "slay", str(god), *_):
            yield spot("god", god)
        case ("flip" | "slot", str(slot), *_):
            yield spot("world-slot", slot)
        case ("fight_nothing" | "fight_send" | "fight_tile", str(slot), *_):
            yield from _battle(slot, view)
        case ("valhalla", _, str(god), int(world)) | ("arm", _, _, str(god), int(world)):
            yield spot("world-slot", f"W{world}{SIDES[side_of_god(GODS.index(god))]}")
        case ("stack", str(stack), *_):
            yield spot("temple", stack)
        case ("tile", str(tile), *_):
            yield spot("asgard-tile", tile)
        case ("recruit" | "recruits", str(kind), *_):
            yield spot("recruit", f"supply {kind}")
        case ("from", int(seat)):
            yield spot("panel", "", seat)


def _slot(ref: str, view: View) -> Iterator[str]:
    yield spot("slot", ref)
    yield spot("support", ref)
    yield spot("disc", ref, view.viewer)


def _battle(slot: str, view: View) -> Iterator[str]:
    yield spot("battle-slot", slot)
    yield from (spot("disc", slot, seat) for seat in range(len(view.scores)))
