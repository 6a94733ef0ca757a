"""Every rule that code, tests and rulings cite can be looked up in the game's own text."""

from __future__ import annotations

import re
from pathlib import Path

import engine.games.asgards_chosen
from tests.games.rules_text import cited, not_said

GAME, TESTS = Path(engine.games.asgards_chosen.__file__).parent, Path(__file__).parent
TEXT = (GAME / "rules.md").read_text(encoding="utf-8")


def test_every_cited_rule_stands_in_the_rules() -> None:
    said = set(re.findall(r"\*\*([RDPZ][\d.]+b?)\*\*", TEXT)) | set(re.findall(r"^## (R\d+)\.", TEXT, re.MULTILINE))
    assert len(said) > 200
    assert not_said(cited(GAME, TESTS, r"\b(?:R\d{1,2}(?:\.\d{1,2}){0,2}|[DP]\d{1,2}b?)\b"), said) == {}
