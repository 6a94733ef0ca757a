"""The game as the service would have it, for the laws; not registered as long as it has no picture and no manual."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from engine.core.board import Drawing
from engine.core.chance import SeededChance
from engine.core.contract import Game
from engine.core.flow.veil import Aside
from engine.core.grammar.text import fold
from engine.core.plans import Facts
from engine.games.asgards_chosen.board.text import text_board
from engine.games.asgards_chosen.bots import BOTS
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.orders.plans import PASSED_OVER, ChosenPlanner
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table import registry
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.scene import RULES, Scene, seat

GAME: Game[State, View] = Game(
    key="asgards_chosen",
    versions={1: ChosenRules()},
    notation=ChosenNotation(),
    planner=ChosenPlanner(Facts({})),
    words=ChosenWords,
    bots=BOTS,
    draw=lambda view, words: Drawing(words.stage(view), ()),
    text_board=text_board,  # type: ignore[arg-type]  # its words are these
    manual=lambda language: "",
    passed_over=PASSED_OVER,
)


@contextmanager
def installed() -> Iterator[None]:
    """While it lasts the registry has the game."""
    games = registry.games()
    games[GAME.key] = GAME
    try:
        yield
    finally:
        del games[GAME.key]


def with_the_game(law: Callable[..., None]) -> Callable[..., None]:
    @wraps(law)
    def held(*args: Any) -> None:
        with installed():
            law(*args)

    return held


class Letters:
    """A scene as a table where plans answer; its shuffles leave everything in order."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        seats = scene.state.seats
        table = Table(GAME, RULES, RULES.Options(), seats, scene.state, [()] * seats)
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
        found = [one.what if isinstance(one, Aside) else one for one in self.scene.told]
        return [one for one in found if one.kind == kind]

    def played(self, player: str) -> list[str]:
        return [one.card for one in self.told("card_fights") if one.seat == seat(player)]
