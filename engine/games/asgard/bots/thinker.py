"""The bot that thinks: rounds played out as greedy would, in worlds that its seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.bots import Thinker
from engine.core.contract import Bot
from engine.games.asgard.bots.greedy import BOTS as QUICK
from engine.games.asgard.bots.playouts import as_greedy, proposals
from engine.games.asgard.bots.worth import worth

# Depth: about two rounds of two players. Scale: points in the lead that win three games in four.
THINKER = Thinker(
    worth, as_greedy, depth=40, scale=12.0, playouts=240, propose=proposals, finalists=8, sure=1.0, margin=0.5
)
BOTS: Mapping[str, Bot] = {**QUICK, "thinker": THINKER}
