"""What an answer said is read out of the menu, however its numbers were written."""

from __future__ import annotations

from typing import Literal

import pytest

from engine.core.menu import Lines, Menu, Option, Pick
from engine.core.moves import Move
from engine.table.events import MoveMade
from engine.table.saying import _reply, as_played, read_out
from engine.table.session import Made
from tests.engine.kit.test_menus import PAIR, SIGEL, TIWAZ, Plain, Say, lines, named, said


class Cards(Move):
    """What was chosen together."""

    kind: Literal["cards"] = "cards"
    cards: tuple[str, ...]


STAY = Option(("stay",), Say(word="stay"))
TREE = Lines((STAY, Option(("go",), then=lambda: Lines(said("east", "west"))), Option(("share",), then=lambda: SIGEL)))
STUTTER = Lines((Option(("Leader",), then=lambda: Lines(said("leader to gimle", "leader stays"))),))
BESIDE = Lines((Option(("at 1, by a hill",), then=lambda: Lines(said("at 1 west, by a hill, by a lake", "at 2"))),))
LONG_LIST = Lines(said(*(f"place {number}" for number in range(90))))  # in three runs, each behind a line
DRAFT = Pick(lines("a charm, 1 rage", "a quest"), named, 2, 2)
WRITTEN = (
    (BESIDE, "1.1", "at 1 west, by a hill, by a lake"), (BESIDE, "1.2", "at 1, by a hill: at 2"),
    (DRAFT, "1 2", "a charm, 1 rage; a quest"),
    (STUTTER, "1.1", "leader to gimle"), (LONG_LIST, "2.3", "place 32"), (LONG_LIST, "1.01", "place 0"),
    (TREE, "001", "stay"), (TREE, "2.1", "go: east"), (TREE, "02, 01", "go: east"), (TREE, "2. 1", "go: east"),
    (TREE, "2 . 2)", "go: west"), (TREE, "3.1=2, 2=1", "share: odin: 2, thor: 1"), (PAIR, "b2", "keep, two"),
    (PAIR, "b02", "keep, two"), (PAIR, "B 2.", "keep, two"), (TIWAZ, "choose 3: 1 3", "fenrir, loki"),
    (SIGEL, "1=02, 2: 1", "odin: 2, thor: 1"),
)  # fmt: skip


@pytest.mark.parametrize("menu,line,words", WRITTEN)
def test_all_lines_on_the_way_to_an_answer_areread_out(menu: Menu, line: str, words: str) -> None:
    moves = menu.read(line.casefold())
    assert moves, "it is an answer"
    assert read_out(menu, _reply(line, moves[0], menu), Plain(), None) == words  # type: ignore[arg-type]  # part of `Words`


def test_of_several_wishes_the_one_that_was_carried_out_is_read_out() -> None:
    wishes = [(Say(word=word), f"the {word}") for word in ("axe", "shield", "ship")]
    for word, told in (("axe", "the axe"), ("shield", "the shield"), ("spear", "")):
        made = [Made(MoveMade(seat=0, move=Say(word=one).model_dump(mode="json")), []) for one in (word, "axe")]
        assert as_played(wishes, made) == told


@pytest.mark.parametrize("cards, said", [("b a", "a charm, 1 rage; a quest"), ("a c", "")])
def test_what_is_chosen_together_is_read_out_however_its_words_are_ordered(cards: str, said: str) -> None:
    """Two drafted cards in another order than the list's were told as done, without their names."""
    menu = Pick(
        tuple(Option((text,), Say(word=code)) for text, code in (("a charm, 1 rage", "a"), ("a quest", "b"))),
        lambda chosen: Cards(cards=tuple(option.move.word for option in chosen if isinstance(option.move, Say))),
        2, 2,
    )  # fmt: skip
    reply = _reply("keep them", Cards(cards=tuple(cards.split())), menu)
    assert (read_out(menu, reply, Plain(), None) if reply else "") == said  # type: ignore[arg-type]  # part of `Words`
