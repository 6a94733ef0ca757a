"""The bots see a desk and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.bots import Thinker
from engine.core.contract import Bot
from engine.core.grammar.text import fold
from engine.games.aesir import game
from engine.games.aesir.bots import likely
from engine.games.aesir.moves import StackRef, Tally
from engine.games.aesir.outlook import worth
from engine.table.events import GameOpened
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Recorded, Table
from engine.table.table import fold as fold_events
from tests.games.aesir.playing import NO_CHANCE, NOTATION, RULES, chance, deal, desk, somewhere
from tests.games.aesir.scenario import start, wake

GAMES = 40


def winners(bots: list[Bot], seed: int) -> tuple[int, ...]:
    """Who wins a game of these bots."""
    state, _ = deal(len(bots), seed)
    rng = random.Random(seed)
    while asked := [one for one in RULES.decisions(state) if one.waits]:
        seat = asked[0].seat
        move = RULES.forced(state, asked[0]) or bots[seat].move(desk(state, seat), rng)
        RULES.apply(state, seat, move, NO_CHANCE)
    result = RULES.result(state)
    assert result is not None
    return result.winners


def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    greedy, plain = game.bots["greedy"], game.bots["random"]
    won = sum(
        winners([greedy, plain] if seed % 2 else [plain, greedy], seed) == ((0,) if seed % 2 else (1,))
        for seed in range(GAMES)
    )
    assert won >= GAMES * 0.9


def test_greedy_plays_at_tables_of_any_size() -> None:
    for seats in range(2, 6):
        won = [winners([game.bots["greedy"]] + [game.bots["random"]] * (seats - 1), seed) for seed in range(12)]
        assert won.count((0,)) > 12 / seats


def test_a_bots_sheet_is_its_move_in_words() -> None:
    state, _ = deal(3, 4)
    place = desk(state, 1)
    for name in ("random", "greedy"):
        bot = game.bots[name]
        lines = bot.sheet(place, random.Random(name), NOTATION, "ru")
        move = bot.move(place, random.Random(name))
        assert NOTATION.read([fold(line) for line in lines], place).moves == (move,)


def by_sheets(ways: list[str], seed: int, language: str = "en") -> tuple[tuple[int, ...], Counter[int]]:
    """Winners of a game, and the mails that each seat answered: `greedy` writes sheets, `random` moves."""
    opened = GameOpened(game="aesir", rules=1, options={}, seats=len(ways), commitment="00")
    session = Session(Table.opened(opened), chance(seed))
    session.start()
    rng, mails = random.Random(seed), Counter[int]()
    while pending := session.table.pending():
        seat = pending[0].seat
        mails[seat] += 1
        lines = game.bots[ways[seat]].sheet(session.table.desk(seat), rng, game.notation, language)
        assert take(session, seat, lines).rest == len(lines), lines
    result = RULES.result(session.table.state)
    assert result is not None
    return result.winners, mails


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_game_by_sheets_takes_three_to_six_mails_of_each_player(seats: int) -> None:
    """The dossier's figure: a mail a round, and one more where a plan does not reach."""
    for seed in range(6):
        _, mails = by_sheets(["greedy"] * seats, seed, "ru" if seed % 2 else "en")
        assert set(mails.values()) <= {3, 4, 5, 6}


def test_a_player_who_writes_sheets_beats_one_who_plays_at_random() -> None:
    won = 0
    for seed in range(60):
        ways = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        won += by_sheets(ways, seed)[0] == (ways.index("greedy"),)
    assert won >= 45


@pytest.mark.parametrize("seats, language", [(2, "ru"), (3, "en"), (4, "ru"), (5, "en")])
def test_a_game_of_sheets_is_the_same_again_from_its_events(seats: int, language: str) -> None:
    opened = GameOpened(game="aesir", rules=1, options={}, seats=seats, commitment="00")
    session = Session(Table.opened(opened), chance(seats))
    session.start()
    rng = random.Random(seats)
    bots = [game.bots["greedy"], game.bots["random"]]
    while pending := session.table.pending():
        seat = pending[0].seat
        lines = bots[seat % 2].sheet(session.table.desk(seat), rng, game.notation, language)
        assert take(session, seat, lines).rest == len(lines)
    log = [opened, *(one.payload for one in session.made)]
    again = fold_events([Recorded(number, payload) for number, payload in enumerate(log, 1)])
    assert again.state == session.table.state
    assert again.rules.result(again.state) is not None


def test_thinker_sees_its_desk_only() -> None:
    """On tables that look alike to its seat, with the same chance, it answers alike."""
    state = somewhere(2, 3, 9)
    other = RULES.redeal(state, 0, chance(8))
    assert other.deck != state.deck
    thinker = Thinker(worth, likely, depth=4, playouts=200)
    place, elsewhere = desk(state, 0), desk(other, 0)
    elsewhere.imagine = place.imagine  # what a seat imagines is drawn anew each time; here both imagine the same
    assert thinker.move(place, random.Random(1)) == thinker.move(elsewhere, random.Random(1))


def test_thinker_stops_when_it_is_enough() -> None:
    place, asked = desk(somewhere(2, 3, 9), 0), Counter[str]()

    def enough() -> bool:
        asked["enough"] += 1
        return asked["enough"] > 5

    place.enough = enough
    game.bots["thinker"].move(place, random.Random(1))
    assert asked["enough"] == 6  # it is asked before every set of playouts, and obeyed at once


def test_thinker_finds_a_win_in_one() -> None:
    """Level on points and the last god awake: scoring wins, keeping leaves it to the stacks, which P2 has."""
    given: dict[str, Any] = {
        "players": 2,
        "round": 3,
        "stage": "tally",
        "stacks": {"P1": "H=[OH1]", "P2": "O=[OT1] T=[TL1]"},
        "points": {"P1": 3, "P2": 3},
    }
    state = start(given)
    wake(state, "H")
    for seed in range(5):
        place = desk(state, 0)
        place.enough = lambda: False
        move = Thinker(worth, likely, playouts=120).move(place, random.Random(seed))
        assert move == Tally(god="H", card=StackRef(stack="H", pos=1))
