"""Bots: at random, by what a position is worth, and with some thought."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.bots import Greedy, RandomBot, Thinker
from engine.core.contract import Bot
from engine.games.asgards_chosen.bots.worth import worth

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": Greedy(worth, worlds=1), "thinker": Thinker(worth)}
