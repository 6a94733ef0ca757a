"""Who may advise whom, and when: everybody whoever is on turn, and every other god on the turn that it plays next."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.counsel import OpenCounsel
from engine.core.decisions import Decision
from engine.games.yggdrasil.state import State


class GodsCounsel(OpenCounsel):
    """Open to all (R14.1). What is proposed for a turn to come is a turn that is stored ahead (P5)."""

    def coming(self, state: State, seats: int) -> tuple[Decision, ...]:
        """The next turn of each god that is not on turn."""
        if not state.turn:
            return ()
        others = state.around(state.seat)[1:]
        return tuple(Decision(seat, "action", clock=f"turn {state.turn + 1 + at}") for at, seat in enumerate(others))

    def ahead(self, lines: Sequence[str]) -> Sequence[str]:
        """Begun at once by whoever does it, unless the Enemy card bars one of its lines."""
        return ["plan auto:", *lines]
