"""Every rule that is cited anywhere can be looked up in rules.md, beside the code."""

from __future__ import annotations

import re
from pathlib import Path

import engine.games.asgard

HOME = Path(engine.games.asgard.__file__).parent
RULES = (HOME / "rules.md").read_text(encoding="utf-8")
# `- **R7.3.2** Pay exactly ...`, `## R7 Phase 3`, `| D9 giver | ...`
DEFINED = set(re.findall(r"(?m)^(?:## |\s*- \*\*)(R[0-9.]*[0-9])", RULES))
TABLED = set(re.findall(r"(?m)^\| ([DN][0-9]+)\b", RULES))


def cited(pattern: str) -> dict[str, str]:
    """Every number of this pattern in the game's code, notes and tests, with a file that cites it."""
    files = [*HOME.rglob("*.py"), HOME / "RULINGS.md", HOME / "components.toml", *Path(__file__).parent.rglob("*.py")]
    return {
        number: path.name
        for path in files
        if path.name != Path(__file__).name
        for number in re.findall(pattern, path.read_text(encoding="utf-8"))
    }


def test_every_cited_rule_stands_in_the_rules() -> None:
    numbers = cited(r"\bR[0-9]{1,2}(?:\.[0-9]{1,2})*\b")
    assert len(numbers) > 70
    assert {number: where for number, where in numbers.items() if number not in DEFINED} == {}


def test_every_cited_decision_and_draw_stands_in_the_rules() -> None:
    numbers = cited(r"\b[DN][0-9]{1,2}\b")
    assert len(numbers) > 12
    assert {number: where for number, where in numbers.items() if number not in TABLED} == {}
