"""The family of menus: what is printed is read back, no other text breaks anything, and nothing is made early."""

from __future__ import annotations

from functools import partial
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.menu import Arrange, Columns, Lines, Menu, Option, Pick, Share
from engine.core.menu.stepwise import Choice, Parts, Step, option
from engine.core.moves import IllegalMove, Move
from engine.table.listing import blocks
from engine.table.reading.answers import by_number, no_answer
from engine.table.reading.copied import in_its_words
from engine.table.rows import named as named_in_a_row


class Say(Move):
    """What was chosen, in words."""

    kind: Literal["say"] = "say"
    word: str


class Plain:
    """As much of `Words` as menus need."""

    def heading(self, key: str) -> str:
        return key

    def option(self, option: Option, view: Any) -> str:
        return str(option.what[0])


def lines(*words: str) -> tuple[Option, ...]:
    return tuple(Option((word,)) for word in words)


def said(*words: str) -> tuple[Option, ...]:
    return tuple(Option((word,), Say(word=word)) for word in words)


def named(picked: tuple[Option, ...]) -> Move:
    return Say(word=" ".join(str(option.what[0]) for option in picked) or "none")


def counted(amounts: tuple[int, ...]) -> Move:
    return Say(word="-".join(map(str, amounts)))


PROTECT = Pick(lines("leader", "ship", "troll", "warrior"), named, 0, 2)
TIWAZ = Pick(lines("fenrir", "hel", "loki", "surt"), named, 1, 3)
SIGEL = Share(lines("odin", "thor", "frey"), counted, 0, 5, limits=(5, 2, 1))
ALL_FIVE = Share(lines("odin", "thor"), counted, 5, 5)
VANIR = Arrange(lines("fenrir", "hel", "loki"), named)
PAIR = Columns(columns=(lines("give", "keep"), lines("one", "two")), join=lambda left, right: named((left, right)))
ONE_PAIR = Columns(columns=(lines("give"), lines("one")), join=lambda left, right: named((left, right)))
OWN = Lines((Option(("none",), Say(word="none"), label="0"), *said("hel"), Option(("b",), Say(word="b"), label="1a")))
LABELLED = Pick((Option(("a",), label="1a"), Option(("b",), label="1b"), Option(("c",))), named, 1, 3)


def nested(*menus: Menu) -> Lines:
    return Lines(tuple(Option((f"list {n}",), None, partial(_itself, menu)) for n, menu in enumerate(menus)))


def _itself(menu: Menu) -> Menu:
    return menu


EVERY = [PROTECT, TIWAZ, SIGEL, ALL_FIVE, VANIR, PAIR, ONE_PAIR, OWN, LABELLED]
EVERY = [*EVERY, nested(*EVERY), nested(nested(*EVERY), PROTECT)]


def desk(menu: Menu) -> Desk:
    return Desk(0, None, (Decision(0, "ask"),), lambda _: menu)


@pytest.mark.parametrize("menu", EVERY)
def test_every_reply_that_is_printed_is_read_back_to_its_move(menu: Menu) -> None:
    leaves = list(menu.leaves())
    assert len({reply for reply, _, _ in leaves}) == len(leaves)
    for reply, _, move in leaves:
        assert menu.pick(reply) == move
        assert menu.read(reply) == (move,)
        order = by_number(reply, desk(menu), frozenset(desk(menu).decisions))
        assert order is not None
        assert order.moves == (move,)
    assert menu.first() == leaves[0][2]


@pytest.mark.parametrize("menu", EVERY)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_a_random_answer_is_one_of_the_answers(menu: Menu, seed: int) -> None:
    assert menu.random(Random(seed)) in [move for _, _, move in menu.leaves()]


WORDS = ["1", "2", "3", "0", "1a", "b2", "1=2", "2:9", ".", ",", "none", "нет"]
TYPED = st.one_of(
    st.text(max_size=60),
    st.text("0123456789ab=:.,;- \t)\u0663\u00b2", max_size=40),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
)


@pytest.mark.parametrize("menu", EVERY)
@given(text=TYPED)
@settings(max_examples=120, deadline=None)
def test_no_text_breaks_reading_and_nothing_but_an_answer_is_read(menu: Menu, text: str) -> None:
    moves = menu.read(text)
    leaves = [move for _, _, move in menu.leaves()]
    assert moves is None or all(move in leaves for move in moves)
    menu.pick(text)
    menu.wrong(text)
    assert isinstance(no_answer(text, desk(menu)), IllegalMove | None)


