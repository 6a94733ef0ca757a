"""Blood Rage: two to four clans draft, pillage and die gloriously while Ragnarok takes the world."""

from __future__ import annotations

from engine.core.contract import Game
from engine.games.blood_rage.board.picture import draw
from engine.games.blood_rage.board.pointing import spots
from engine.games.blood_rage.board.text import text_board
from engine.games.blood_rage.bots import BOTS
from engine.games.blood_rage.data import SEATS
from engine.games.blood_rage.game_rules import BloodRageRules, FirstRules
from engine.games.blood_rage.manual import manual
from engine.games.blood_rage.orders.notation import RageNotation
from engine.games.blood_rage.orders.plans import FACTS, RagePlanner
from engine.games.blood_rage.state import State
from engine.games.blood_rage.words.points import points
from engine.games.blood_rage.words.status import RageWords

game: Game[State] = Game(
    key="blood_rage",
    versions={1: FirstRules(), 2: BloodRageRules()},
    notation=RageNotation(),
    planner=RagePlanner(FACTS),
    words=RageWords,
    bots=BOTS,
    draw=draw,
    text_board=text_board,
    spots=spots,
    manual=manual,
    facts={"answers": (23, 63), "seats": (SEATS.start, SEATS.stop - 1), "year": 2015, "languages": ("en", "ru")},
    points=points,
)
