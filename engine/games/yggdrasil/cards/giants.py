"""Frost Giants: what each does while it is active stands in the data (R9); here they fall, and complete runes."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.yggdrasil.data import ALL_CARDS, BLOCKS, PARTS, RUNE_OF, WHIRLPOOL
from engine.games.yggdrasil.happenings import GiantDefeated, RuneCompleted
from engine.games.yggdrasil.play import Tree, rune
from engine.games.yggdrasil.state import State


def blocks(state: State, world: int) -> str:
    """The code of the Giant that makes a world unreachable; empty: none does (R9.4)."""
    giant = BLOCKS.get(world)
    return ALL_CARDS[giant] if giant is not None and giant in state.active else ""


def is_whirlpool(state: State, island: int) -> bool:
    """Whether the Valkyries may not come to an island (R9.3)."""
    return island == state.tile and WHIRLPOOL in state.active


def defeat(play: Tree, seat: Seat, giant: int) -> None:
    """It goes to the shared discard; the fourth of a rune completes it (R9.5)."""
    state = play.state
    (state.active if giant in state.active else state.pile).remove(giant)
    state.defeated.append(giant)
    name = RUNE_OF[giant]
    parts = state.parts(name)
    play.tell(GiantDefeated(seat, ALL_CARDS[giant], name, parts))
    if parts == PARTS:
        play.tell(RuneCompleted(seat, name))
        rune.speak(play, name, "completed", seat)
