"""What takes back the answer above it is told from a note to the others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.grammar.taking_back import takes_back
from engine.core.grammar.text import fold_order


@pytest.mark.parametrize(
    "line",
    ["or 4", "or 4?", "4?", "?", "?!", "no, 4", "no wait, 4", "No, wait!", "Actually no, 4.", "not 3, I meant 4",
     "sorry, 4", "or rather 4", "not 3", "4 instead", "Oops, I meant option 4, thanks", "or maybe the fourth",
     "Scratch that.", "или 4", "или 4?", "нет, 4", "нет, лучше 4", "не 3, а 4", "ой, 4", "вернее, 4", "Стоп!",
     "Я передумал", "погоди, 4", "точнее четвёртый", "может быть, 4"],
)  # fmt: skip
def test_what_takes_back(line: str) -> None:
    assert takes_back(fold_order(line))


@pytest.mark.parametrize(
    "line",
    ["Thanks!", "Sorry, I was away for 3 days", "sorry", "Sorry for the delay!", "No worries, see you at 3",
     "or so I think", "Good luck!", "Anna", "But I may be back at 4", "How are you?", "See you on the 4th?",
     "not bad", "Maybe tomorrow", "Извините!", "Простите, болел 3 дня", "Не скучайте", "Удачи!",
     "Но это было 4 года назад", "Как дела?", "4", "ok 4"],
)  # fmt: skip
def test_a_note_takes_nothing_back(line: str) -> None:
    assert not takes_back(fold_order(line))


def test_an_order_in_words_may_be_spoken_of() -> None:
    assert takes_back("no, pass", lambda piece: piece == "pass")
    assert not takes_back("no, pass it on", lambda piece: piece == "pass")


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_failure(line: str) -> None:
    assert isinstance(takes_back(fold_order(line)), bool)
