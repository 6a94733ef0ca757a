"""A table of a scenario as the service plays it: replies of several lines, plans that wait, time-outs."""

from __future__ import annotations

from typing import Any

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.yggdrasil import game
from engine.table.orders import Taken, take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.yggdrasil.scene import RULES, Scene, Script

GAME, NOTATION = game, game.notation


class _Drawn(SeededChance):
    """Draws as a scenario says, recorded like any others; shuffles as they come."""

    def __init__(self, script: Script) -> None:
        super().__init__(b"correspondence")
        self.script = script

    def draw(self, label: str, size: int) -> int:
        super().draw(label, size)
        return self.script.draw(label, size)


class Correspondence:
    """One scene, and the mails of its gods."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        seats = scene.state.seats
        table = Table(GAME, RULES, RULES.Options(), seats, scene.state, [()] * seats)
        self.session = Session(table, _Drawn(scene.chance))
        self.taken = Taken({}, 0)

    def replies(self, *lines: str, god: str = "", **chance: Any) -> Taken:
        """A mail of whoever is asked, or of this god."""
        scene = self.scene
        scene.lucky(**chance)
        seat = scene.seat(god) if god else scene.asking
        self.taken = take(self.session, seat, lines)
        scene.state = self.session.table.state
        return self.taken

    def times_out(self) -> None:
        self.session.time_out(self.session.table.pending()[0])
        self.scene.state = self.session.table.state

    @property
    def balked(self) -> str:
        """Why the lines of the last mail stopped, or those of whoever is asked; empty: they did not."""
        if self.taken.refused is not None:
            return self.taken.refused.why.code
        why: IllegalMove | None = self.session.balked.get(self.scene.asking)
        return "" if why is None else why.code

    def told(self) -> tuple[list[str], list[str], list[str]]:
        """Lines of the last mail: those that were done, that wait, and to which it did not come."""
        taken = self.taken
        return taken.orders, [taken.typed[one] for one in taken.waiting], [taken.typed[one] for one in taken.dropped]
