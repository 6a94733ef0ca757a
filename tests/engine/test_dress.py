"""A number in every dress that people give it is an answer; a sentence with a number in it is none."""

from __future__ import annotations

import pytest

from engine.core.grammar.text import fold_order
from engine.table.orders import Refused, take
from tests.engine.test_sheets import picks, session

NUMBERS = [
    "3", "3.", "3)", "- 3", "* 3", "• 3", "*3*", "３", "#3", "# 3", "№3", "№ 3", "nr 3", "Nr. 3", "No. 3", "(3)", "[3]",
    '"3"', "“3”", "«3»", "„3“", "'3'", "3!", "3,", "3;", "_3_", "__3__", "**3**", "3️⃣", "3 please", "3, please",
    "3 пожалуйста", "Option 3", "option 3", "option: 3", "option #3", "Answer: 3", "Вариант 3", "ответ 3", "Nummer 3",
    "3 bitte", "“3”.", "(3).", "3 🙂", "3👍🏻", "👍 3", "3 :-)", "3 please ;)", "3. ❤️",
]  # fmt: skip
SENTENCES = [
    "I have 3 cards", "there are 3 of us", "give me 3 days", "3 is what I thought about", "no 3", "not 3", "3?",
    "3 or 4", "3 but only if Boris agrees", "anything but 3", "maybe 3", "у меня 3 карты", "3 Odin", "round 3",
    "3 days", "at 3", "option 3 or 4", "3 (or 4)", "3 cheers", "chapter (3)", "3 ❌", "3 🤔", "3 👎", "3 :-(", "🚫 3",
]  # fmt: skip


@pytest.mark.parametrize("typed", NUMBERS)
def test_a_number_is_read_in_every_dress(typed: str) -> None:
    one = session()
    third = one.table.desk(0).menus(one.table.decisions()[0]).pick("3")
    assert take(one, 0, [typed]).orders == [typed.strip()]
    assert one.made[-1].payload.move == third.model_dump(mode="json")  # type: ignore[union-attr]  # a whole answer


@pytest.mark.parametrize("typed", SENTENCES)
def test_a_sentence_with_a_number_in_it_is_no_move(typed: str) -> None:
    one = session()
    events = len(one.made)
    with pytest.raises(Refused):
        take(one, 0, [typed])
    assert len(one.made) == events


@pytest.mark.parametrize(
    "dress", ["({})", "“{}”", "«{}»", "[{}]", "{}.", "{}!", "{},", "*{}*", "_{}_", "**{}**", "- {}", "{} 😀", "{} :)"]
)
def test_an_order_in_words_may_be_dressed_too(dress: str) -> None:
    one = session()
    order = picks(one, 0)[2]
    assert take(one, 0, [dress.format(order)]).orders == [dress.format(order)]


@pytest.mark.parametrize(
    "typed, seen",
    [
        ("last H→O", "last h>o"), ("last H › O", "last h > o"), ("last H&gt;O", "last h>o"), ("TF2;T", "tf2:t"),
        ("(a) or (b)", "(a) or (b)"), ('"a" or "b"', '"a" or "b"'), ("a; b", "a; b"), ("# a comment", "# a comment"),
        ("", ""), ("()", "()"), ("...", "..."), ("*", "*"), ("“”", '""'), ("👍", "👍"),
        ("4а", "4a"), ("Хожу 4б.", "хожу 4b"), ("2а-2д", "2a-2d"), ("3а; 4е, 1с", "3a; 4e, 1c"), ("5в", "5в"),
        ("1.2а", "1.2a"), ("м3с", "м3с"), ("5 а", "5 а"), ("6 ае", "6 ае"),
    ],
)  # fmt: skip
def test_what_stands_around_an_order_is_taken_off_and_nothing_else(typed: str, seen: str) -> None:
    assert fold_order(typed) == seen
