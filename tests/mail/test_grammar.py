"""The commands of a mail, told apart from the orders of its game."""

from __future__ import annotations

import time
from datetime import date

import pytest

from asgard_pbem.mail.answering.seating.opening import read_wish
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.days import read_span
from engine.core.grammar import receivers

TODAY = date(2026, 11, 21)
CONFIRMED = grammar.CONFIRMING | {grammar.NUMBERED}


@pytest.mark.parametrize(
    "line, name",
    [
        ("help", "help"), ("?", "help"), ("Помощь!", "help"), ("STATUS.", "status"), ("статус", "status"),
        ("* board", "board"), ("доска", "board"), ("*history*", "history"), ("история", "history"),
        ("my games", "games"), ("мои игры", "games"), ("plans", "plans"), ("планы", "plans"),
        ("drop plans", "drop_plans"), ("снять планы", "drop_plans"),
        ("Drop all my plans", "drop_plans"), ("cancel my standing orders", "drop_plans"),
        ("снять все планы", "drop_plans"), ("убрать мои приказы впрок", "drop_plans"),
        ("my plans", "plans"), ("standing orders", "plans"), ("приказы впрок", "plans"),
        ("undo", "undo"), ("отмена", "undo"),
        ("I’m back", "back"), ("вернулась", "back"), ("resign", "resign"), ("сдаюсь", "resign"),
        ("stop mail", "stop_mail"), ("отписаться", "stop_mail"), ("start mail", "start_mail"),
        ("replay 17", "replay"), ("повтор 17", "replay"), ("rules", "rules"), ("правила Фрейя", "rules"),
        ("language ru", "language"), ("язык: русский", "language"), ("zone Europe/Moscow", "zone"),
        ("часовой пояс Europe/Moscow", "zone"), ("name: Ада", "name"), ("имя Ада", "name"),
        ("away 1.12.-14.12.", "away"), ("отпуск 1.12.–14.12.", "away"), ("open aesir 3", "open"),
        ("открыть асгард 3", "open"), ("invite a@b.example", "invite"), ("пригласить a@b.example", "invite"),
        ("undo please", "undo"), ("Please show the menu", "menu"), ("меню", "menu"), ("status, please!", "status"),
        ("отмена, пожалуйста", "undo"), ("rules Odin please", "rules"), ("zone London", "zone"),
        ("zone New York", "zone"), ("зона Москва", "zone"), ("away until 5 December", "away"),
        ("I'm going on holiday until Dec 5", "away"), ("I will be away from 1 to 14 December.", "away"),
        ("Я в отпуске до 5 декабря", "away"), ("Уезжаю до 5 декабря", "away"),
        ("меня не будет с 1 по 14 декабря", "away"), ("digest daily please", "digest"),
        ("What does Loki's Domain do?", "rules"), ("Что делает Драугр?", "rules"), ("weekly digest", "digest"),
        ("сводка раз в неделю", "digest"), ("digest once a day", "digest"),
        ("Открой асы 3", "open"), ("пригласите a@b.example", "invite"), ("покажи 17", "replay"), ("Отмени ход", "undo"),
        ("help me", "help"), ("помогите!", "help"), ("Show me the board, please", "board"), ("покажи доску", "board"),
        ("show the rules", "rules"), ("Покажите правила Фрейя", "rules"), ("show me the history", "history"),
        ("undo my last move", "undo"), ("Take that back!", "undo"), ("take back my move", "undo"),
        ("Oops, undo", "undo"), ("Oops, sorry, undo that please", "undo"), ("меня не будет неделю", "away"),
        ("I'll be away for a week", "away"), ("undo that please", "undo"),
        ("отменить последний ход", "undo"), ("верните мой ход", "undo"), ("Отмени, пожалуйста", "undo"),
        ("I resign.", "resign"), ("I quit", "resign"), ("leave the game", "resign"), ("quit this game", "resign"),
        ("Я сдаюсь", "resign"), ("выхожу из игры", "resign"), ("хочу выйти из партии", "resign"),
        ("press: hello", "press"), ("Press P2: hello", "press"), ("письмо И2: привет", "press"),
    ],
)  # fmt: skip
def test_each_command_is_known_in_english_and_russian(line: str, name: str) -> None:
    sheet = grammar.read_sheet([line])
    assert [one.name for one in sheet.commands] == [name]
    assert sheet.first_order() is None