@pytest.mark.parametrize("menu", EVERY)
def test_the_example_of_a_list_is_an_answer_or_leads_on(menu: Menu) -> None:
    assert menu.pick(menu.example) is not None


def test_the_example_of_a_list_is_not_that_nothing_is_chosen() -> None:
    assert (OWN.example, Lines(OWN.options[:1]).example) == ("1", "0")


@pytest.mark.parametrize(
    "menu,typed,word",
    [
        (PROTECT, "none", "none"),
        (PROTECT, "0", "none"),
        (PROTECT, "ничего", "none"),
        (PROTECT, "4, 1", "leader warrior"),
        (PROTECT, "choose 2: 4 1", "leader warrior"),
        (TIWAZ, "choose 1: 3", "loki"),
        (TIWAZ, "3 1 2", "fenrir hel loki"),
        (SIGEL, "1=3 2=2", "3-2-0"),
        (SIGEL, "3:1, 1:1", "1-0-1"),
        (SIGEL, "1 = 5", "5-0-0"),
        (SIGEL, "0", "0-0-0"),
        (VANIR, "3 1 2", "loki fenrir hel"),
        (VANIR, "3, 1, 2", "loki fenrir hel"),
        (OWN, "0", "none"),
        (OWN, "1", "hel"),
        (OWN, "1A", "b"),
        (LABELLED, "1 1b", "b c"),
        (PAIR, "b2", "keep two"),
        (PAIR, "в 2", "keep two"),
        (nested(TIWAZ, PAIR), "2.b2", "keep two"),
        (nested(TIWAZ, PAIR), "b2", "keep two"),
        (nested(TIWAZ, PAIR), "б-2", "keep two"),
        (nested(PROTECT, SIGEL, VANIR), "1.3 4", "troll warrior"),
        (nested(PROTECT, SIGEL, VANIR), "2.1=4 2=1", "4-1-0"),
        (nested(PROTECT, SIGEL, VANIR), "3.2 1 3", "hel fenrir loki"),
    ],
)
def test_replies_are_read_as_people_write_them(menu: Menu, typed: str, word: str) -> None:
    order = by_number(typed.casefold(), desk(menu), frozenset(desk(menu).decisions))
    assert order is not None
    assert order.moves == (Say(word=word),)


@pytest.mark.parametrize(
    "menu,typed,code,example",
    [
        (TIWAZ, "0", "E_MENU_PICK", "1 2"),
        (TIWAZ, "1 2 3 4", "E_MENU_PICK", "1 2"),
        (TIWAZ, "1 1", "E_MENU_PICK", "1 2"),
        (SIGEL, "5 0 0", "E_MENU_SHARE", "1=5"),
        (SIGEL, "2=3", "E_MENU_SHARE", "1=5"),
        (SIGEL, "1=1 1=2", "E_MENU_SHARE", "1=5"),
        (SIGEL, "1=4 9=1", "E_MENU_SHARE", "1=5"),
        (ALL_FIVE, "1=4", "E_MENU_SHARE", "1=5"),
        (VANIR, "1 2", "E_MENU_ARRANGE", "2 1 3"),
        (nested(VANIR, TIWAZ), "2.1 2 3 4", "E_MENU_PICK", "2.1 2"),
    ],
)
def test_a_reply_that_does_not_fit_is_told_what_would(menu: Menu, typed: str, code: str, example: str) -> None:
    why = no_answer(typed, desk(menu))
    assert why is not None
    assert (why.code, why.where["example"]) == (code, example)
    assert menu.read(typed) == ()


TWO_OF_FOUR = Pick(TIWAZ.options, named, 2, 2)
WORDS_OF_TWO = Lines(said("axe", "shield"))


@pytest.mark.parametrize(
    "menu,typed,code,where",
    [
        (TWO_OF_FOUR, "1", "E_MENU_SEVERAL", {"count": 2, "last": 4}),
        (WORDS_OF_TWO, "3", "E_MENU_ENDS", {"numbers": "3", "low": "1", "high": "2"}),
        (nested(TIWAZ, WORDS_OF_TWO), "2.3", "E_MENU_ENDS", {"numbers": "2.3", "low": "2.1", "high": "2.2"}),
        (nested(TIWAZ, WORDS_OF_TWO), "3.1 2", "E_MENU_ENDS", {"numbers": "3.1 2", "low": "1", "high": "2"}),
        (Lines(said("axe")), "2", "E_MENU_NUMBER", {"numbers": "2"}),  # no list from 1 to 1
    ],
)
def test_a_number_that_a_list_does_not_have_is_told_which_it_has(
    menu: Menu, typed: str, code: str, where: dict[str, Any]
) -> None:
    why = no_answer(typed, desk(menu))
    assert why is not None
    assert (why.code, why.where) == (code, where)
    assert menu.read(typed) == ()


