"""Folding what people type."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.grammar import text as folding
from engine.core.grammar.text import fold, without_courtesy


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


SIGNS = "".join(map(chr, folding._TABLE)) + " \u00a0\t*_->.,!;:()[]<>\"'#&\u2026\u2022\ufb01\u0130aЯ3"
WORDS = (
    "please", "pls", "thanks", "thank you", "спасибо", "turn l", "TF2;t", "№ 3", "<https://a.example>", "&gt;",
    "*word*",
)  # fmt: skip
TYPED = st.lists(st.one_of(st.sampled_from(WORDS), st.text(SIGNS, max_size=4)), max_size=8).map("".join)


def plainly_folded(line: str) -> str:
    """`fold`, every step of it for every line."""
    line = re.sub(r"№\s+", "№", line.strip())
    text = unicodedata.normalize("NFKC", line.translate(folding._TABLE)).translate(folding._TABLE)
    text = text.replace("\u2026", "...")
    for entity, sign in folding._ENTITIES:
        text = text.replace(entity, sign)
    text = re.sub(r"\s+", " ", text)
    text = folding._BULLET.sub("", folding._BOLD.sub(r"\1", folding._LINK.sub("", text)))
    return re.sub(r"\s+", " ", text).strip().casefold()


def plainly_uncourteous(line: str) -> str:
    bare = folding._THANKS.sub("", folding._THANKS.sub("", folding._PLEASE.sub("", line)))
    return bare.strip() or line


@given(TYPED)
def test_a_step_is_left_out_only_where_it_does_nothing(line: str) -> None:
    folded = plainly_folded(line)
    assert fold(line) == folded
    assert without_courtesy(folded) == plainly_uncourteous(folded)
    assert folded.endswith(folding._ENDS) or folding._END.sub("", folded) == folded
