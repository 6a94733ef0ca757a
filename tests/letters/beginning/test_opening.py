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
    ("play asgards_chosen solitaire", "asgards_chosen", 1, 0),
    ("Play Asgard's Chosen solitaire, please", "asgards_chosen", 1, 0),
    ("asgards_chosen 3 introductory bots 2", "asgards_chosen", 3, 2),
    ("Blood Rage 3 bots 2", "blood_rage", 3, 2),
    ("Let's play aesir 3 with bots 2", "aesir", 3, 2),
    ("сыграть избранные асгарда одиночная", "asgards_chosen", 1, 0),
    ("Иггдрасиль 2 бот 1", "yggdrasil", 2, 1),
    ("play yggdrasil", "yggdrasil", 3, 2),
    ("играть в Иггдрасиль", "yggdrasil", 3, 2),
])  # fmt: skip
def test_a_game_is_opened_by_its_name_in_as_many_words_as_it_has_behind_open_or_play_or_nothing(
    people: list[Player], post: Post, line: str, key: str, seats: int, bots: int
) -> None:
    row = post.take(letter(people[0].email, PLAY, line), PLAY)
    assert row.state == "done", row.reason
    game = Game.objects.get()
    assert (game.key, game.seats, game.holders.exclude(bot="").count()) == (key, seats, bots)


@pytest.mark.parametrize("line, seats, options", [
    ("open asgards_chosen", 2, {"mode": "standard", "length": "standard"}),
    ("open asgard's chosen 4 epic late_items bots 3", 4, {"length": "epic", "late_items": True}),
    ("open Asgard’s Chosen introductory", 2, {"mode": "introductory"}),
    ("open asgards chosen 3 mode=introductory aggressive", 3, {"mode": "introductory", "aggressive": True}),
    ("open asgards_chosen solitaire", 1, {"mode": "solitaire"}),
    ("open asgards_chosen 2 coop bots 1", 2, {"mode": "coop"}),
    ("open asgards_chosen saga 3 bots 1", 3, {"length": "saga"}),
    ("открыть избранные асгарда одиночная scattered", 1, {"mode": "solitaire", "scattered": True}),
])  # fmt: skip
def test_a_game_is_opened_in_its_mode_by_the_words_for_it(
    people: list[Player], post: Post, line: str, seats: int, options: dict[str, object]
) -> None:
    row = post.take(letter(people[0].email, PLAY, line), PLAY)
    assert row.state == "done", row.reason
    game = Game.objects.get()
    assert (game.key, game.seats) == ("asgards_chosen", seats)
    chosen = game.events.get(kind="game_opened").payload["options"]
    assert {name: chosen[name] for name in options} == options


@pytest.mark.parametrize("line, shown", [
    ("play asgards_chosen with my friends", "“Asgard's Chosen”"),
    ("play blood_rage 9", "This game is for 2 to 4 seats."),
    ("play aesir 2 fast", "fast"),
    ("play troll 2", ""),
    ("aesir bots 1 and carla@far.example", "open aesir 2 carla@far.example"),
    ("Asgard or Blood Rage, what do you think?", ""),
])  # fmt: skip
def test_what_has_words_beside_those_is_a_sentence(people: list[Player], post: Post, line: str, shown: str) -> None:
    post.take(letter(people[0].email, PLAY, line), PLAY)
    assert not Game.objects.exists()
    assert shown in " ".join(post.last(people[0]).text.split()), post.last(people[0]).text


@pytest.mark.parametrize("line", [
    "open asgards_chosen saga introductory", "open asgards_chosen 3 solitaire", "open asgards_chosen 2 hard",
    "open aesir 2 solitaire", "open asgards_chosen 2 aggressive introductory",
])  # fmt: skip
def test_a_mode_that_cannot_be_played_so_is_refused(people: list[Player], post: Post, line: str) -> None:
    row = post.take(letter(people[0].email, PLAY, line), PLAY)
    assert row.state == "refused"
    assert not Game.objects.exists()
    assert post.last(people[0]).text


def test_whoever_writes_from_outside_any_game_is_told_how_to_begin(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "How do I play?"), PLAY)
    assert "· help - everything that can be written to us" in post.last(people[0]).text
    post.take(letter(people[0].email, PLAY, "help"), PLAY)
    text = " ".join(post.last(people[0]).text.split())
    assert "· open blood_rage - Blood Rage, seats: 2 to 4" in text
    assert "open aesir 3 bots 2” begins at once" in text


def test_special_cards_are_chosen_by_mail_and_only_where_they_can_be(people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, PLAY, "open yggdrasil 3 custom angry_hel ragnarok_2 bots 2"), PLAY)
    assert row.state == "done", row.reason
    options = Game.objects.get().options
    assert (options["difficulty"], options["custom_cards"]) == ("custom", ["angry_hel", "ragnarok_2"])
    row = post.take(letter(people[0].email, PLAY, "open yggdrasil 3 hard angry_hel bots 2"), PLAY)
    said = " ".join(post.last(people[0], "receipt").text.split())
    assert "These options do not go together: difficulty, custom_cards." in said


@pytest.mark.parametrize(
    "line", ["open aesir 4 bob@far.example, dora@, eve@far.example", "open aesir bob@@far.example"]
)
def test_a_broken_address_among_friends_is_named_as_one(people: list[Player], post: Post, line: str) -> None:
    """It was told as an option that the game does not have."""
    post.take(letter(people[0].email, PLAY, line), PLAY)
    text = " ".join(post.last(people[0], "receipt").text.split())
    assert "This is no mail address, so the table was not opened and nobody was invited." in text
    assert "no such options" not in text
    assert not Game.objects.exists()
