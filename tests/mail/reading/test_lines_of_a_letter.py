"""Which lines of a reply are taken for those of the letter that it answers, where no mark of quotation tells it."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.reading.cutting.cut import cut_reply
from asgard_pbem.mail.writing.letter_lines import Spoken, letter_lines

SAID, CHAT = "turn L to the left side", "Well played, my dear old friend"  # by others: as an order is, and no order
MENU = ["1  Odin up, Freya below", "2  Thor up, Loki below", "3  Hel up, Odin below", "4  Loki up, Thor below"]
ABOVE, BETWEEN, BELOW = "What the others have written to you", "You hold these in your hand now", "Answer until Friday"
LETTER = [ABOVE, SAID, BETWEEN, *MENU, BELOW, CHAT, "All the rules are behind this link"]
LINES = letter_lines(
    "\n".join(LETTER), "", (), Spoken(people=(SAID, CHAT), answers=tuple(MENU), reads=lambda line: line == SAID)
)


def kept(*lines: str) -> list[str]:
    return [line for line in cut_reply("\n".join(lines), own_lines=LINES).text.split("\n") if line]


def test_all_of_it_is_quotation_and_an_answer_above_or_below_is_none() -> None:
    assert kept("b7", "", *LETTER) == ["b7"]
    assert kept(*LETTER, "", "b7") == ["b7"]


def test_what_another_said_as_an_order_is_quotation_only_between_lines_of_ours() -> None:
    assert kept(ABOVE, SAID, BETWEEN) == []
    assert kept(SAID) == [SAID]
    assert kept(SAID, BETWEEN, *MENU) == [SAID]  # whoever answers above the rest of the letter may have typed it
    assert kept(ABOVE, SAID) == [SAID]


def test_what_another_said_and_is_no_order_is_quotation_only_between_lines_of_ours() -> None:
    assert kept(BELOW, CHAT, LETTER[-1]) == []
    assert kept(CHAT) == [CHAT]
    assert kept(BELOW, CHAT) == [CHAT]
    assert kept(CHAT, LETTER[-1]) == [CHAT]


def test_what_another_never_said_is_its_writers_between_any_lines() -> None:
    assert kept(ABOVE, "b7", BETWEEN) == ["b7"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_some_lines_of_the_menu_are_answers_by_themselves(count: int) -> None:
    assert kept(*MENU[:count]) == MENU[:count]


def test_the_whole_menu_in_its_order_is_quotation_and_in_another_the_writers() -> None:
    assert kept(*MENU) == []
    assert kept(*reversed(MENU)) == [*reversed(MENU)]


def test_a_line_of_the_menu_is_quotation_where_it_hangs_on_a_line_of_ours() -> None:
    assert kept(BETWEEN, *MENU[:2]) == []
    assert kept(*MENU[2:], BELOW) == []
    assert kept(BETWEEN, MENU[1]) == [MENU[1]]  # in the letter it does not stand there
