"""At every table of every game: what is plainly the third answer is number 3, and what merely speaks of it is nothing.

An answer is turned into talk by one word, whichever way it was said: a negation, a question, a choice between two
numbers, a quantity, a time that is past or to come, a doubt. None of that is ever carried out.
"""

from __future__ import annotations

from itertools import islice

import pytest

from engine.core.grammar.courtesy import signed_answer
from engine.core.grammar.text import fold_order
from engine.table.reading.courteous import counts
from engine.table.registry import games
from engine.table.table import Table
from tests.games.in_play import menu_of, tables, taken

# Forty people, in each language. `{}`: the number.
ENGLISH = (
    "{}", "{}.", "#{}", "No. {}", "no.{}", "number {}", "option {}", "option # {}", "Option no {}", "({})", "{})",
    "{}!", "{} please", "{} it is", "{} it is then!", "{} will do", "{}, thanks", "{}, many thanks", "{}, cheers",
    "{}, thanks a lot!", "I'll take {}", "I’ll try {}", "we'll go with {}", "We take {}", "let's go with {}",
    "lets take {}", "my answer is {}", "The answer is {}", "My answer: {}", "final answer: {}", "my choice {}",
    "reply: {}", "going with {}", "I'm taking {}", "I vote for {}", "I opt for {}", "make that {}", "ok then, {}",
    "alright, {} it is", "yep, {}", "definitely {}", "Thanks, {}", "Sorry for the delay, {}",
    "{}, sorry for the delay!", "Hi! {}, good luck to all", "num. {}", "Good day, {}", "I've chosen {}",
    "I have decided on {}", "We're gonna go with {}", "gonna go with {}", "My turn: {}",
    "I pick {}, good luck everyone", "{}, please and thank you", "{} ty!", "#{} for me", "{}, ty", "{} 🎲", "🍀 {}",
    "I'd go for {}", "I’d take {}.", "I would pick number {}", "I think {}", "I think I'll take {}",
    "OK, I think option {}", "{} I think", "{}, I think.", "I'm for {}", "I prefer {}", "Please do {}", "let it be {}",
    "In that case {}", "Of course {}", "Hi all, I'd go with {}, thanks",
    "{} is my choice", "{} is my answer.", "{} again", "{} as usual", "Just {} please", "N {}", "N. {}", "n° {}",
)  # fmt: skip
RUSSIAN = (
    "№ {}", "№{}.", "номер {}", "вариант {}", "вариант № {}", "вариант №{}", "пункт {}", "п. {}", "опция {}",
    "{} вариант", "{} номер", "пусть будет {}", "пускай {}", "давай {}", "Давайте {}!", "ну давай {}", "тогда давай {}",
    "давай возьмём {}", "беру {}", "{} беру", "я возьму {}", "выбираю {}", "{} выбираю", "мы берём {}", "выбираем {}",
    "сыграем {}", "остановлюсь на {}", "пойду с {}", "голосую за {}", "отвечаю {}", "мой ответ {}", "мой выбор — {}",
    "ответ: {}", "ответ — {}", "мой ход: {}", "{}, пожалуйста", "{} спс", "{}, большое спасибо", "Спасибо, {}",
    "ок, {}", "конечно, {}", "так, {}", "{} подойдёт", "Извините за задержку, {}", "{}, удачи всем!",
    "Привет! Выбираю {}, спасибо.", "под номером {}", "вариант под номером {}", "вар. {}", "вар {}", "{} вар.",
    "возьму-ка {}", "решил: {}", "Решила — {}", "Я решил взять {}", "предпочту {}", "{} — мой выбор", "{} мой ответ",
    "{} годится", "{} пойдёт", "{} плз", "{} пжлст", "{}, пожалста", "{}, заранее спасибо", "{} всем удачи",
    "Беру {}, всем удачи", "{} опять", "Доброго дня! {}", "Приветствую, {}", "Извините, что долго. {}", "просто {}",
    "думаю, {}", "Думаю, вариант {}", "я думаю, что {}", "По-моему, {}", "Пожалуй, {}", "пожалуй, возьму {}",
    "{}, думаю", "я бы взял {}", "Я бы выбрала вариант {}", "давай тогда {}", "Пусть тогда будет {}", "я за {}",
    "предпочитаю {}", "делаю {}", "значит, {}", "однозначно {}", "В таком случае {}", "N {}", "№ {} беру",
    "№{} — мой выбор",
)  # fmt: skip
# What is one only where its writer is known, or the list.
AT_A_TABLE = ("{} -Bob", "{} — Bob", "{} /Bob", "{} // Bob", "{}, Bob", "N{}.", "n{}")  # fmt: skip
BY_PLACE = (
    "the third", "The third, please.", "third one", "the third option", "I'll take the third one", "3rd",
    "the 3rd, thanks", "let's go with the 3rd option", "третий", "Третий!", "третий вариант", "третья", "третью",
    "беру третью", "3-й", "3й", "3-й вариант", "давай третий", "пусть будет третий вариант", "третье", "Третье!",
    "выбираю третье", "3-е", "3-ье",
)  # fmt: skip
# What makes talk of any answer: `{}` is the whole of it.
TALK = (
    "not {}", "no, not {}", "no, {} is bad", "don't {}", "never {}", "anything but {}", "ok, not {}", "не {}",
    "нет, не {}", "только не {}", "кроме {}", "{} - no", "{}, нет", "{} не надо", "{}?", "{} ?", "{}, ok?", "why {}",
    "is it {}", "почему {}", "а если {}", "{}, да?", "{} or 4", "{} or 4?", "{}, not 4", "{}, no, 4",
    "either {} or 4", "{} или 4", "или {}", "{}, а не 4", "{} cards", "{} of us will be away", "{} days", "{} карты",
    "{} дня", "I played {} last time", "{} last time", "{} next turn", "в прошлый раз {}", "{} потом", "if {}",
    "{} if I can", "maybe {}", "{} I guess", "I guess {}", "probably {}", "I'd say {}",
    "{}, think about it", "{} is bad", "{} was better", "наверное {}", "может, {}", "{} плохо",
    "I would never {}", "oops, {}",
)  # fmt: skip


