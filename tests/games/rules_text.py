"""The numbers of rules that a game's code, notes and tests cite: each must stand in the game's own text."""

from __future__ import annotations

import re
from pathlib import Path

CITING = (".py", ".toml", ".md", ".json")


def cited(game: Path, tests: Path, pattern: str) -> dict[str, str]:
    """Every number of this pattern, with a file that cites it: the rules themselves too, their test not."""
    rule = re.compile(pattern)
    files = [path for home in (game, tests) for path in home.rglob("*") if path.suffix in CITING]
    return {
        number: path.name
        for path in files
        if path.name != "test_rules_text.py"
        for number in rule.findall(path.read_text(encoding="utf-8"))
    }


def not_said(numbers: dict[str, str], said: set[str]) -> dict[str, str]:
    """Those that nobody could look up."""
    return {number: where for number, where in numbers.items() if number not in said}
