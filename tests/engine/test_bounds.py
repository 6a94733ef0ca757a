"""How much one sheet may ask for, and what it leaves in a log that nobody can shorten."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from uuid import uuid4

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar import text
from engine.core.menu import MOST_PREFERENCES, Columns, Lines, Menu, Option
from engine.core.moves import IllegalMove, Move
from engine.table.events import GameOpened, MoveMade, PlansFiled
from engine.table.orders import MOST_ORDERS, Refused, take
from engine.table.reading.answers import no_answer
from engine.table.session import Session
from engine.table.table import Table


def session(game: str = "aesir") -> Session:
    opened = GameOpened(game=game, rules=1, options={}, seats=2, commitment=uuid4().hex)
    found = Session(Table.opened(opened), SeededChance(bytes(32)))
    found.start()
    return found


def picks(one: Session, seat: int) -> list[str]:
    desk = one.table.desk(seat)
    decision = desk.asked()
    assert decision is not None
    return [one.table.game.notation.write(move, "en") for _, _, move in desk.menus(decision).leaves()]


def made(one: Session) -> list[MoveMade | PlansFiled]:
    return [event.payload for event in one.made if isinstance(event.payload, MoveMade | PlansFiled)]


# --- What is kept


def test_of_choices_that_replace_one_another_only_the_last_is_recorded() -> None:
    one = session()
    first, second, third = picks(one, 0)[:3]
    taken = take(one, 0, [first, "", second, third])
    assert (taken.orders, taken.replaced, len(made(one))) == ([third], (0, 2), 1)
    alone = session()
    take(alone, 0, [third])
    assert (one.table.state, one.table.standing) == (alone.table.state, alone.table.standing)


def test_plans_that_replace_one_another_are_one_plan() -> None:
    one = session()
    taken = take(one, 0, ["plan H>O", "plan O>H", "plan F>O"])
    assert taken.orders == ["plan F>O"]
    assert [event.kind for event in made(one)] == ["plans_filed", "move_made"]  # the plan answered at once


def test_choices_that_stand_beside_one_another_are_both_kept() -> None:
    one = session()
    taken = take(one, 0, [picks(one, 0)[0], "plan H>O", "last T"])
    assert (len(taken.orders), taken.replaced, len(made(one))) == (3, (), 3)


def test_a_choice_that_has_shown_something_is_not_replaced() -> None:
    one = session()
    take(one, 0, [picks(one, 0)[0]])
    before = len(one.made)
    mine = picks(one, 1)
    taken = take(one, 1, [mine[0], mine[1]])
    assert taken.orders[0] == mine[0]
    assert any(event.happenings for event in one.made[before:])


# --- How much


def test_a_sheet_holds_a_hundred_orders_and_a_longer_one_is_refused_whole() -> None:
    one = session()
    two = picks(one, 0)[:2]
    events = len(one.made)
    with pytest.raises(Refused) as refused:
        take(one, 0, two * (MOST_ORDERS // 2) + two)
    assert (refused.value.line, refused.value.why.code) == (MOST_ORDERS, "E_SHEET_LONG")
    fresh = session()
    assert len(take(fresh, 0, two * (MOST_ORDERS // 2)).orders) == 1
    assert len(fresh.made) == events + 1


def test_an_order_of_which_only_the_beginning_would_be_read_is_refused() -> None:
    one = session()
    with pytest.raises(Refused) as refused:
        take(one, 0, [picks(one, 0)[0] + " " * text.MAX_LINE + "x"])
    assert refused.value.why.code == "E_LINE_LONG"


@dataclass
class Counted:
    """A menu that counts how often it is looked into."""

    looks: int = 0
    menu: Menu = field(init=False)

    def __post_init__(self) -> None:
        self.menu = Lines((Option(("on",), None, self._then),))

    def _then(self) -> Menu:
        self.looks += 1
        return Lines((Option(("x",), Move(kind="x")),))


@pytest.mark.parametrize("length", [21, 300, 15_000])
def test_a_line_of_thousands_of_numbers_opens_no_list(length: int) -> None:
    counted = Counted()
    assert counted.menu.read("1 " * length) == ()
    assert counted.looks <= MOST_PREFERENCES


def test_so_many_preferences_are_refused_with_their_own_reason() -> None:
    why = no_answer("1 " * 20 + "1", session().table.desk(0))
    assert why is not None
    assert (why.code, why.where) == ("E_MENU_MANY", {"most": MOST_PREFERENCES})


@pytest.mark.parametrize("run", [" ", "\t ", "<mailto:", "*a", "\u00a0", "\ufdfa", "- "])
def test_folding_looks_at_a_thousand_characters_of_a_line_however_long(run: str) -> None:
    class Line(str):
        """Says how much of it was asked for."""

        __slots__ = ()
        longest = 0

        def strip(self, *_: object) -> Line:
            return Line(str.strip(self))

        def __getitem__(self, key: object) -> str:
            part = str.__getitem__(self, key)  # type: ignore[index]  # as str does
            Line.longest = max(Line.longest, len(part))
            return part

    folded = text.fold(Line("a" + run * 60_000 + "b"))
    assert Line.longest == text.MAX_LINE
    assert len(folded) <= text.MAX_LINE
    assert text.is_too_long("a" + run * 60_000 + "b")


def test_a_run_of_blanks_before_a_link_is_one_blank_when_the_link_is_looked_for() -> None:
    """`\\s*<` tried every blank of a run anew: the square of its length."""
    assert "\\s*<" not in text._LINK.pattern
    assert text.fold("goal 2" + " " * 900 + "<mailto:x@y.example>") == "goal 2"


@pytest.mark.parametrize("pattern", [text._PLEASE, text._THANKS])
def test_of_a_run_of_signs_a_few_are_looked_at_for_thanks_behind_them(pattern: re.Pattern[str]) -> None:
    """All of `, , , ,` was tried anew from each of its signs, in each line: the square of its length."""
    assert not set("*+") & set(re.sub(r"\[.*?\]", "", pattern.pattern))
    assert pattern is text._PLEASE or pattern.pattern.startswith("(?<![ ,.!-])")


@pytest.mark.parametrize(
    "typed, seen",
    [
        ("march UTG 1, please!", "march utg 1"), ("Please, pass. Thanks!", "pass"), ("pass please, thx", "pass"),
        ("Пожалуйста: пас", "пас"), ("please", "please"), ("thanks", "thanks"), ("please me", "me"),
        ("displease", "displease"), ("pass" + " ," * 9 + "please", "pass" + " ," * 9 + "please"),
    ],
)  # fmt: skip
def test_courtesy_around_an_order_is_left_out_and_alone_it_stays(typed: str, seen: str) -> None:
    assert text.fold_order(typed) == seen


# --- A number without its letter


def test_a_number_of_a_list_in_two_columns_is_told_that_it_wants_a_letter() -> None:
    columns = Columns(
        columns=(tuple(Option((n,)) for n in range(3)), tuple(Option((n,)) for n in range(12))),
        join=lambda left, right: Move(kind="x"),
    )
    lists = {
        "11": (columns, "a11"),
        "3": (Lines((Option(("goal",), Move(kind="g")), Option(("swaps",), None, lambda: columns))), "2.a3"),
        "2.11": (Lines((Option(("goal",), Move(kind="g")), Option(("swaps",), None, lambda: columns))), "2.a11"),
    }
    for typed, (menu, example) in lists.items():
        desk = session().table.desk(0)
        desk.menus = lambda _, menu=menu: menu  # type: ignore[misc]  # bound at once
        why = no_answer(typed, desk)
        assert why is not None
        assert (why.code, why.where["example"]) == ("E_MENU_LETTER", example)
    grouped = Lines(tuple(Option((label,), Move(kind=label), label=label) for label in ("4a", "2a", "2b")))
    desk = session().table.desk(0)
    desk.menus = lambda _: grouped
    why = no_answer("2", desk)
    assert why is not None
    assert (why.code, why.where) == ("E_MENU_GROUP", {"numbers": "2", "found": ["2a", "2b"]})
    desk = session().table.desk(0)
    desk.menus = lambda _: columns
    why = no_answer("13", desk)
    assert isinstance(why, IllegalMove)
    assert why.code == "E_MENU_NUMBER"


@pytest.mark.parametrize(
    "typed, labels, told",
    [
        ("99", ("", "", ""), {"low": "1", "high": "3"}),
        ("0", ("", "", ""), {"low": "1", "high": "3"}),
        ("7", ("0", "", ""), {"low": "0", "high": "2"}),
        ("7", ("2a", "", ""), {}),
        ("7", ("",), {}),
        ("2.7", ("", ""), {"low": "2.1", "high": "2.3"}),
    ],
)
def test_a_number_that_a_list_has_not_is_told_where_it_ends(
    typed: str, labels: tuple[str, ...], told: dict[str, str]
) -> None:
    inner = Lines(tuple(Option((n,), Move(kind="x")) for n in range(3)))
    leads = "." in typed
    options = [
        Option((n,), None if leads else Move(kind="x"), (lambda: inner) if leads else None, label=label)
        for n, label in enumerate(labels)
    ]
    why = Lines(tuple(options)).wrong(typed)
    assert (why.code, why.where) == ("E_MENU_ENDS" if told else "E_MENU_NUMBER", {"numbers": typed, **told})


def test_a_list_is_answered_for_instance_by_what_does_something() -> None:
    ends = Option(("none",), Move(kind="x"), label="0")
    assert Lines((ends, Option(("one",), Move(kind="y")))).example == "1"
    assert Lines((ends,)).example == "0"
