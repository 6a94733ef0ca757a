"""Every rule that code, tests and rulings cite can be looked up in the game's own text."""

from __future__ import annotations

import re
from pathlib import Path

import engine.games.yggdrasil

GAME = Path(engine.games.yggdrasil.__file__).parent
RULE = re.compile(r"\b(?:R\d{1,2}(?:\.\d{1,2}){0,2}|[DP]\d{1,2})\b")
CITING = (".py", ".toml", ".md")


def cited() -> set[str]:
    files = [path for home in (GAME, Path(__file__).parent) for path in home.rglob("*") if path.suffix in CITING]
    return {rule for path in files for rule in RULE.findall(path.read_text(encoding="utf-8"))}


def test_every_cited_rule_stands_in_the_rules() -> None:
    text = (GAME / "rules.md").read_text(encoding="utf-8")
    said = set(re.findall(r"\*\*([RDP][\d.]+)\*\*", text)) | set(re.findall(r"^## (R\d+)\.", text, re.MULTILINE))
    assert len(said) > 90
    assert cited() <= said
