"""Menus: numbers, columns, further lists, preferences."""

from typing import Literal

import pytest

from engine.core.menu import Columns, Lines, Menu, Option, Pick, letter, letter_index
from engine.core.moves import Move


class Say(Move):
    """A toy move."""

    kind: Literal["say"] = "say"
    word: str


def said(*words: str) -> tuple[Option, ...]:
    return tuple(Option((word,), Say(word=word)) for word in words)


FLAT = Lines(said("yes", "no", "perhaps"))
NESTED = Lines((Option(("first",), None, lambda: Lines(said("x", "y"))), *said("last")))
COLUMNS = Columns(
    columns=(said("give", "keep"), said("one", "two", "three")),
    join=lambda left, right: Say(word=f"{left.what[0]} {right.what[0]}"),
)


THREE = Pick(
    said("axe", "bow", "sword", "spear"), lambda picked: Say(word=" ".join(str(one.what[0]) for one in picked)), 3, 3
)


@pytest.mark.parametrize(
    "menu,typed,words",
    [
        (FLAT, "2", ["no"]),
        (FLAT, "2)", ["no"]),
        (FLAT, "3 1", ["perhaps", "yes"]),
        (FLAT, "4", []),
        (FLAT, "3 4", []),  # that the first alone is meant nobody can know: `1a 2` may be a fight with 2 Vikings
        (FLAT, "no", None),
        (FLAT, "2 apples", None),
        (NESTED, "1, 2", ["y"]),
        (NESTED, "1.1", ["x"]),
        (NESTED, "1", []),
        (NESTED, "2", ["last"]),
        (COLUMNS, "b3", ["keep three"]),
        (COLUMNS, "B 1", ["keep one"]),
        (COLUMNS, "c1", []),
        (THREE, "4 1 2", ["axe bow spear"]),
        (THREE, "1, 3, 4", ["axe sword spear"]),
        (THREE, "1 1 2", []),
        (THREE, "1 2", []),
        (THREE, "1 2 5", []),
    ],
)
def test_a_reply_of_numbers_names_moves_in_order_of_preference(menu: Menu, typed: str, words: list[str] | None) -> None:
    moves = menu.read(typed)
    assert (None if moves is None else [move.word for move in moves if isinstance(move, Say)]) == words


@pytest.mark.parametrize("menu", [FLAT, NESTED, COLUMNS, THREE])
def test_every_leaf_is_found_again_by_its_path(menu: Menu) -> None:
    assert all(menu.pick(path) == move for path, _, move in menu.leaves())


def test_a_menu_with_one_answer_knows_it() -> None:
    assert Lines(said("only")).single() == Say(word="only")
    assert FLAT.single() is None


def test_column_letters_go_on_after_z() -> None:
    assert [letter(i) for i in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]
    assert all(letter_index(letter(i)) == i for i in range(200))


def test_the_answers_of_several_lines_stand_in_the_order_of_the_list() -> None:
    words = [move.word for _, _, move in THREE.leaves() if isinstance(move, Say)]
    assert words == ["axe bow sword", "axe bow spear", "axe sword spear", "bow sword spear"]