@pytest.mark.parametrize(
    "line",
    [
        "b7",
        "plan H>O",
        "OT:T",
        "accept",
        "yes",
        "back soon",
        "the status is bad",
        "helpful",
        "move L",
        "away we go?!",
        "I am on holiday",
        "I'm away soon",
        "holidays are over",
        "score",
        "take it",
        "leave it",
        "I quit smoking",
        "show me the money",
        "ход 3",
    ],
)
def test_what_is_no_command_is_left_for_the_game(line: str) -> None:
    sheet = grammar.read_sheet([line])
    assert [one.name for one in sheet.commands if one.name != "away"] == []
    assert sheet.first_order() is not None or line.startswith("away")


@pytest.mark.parametrize(
    "line",
    [
        "accept Hush", "accept: Hush", "accept word: Hush", "accept, word: Hush", "принять слово: Hush",
        "принять, слово: Hush",
    ],
)  # fmt: skip
def test_the_word_for_the_seed_may_be_called_so_where_an_invitation_is_accepted(line: str) -> None:
    (accepted,) = grammar.read_sheet([line], grammar.ANSWERING_INVITATION).commands
    assert (accepted.name, accepted.args["word"]) == ("accept", "Hush")


def test_words_of_games_are_commands_only_where_they_answer_something() -> None:
    assert not grammar.read_sheet(["accept", "decline", "yes", "no"]).commands
    invited = grammar.read_sheet(["accept"], grammar.ANSWERING_INVITATION).commands
    asked = grammar.read_sheet(["yes"], grammar.CONFIRMING).commands
    assert [one.name for one in (*invited, *asked)] == ["accept", "yes"]


@pytest.mark.parametrize(
    "line, name",
    [
        ("ок, давайте", "accept"), ("Sounds fun!", "accept"), ("I will play", "accept"), ("Я за!", "accept"),
        ("No problem, I'm in", "accept"), ("Sorry for the late reply, yes!", "accept"), ("Sure, why not?", "accept"),
        ("Извините за задержку, я с вами", "accept"), ("Hi Nora, sure", "accept"), ("да, не против", "accept"),
        ("I'd love to", "accept"), ("нет, конечно", "decline"), ("Sorry, I'd love to but no time", "decline"),
        ("not interested", "decline"), ("Of course not", ""), ("Конечно нет", ""), ("Да, но не сейчас", ""),
        ("Yes, but not this month", ""), ("Да нет", ""), ("Sorry, yes", ""), ("I'd love to know more", ""),
        ("I can't wait to play", ""), ("1)", "accept"), ("#1", "accept"), ("No. 2", "decline"), ("вариант 1", "accept"),
        ("the first", "accept"), ("второй", "decline"), ("1. Yes, gladly", "accept"), ("2 - нет", "decline"),
        ("1  Да, буду играть  [принять]", "accept"), ("2  No, thank you  [decline]", "decline"), ("1 accept", "accept"),
        ("1) count me in", "accept"), ("1 no", ""), ("2. yes", ""), ("1. not now", ""), ("no 1", ""), ("1 May", ""),
        ("1 question first: how long is it?", ""),
    ],
)  # fmt: skip
def test_an_invitation_is_accepted_or_declined_as_people_say_it_and_asked_about_where_they_say_both(
    line: str, name: str
) -> None:
    commands = grammar.read_sheet([line], grammar.ANSWERING_INVITATION).commands
    assert [one.name for one in commands] == [name][: bool(name)]


def test_a_yes_with_a_no_in_it_confirms_nothing() -> None:
    lines = ["of course not", "конечно нет", "yes, but later", "sorry, yes"]
    assert not [one for line in lines for one in grammar.read_sheet([line], CONFIRMED).commands]


@pytest.mark.parametrize(
    "line, topic",
    [("What does the Troll do?", "troll"), ("что значит Рагнарёк?", "рагнарёк"), ("What does that do?", "")],
)
def test_who_asks_what_something_does_is_shown_the_rules_of_it(line: str, topic: str) -> None:
    assert [one.args for one in grammar.read_sheet([line]).commands] == [{"topic": topic}][: bool(topic)]


@pytest.mark.parametrize(
    "rhythm, code",
    [
        ("daily digest", "daily"), ("digest once a week", "weekly"), ("сводка по дням", "daily"),
        ("сводка раз в неделю", "weekly"), ("no digests", "never"), ("без сводки", "never"),
        ("digest by round", "round"),
    ],
)  # fmt: skip
def test_a_digest_is_ordered_as_people_say_it(rhythm: str, code: str) -> None:
    (ordered,) = grammar.read_sheet([rhythm]).commands
    assert grammar.rhythm_code(ordered.args["rhythm"]) == code


