"""The game as the service would have it, for the laws; not registered as long as it has no picture and no manual."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from engine.core.board import Drawing
from engine.core.contract import Game
from engine.core.plans import Facts, KitPlanner
from engine.games.asgards_chosen.board.text import text_board
from engine.games.asgards_chosen.bots import BOTS
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table import registry

GAME: Game[State, View] = Game(
    key="asgards_chosen",
    versions={1: ChosenRules()},
    notation=ChosenNotation(),
    planner=KitPlanner(Facts({})),
    words=ChosenWords,
    bots=BOTS,
    draw=lambda view, words: Drawing(words.stage(view), ()),
    text_board=text_board,  # type: ignore[arg-type]  # its words are these
    manual=lambda language: "",
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
