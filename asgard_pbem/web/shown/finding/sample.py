"""A picture of each game for its card and its manual: a table in mid-game, the same for everybody."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice
from typing import Any, Final

from asgard_pbem.boards.look import Theme
from asgard_pbem.boards.outlined import board_outlined
from engine.core.board import Drawing
from engine.core.chance import SeededChance
from engine.core.contract import Game
from engine.table.registry import game as find_game

MOVES: Final = 40
CHOICES: Final = 30  # of a menu: enough for variety, however long it is
NAMES: Final = {
    "en": ("Astrid", "Bjorn", "Eir", "Leif", "Runa", "Ulf"),
    "ru": ("Астрид", "Бьорн", "Эйр", "Лейф", "Руна", "Ульф"),
}
WIDTH: Final = 640
_SIZE: Final = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


@cache
def sample_board(key: str, language: str, theme: Theme) -> str:
    """The board as an SVG document. Raises UnknownRules for a game that is not installed."""
    return str(board_outlined(key, sample_drawing(key, language), theme, WIDTH))


def sample_size(key: str, language: str) -> tuple[int, int]:
    """Width and height of that picture, of which a page needs the ratio to keep its place. Raises UnknownRules."""
    found = _SIZE.search(sample_board(key, language, "light"))
    assert found is not None, "every board has a size"
    return int(found[1]), int(found[2])


def sample_drawing(key: str, language: str) -> Drawing:
    """The board as blocks and parts. Raises UnknownRules for a game that is not installed."""
    game = find_game(key)
    seats = min(3, game.rules.seats_with(game.rules.Options())[-1])
    words = game.words(language, NAMES.get(language, NAMES["en"])[:seats])
    return game.draw(_view(game, seats), words)


def _view(game: Game[Any], seats: int) -> Any:
    """What a spectator sees after some moves of chance, the same ones each time."""
    rules, chance, rng = game.rules, SeededChance(bytes(32)), random.Random(1)  # noqa: S311 - a picture, not a game
    state, _happenings = rules.setup(rules.Options(), seats, chance)
    for _ in range(MOVES):
        waiting = [decision for decision in rules.decisions(state) if decision.waits]
        if not waiting or rules.result(state) is not None:
            break
        choices = [move for _path, _option, move in islice(rules.menu(state, waiting[0]).leaves(), CHOICES)]
        rules.apply(state, waiting[0].seat, rng.choice(choices), chance)
    return rules.view(state, None)
