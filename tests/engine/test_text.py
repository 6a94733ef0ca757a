"""Folding what people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.grammar.text import fold


@pytest.mark.parametrize(
    "typed,seen",
    [
        ("  Turn   L ", "turn l"),
        ("swap B1 P2.O1", "swap b1 p2.o1"),
        ("\u2013 pass", "pass"),
        ("- plan H>O", "plan h>o"),
        ("\u2022 goal 1", "goal 1"),
        ("\u00b7 goal 1", "\u00b7 goal 1"),
        ("*turn L*", "turn l"),
        ("tally *: score", "tally *: score"),
        ("play * until win berserk * until all", "play * until win berserk * until all"),
        ("it\u2019s \u201cso\u201d", 'it\'s "so"'),
        ("goal 2 <mailto:somebody@example.org>", "goal 2"),
        ("go\u200bal 1", "goal 1"),
        ("ПОВЕРНУТЬ\u00a0Л", "повернуть л"),
        ("wait\u2026", "wait..."),
    ],
)
def test_what_people_type_is_folded_to_what_readers_expect(typed: str, seen: str) -> None:
    assert fold(typed) == seen


@given(st.text(max_size=80))
def test_folded_text_has_single_blanks_and_no_edges(text: str) -> None:
    folded = fold(text)
    assert folded == folded.strip()
    assert "  " not in folded