def test_nobody_is_told_to_share_out_more_than_the_lines_can_take() -> None:
    why = Share(lines("odin", "thor"), counted, 0, 5, limits=(2, 1)).wrong("1=4")
    assert (why.where["least"], why.where["most"], why.where["example"]) == (0, 3, "1=2 2=1")


def test_a_menu_of_millions_costs_nothing_until_it_is_asked() -> None:
    made: list[int] = []

    def gather(picked: tuple[Option, ...]) -> Move:
        made.append(len(picked))
        return Say(word=str(len(picked)))

    def share(amounts: tuple[int, ...]) -> Move:
        return gather(())

    many = lines(*map(str, range(60)))
    for menu in (Pick(many, gather, 0, 60), Share(many, share, 0, 900), Arrange(many, gather)):
        assert not made
        assert len(list(islice(menu.leaves(), 5))) == 5
        assert menu.single() is None
        menu.random(Random(1))
        assert len(blocks(menu, Plain(), None)[0].lines) == 60  # type: ignore[arg-type]  # a toy
        assert len(made) <= 8
        made.clear()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Pick(lines("a"), named, 1, 2),
        lambda: Pick(lines("a"), named, -1, 1),
        lambda: Pick((), named, 0, 0),
        lambda: Share(lines("a"), counted, 3, 4, limits=(2,)),
        lambda: Share(lines("a", "b"), counted, 0, 4, limits=(2,)),
        lambda: Arrange((), named),
        lambda: Lines((Option(("a",), label="1"), Option(("b",)))),
        lambda: Lines((Option(("a",), label="a.b"),)).lines,
    ],
)
def test_what_nobody_could_answer_is_no_menu(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"of|among|arrange|labels|none"):
        wrong()


def test_lines_that_are_filled_in_inside_a_list_are_a_step_of_their_own_and_say_so() -> None:
    block = blocks(nested(PROTECT, SIGEL), Plain(), None)[0]  # type: ignore[arg-type]  # a toy
    assert [(line.reply, line.folded) for line in block.lines] == [("1", True), ("2", True)]
    inner = blocks(SIGEL, Plain(), None, "2.")[0]  # type: ignore[arg-type]  # a toy
    assert ([line.most for line in inner.lines], inner.example) == ([5, 2, 1], "2.1=5")
    less = blocks(Share(SIGEL.options, counted, 0, 3, SIGEL.limits), Plain(), None)[0]  # type: ignore[arg-type]  # a toy
    assert [line.most for line in less.lines] == [3, 2, 1]


GODS = ("Odin", "Hel", "Tyr", "Loki", "Sif", "Freyja")


def test_a_line_with_one_answer_behind_it_is_that_answer() -> None:
    """A list of one line would be a mail that asks nothing. Its longer path is an answer all the same."""
    deep = Option(("c",), then=lambda: Lines((Option(("to d",), then=lambda: Lines(said("at e"))),)))
    form = Option(("f",), then=lambda: Pick(lines("g"), lambda _: Say(word="g"), least=0, most=1))
    menu = Lines((*said("a"), Option(("b",), then=lambda: Lines(said("to h", "to i"))), deep, form))
    e = Say(word="at e")
    assert [menu.pick(path) for path in ("3", "3.1", "3.1.1", "3.1.1.1", "3.2")] == [e, e, e, None, None]
    assert [reply for reply, _, _ in menu.leaves()][:4] == ["1", "2.1", "2.2", "3"]
    for most in (40, 4):
        (block,) = blocks(menu, Plain(), None, most=most)
        (line,) = (line for line in block.lines if line.reply == "3")
        assert (line.text, line.move, line.folded) == ("c: to d: at e", e, False)
    desk = Desk(0, None, (asked := Decision(0, "what"),), lambda _: menu, ())
    order = by_number("3", desk, frozenset({asked}))
    assert order is not None
    assert order.moves == (e,)


