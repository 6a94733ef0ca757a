"""Many random games: `python -m tests.games.asgard.soak 1000 [first seed]` plays so many at each seat count."""

from __future__ import annotations

import sys
from collections import Counter

from engine.core.chance import RecordedChance
from tests.games.asgard.playing import RULES, missing, play


def soak(games: int, first: int) -> Counter[str]:
    """Plays, checks conservation and replays each game. Raises AssertionError at the first that fails."""
    counted: Counter[str] = Counter()
    for seats in RULES.seats:
        for seed in range(first, first + games):
            played = play(seats, seed)
            assert RULES.result(played.state) is not None, (seats, seed)
            assert missing(played.state) == [], (seats, seed)
            state, happenings = RULES.setup(RULES.Options(), seats, RecordedChance(played.setup))
            for seat, move, draws in played.moves:
                happenings += RULES.apply(state, seat, move, RecordedChance(draws))
            assert (state, happenings) == (played.state, played.happenings), (seats, seed)
            counted["games"] += 1
            counted["moves"] += len(played.moves)
    return counted


def main(arguments: list[str]) -> None:
    """Prints what was played."""
    games, first = (int(one) for one in (*arguments, *("1000", "0")[len(arguments) :]))
    counted = soak(games, first)
    sys.stdout.write(f"{counted['games']} games, {counted['moves']} moves: all ended, conserved and replayed\n")


if __name__ == "__main__":
    main(sys.argv[1:])
