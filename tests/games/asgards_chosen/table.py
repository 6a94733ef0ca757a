"""A scene as a table of the service, where plans answer."""

from __future__ import annotations

from typing import Any

from engine.core.chance import SeededChance
from engine.core.decisions import Decision
from engine.core.grammar.text import fold
from engine.games.asgards_chosen import game
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.scene import RULES, Scene, seat

GAME = game


class Asked(Table):
    """Asks the rules each time: a scene changes the state beside the table."""

    def decisions(self) -> tuple[Decision, ...]:
        return self.rules.decisions(self.state)


class Letters:
    """A scene as a table where plans answer; its shuffles leave everything in order."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        seats = scene.state.seats
        table = Asked(GAME, RULES, RULES.Options(), seats, scene.state, [()] * seats)
        self.session = Session(table, SeededChance(b"letters"))

    def sends(self, player: str, *lines: str) -> Letters:
        """The lines of a mail; then plans answer. What is left of a list is a line of its own."""
        left = [fold(line) for line in lines]
        while left:
            order = GAME.notation.read(left, self.session.table.desk(seat(player), ("Red", "Blue", "Yellow")))
            left = [*([order.rest] if order.rest else []), *left[order.used :]]
            if order.plans:
                self.session.file(seat(player), order.plans)
            if order.moves:
                self.session.any_of(seat(player), order.moves)
        self.session.settle()
        self.scene.state = self.session.table.state
        self.scene.told = [one for made in self.session.made for one in made.happenings]
        return self

    def told(self, kind: str) -> list[Any]:
        return self.scene.all_told(kind)

    def played(self, player: str) -> list[str]:
        return [one.card for one in self.told("card_fights") if one.seat == seat(player)]