def test_a_label_stands_before_no_other_figure() -> None:
    """Words with which all lines begin are left out of a row; where figures follow, `14 13 coins` says nothing."""
    coins = [(str(label), f"to offer {label - 1} pieces of silver coin") for label in range(12, 18)]
    assert named_in_a_row(coins) == "to offer 11 pieces of silver coin … to offer 16 pieces of silver coin"
    gods = [(str(label), f"to offer all of your silver to {god}") for label, god in enumerate(GODS, 1)]
    assert named_in_a_row(gods) == " · ".join(f"{label}\u00a0{god}" for label, god in enumerate(GODS, 1))


# --- parts of a move, asked one after the other


class Taken(Move):
    kind: Literal["taken"] = "taken"
    god: str
    left: int
    stone: str = ""


def test_parts_are_asked_one_after_the_other_and_a_part_with_one_answer_is_not() -> None:
    def stones(parts: Parts) -> list[Choice]:
        return [((f"{name} {parts['god']}",), {"stone": name}) for name in ("red", "blue")[: parts["left"]]]

    steps: list[Step] = [
        ("god", lambda _: [(("odin",), {"god": "odin", "left": 2}), (("hel",), {"god": "hel", "left": 1}),
                           (("tyr",), {"god": "tyr", "left": 0})]),
        ("stone", stones),
    ]  # fmt: skip
    menu = Lines((option(("take",), steps, Taken, {}),))
    assert [(label, move) for label, _, move in menu.leaves()] == [
        ("1.1.1", Taken(god="odin", left=2, stone="red")),
        ("1.1.2", Taken(god="odin", left=2, stone="blue")),
        ("1.2", Taken(god="hel", left=1, stone="red")),  # but one stone: not asked; for tyr there is none: no line
    ]
    with pytest.raises(ValueError, match="stone"):
        option(("take",), steps[1:], Taken, {"left": 0})


def test_of_lines_that_say_the_same_each_answer_is_listed_once() -> None:
    """Two cards of one kind lie there: both may be chosen, and one of them is as good as the other."""
    menu = Pick(lines("axe", "shield", "axe"), named, 1, 2)
    assert [move for _, _, move in menu.leaves()] == [
        Say(word=word) for word in ("axe", "shield", "axe shield", "axe axe")
    ]
    assert menu.pick("2 3") == Say(word="shield axe")


def test_a_number_answers_anew_what_was_answered_before_and_may_still_be_replaced() -> None:
    """Whoever thinks again sends another number of the same list; one sheet gives no two answers to one question."""
    given = Decision(0, "ask", answered=True)
    table = Desk(0, None, (given,), lambda _: Lines(said("axe", "shield")))
    order = by_number("2", table, frozenset([given]))
    assert order is not None
    assert order.moves == (Say(word="shield"),)
    assert by_number("2", table, frozenset([Decision(0, "ask")])) is None
    refusal = no_answer("2", Desk(0, None, (), lambda _: Lines(())))
    assert refusal is not None
    assert refusal.code == "E_NOT_ASKED"


# --- Its words ---------------


class _Told:
    """As much of a game as the words of its lists need."""

    notation = SimpleNamespace(write=lambda move, language, desk: f"SAY {move.word}")

    def words(self, language: str, names: tuple[str, ...]) -> Plain:
        return Plain()


@pytest.mark.parametrize(
    "typed, reply",
    [
        (["hel, the 2nd"], ("1", 1)), (["hel the 2nd (step 5)"], ("1", 1)), (["1. hel, the 2nd"], ("1", 1)),
        (["loki [say loki]"], ("2", 1)), (["hel, the", "2nd"], ("1", 2)), (["loki"], ("2", 1)),
        (["2 hel, the 2nd"], ("", 0)), (["hel"], ("", 0)), (["hel, the", "", "2nd"], ("", 0)),
        (["loki", "hel, the 2nd"], ("", 0)), (["same"], ("", 0)), (["same (b)"], ("5", 1)), (["boris"], ("", 0)),
    ],
)  # fmt: skip
def test_a_line_is_answered_by_its_own_words_and_no_letter_to_somebody_is(
    typed: list[str], reply: tuple[str, int]
) -> None:
    texts = ("Hel, the 2nd (step 5)", "Loki", "Boris", "Same (a)", "Same (b)")
    menu = Lines(tuple(Option((text,), Say(word=text)) for text in texts))
    desk: Desk[Any] = Desk(0, None, (), lambda _: menu, names=("Anna", "Boris"))
    game: Any = _Told()
    assert in_its_words(typed, menu, game, "en", desk) == reply
    assert in_its_words(typed, menu, game, "", desk) == ("", 0)
