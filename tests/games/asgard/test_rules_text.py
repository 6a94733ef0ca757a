"""Every rule that code, tests and rulings cite can be looked up in the game's own text."""

from __future__ import annotations

import re
from pathlib import Path

import engine.games.asgard
from tests.games.rules_text import cited, not_said

GAME, TESTS = Path(engine.games.asgard.__file__).parent, Path(__file__).parent
TEXT = (GAME / "rules.md").read_text(encoding="utf-8")
# `- **R7.3.2** Pay exactly ...`, `## R7 Phase 3`, `| D9 giver | ...`
DEFINED = set(re.findall(r"(?m)^(?:## |\s*- \*\*)(R[0-9.]*[0-9])", TEXT))
TABLED = set(re.findall(r"(?m)^\| ([DN][0-9]+)\b", TEXT))


def test_every_cited_rule_stands_in_the_rules() -> None:
    numbers = cited(GAME, TESTS, r"\bR[0-9]{1,2}(?:\.[0-9]{1,2})*\b")
    assert len(numbers) > 70
    assert not_said(numbers, DEFINED) == {}


def test_every_cited_decision_and_draw_stands_in_the_rules() -> None:
    numbers = cited(GAME, TESTS, r"\b[DN][0-9]{1,2}\b")
    assert len(numbers) > 12
    assert not_said(numbers, TABLED) == {}
