"""The powers of the six gods (R11). What is not said here every god has from the rules."""

from __future__ import annotations

from engine.games.yggdrasil.data import GOD_VALUES
from engine.games.yggdrasil.play import powers
from engine.games.yggdrasil.state import State

CARDS_DRAWN: int = GOD_VALUES["odin"]["draw"]
COMBAT: int = GOD_VALUES["thor"]["value"]
ROLLS: int = GOD_VALUES["tyr"]["rolls"]
ACTIONS: int = GOD_VALUES["frey"]["value"]
REPEATED: int = GOD_VALUES["freyja"]["worlds"]
SEARCHED: int = GOD_VALUES["heimdall"]["value"]


@powers("odin", at="cards")
def odin(state: State) -> int:
    """He draws two Enemy cards, applies one and puts the other on the top or the bottom of the deck (R11.1)."""
    return CARDS_DRAWN


@powers("thor", at="combat")
def thor(state: State) -> int:
    """He adds 1 in every combat (R11.2)."""
    return COMBAT


@powers("tyr", at="rolls")
def tyr(state: State) -> int:
    """He rolls twice and keeps the better result (R11.3)."""
    return ROLLS


@powers("frey", at="actions")
def frey(state: State) -> int:
    """He has four actions (R11.4)."""
    return ACTIONS


@powers("freyja", at="repeats")
def freyja(state: State) -> int:
    """She may use one world twice (R11.5)."""
    return REPEATED


@powers("heimdall", at="search")
def heimdall(state: State) -> int:
    """He draws four counters when he searches (R11.6)."""
    return SEARCHED
