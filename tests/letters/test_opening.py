"""A table opened by one line of mail, and what somebody reads who has never played."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post
from tests.mail.conftest import PLAY, letter

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("line, key, seats, bots", [
    ("open blood rage", "blood_rage", 2, 0),
    ("open blood rage 3 bots 2", "blood_rage", 3, 2),
    ("open blood-rage 4", "blood_rage", 4, 0),
    ("Open Blood_Rage 2 bots 1", "blood_rage", 2, 1),
    ("открыть кровавая ярость 3 боты 2", "blood_rage", 3, 2),
    ("open aesir 3 bots 1", "aesir", 3, 1),
])  # fmt: skip
def test_a_game_is_opened_by_its_name_in_as_many_words_as_it_has(
    people: list[Player], post: Post, line: str, key: str, seats: int, bots: int
) -> None:
    row = post.take(letter(people[0].email, PLAY, line), PLAY)
    assert row.state == "done", row.reason
    game = Game.objects.get()
    assert (game.key, game.seats, game.holders.exclude(bot="").count()) == (key, seats, bots)


def test_whoever_writes_from_outside_any_game_is_told_how_to_begin(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "How do I play?"), PLAY)
    assert "“help”" in post.last(people[0]).text
    post.take(letter(people[0].email, PLAY, "help"), PLAY)
    text = " ".join(post.last(people[0]).text.split())
    assert "open blood_rage: Blood Rage, seats: 2 to 4" in text
    assert "open blood_rage 3 bots 2" in text
