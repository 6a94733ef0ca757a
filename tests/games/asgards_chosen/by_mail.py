"""Whole games among bots who answer sheet by sheet, as `simulate --by-mail` plays them, without the mails."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from engine.core.bots import asked
from engine.core.chance import SeededChance
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.playing import Setting
from tests.games.asgards_chosen.table import GAME

LANGUAGES = ("en", "ru")


@dataclass(slots=True)
class Post:
    """How many mails the players of a game answered, and what was asked first in each."""

    rounds: int = 0
    seats: int = 0
    mails: Counter[str] = field(default_factory=Counter)
    by_round: Counter[tuple[int, int]] = field(default_factory=Counter)  # seat, round
    texts: list[tuple[int, str, list[str]]] = field(default_factory=list)

    def a_round(self) -> float:
        """Mails a player and round; the set-up apart."""
        return sum(count for (_, round_), count in self.by_round.items() if round_) / (self.seats * self.rounds)

    def setting_up(self) -> float:
        """Mails a player before the first round."""
        return sum(count for (_, round_), count in self.by_round.items() if not round_) / self.seats


def played(setting: Setting, seed: int, *, plans: bool = True, bot: str = "greedy", most: int = 2000) -> Post:
    """A game to its end. Raises Refused where a bot's sheet is refused."""
    chance = SeededChance(b"%s %d" % (setting.name.encode(), seed))
    rules = GAME.rules
    names = ("Anna", "Boris", "Carl", "Dora")[: setting.seats]
    table = Table(GAME, rules, rules.Options(**setting.options), setting.seats, None, [()] * setting.seats)
    session = Session(table, chance, names)
    session.start()
    whims = [random.Random(f"{seed}/{seat}") for seat in range(setting.seats)]
    post = Post(seats=setting.seats)
    for _ in range(most):
        table = session.table
        pending = table.pending()
        if not pending:
            break
        seat = pending[0].seat
        desk = table.desk(seat, names)
        kind, round_, writer = asked(desk).kind, desk.view.round, GAME.bots[bot]
        if plans:
            lines = writer.sheet(desk, whims[seat], GAME.notation, LANGUAGES[seat % 2])
        else:
            lines = [GAME.notation.write(writer.move(desk, whims[seat]), LANGUAGES[seat % 2], desk)]
        post.texts.append((seat, kind, lines))
        taken = take(session, seat, lines)
        if taken.refused is not None:
            raise taken.refused
        assert taken.rest == len(lines), (lines, taken)
        post.mails[kind] += 1
        post.by_round[seat, round_] += 1
        post.rounds = max(post.rounds, round_)
        session.made.clear()
    return post
