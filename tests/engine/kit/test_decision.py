"""What a question is about is had by name and type."""

from __future__ import annotations

import pytest

from engine.core.decisions import Decision
from engine.core.flow import Asked

ABOUT = {"god": "O", "limit": 3, "among": [0, 2], "words": ["a", "b"], "last": True}
DECISION = Decision(0, "will", tuple(ABOUT.items()))
ASKED: Asked[object] = Asked(0, ABOUT)


@pytest.mark.parametrize("question", [DECISION, ASKED], ids=["decision", "asked"])
def test_a_thing_is_had_by_its_name_and_type(question: Decision | Asked[object]) -> None:
    assert (question.text("god"), question.number("limit")) == ("O", 3)
    assert (question.numbers("among"), question.texts("words")) == ((0, 2), ("a", "b"))


@pytest.mark.parametrize("question", [DECISION, ASKED], ids=["decision", "asked"])
def test_a_slip_is_found_where_it_is_made(question: Decision | Asked[object]) -> None:
    with pytest.raises(KeyError):
        question.text("goddess")
    for slip in (lambda: question.text("limit"), lambda: question.number("god"), lambda: question.number("last")):
        with pytest.raises(TypeError):
            slip()
    with pytest.raises(TypeError):
        question.numbers("words")
