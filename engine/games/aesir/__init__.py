"""Aesir («Асы»): a card draft for two to five players, over whom the gods of Asgard awaken one after another."""

from __future__ import annotations

from engine.core.contract import Game
from engine.games.aesir.board.picture import draw
from engine.games.aesir.board.pointing import spots
from engine.games.aesir.board.text import text_board
from engine.games.aesir.bots import BOTS
from engine.games.aesir.data import SEATS
from engine.games.aesir.game_rules import AesirRules
from engine.games.aesir.orders.notation import AesirNotation
from engine.games.aesir.orders.plans import AesirPlanner
from engine.games.aesir.state import State
from engine.games.aesir.words.points import points
from engine.games.aesir.words.status import AesirWords, manual

game: Game[State] = Game(
    key="aesir",
    versions={1: AesirRules()},
    notation=AesirNotation(),
    planner=AesirPlanner(),
    words=AesirWords,
    bots=BOTS,
    draw=draw,
    text_board=text_board,
    spots=spots,
    manual=manual,
    facts={"answers": (6, 25), "seats": (SEATS.start, SEATS.stop - 1), "languages": ("en", "ru")},
    points=points,
)
