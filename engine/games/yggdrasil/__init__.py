"""Yggdrasil: one to six gods hold the world tree together against six Enemies; all win or lose together."""

from __future__ import annotations

from engine.core.contract import Game
from engine.games.yggdrasil.board.picture import draw
from engine.games.yggdrasil.board.pointing import spots
from engine.games.yggdrasil.board.text import text_board
from engine.games.yggdrasil.bots import BOTS
from engine.games.yggdrasil.data import SEATS
from engine.games.yggdrasil.game_rules import FirstRules, YggdrasilRules
from engine.games.yggdrasil.manual import manual
from engine.games.yggdrasil.orders.counsel import GodsCounsel
from engine.games.yggdrasil.orders.guards import FACTS
from engine.games.yggdrasil.orders.notation import YggdrasilNotation
from engine.games.yggdrasil.orders.plans import TurnPlanner
from engine.games.yggdrasil.state import State
from engine.games.yggdrasil.view import View, called
from engine.games.yggdrasil.words.status import YggdrasilWords

game: Game[State, View] = Game(
    key="yggdrasil",
    versions={1: FirstRules(), 2: YggdrasilRules()},
    notation=YggdrasilNotation(),
    planner=TurnPlanner(FACTS),
    words=YggdrasilWords,
    bots=BOTS,
    draw=draw,
    text_board=text_board,
    spots=spots,
    manual=manual,
    counsel=GodsCounsel(),
    together=True,
    called=called,
    facts={"answers": (15, 57), "seats": (SEATS.start, SEATS.stop - 1), "year": 2011, "languages": ("en", "ru")},
)
