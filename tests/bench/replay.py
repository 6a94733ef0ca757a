"""Pure replay: recorded moves through the rules, beside chess games through `push_uci`.

Both sides run in turn in one process whose memory is settled as that of a worker is, and neither keeps a game that is
over: what is compared are the rules, not how long Python's collector walks through what lies about.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

import chess

from engine.core.chance import Draw, SeededChance, recorded
from engine.core.contract import Rules
from engine.core.happenings import Happening
from engine.table.registry import game as find_game
from tests.bench.rows import Row, paired_seconds, rounds, row

GAMES = rounds(12, 3)
TIMES = 15  # each side, in turn
# By game: moves a second at least, and how many times as many as chess has.
TARGETS = {
    "aesir": (50_000, 1.5), "asgard": (25_000, 0.65), "asgards_chosen": (25_000, 0.0), "blood_rage": (25_000, 0.0),
    "yggdrasil": (40_000, 0.0),
}  # fmt: skip


@dataclass(slots=True)
class Record:
    """A whole game as the log keeps it: moves as JSON, draws as recorded."""

    rules: Rules[Any]
    seats: int
    setup: tuple[Draw, ...]
    moves: list[tuple[int, Any, tuple[Draw, ...]]]


def random_game(key: str, seats: int, seed: int) -> Record:
    """A random complete game."""
    rules = find_game(key).rules
    chance, rng = SeededChance(seed.to_bytes(32, "big")), random.Random(seed)
    state, _ = rules.setup(rules.Options(), seats, chance)
    record = Record(rules, seats, chance.take(), [])
    while waiting := [one for one in rules.decisions(state) if one.waits]:
        decision = rng.choice(waiting)
        move = rng.choice([move for _, _, move in rules.menu(state, decision).leaves()])
        rules.apply(state, decision.seat, move, chance)
        record.moves.append((decision.seat, move.model_dump(mode="json"), chance.take()))
    return record


def replay(record: Record) -> list[Happening]:
    """Play the record again, from its JSON."""
    rules = record.rules
    state, happenings = rules.setup(rules.Options(), record.seats, recorded(record.setup))
    validate, apply = rules.moves.validator.validate_python, rules.apply  # as `Table` does
    for seat, move, draws in record.moves:
        happenings += apply(state, seat, validate(move), recorded(draws))
    return happenings


def replay_all(records: Iterable[Record]) -> None:
    """One game after another, and none of them kept: as chess boards are let go below."""
    for record in records:
        replay(record)


def chess_games() -> Iterator[list[str]]:
    """Random chess games as UCI moves, at most 200 plies each."""
    rng = random.Random(1)
    for _ in range(GAMES):
        board, moves = chess.Board(), []
        while len(moves) < 200 and (legal := list(board.legal_moves)):
            moves.append(rng.choice(legal).uci())
            board.push_uci(moves[-1])
        yield moves


def rows() -> list[Row]:
    """One row a game and figure."""
    lines = list(chess_games())
    plies = sum(map(len, lines))

    def play_chess() -> None:
        for moves in lines:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    found = []
    for key, (least, times_chess) in TARGETS.items():
        rules = find_game(key).rules
        seats = rules.seats_with(rules.Options())
        records = [random_game(key, seats[i % len(seats)], i) for i in range(GAMES)]
        moves = sum(len(record.moves) for record in records)
        ours, theirs = paired_seconds(lambda records=records: replay_all(records), play_chess, TIMES, process_time)
        rate, chess_rate = moves / ours, plies / theirs
        beside = f" and {times_chess} x chess push_uci" if times_chess else " (baseline: chess push_uci)"
        met = rate >= least and rate >= times_chess * chess_rate
        found.append(
            row(f"{key}: pure replay", rate, "moves/s", baseline=chess_rate, target=f">= {least:,}{beside}", met=met)
        )
    for key in ("asgard", "asgards_chosen", "blood_rage", "yggdrasil"):
        whole = [random_game(key, 4, seed) for seed in range(5)]
        ours, theirs = paired_seconds(lambda whole=whole: replay_all(whole), play_chess, TIMES, process_time)
        per_game = ours / len(whole) * 1000
        found.append(
            row(
                f"{key}: a whole 4-seat game", per_game, "ms", baseline=theirs / GAMES * 1000, target="<= 30 ms",
                met=per_game <= 30,
            )
        )  # fmt: skip
    return found
