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

    def replies(self, *lines: str, god: str = "", **chance: Any) -> Taken:
        """A mail of whoever is asked, or of this god."""
        scene = self.scene
        scene.lucky(**chance)
        seat = scene.seat(god) if god else scene.asking
        taken = take(self.session, seat, lines)
        scene.state = self.session.table.state
        return taken

    def times_out(self) -> None:
        self.session.time_out(self.session.table.pending()[0])
        self.scene.state = self.session.table.state

    @property
    def balked(self) -> str:
        """Why the lines of whoever is asked stopped; empty: they did not."""
        why: IllegalMove | None = self.session.balked.get(self.scene.asking)
        return "" if why is None else why.code