@pytest.mark.parametrize("line", ["cancel", "отмена", "Отменить!", "нет", "no"])
def test_where_something_is_to_be_confirmed_a_word_that_calls_it_off_takes_back_no_move(line: str) -> None:
    assert [one.name for one in grammar.read_sheet([line], grammar.CONFIRMING).commands] == ["no"]


@pytest.mark.parametrize(
    "line",
    [
        "again", "Yes, again!", "rematch please", "let's play again", "one more game", "another one", "ещё раз",
        "Давай ещё раз!", "да, ещё одну партию", "реванш", "сыграем ещё раз",
    ],
)  # fmt: skip
def test_another_game_is_asked_for_as_people_say_it(line: str) -> None:
    allowed = grammar.ALWAYS | grammar.ENDED
    assert [one.name for one in grammar.read_sheet([line], allowed).commands] == ["again"]
    assert not grammar.read_sheet(["yes", "another", "not again"], allowed).commands


def test_lines_keep_their_numbers_when_commands_are_taken_out() -> None:
    sheet = grammar.read_sheet(["status", "b7", "", "language ru", "plan H>O"])
    assert sheet.orders == ("", "b7", "", "", "plan H>O")
    assert sheet.first_order() == 1


def test_press_takes_everything_to_the_end_of_the_mail() -> None:
    sheet = grammar.read_sheet(["b7", "press P2, P3: first", "", "status", "b8"])
    assert sheet.orders == ("b7",)
    assert sheet.commands[0].args == {"to": "P2, P3", "text": "first\n\nstatus\nb8"}


@pytest.mark.parametrize("head", ["press P3:", "Press P3 :", "*press P3*:", "пресса И3:", "message P3:"])
def test_a_message_ends_where_the_next_begins(head: str) -> None:
    sheet = grammar.read_sheet(["b7", "press: to all", "and good luck", "", f"{head} to one", "alone"])
    said = [(one.line, one.args["to"], one.args["text"]) for one in sheet.commands]
    assert said == [(1, "", "to all\nand good luck"), (4, head.split()[1].strip("*:"), "to one\nalone")]


@pytest.mark.parametrize("line", ["say to them: hello", "I press on: the well is near", "пресса молчит"])
def test_a_line_of_a_message_that_speaks_of_messages_stays_in_it(line: str) -> None:
    assert [one.args["text"] for one in grammar.read_sheet(["press: hi", line]).commands] == [f"hi\n{line}"]


@pytest.mark.parametrize(
    "to, seats",
    [
        ("", None),
        ("all", None),
        ("всем", None),
        ("P2", (1,)),
        ("И3, p2", (2, 1)),
        ("Anna and Борис", (0, 1)),
        ("3", (2,)),
    ],
)
def test_press_is_addressed_by_number_or_name(to: str, seats: tuple[int, ...] | None) -> None:
    assert receivers.press_seats(to, ["Anna", "Борис", "Cleo"]) == seats


@pytest.mark.parametrize("to", ["P9", "P0", "Zoe", "P2, Zoe"])
def test_an_unknown_name_for_press_is_named(to: str) -> None:
    with pytest.raises(KeyError):
        receivers.press_seats(to, ["Anna", "Boris"])


