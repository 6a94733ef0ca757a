"""Recorded complete games: every released version of the rules replays its own, with the same happenings, for ever.

`python -m tests.games.golden KEY` records the games of the newest version that are missing, once, when it is released.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from engine.core.chance import Draw, RecordedChance, SeededChance
from engine.core.contract import Desk, Game, Imagined, Rules
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.core.moves import Json, Seat
from engine.table.registry import game as find_game

HOME = Path(__file__).resolve().parents[1] / "golden"
# Beside a plain game for each number of players: seats, seed and options, by the end of the record's name.
VARIANTS: dict[str, dict[str, tuple[int, int, dict[str, Any]]]] = {
    "asgards_chosen": {
        "introductory": (2, 7, {"mode": "introductory"}),
        "aggressive": (3, 8, {"mode": "introductory", "aggressive": True}),
        "saga": (2, 9, {"length": "saga", "automatic_board": True}),
        "epic": (3, 10, {"length": "epic", "late_items": True}),
        "solitaire": (1, 11, {"mode": "solitaire"}),
        "scattered": (1, 12, {"mode": "solitaire", "scattered": True}),
        "coop": (2, 13, {"mode": "coop", "man_first": True}),
    },
    "yggdrasil": {
        "won": (1, 2005, {"deal_gods": True}),
        "custom": (1, 17, {"difficulty": "custom", "custom_cards": ["angry_loki", "ragnarok_1"], "deal_gods": True}),
        "standard": (2, 28, {"difficulty": "standard", "deal_gods": True}),
        "ragnarok": (3, 40, {"difficulty": "ragnarok", "first_seat": 2}),
    },
}


def records(game: Game[Any]) -> list[Path]:
    """The recorded games, by version and number of players."""
    return sorted((HOME / game.key).glob("v*.json"))


def told(happenings: list[Happening]) -> list[Json]:
    """What is kept of happenings: their kinds and fields, so that a class may change its name."""
    return [one.as_json() for one in happenings]


class Questions:
    """All that is asked in a game, as one mark: a question that is open when a release comes is known by its kind and
    what it is about, so that those of a version stay what they were.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def note(self, rules: Rules[Any], state: Any) -> None:
        found = [[one.seat, one.kind, one.about, one.waits] for one in rules.decisions(state)]
        self._digest.update(json.dumps(found, ensure_ascii=False, sort_keys=True).encode())

    @property
    def mark(self) -> str:
        return self._digest.hexdigest()


def desk(game: Game[Any], state: Any, seat: Seat, version: int) -> Desk:
    rules = game.versions[version]
    own = tuple(one for one in rules.decisions(state) if one.seat == seat)
    return Desk(
        seat, rules.view(state, seat), own, lambda decision: rules.menu(state, decision), rules.decisions(state),
        imagine=lambda chance: Imagined(rules, rules.redeal(state, seat, chance)),
    )  # fmt: skip


def begin(rules: Rules[Any], record: dict[str, Any]) -> tuple[Any, list[Happening], RecordedChance]:
    """The table of a record before its first move, what was told then, and the draws that it goes on with."""
    source = RecordedChance([Draw.model_validate(draw) for draw in record["draws"]])
    options = rules.Options.model_validate(record.get("options", {}))
    return *rules.setup(options, record["seats"], source), source


def replay_as_recorded(game: Game[Any], path: Path) -> None:
    """Raises AssertionError at the first move that is read, or whose happenings are told, otherwise than recorded; and
    at the end where anything was asked otherwise.
    """
    record = json.loads(path.read_text(encoding="utf-8"))
    rules = game.versions[record["version"]]
    state, begun, source = begin(rules, record)
    assert told(begun) == record["begun"]
    asked = Questions()
    for number, step in enumerate(record["steps"], 1):
        asked.note(rules, state)
        move = rules.moves.validate_python(step["move"])
        place = desk(game, state, step["seat"], record["version"])
        assert move in game.notation.read([fold(step["text"])], place).moves, number
        assert told(rules.apply(state, step["seat"], move, source)) == step["happenings"], number
    source.close()
    assert asked.mark == record["asked"]
    result = rules.result(state)
    assert result is not None
    assert [list(result.winners), list(result.scores or ()), *result.causes] == record["result"]


def record(game: Game[Any], seats: int, seed: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A game in which the bots take turns at every seat, so that all kinds of moves occur."""
    rules, rng, source = game.rules, random.Random(seed), SeededChance(seed.to_bytes(4, "big"))
    state, begun = rules.setup(rules.Options.model_validate(options or {}), seats, source)
    steps: list[dict[str, Any]] = []
    questions = Questions()
    while asked := [one for one in rules.decisions(state) if one.waits]:
        questions.note(rules, state)
        seat: Seat = rng.choice(asked).seat
        place = desk(game, state, seat, rules.version)
        move = game.bots[rng.choice(["greedy", "random"])].move(place, rng)
        text = game.notation.write(move, rng.choice(["en", "ru"]), place)
        happened = told(rules.apply(state, seat, move, source))
        steps.append({"seat": seat, "text": text, "move": move.model_dump(mode="json"), "happenings": happened})
    result = rules.result(state)
    assert result is not None
    return {
        "version": rules.version,
        "seats": seats,
        **({"options": options} if options else {}),
        "draws": [draw.model_dump(mode="json") for draw in source.take()],
        "begun": told(begun),
        "asked": questions.mark,
        "steps": steps,
        "result": [list(result.winners), list(result.scores or ()), *result.causes],
    }


def wanted(game: Game[Any], version: int) -> dict[str, tuple[int, int, dict[str, Any]]]:
    """What is to be recorded of a version, by name: number of players, seed, options."""
    rules = game.versions[version]
    fitting = rules.seats_with(rules.Options())
    plain = {f"v{version}_{seats}p": (seats, 11 * seats, dict[str, Any]()) for seats in fitting}
    return plain | {f"v{version}_{one[0]}p_{name}": one for name, one in VARIANTS.get(game.key, {}).items()}


def record_missing(game: Game[Any]) -> None:
    """One game for each number of players, and the variants, of the newest version."""
    for name, how in wanted(game, game.rules.version).items():
        target = HOME / game.key / f"{name}.json"
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            target.write_text(_written(record(game, *how)), encoding="utf-8")


def _written(found: dict[str, Any]) -> str:
    """The record as JSON, a line a step."""
    steps = ",\n  ".join(json.dumps(step, ensure_ascii=False) for step in found["steps"])
    parts = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in found.items() if key != "steps"]
    parts.insert(-1, f'"steps": [\n  {steps}\n ]')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


if __name__ == "__main__":
    record_missing(find_game(sys.argv[1]))
