"""Who answers the mail that shows a further list means a line of that list, however they say it."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import history
from engine.core.moves import Move
from tests.letters.conftest import Post, dealt
from tests.letters.replies.test_what_people_write import made

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("said", ["3", "3 please", "I'll take 3", "3 it is", "the third one", "давай 3", "третий"])
def test_a_number_means_the_list_that_was_shown(people: list[Player], post: Post, said: str) -> None:
    game = dealt(people, "asgards_chosen", "Home")
    desk = history.desk(game.pk, 1)
    asked = desk.asked() if desk is not None else None
    assert desk is not None
    assert asked is not None
    meant = desk.menus(asked).pick("2.3")
    post.answer(people[1], "2", purpose="prompt")
    assert made(game) == []
    assert post.answer(people[1], said, purpose="receipt").state == "done"
    assert isinstance(meant, Move)
    assert made(game)[0] == meant.model_dump(mode="json")


def test_an_order_in_words_is_repeated_as_it_was_typed(people: list[Player], post: Post) -> None:
    """Below a further list its receipt had it in small letters."""
    dealt(people, "asgards_chosen", "Home")
    post.answer(people[1], "2", purpose="prompt")
    row = post.answer(people[1], "Tile 0,-1 E", purpose="receipt")
    assert row.state == "done"
    assert Receipt.model_validate(row.outcome).understood[0].text == "Tile 0,-1 E"
