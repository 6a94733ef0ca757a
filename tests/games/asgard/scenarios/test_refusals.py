"""Why orders are refused, in words: a sentence for every code."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

import pytest

import engine.games.asgard
from engine.core.moves import IllegalMove
from engine.games.asgard import happenings as h
from engine.games.asgard.words.describe import AsgardWords
from tests.games.asgard.playing import RULES, positions
from tests.games.asgard.words.saying import LANGUAGES, check, words

WHERES: tuple[dict[str, object], ...] = (
    {},
    {"god": "loki", "slot": "upper"},
    {"god": "odin", "slot": "bottom"},
    {"god": "mimir", "slot": "single"},
    {"god": "fenrir", "slot": "upper"},
    {"god": "hel", "recruit": "giant"},
    {"god": "hel", "world": 3, "kinds": ["white", "orange"]},
    {"god": "tyr"},
    {"god": None, "slot": "asgard"},
    {"slot": "B3L", "need": 4},
    {"slot": "W3L", "god": "thor"},
    {"slot": None, "god": "thor"},
    {"tile": "PL-first_player"},
    {"tile": "PD-weapon"},
    {"tile": "A-nothing"},
    {"tile": "thor_skill"},
    {"tile": "7"},
    {"stone": "pink"},
    {"recruit": "white"},
    {"colour": "red"},
    {"stack": "T4"},
    {"temple": "T7-1"},
    {"price": (1, 0, 2)},
    {"price": (0, 0, 0)},
    {"place": "asgard"},
    {"place": "loki upper"},
    {"place": "hel temple"},
    {"place": "surtr single"},
    {"place": "row"},
    {"place": "middle"},
    {"place": "B2D"},
    {"count": 0},
    {"count": 2},
    {"number": 2},
    {"number": 2, "seat": 1},
    {"item": "PL-seal"},
    {"among": (0, 1)},
    {"number": 2, "seat": 1, "issue": 3, "offer": [("seal", "light"), ("weapon", "6")]},
)
DOSSIER = (
    "NOT_YOUR_TURN", "PHASE", "GOD_COUNT", "GOD_DUPLICATE", "GOD_NOT_RISEN", "CARD_NOT_HELD", "SLOT_UNKNOWN",
    "SLOT_TAKEN", "ALREADY_SUPPORTING", "NO_SUPPORT_SLOT", "NO_DISC_THERE", "PICK", "SILVER", "TILE_NOT_OWNED",
    "TILE_TIMING", "COST", "STONE_MATCH", "RECRUITS", "WORLD_SLOT", "BATTLE_SLOT", "MUST_FLIP", "MUST_MOVE", "TARGET",
    "STRENGTH", "RECOVER", "ORDER", "DEAL", "GIVER", "NOT_SUPPORTED", "PASSED", "NO_EFFECT",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [f"E_{name}" for name in DOSSIER])
def test_every_refusal_is_a_sentence(language: str, code: str) -> None:
    for where in WHERES:
        text = words(language).refusal(code, where)
        check(text, language)
        assert code not in text
        assert text.endswith("."), text
        assert not re.search(r"\(R[1-9]", text), "players have no book with those numbers"


def test_every_code_that_the_rules_raise_has_words() -> None:
    folder = Path(engine.games.asgard.__file__).parent
    raised = {code for path in folder.rglob("*.py") for code in re.findall(r'"(E_[A-Z_]+)"', path.read_text("utf-8"))}
    assert {f"E_{name}" for name in DOSSIER} <= raised
    for code in raised:
        assert not words("en").refusal(code, {}).startswith("E_"), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_met_in_play_are_told(language: str) -> None:
    """Moves of one moment tried at others."""
    speaker, rng = words(language), random.Random(9)
    tried = [(decision.seat, move) for _, decision, move, _ in positions(4, 31)]
    codes = set[str]()
    for state, _, _, chance in islice(positions(4, 32), 0, None, 3):
        for seat, move in rng.sample(tried, 12):
            try:
                RULES.apply(state.copy(), seat, move, chance)
            except IllegalMove as why:
                codes.add(why.code)
                check(speaker.refusal(why.code, why.where), language)
    assert len(codes) >= 6


def test_an_unreadable_line_is_quoted_as_it_is() -> None:
    text = words("en").refusal("E_SYNTAX", {"text": "act {odin} %(name)s"})
    assert text.endswith("act {odin} %(name)s")


def test_names_of_players_are_never_read_as_placeholders() -> None:
    odd = AsgardWords("en", ("{name}", "%(x)s"))
    assert "{name}" in odd.refusal("E_GIVER", {"among": (0, 1)})
    assert odd.happening(h.Received(0, ("stone", "red"), 1, 1)) == "{name} gets from %(x)s: 1 red stone."
