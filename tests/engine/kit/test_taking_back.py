"""What takes back the answer above it is told from a note to the others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.grammar.taking_back import replaces, takes_back
from engine.core.grammar.text import fold_order


@pytest.mark.parametrize(
    "line",
    ["or 4", "or 4?", "4?", "?", "?!", "no, 4", "no wait, 4", "No, wait!", "Actually no, 4.", "not 3, I meant 4",
     "sorry, 4", "or rather 4", "not 3", "4 instead", "Oops, I meant option 4, thanks", "or maybe the fourth",
     "Scratch that.", "или 4", "или 4?", "нет, 4", "нет, лучше 4", "не 3, а 4", "ой, 4", "вернее, 4", "Стоп!",
     "Я передумал", "погоди, 4", "точнее четвёртый", "может быть, 4",
     "Cancel that", "no, cancel", "Cancel 3 please", "wait, don't play that yet", "Please don't do it.", "no", "Oops!",
     "Disregard that, 4", "ignore the above", "please ignore the above, I want 4", "Ignore this mail", "Forget it",
     "Hold that, I'm not sure", "not sure about that though", "I'm not so sure yet", "Let me think about it.",
     "EDIT: 4", "Typo, 4", "*4", "4*", "my bad, 4", "I'd rather take 4", "wrong number, 4", "should be 4",
     "that should have been 4", "make it 4", "please change it to 4", "On second thought, 4", "whichever is better",
     "or should I take 4?", "or should I take 1 and 3?", "Should I take 4?", "or is 4 better?", "what about 4?",
     "хотя нет", "нет, отмена", "Отмените это, пожалуйста", "погодите, не надо", "не надо", "нет", "Ой!",
     "игнорируйте это", "Пожалуйста, не играйте это", "не считается, 4", "поправка: 4", "ошибся, 4", "опечатка, 4",
     "я имел в виду 4", "я хотела взять 4", "то есть 4", "т.е. 4", "в смысле 4", "тьфу, 4", "блин, 4",
     "неправильно, 4", "надо 4", "замените на 4", "не уверен", "Я ещё не решила", "ещё подумаю", "без разницы",
     "а может 4?", "или лучше взять 4?", "I think 4", "4, I think", "OK, I think the second.", "Думаю, 4", "4, пожалуй",
     "What do you think?", "Thoughts?", "Что думаете?"],
)  # fmt: skip
def test_what_takes_back(line: str) -> None:
    assert takes_back(fold_order(line))


@pytest.mark.parametrize(
    "line",
    ["Thanks!", "Sorry, I was away for 3 days", "sorry", "Sorry for the delay!", "No worries, see you at 3",
     "or so I think", "Good luck!", "Anna", "But I may be back at 4", "How are you?", "See you on the 4th?",
     "not bad", "Maybe tomorrow", "Извините!", "Простите, болел 3 дня", "Не скучайте", "Удачи!",
     "Но это было 4 года назад", "Как дела?", "4", "ok 4",
     "No idea who wins", "Don't wait for me", "Not sure when I am back", "I'm not sure about the rules",
     "Ignore my last mail, Boris", "I cancelled my holiday", "Forget my bad English", "I think Boris wins", "My bad!",
     "Wrong again, Boris", "Edit wars are fun", "Is it 3 already?", "Should I worry?", "What about you?",
     "How many cards are left?", "Нет слов", "Не надо было меня злить, Борис", "Ошибся адресом вчера", "Надо же!",
     "Нужно больше времени", "То есть я снова проигрываю", "Лучше поздно, чем никогда", "Блин, Борис!",
     "I think 3 of us will be away", "Thoughts are free", "Думаю, Борис выиграет", "Что скажешь тут", "agreed",
     "Не уверен, что выиграю", "Чёрт побери", "А сколько карт осталось?", "Забудь про победу, Борис"],
)  # fmt: skip
def test_a_note_takes_nothing_back(line: str) -> None:
    assert not takes_back(fold_order(line))


def test_an_answer_says_that_it_replaces_another() -> None:
    assert all(map(replaces, ["make it 4", "i think 4", "4, думаю"]))
    assert not any(map(replaces, ["4", "i choose 4", "take 4"]))


def test_an_order_in_words_may_be_spoken_of() -> None:
    assert takes_back("no, pass", lambda piece: piece == "pass")
    assert not takes_back("no, pass it on", lambda piece: piece == "pass")


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_failure(line: str) -> None:
    assert isinstance(takes_back(fold_order(line)), bool)


@pytest.mark.parametrize(
    "again", ["no wait ", "не надо это всё ", "not so ", "it should be ", "or what about 3 ", "? "]
)
def test_words_that_can_be_read_in_two_ways_are_read_in_no_time_however_often(again: str) -> None:
    """Twice the time for each word more would never end here."""
    assert not takes_back(fold_order(again * 80 + "x"))
