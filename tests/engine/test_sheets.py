"""Sheets of orders: all or nothing, unless a line has shown what cannot be unseen."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Order
from engine.core.moves import IllegalMove
from engine.games.blood_rage.moves import DraftPick
from engine.table.events import GameOpened
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table


def session(key: str = "aesir") -> Session:
    opened = GameOpened(game=key, rules=1, options={}, seats=2, commitment=uuid4().hex)
    found = Session(Table.opened(opened), SeededChance(bytes(32)))
    found.start()
    return found


def picks(one: Session, seat: int) -> list[str]:
    """The notation of the first legal picks of a seat."""
    desk = one.table.desk(seat)
    decision = desk.asked()
    assert decision is not None
    return [one.table.game.notation.write(move, "en") for _, _, move in desk.menus(decision).leaves()]


def test_a_bad_line_refuses_the_whole_sheet() -> None:
    one = session()
    with pytest.raises(Refused) as refused:
        take(one, 0, [picks(one, 0)[0], "turn L"])
    assert (refused.value.line, refused.value.text) == (1, "turn L")


def test_a_sheet_that_has_shown_something_stands_up_to_its_bad_line() -> None:
    one = session()
    take(one, 0, [picks(one, 0)[0]])
    taken = take(one, 1, [picks(one, 1)[0], "turn p1.h2"])
    assert taken.refused is not None
    assert taken.refused.line == 1
    assert one.table.rules.view(one.table.state, None).step == 2


def test_plans_of_an_order_whose_move_is_refused_do_not_stand() -> None:
    """Where a draw lets the sheet stand up to there, they stood as well, and were told as refused."""
    one = session("blood_rage")
    plans = one.table.game.notation.read(["draft rank ty5 any"], one.table.desk(0)).plans
    with pytest.raises(IllegalMove):
        one.carry_out(0, Order(1, moves=(DraftPick(cards=("NO1", "NO2")),), plans=plans))
    assert plans
    assert (one.table.plans(0), one.made[-1].payload.kind) == ((), "game_started")


def test_a_standing_order_that_stands_already_is_not_told_to_be_replaced_by_another_line() -> None:
    one = session("blood_rage")
    take(one, 0, ["1 2", "stats axes rage horns"])
    taken = take(one, 0, ["stats axes rage horns", "battle any: call none"])
    assert (taken.replaced, taken.kept) == ((), (0, 1))


def test_reading_stops_at_prose_and_says_where() -> None:
    one = session()
    taken = take(one, 0, ["", "# my move", picks(one, 0)[0], "", "See you on Sunday!"])
    assert (len(taken.orders), taken.rest, taken.refused) == (1, 4, None)


def test_a_sheet_without_any_order_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        take(session(), 0, ["hello"])
    assert refused.value.why.code == "E_SYNTAX"


def test_a_second_number_for_one_question_refuses_both() -> None:
    """Nobody can tell which of the two is meant; the same once more is no other answer."""
    with pytest.raises(Refused) as refused:
        take(session("blood_rage"), 0, ["1 2", "", "3 4"])
    assert (refused.value.line, refused.value.why.code) == (2, "E_MENU_OVER")
    assert take(session("blood_rage"), 0, ["1 2", "1 2"]).orders == ["1 2"]


def test_a_standing_order_that_has_answered_all_it_was_for_is_not_kept() -> None:
    """The receipt said that the rest was kept for later, and the list of plans that there was none."""
    one = session("blood_rage")
    assert take(one, 0, ["draft rank TY5 any"]).kept == (0,)
    taken = take(one, 1, ["draft rank TY5 any"], language="en")
    assert one.table.rules.view(one.table.state, None).stage != "gifts"
    assert (taken.orders, taken.kept, taken.dropped) == (["draft rank TY5 any"], (), ())
    assert "draft" in taken.said[0]


def test_a_standing_order_that_nothing_is_left_for_is_told_so() -> None:
    one = session("blood_rage")
    take(one, 0, ["draft rank TY5 any"])
    for _ in range(2):
        take(one, 1, ["1 2"])
    taken = take(one, 1, ["draft rank TY5", "1 2"])
    assert (taken.orders, taken.kept, taken.dropped) == (["1 2"], (), (0,))


def test_a_number_answers_only_a_list_that_was_seen() -> None:
    one = session()
    take(one, 0, [picks(one, 0)[0]])
    taken = take(one, 1, ["1", "2"])
    assert taken.refused is not None
    assert (taken.refused.line, taken.refused.why.code) == (1, "E_MENU_UNSEEN")