@pytest.mark.parametrize(
    "text, span",
    [
        ("1.12.-14.12.", ((2026, 12, 1), (2026, 12, 14))),
        ("1.12 - 5.1", ((2026, 12, 1), (2027, 1, 5))),
        ("2026-12-01 2026-12-14", ((2026, 12, 1), (2026, 12, 14))),
        ("1.12.2026 до 14.12.2026", ((2026, 12, 1), (2026, 12, 14))),
        ("until 14.12.", ((2026, 11, 21), (2026, 12, 14))),
        ("5.1.", ((2026, 11, 21), (2027, 1, 5))),
        ("until 5 december", ((2026, 11, 21), (2026, 12, 5))),
        ("until dec 5", ((2026, 11, 21), (2026, 12, 5))),
        ("until the 5th of december", ((2026, 11, 21), (2026, 12, 5))),
        ("from 1 to 14 december", ((2026, 12, 1), (2026, 12, 14))),
        ("1st-14th december 2027", ((2027, 12, 1), (2027, 12, 14))),
        ("from november 30 until january 2nd", ((2026, 11, 30), (2027, 1, 2))),
        ("до 5 декабря", ((2026, 11, 21), (2026, 12, 5))),
        ("с 1 по 14 декабря", ((2026, 12, 1), (2026, 12, 14))),
        ("с 30 ноября по 2 января", ((2026, 11, 30), (2027, 1, 2))),
        ("18.11.-5.12.", ((2026, 11, 21), (2026, 12, 5))),  # said while one is away already
        ("18.11.-5.1.", ((2026, 11, 21), (2027, 1, 5))),
        ("18.11.-20.11.", ((2027, 11, 18), (2027, 11, 20))),
        ("18.11.-5.12.2026", ((2026, 11, 21), (2026, 12, 5))),
        ("29.2.2028-5.3.2028", ((2028, 2, 29), (2028, 3, 5))),
        ("18.11.2027-5.12.2027", ((2027, 11, 18), (2027, 12, 5))),
        ("1.3.-25.11.", ((2027, 3, 1), (2027, 11, 25))),
        ("for a week", ((2026, 11, 21), (2026, 11, 28))),
        ("2 weeks", ((2026, 11, 21), (2026, 12, 5))),
        ("10 days", ((2026, 11, 21), (2026, 12, 1))),
        ("неделю", ((2026, 11, 21), (2026, 11, 28))),
        ("на две недели", ((2026, 11, 21), (2026, 12, 5))),
    ],
)
def test_spans_of_days_are_read_in_several_writings(text: str, span: tuple[tuple[int, int, int], ...]) -> None:
    assert read_span(text, TODAY) == tuple(date(*day) for day in span)


def test_days_of_a_leap_year_that_have_begun_are_read_too() -> None:
    assert read_span("20.2.-29.2.", date(2028, 2, 25)) == (date(2028, 2, 25), date(2028, 2, 29))
    assert read_span("29.2.-5.3.", date(2028, 3, 1)) == (date(2028, 3, 1), date(2028, 3, 5))
    assert read_span("29.2.-5.3.", date(2028, 1, 10)) == (date(2028, 2, 29), date(2028, 3, 5))


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "next week", "a week from monday", "на следующей неделе", "0 days", "week", "31.2.", "14.12.2025",
        "14.12.2026-1.12.2026", "99.99.", "1-2", "0.0.", "9999-12-30 9999-12-31",
    ],
)  # fmt: skip
def test_what_is_no_span_is_none(text: str) -> None:
    assert read_span(text, TODAY) is None


def test_addresses_are_folded_each_once_and_the_rest_is_named() -> None:
    good, bad = grammar.addresses("Ada@B.example, <ada@b.example>; bo@c.example and nonsense")
    assert (good, bad) == (["ada@b.example", "bo@c.example"], ["nonsense"])


def test_the_words_after_open_are_taken_apart() -> None:
    wish = read_wish("bots 2 private 5 days deck=old a@b.example and c@d.example fast")
    assert (wish.bots, wish.private, wish.days, wish.options) == (2, True, 5, {"deck": "old"})
    assert (wish.invited, wish.unknown) == (["a@b.example", "c@d.example"], ["fast"])
    assert read_wish("bots=x days=y").bots == 0


def test_any_text_is_read_without_a_failure() -> None:
    nasty = [
        "\x00",
        "press",
        "press:",
        "name",
        "name:",
        "open",
        "open x",
        "invite",
        "replay 99999999",
        "away",
        "\ud800",
        "²",
    ]
    sheet = grammar.read_sheet([*nasty, "x" * 100_000, "a@" * 5000, "1.1." * 500])
    assert isinstance(sheet.orders, tuple)


@pytest.mark.parametrize("word", ["press", "message Boris", "say", "press: hello\npress", "note", "change note"])
def test_blanks_behind_a_word_are_passed_over_once(word: str) -> None:
    """Each run of them was tried from all its places, with every name that may stand there: for hours, of one line."""
    began = time.process_time()
    grammar.read_sheet(f"{word}{' ' * 20_000}x".split("\n"))
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "line, to",
    [("press:hi", ""), ("press   : hi", ""), ("press \t P2 : hi", "P2"), ("**press  the others**: hi", "the others"),
     ("press *Bob*: hi", "Bob"), (f"press {'x' * 119}  : hi", "x" * 119)],
)  # fmt: skip
def test_whom_a_message_is_for_may_stand_among_blanks(line: str, to: str) -> None:
    (found,) = grammar.read_sheet([line]).commands
    assert found.args == {"to": to, "text": "hi"}
