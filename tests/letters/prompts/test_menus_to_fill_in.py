"""Lines that are picked, shared among and arranged, in a mail: how they are asked, and that what is said is read."""

from __future__ import annotations

from html import unescape

import pytest
from django.utils import translation

from asgard_pbem.mail.writing import scene
from asgard_pbem.mail.writing.plain_text import WIDTH
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.table import registry
from engine.table.listing import Block
from tests.letters.conftest import Post, dealt
from tests.toys import stores

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _stores_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"stores": stores.game})


@pytest.fixture
def packing(people: list[Player]) -> Game:
    return dealt(people, "stores", "Before the voyage")


def done(game: Game) -> list[tuple[int, ...]]:
    return list(history.table_now(game.pk).state.done)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_every_form_is_asked_with_an_example_that_answers(packing: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    asked = [
        ("Choose 1 to 3: answer with their numbers, such as 1 2", "6 2", (2, 6)),
        ("Share out at most 5: answer with line=amount, such as 1=5, or 0 for none", "1=3 3=2", (3, 0, 2)),
        ("Put them in order: answer with all their numbers, the first one first, such as 2 1 3", "3 1 2", (3, 1, 2)),
    ]
    for heading, reply, numbers in asked:
        mail = post.last(anna, "prompt")
        assert heading in squeezed(mail.text)
        assert heading in squeezed(unescape(mail.html))
        post.answer(anna, reply)
        assert done(packing)[-1] == numbers
    shared = squeezed(next(one.text for one in post.sent if "Share out" in one.text))
    assert "the smithy (at most 2)" in shared
    assert "in one line, such as 1=5, or with an order in words" in shared


def test_inside_a_list_they_come_with_the_receipt_and_are_answered_by_their_whole_path(
    packing: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    for reply in ("1", "0", "1 2 3"):
        post.last(anna)
        post.answer(anna, reply)
    listed = squeezed(post.last(anna, "prompt").text)
    assert "0 stay at home" in listed
    assert "2 axes …" in listed
    post.answer(anna, "2")
    receipt = squeezed(post.last(anna, "receipt").text)
    assert "Share out at most 5: answer with line=amount, such as 2.1=5, or 0 for none" in receipt
    post.answer(anna, "2.1=2 2=3")
    assert done(packing)[-1] == (2, 3, 0)


def test_a_list_that_was_asked_for_is_answered_by_its_own_numbers_too(
    packing: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    for reply in ("1", "0", "1 2 3"):
        post.last(anna)
        post.answer(anna, reply)
    post.last(anna, "prompt")
    post.answer(anna, "2")
    post.last(anna, "receipt")
    post.answer(anna, "1=2 2=3")
    assert done(packing)[-1] == (2, 3, 0)
    assert "axes: Anna's hall: 2, Boris's hall: 3" in squeezed(post.last(anna).text)


def test_a_reply_that_does_not_fit_is_told_what_would(packing: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    post.last(anna)
    post.answer(anna, "1 2 3 4")
    assert done(packing) == []
    refused = squeezed(post.last(anna).text)
    assert "Answer with different numbers of the list in one line, 1 to 3 of them, for instance 1 2." in refused


def test_a_row_of_each_list_is_answered_by_the_words_that_its_mail_shows(
    packing: Game, people: list[Player], post: Post
) -> None:
    """`0` and `none` are the same where none is an answer."""
    anna = people[0]
    post.last(anna)
    post.answer(anna, "4")
    post.last(anna)
    post.answer(anna, "none")
    assert done(packing) == [(4,), (0, 0, 0)]


def test_how_a_list_is_filled_in_is_no_wider_than_a_line(packing: Game, people: list[Player], post: Post) -> None:
    """What a list asks is its title, and alone of all lines of a mail it was not wrapped."""
    anna = people[0]
    services.update_player(anna, language="ru")
    post.answer(anna, "1", purpose="prompt")
    shared = post.last(anna, "prompt").text
    assert "например 1=5, или 0, если ничего" in squeezed(shared)
    assert [line for line in shared.splitlines() if len(line) > WIDTH and "://" not in line] == []


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "Choose one or none: answer with its number, such as 2, or 0 for none"),
        ("ru", "Выберите одно или ничего: ответьте номером, например 2, или 0"),
    ],
)
def test_of_one_that_may_be_chosen_no_numbers_are_asked(language: str, said: str) -> None:
    block = Block("", (), form="pick", least=0, most=1, example="2")
    with translation.override(language):
        assert scene._filled(block) == said
