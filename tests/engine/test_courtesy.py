"""Courtesy around one answer of the list is that answer; two answers are a question."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.core.grammar.courtesy import is_own, signed_answer
from engine.core.grammar.text import fold_order
from engine.table import registry
from engine.table.reading.guessing import like
from tests.games.in_play import menu_of, tables, taken

HELLO = st.sampled_from(["", "Hi! ", "Hello, ", "Good morning. ", "Привет! ", "Здравствуйте, "])
WELL = st.sampled_from(["", "ok ", "OK, ", "Well, ", "yes: ", "ладно, ", "ну "])
WISH = st.sampled_from(
    ["", "I'd like to play ", "I choose ", "I’ll take ", "please pick ", "let's go with ", "my answer is ", "move ",
     "Play ", "Я выбираю ", "хочу взять ", "мой ход: ", "пусть будет "]
)  # fmt: skip
NOUN = st.sampled_from(["", "option ", "number ", "#", "№", "the line ", "ход ", "вариант ", "номер "])
TAIL = st.sampled_from(["", ".", "!", " please", ", please.", " thanks!", " пожалуйста", ", спасибо!"])
SIGNED = st.sampled_from(["", " Thanks, Bob", ", cheers, Bob.", " Спасибо, Bob"])


def answer_in(line: str, name: str = "") -> str:
    """What somebody called `name` answers by a folded line, if anything."""
    said = signed_answer(line)
    return said.answer if is_own(said.name, name) else ""


@given(HELLO, WELL, WISH, NOUN, st.integers(1, 40), TAIL, SIGNED)
@example("Hi! ", "", "I'd like to play ", "", 3, " please.", " Thanks, Bob")
def test_courtesy_around_a_number_is_the_number(
    hello: str, well: str, wish: str, noun: str, number: int, tail: str, signed: str
) -> None:
    assert answer_in(fold_order(f"{hello}{well}{wish}{noun}{number}{tail}{signed}"), "bob the bold") == str(number)


@pytest.mark.parametrize(
    "line, answer",
    [
        ("ok 2", "2"), ("move 3", "3"), ("Play 3", "3"), ("I choose 4", "4"), ("three", "3"), ("три", "3"),
        ("Option three please", "3"), ("Ход 3", "3"), ("ход номер 3, пожалуйста", "3"), ("1, 2 and 5", "1, 2, 5"),
        ("1, 2 и 5", "1, 2, 5"), ("I take 1 and 2", "1, 2"), ("7b", "7b"), ("b and 7", "b7"), ("b, 7", "b7"),
        ("I choose 2.1", "2.1"), ("I choose 1a", "1a"), ("no. 3", "3"),
        ("let's do 2", "2"), ("ok let's do the second one", "2"), ("I'll have the third", "3"), ("we'll do 4!", "4"),
        ("15-25 please", "15-25"), ("ok, 2a - 2d, thanks", "2a-2d"),
        ("the third", "3"), ("third one, please", "3"), ("I'll take the 3rd option", "3"), ("the twelfth", "12"),
        ("третий", "3"), ("3-й вариант", "3"), ("давай вторую", "2"), ("Беру третью строку.", "3"), ("2 вариант", "2"),
        ("1st", "1"), ("3-ю", "3"), ("7 й", ""), ("хожу второй", ""), ("my move is the third", ""), ("третьего", ""),
        ("move the third one", ""), ("third", ""), ("third time", ""), ("3 варианта", ""), ("on the third", ""),
    ],
)  # fmt: skip
def test_what_people_write(line: str, answer: str) -> None:
    assert answer_in(fold_order(line)) == answer


@pytest.mark.parametrize(
    "line",
    [
        "either 3 or 4", "not 3", "no 3", "3 cheers", "I will not play 3", "не 3", "I have 3", "I have 3 cards",
        "I did 3", "let's do 3 of them",
        "I'd like a 3",
        "3 please. Thanks, wait", "3 please. Thanks, Carl", "I take one", "один", "3?", "is it 3", "in 3 days",
        "see you at 3", "3 days please", "3 - no, 4", "ok", "thanks", "maybe 3", "play 3 if you can", "at 3 pm",
        "3 or so", "ok 2 and a half", "move 3 left", "play 3-4", "1 2", "9 a", "3:30", "2026", "$3", "3%",
    ],
)  # fmt: skip
def test_prose_is_no_answer(line: str) -> None:
    assert answer_in(fold_order(line), "bob") == ""


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_failure(line: str) -> None:
    assert isinstance(answer_in(fold_order(line)), str)


# --- At the tables of all games ---------------


@pytest.mark.parametrize("key", sorted(registry.games()))
@given(data=st.data())
def test_at_every_table_courtesy_makes_the_same_move_as_the_number(key: str, data: st.DataObject) -> None:
    """Verbs stay out of it where a game has them: what they begin is its own order."""
    table, seat = data.draw(st.sampled_from(tables(key)))
    menu = menu_of(table, seat)
    number = data.draw(st.sampled_from([label for label, _ in menu.lines]))
    polite = "".join(map(data.draw, (HELLO, WELL, WISH, NOUN, st.just(number), TAIL, SIGNED)))
    assume(not polite.startswith("#"))  # a comment, unless a number alone follows
    bare, said = taken(table, seat, number), taken(table, seat, polite)
    if isinstance(bare, list):
        notation = table.game.notation
        assert said == bare or notation.sounds_like_order(fold_order(polite)), polite
    else:
        assert isinstance(said, str), f"{polite} was carried out, {number} is not"


@pytest.mark.parametrize("key", sorted(registry.games()))
@given(data=st.data())
def test_courtesy_around_an_order_in_words_takes_nothing_of_it(key: str, data: st.DataObject) -> None:
    table, seat = data.draw(st.sampled_from(tables(key)))
    language = data.draw(st.sampled_from(("en", "ru")))
    some = islice(menu_of(table, seat).leaves(), 40)
    order = table.game.notation.write(data.draw(st.sampled_from([move for _, _, move in some])), language)
    before, after = data.draw(st.sampled_from(("", "please ", "Пожалуйста, "))), data.draw(TAIL)
    bare, said = taken(table, seat, order), taken(table, seat, f"{before}{order}{after}")
    assert isinstance(bare, list)
    assert said == bare


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_an_order_that_says_too_little_is_shown_one_that_begins_so(key: str) -> None:
    for table, seat in tables(key):
        desk, notation = table.desk(seat), table.game.notation
        for language in ("en", "ru"):
            for _, _, move in islice(menu_of(table, seat).leaves(), 40):
                verb = re.findall(r"\w+", fold_order(notation.write(move, language, desk)))[0]
                found = like(verb, desk, notation, language)
                assert isinstance(taken(table, seat, found), list), f"{verb}: {found}"
        assert like("hello there", desk, notation, "en") == ""


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_the_order_that_is_shown_has_the_words_of_the_line(key: str) -> None:
    """`hero M to S1a take nothing`: not the first that begins with `hero`, which may be of somebody else."""
    for table, seat in tables(key):
        desk, notation = table.desk(seat), table.game.notation
        for _, _, move in islice(menu_of(table, seat).leaves(), 40):
            said = fold_order(notation.write(move, "en", desk))
            found = fold_order(like(f"{said} nonsense", desk, notation, "en"))
            assert {*re.findall(r"\w+", said)} <= {*re.findall(r"\w+", found)}, f"{said}: {found}"


@pytest.mark.parametrize("key", sorted(registry.games()))
@given(data=st.data())
def test_two_numbers_in_a_sentence_are_never_carried_out(key: str, data: st.DataObject) -> None:
    table, seat = data.draw(st.sampled_from(tables(key)))
    labels = [label for label, _ in menu_of(table, seat).lines]
    one, two = data.draw(st.sampled_from(labels)), data.draw(st.sampled_from(labels))
    wish = data.draw(WISH.filter(bool))
    between = data.draw(st.sampled_from([" or ", ", no, ", " rather than ", "? ", " или ", " but not ", " - or "]))
    assert isinstance(taken(table, seat, f"{wish}{one}{between}{two}"), str)
