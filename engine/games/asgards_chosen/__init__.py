"""Asgard's Chosen: heroes take land and muster creatures, to appease the gods before the others do."""

from __future__ import annotations

from engine.core.contract import Game
from engine.core.plans import Facts
from engine.games.asgards_chosen.board.picture import draw
from engine.games.asgards_chosen.board.pointing import spots
from engine.games.asgards_chosen.board.text import text_board
from engine.games.asgards_chosen.bots import BOTS
from engine.games.asgards_chosen.data import SEATS
from engine.games.asgards_chosen.game_rules import ChosenRules, ChosenRules1, ChosenRules2, ChosenRules3
from engine.games.asgards_chosen.manual import manual
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.orders.plans import PASSED_OVER, ChosenPlanner, tells_by_asking
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.aims import aim
from engine.games.asgards_chosen.words.status import ChosenWords

game: Game[State, View] = Game(
    key="asgards_chosen",
    versions={1: ChosenRules1(), 2: ChosenRules2(), 3: ChosenRules3(), 4: ChosenRules()},
    notation=ChosenNotation(),
    planner=ChosenPlanner(Facts({})),
    words=ChosenWords,
    bots=BOTS,
    draw=draw,
    text_board=text_board,
    spots=spots,
    manual=manual,
    passed_over=PASSED_OVER,
    tells_by_asking=tells_by_asking,
    aim=aim,
    first={"mode": "introductory"},  # a board that lies there; else one lays it by coordinates before anything else
    facts={"answers": (9, 33), "seats": (SEATS.start, SEATS.stop - 1), "year": 2013, "languages": ("en", "ru")},
)
