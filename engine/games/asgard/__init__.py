"""Asgard (Pierluca Zizzi, 2012) for two to four players: five rounds of gods, temples and battles, and Ragnarök."""

from __future__ import annotations

from engine.core.contract import Game
from engine.games.asgard.board.picture import colours, draw, text_board
from engine.games.asgard.board.pointing import spots
from engine.games.asgard.bots.thinker import BOTS
from engine.games.asgard.game_rules import AsgardRules, AsgardRules1
from engine.games.asgard.orders.notation import AsgardNotation
from engine.games.asgard.orders.planner import PASSED_OVER, AsgardPlanner
from engine.games.asgard.rules.placing import tells_by_asking
from engine.games.asgard.state import State
from engine.games.asgard.words.describe import AsgardWords, manual
from engine.games.asgard.words.points import points

game: Game[State] = Game(
    key="asgard",
    versions={1: AsgardRules1(), 2: AsgardRules()},
    notation=AsgardNotation(),
    planner=AsgardPlanner(),
    words=AsgardWords,
    bots=BOTS,
    draw=draw,
    text_board=text_board,
    spots=spots,
    manual=manual,
    facts={
        "answers": (12, 37),
        "seats": (2, 4),
        "year": 2012,
        "designer": "Pierluca Zizzi",
        "languages": ("en", "ru"),
    },
    points=points,
    passed_over=PASSED_OVER,
    tells_by_asking=tells_by_asking,
    colours=colours,
)
