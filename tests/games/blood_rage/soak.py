"""Many random games: `python -m tests.games.blood_rage.soak 1000 [first seed]` plays so many at each seat count.

Each ends, keeps its components and its bounds after every move, is the same when it is replayed and tells the same. In
every second one they seldom pass: such games are longer, and come to more.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean

from engine.core.chance import Draw, RecordedChance, SeededChance
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.moves import Move, Seat
from engine.games.blood_rage import game
from engine.games.blood_rage.data import HORNS, MOST_RAGE
from engine.games.blood_rage.moves import Pass
from engine.games.blood_rage.state import State, missing

RULES = game.rules
MOST = 3000  # moves; a game of random moves has some two hundred


@dataclass(slots=True)
class Played:
    """A random game as a log keeps it."""

    state: State
    setup: tuple[Draw, ...]
    told: list[Happening]
    moves: list[tuple[Seat, Move]] = field(default_factory=list)


def play(seats: int, seed: int) -> Played:
    """A whole random game. Raises AssertionError where something is lost or out of its bounds."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(8, "big"))
    state, told = RULES.setup(RULES.Options(), seats, chance)
    played = Played(state, chance.take(), told)
    while asked := [one for one in RULES.decisions(state) if one.waits]:
        decision = rng.choice(asked)
        move = RULES.forced(state, decision) or drawn(state, decision, rng, seldom_passes=bool(seed % 2))
        played.told += RULES.apply(state, decision.seat, move, chance)
        played.moves.append((decision.seat, move))
        wrong = [*missing(state), *out_of_bounds(state)]
        assert wrong == [], (seats, seed, len(played.moves), wrong)
        assert len(played.moves) < MOST, (seats, seed)
    assert not chance.take()  # all is drawn at set-up
    return played


def drawn(state: State, decision: Decision, rng: random.Random, *, seldom_passes: bool) -> Move:
    """Any legal answer. Whoever passes as often as anything else has no Rage left after a few turns."""
    menu = RULES.menu(state, decision)
    move = menu.random(rng)
    return menu.random(rng) if seldom_passes and isinstance(move, Pass) else move


def out_of_bounds(state: State) -> Iterator[str]:
    """What no game may come to, whatever is played."""
    for seat in range(state.seats):
        if not 0 <= state.rage[seat] <= MOST_RAGE or state.glory[seat] < 0:
            yield f"Rage or Glory of {seat}"
        if len(state.on_board(seat)) > state.value(seat, HORNS):
            yield f"Horns of {seat}"
        if state.battle is None and state.played[seat]:
            yield f"cards of {seat} lie open after the battle"
    if state.doomed and state.flow.wave is None:
        yield "figures about to be destroyed, and nobody is asked"
    if state.veil is not None and not any(one.veil for one in RULES.decisions(state)):
        yield "a veil behind which nobody is asked"


def replayed(played: Played, seats: int) -> tuple[State, list[Happening]]:
    """The same game from its record."""
    state, told = RULES.setup(RULES.Options(), seats, RecordedChance(played.setup))
    for seat, move in played.moves:
        told += RULES.apply(state, seat, move, RecordedChance(()))
    return state, told


@dataclass(slots=True)
class Figures:
    """What the games of one seat count came to."""

    moves: list[int] = field(default_factory=list)
    glory: list[list[int]] = field(default_factory=list)  # by seat counted from the first player, of each game
    won: list[float] = field(default_factory=list)  # shares of victories, by the same
    replay_ms: list[float] = field(default_factory=list)

    def row(self) -> str:
        """A line of the table in docs/games/blood_rage.md."""
        games, seats = len(self.moves), len(self.won)
        glory = " ".join(f"{mean(one[seat] for one in self.glory):.1f}" for seat in range(seats))
        won = " ".join(f"{100 * share / games:.0f}" for share in self.won)
        moves = f"{mean(self.moves):.0f} ({min(self.moves)}-{max(self.moves)})"
        return f"| {seats} | {games} | {moves} | {glory} | {won} | {mean(self.replay_ms):.1f} |"


def soak(games: int, first: int, seats: int) -> Figures:
    """Plays, checks and replays. Raises AssertionError at the first game that fails."""
    found = Figures(won=[0.0] * seats)
    for seed in range(first, first + games):
        played = play(seats, seed)
        result = RULES.result(played.state)
        assert result is not None, (seats, seed)
        began = time.process_time()
        again = replayed(played, seats)
        found.replay_ms.append(1000 * (time.process_time() - began))
        assert again == (played.state, played.told), (seats, seed)
        leads = (played.state.first - 2) % seats  # who was first in Age 1: the token went on twice
        found.moves.append(len(played.moves))
        found.glory.append([played.state.glory[(leads + seat) % seats] for seat in range(seats)])
        for winner in result.winners:
            found.won[(winner - leads) % seats] += 1 / len(result.winners)
    return found


def main(arguments: list[str]) -> None:
    """Prints a table: what was played at each seat count."""
    games, first = (int(one) for one in (*arguments, *("1000", "0")[len(arguments) :]))
    sys.stdout.write("| seats | games | moves | Glory by turn order | won by turn order, % | replay, ms CPU |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    for seats in RULES.seats:
        sys.stdout.write(soak(games, first, seats).row() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