ABOUT_ORDERS = (
    "{} of the month I am away",
    "{}, I do not know",
    "{} was good",
    "{} tomorrow",
    "{} недели занят",
    "{} потом",
)
LOOKED_AT, SOME, EVERY = (
    200,
    3,
    8,
)  # answers of a list; of them those that are tried, each with every so many of the talk
TALKED = (
    "{}",
    "No. {}",
    "I'll take {}",
    "{} it is",
    "№ {}",
    "беру {}",
    "давай {}",
    "{} вариант",
    "the third",
    "третий",
    "I think {}",
    "I'd go for {}",
    "думаю, {}",
)


@pytest.mark.parametrize("line", [*ENGLISH, *RUSSIAN])
@pytest.mark.parametrize("number", ["3", "12"])
def test_it_is_the_number(line: str, number: str) -> None:
    folded = fold_order(line.format(number))
    assert number in {folded.rstrip(")"), signed_answer(folded).answer}


@pytest.mark.parametrize("key", games())
def test_an_answer_does_what_its_number_does(key: str) -> None:
    """Or nothing, where it begins as an order of the game's own does."""
    sounds = games()[key].notation.sounds_like_order
    for at, line in enumerate((*ENGLISH, *RUSSIAN, *AT_A_TABLE)):
        (table, seat), said = there(key, at), line.format(3)
        bare, done = taken(table, seat, "3"), taken(table, seat, said)
        assert done == bare or isinstance(done, str), said
        assert isinstance(bare, str) or done == bare or sounds(fold_order(said)), said


MANY = (
    "1 2", "№1 2", "№1, №2", "#1 and #2", "1 & 2 please", "I choose 1 2", "I'll take numbers 1 and 2", "options 1, 2",
    "cards 1 and 2, thanks", "выбираю 1 2", "варианты 1 и 2", "номера 1, 2", "карты 1 и 2, пожалуйста", "беру №1 и №2",
)  # fmt: skip


@pytest.mark.parametrize("key", games())
def test_several_numbers_are_an_answer_where_several_are_wanted(key: str) -> None:
    for table, seat in tables(key):
        bare = taken(table, seat, "1 2")
        together = menu_of(table, seat).form in {"pick", "arrange"} and not isinstance(bare, str)
        for line in MANY[1:]:
            done = taken(table, seat, line)
            assert done == bare if together else isinstance(done, str) or done == bare, line


@pytest.mark.parametrize("key", games())
def test_the_third_is_number_3_where_that_is_its_place(key: str) -> None:
    for at, line in enumerate(BY_PLACE):
        table, seat = there(key, at)
        bare, done = taken(table, seat, "3"), taken(table, seat, line)
        known = counts(menu_of(table, seat)) and not isinstance(bare, str)
        assert done == bare if known else isinstance(done, str), line


@pytest.mark.parametrize("key", games())
def test_talk_about_an_answer_is_none(key: str) -> None:
    said = [talk.format(one.format(3)) for one in TALKED for talk in TALK]
    done = [line for at, line in enumerate(said) if not isinstance(taken(*there(key, at), line), str)]
    assert done == []


@pytest.mark.parametrize("key", games())
def test_talk_about_an_order_in_words_is_none(key: str) -> None:
    """`End of the month I am away` ended a turn."""
    done, at = list[str](), 0
    for table, seat in tables(key):
        notation, desk = games()[key].notation, table.desk(seat)
        orders = [move for _, _, move in islice(menu_of(table, seat).leaves(), LOOKED_AT)]
        for move in orders[:: max(1, len(orders) // SOME)]:
            for order in (notation.write(move, language, desk) for language in ("en", "ru")):
                assert isinstance(taken(table, seat, order), list)
                said = [talk.format(order) for talk in (*ABOUT_ORDERS, *TALK[at::EVERY])]
                done += [line for line in said if not isinstance(taken(table, seat, line), str)]
                at = (at + 1) % EVERY
    assert done == []


def there(key: str, at: int) -> tuple[Table, int]:
    """One of the game's tables: each comes up in turn."""
    return tables(key)[at % len(tables(key))]
