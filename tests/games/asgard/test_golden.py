"""Recorded complete games: every released version of the rules replays its own, with the same happenings, for ever.

`python -m tests.games.asgard.test_golden` records the games of the newest version, once, when it is released.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Draw, RecordedChance, SeededChance
from engine.core.contract import Happening, Seat
from engine.core.text import fold
from engine.games.asgard import game
from tests.games.asgard.playing import desk

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "asgard"


def told(happenings: list[Happening]) -> list[str]:
    return [repr(one) for one in happenings]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_game_replays_with_the_same_happenings(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    rules = game.versions[record["version"]]
    source = RecordedChance([Draw.model_validate(draw) for draw in record["draws"]])
    state, begun = rules.setup(rules.Options(), record["seats"], source)
    assert told(begun) == record["begun"]
    for number, step in enumerate(record["steps"], 1):
        move = rules.moves.validate_python(step["move"])
        place = desk(state, step["seat"])
        assert move in game.notation.read([fold(step["text"])], place).moves, number
        assert told(rules.apply(state, step["seat"], move, source)) == step["happenings"], number
    source.close()
    result = rules.result(state)
    assert result is not None
    assert [list(result.winners), list(result.scores), result.why] == record["result"]


def test_every_version_has_games_for_every_number_of_players() -> None:
    names = {path.stem for path in GOLDEN.glob("*.json")}
    assert names == {f"v{version}_{seats}p" for version in game.versions for seats in game.rules.seats}


def record(seats: int, seed: int) -> dict[str, Any]:
    """A game in which the bots take turns at every seat, so that all kinds of moves occur."""
    rules, rng = game.rules, random.Random(seed)
    source = SeededChance(seed.to_bytes(4, "big"))
    state, begun = rules.setup(rules.Options(), seats, source)
    steps: list[dict[str, Any]] = []
    while asked := [one for one in rules.decisions(state) if one.waits]:
        seat: Seat = rng.choice(asked).seat
        place = desk(state, seat)
        move = game.bots[rng.choice(["greedy", "random"])].move(place, rng)
        text = game.notation.write(move, rng.choice(["en", "ru"]), place)
        happened = told(rules.apply(state, seat, move, source))
        steps.append({"seat": seat, "text": text, "move": move.model_dump(mode="json"), "happenings": happened})
    result = rules.result(state)
    assert result is not None
    return {
        "version": rules.version,
        "seats": seats,
        "draws": [draw.model_dump(mode="json") for draw in source.take()],
        "begun": told(begun),
        "steps": steps,
        "result": [list(result.winners), list(result.scores), result.why],
    }


if __name__ == "__main__":
    for players in game.rules.seats:
        target = GOLDEN / f"v{game.rules.version}_{players}p.json"
        if not target.exists():
            target.write_text(json.dumps(record(players, 11 * players), ensure_ascii=False, indent=1), encoding="utf-8")
