"""Prose that wishes something is told the word for it: to leave, more time, how things stand. Nothing is done by it."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.writing.sections import manual
from asgard_pbem.mail.writing.sections.wishes import leading_on
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from engine.core.grammar.text import fold
from engine.table import registry
from engine.table.reading.wished import wished
from tests.letters.conftest import Post
from tests.mail.conftest import PLAY, letter

pytestmark = pytest.mark.django_db

SAID = {
    "wish_leave": [
        "I want to quit", "please remove me from this game", "I give up", "I don't want to play any more", "cancel",
        "Sorry, I can't go on.", "I concede", "end the game", "I'd like to leave now", "хочу выйти", "удалите меня",
        "я больше не хочу играть", "не могу больше играть",
    ],
    "wish_no_mail": ["stop emailing me", "leave me alone", "Please don't write to me", "отпишите меня"],
    "wish_erased": [
        "delete my account", "forget me", "erase me please", "delete all of my data", "remove everything about me",
        "удалите мои данные", "Удалите мой аккаунт, пожалуйста", "сотрите меня", "удалить аккаунт",
        "Удалите всё, что обо мне знаете.",
    ],
    "wish_address": [
        "my email address has changed", "I have a new email address", "How do I change my email?",
        "I've got a new address", "my mailbox will be closed", "can I use another email?", "у меня новый адрес",
        "я сменил почту", "как поменять адрес?", "хочу изменить свой адрес",
    ],
    "wish_time": ["need more time", "can I have more time?", "мне нужно больше времени", "Не успеваю, извините"],
    "wish_undo": ["can I take that back?", "how do I undo?", "I changed my mind", "можно взять назад?", "я передумал"],
    "wish_status": [
        "whose turn is it?", "who is winning?", "what's the score", "when is my deadline?", "what happened?",
        "чей ход?", "кто выигрывает?", "когда срок?", "что случилось?",
    ],
    "wish_rules": [
        "how do I win?", "this makes no sense", "I don't understand", "how does this work?", "как мне выиграть?",
        "я ничего не понимаю", "как это работает?", "как тут играть?",
    ],
    "": [
        "hi Boris, how are you?", "good luck everyone", "thanks, great game!", "Is Odin up first?", "Time to strike!",
        "you give up too easily, Boris", "I leave Thor alone", "Спасибо, отличная игра!", "Ну и ход!", "who is Thor?",
        "I have your mail", "I have mail for you", "send me another mail", "did my mail arrive?", "thanks for the mail",
        "получил ваше письмо", "у меня другой план",
        "I'll take the third card when the game is under way",
    ],
}  # fmt: skip


@pytest.mark.parametrize("wish, text", [(wish, text) for wish, texts in SAID.items() for text in texts])
def test_what_a_sentence_wishes(wish: str, text: str) -> None:
    assert wished(fold(text)) == wish


def test_each_has_a_sentence() -> None:
    assert set(leading_on()) == {*SAID, "wish_get_up"} - {""}


@pytest.mark.parametrize(
    "place, text, words",
    [
        (0, "I want to quit", "To leave the game, answer “resign”."),
        (0, "whose turn is it?", "To know how the game stands and who is waited for, answer “status”"),
        (1, "мне нужно больше времени", "Чтобы сроки подождали, ответьте «отпуск» и дни"),
    ],
)
@pytest.mark.parametrize("asked", [True, False])
def test_the_answer_leads_on_and_nothing_is_done(
    game: Game, people: list[Player], post: Post, place: int, text: str, words: str, asked: bool
) -> None:
    """It was told alone that this is no order."""
    if not asked:
        post.answer(people[place], "1", purpose="prompt")
    before = Event.objects.count()
    row = post.answer(people[place], text, purpose="prompt")
    receipt = Receipt.model_validate(row.outcome)
    assert (row.state, Event.objects.count(), receipt.understood) == ("refused", before, ())
    told = " ".join(post.last(people[place], "receipt").text.split())
    assert words in told
    assert "If that was a question" not in told
    assert not Outbox.objects.filter(purpose="confirm").exists()


def test_at_a_table_that_waits_one_gets_up_by_the_same_word(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 3"), PLAY)
    table = Game.objects.get()
    post.answer(people[0], "I want to quit")
    assert "To get up from this table, answer “resign”" in " ".join(post.last(people[0], "receipt").text.split())
    assert table.holders.get(seat=0).player == people[0]
    post.answer(people[0], "resign")
    assert table.holders.get(seat=0).player is None


@pytest.mark.parametrize("name", ["Surtr", "surt", "Jormungandr", "Jormungand"])
def test_the_rules_know_a_norse_name_by_either_ending(name: str) -> None:
    """“What does Surtr do?” was answered that no chapter speaks of him."""
    known = manual.topic(registry.game("yggdrasil"), name, "en")
    assert known == manual.topic(registry.game("yggdrasil"), name.removesuffix("r"), "en")
    assert not any(section.paragraphs for section in known)
