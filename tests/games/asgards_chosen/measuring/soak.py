"""Many random games: `python -m tests.games.asgards_chosen.measuring.soak 100 [first seed]` so many of every setting.

Each ends, keeps its components and its bounds after every move, is the same when it is replayed and tells the same, and
a reader of the log alone keeps the same table. In every second one players seldom pass or decline: these come to more.
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
from engine.games.asgards_chosen.data import BARROWS_SIDE, HAND_MAX, NONE, SOLO
from engine.games.asgards_chosen.moves import Decline, Done, Enough, PassTurn
from engine.games.asgards_chosen.rules.battle.totals import attack, defence
from engine.games.asgards_chosen.state import State, missing
from tests.games.asgards_chosen.playing import SETTINGS, Setting
from tests.games.asgards_chosen.recount.reading import Reader
from tests.games.asgards_chosen.scene import RULES

MOST = 6000  # moves; a game of random moves has some five hundred
QUIET = (Decline, Done, Enough, PassTurn)


@dataclass(slots=True)
class Played:
    """A random game as a log keeps it."""

    state: State
    told: list[Happening]
    setup: tuple[Draw, ...]
    moves: list[tuple[Seat, Move, tuple[Draw, ...]]] = field(default_factory=list)


def play(setting: Setting, seed: int) -> Played:
    """A whole random game. Raises AssertionError where something is lost, out of its bounds, or told wrongly."""
    rng = random.Random(seed)
    chance = SeededChance(f"soak {setting.name} {seed}".encode())
    state, told = RULES.setup(RULES.Options(**setting.options), setting.seats, chance)
    played, reader = Played(state, list(told), chance.take()), Reader(setting)
    reader.read(told)
    while asked := [one for one in RULES.decisions(state) if one.waits]:
        decision = rng.choice(asked)
        move = RULES.forced(state, decision) or drawn(state, decision, rng, seldom_quiet=bool(seed % 2))
        told = RULES.apply(state, decision.seat, move, chance)
        played.told += told
        played.moves.append((decision.seat, move, chance.take()))
        reader.read(told)
        if state.veil is None:
            reader.same_as(state)
        wrong = [*missing(state), *out_of_bounds(state)]
        assert wrong == [], (setting.name, seed, len(played.moves), wrong)
        assert len(played.moves) < MOST, (setting.name, seed)
    return played


def drawn(state: State, decision: Decision, rng: random.Random, *, seldom_quiet: bool) -> Move:
    """Any legal answer; whoever seldom passes tries twice more to find something to do."""
    menu = RULES.menu(state, decision)
    move = menu.random(rng)
    for _ in range(2 if seldom_quiet else 0):
        if not isinstance(move, QUIET):
            break
        move = menu.random(rng)
    return move


def out_of_bounds(state: State) -> Iterator[str]:
    """What no game may come to, whatever is played."""
    if len(state.graves) > BARROWS_SIDE or len(state.relics) > BARROWS_SIDE:
        yield "the Barrows"
    if len(state.keeper) > 1 or len(state.queue) > SOLO["event_queue_max"]:
        yield "events"
    asked = {one.kind for one in RULES.decisions(state)}
    for seat in range(state.seats):
        if len(state.hands[seat]) > HAND_MAX and state.stage != "muster" and asked.isdisjoint({"drop", *FIGHTING}):
            yield f"the hand of {seat}"
        if state.battle is None and (state.held[seat] or (state.played[seat] and "add" not in asked)):
            yield f"cards of {seat} lie there after the battle"
    if state.battle is None and (state.militia or state.turned):
        yield "militia without a battle"
    if state.battle is not None and (attack(state) < 0 or defence(state) < 0):
        yield "totals"
    if state.stage not in ("board", "items", "heroes") and NONE in state.at:
        yield "a hero is nowhere"
    if state.veil is not None and not any(one.veil for one in RULES.decisions(state)):
        yield "a veil behind which nobody is asked"


FIGHTING = (
    "attack",
    "defend",
    "berserk",
    "late",
    "interrupt",
    "choose",
    "stand",
    "retreat",
    "shift",
    "target",
    "event",
)


def replayed(played: Played, setting: Setting) -> tuple[State, list[Happening]]:
    """The same game from its record."""
    state, told = RULES.setup(RULES.Options(**setting.options), setting.seats, RecordedChance(played.setup))
    for seat, move, draws in played.moves:
        told += RULES.apply(state, seat, move, RecordedChance(draws))
    return state, told


@dataclass(slots=True)
class Figures:
    """What the games of one setting came to."""

    moves: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    won: int = 0  # games that somebody won
    replay_s: float = 0.0

    def row(self, name: str) -> str:
        """A line of the table in docs/games/asgards_chosen.md."""
        count = len(self.moves)
        moves = f"{mean(self.moves):.0f} ({min(self.moves)}-{max(self.moves)})"
        rounds = f"{mean(self.rounds):.1f} ({min(self.rounds)}-{max(self.rounds)})"
        speed = sum(self.moves) / self.replay_s
        return f"| {name} | {count} | {moves} | {rounds} | {100 * self.won / count:.0f} % | {speed:,.0f} |"


def soak(games: int, first: int, setting: Setting) -> Figures:
    """Plays, checks and replays. Raises AssertionError at the first game that fails."""
    found = Figures()
    for seed in range(first, first + games):
        played = play(setting, seed)
        result = RULES.result(played.state)
        assert result is not None, (setting.name, seed)
        began = time.process_time()
        again = replayed(played, setting)
        found.replay_s += time.process_time() - began
        assert again == (played.state, played.told), (setting.name, seed)
        found.moves.append(len(played.moves))
        found.rounds.append(played.state.round)
        found.won += bool(result.winners)
    return found


def main(arguments: list[str]) -> None:
    """Prints a table: what was played of each setting."""
    games, first = (int(one) for one in (*arguments, *("100", "0")[len(arguments) :]))
    sys.stdout.write("| setting | games | moves | rounds | won by somebody | replayed moves/s |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    for setting in SETTINGS:
        sys.stdout.write(soak(games, first, setting).row(setting.name) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
