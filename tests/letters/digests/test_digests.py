"""Digests: whoever is not on turn is told what their log shows since the last mail, at a rhythm of their choice."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.letters.conftest import SEED, Post, dealt
from tests.letters.digests.conftest import Sit, due, flat, log, row, say, told

pytestmark = pytest.mark.django_db


def test_it_tells_exactly_what_the_log_shows_since_the_last_mail(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    services.propose(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    before = len(log(game, 2)) - 2  # all but the two above
    assert due(cleo) == 1
    assert told(cleo) == log(game, 2)[before:]
    post.deliver()
    known = len(log(game, 2))
    services.endorse(game.pk, seat=2, player=cleo, number=1, cause=uuid4())
    say(game, people[0], 0, "call P2")
    say(game, people[1], 1, "grant")
    assert due(cleo) == 1
    assert told(cleo) == log(game, 2)[known:]


def test_what_was_only_said_among_the_team_is_news_as_well(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    assert due(cleo) == 1
    post.deliver()
    services.propose(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    assert due(cleo) == 1
    assert told(cleo) == ["Boris proposes to Anna, as number 1: end"]


def test_who_holds_several_seats_of_a_team_gets_one(people: list[Player], sit: Sit) -> None:
    opened = services.open_table(opened_by=people[0], key="rampart", seats=3, cause=uuid4(), seed=SEED)
    for _ in range(2):
        services.take_seat(opened.pk, player=people[1], cause=uuid4())
    services.set_digest(people[1], "daily")
    say(opened, people[0], 0, "build")
    assert due(people[1]) == 1
    assert row(people[1]).seat == 1


def test_nothing_new_is_no_mail_and_each_rhythm_gives_one(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "weekly")
    say(game, people[0], 0, "build")
    assert services.owe_digests(timezone.now()) == 0  # it is not Monday, seven o'clock
    assert due(cleo) == 1
    assert services.owe_digests(timezone.now()) == 0
    post.deliver()
    assert due(cleo) == 0
    assert Outbox.objects.filter(purpose="digest").count() == 1


def test_what_one_tries_for_practice_is_no_news(game: Game, people: list[Player]) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    Game.objects.filter(pk=game.pk).update(practice=True)
    assert due(people[2]) == 0
    Game.objects.filter(pk=game.pk).update(practice=False)
    assert due(people[2]) == 1


def test_what_shows_nowhere_is_no_news(people: list[Player], post: Post) -> None:
    """Whoever had drafted a card got a digest in which nothing had happened."""
    game = dealt(people, "blood_rage", "Midgard")
    services.set_digest(people[0], "daily")
    post.deliver()
    say(game, people[0], 0, "1 2")
    assert due(people[0]) == 0
    say(game, people[1], 1, "1 2")
    say(game, people[0], 0, "1 2")
    assert due(people[0]) == 1, "the first cards were taken"
    assert told(people[0])


def test_who_is_asked_gets_none_and_is_told_by_the_prompt(game: Game, people: list[Player], post: Post) -> None:
    for player in people:
        services.set_digest(player, "daily")
    say(game, people[0], 0, "build")
    assert due(people[0]) == 0
    assert due(people[1]) == 1
    say(game, people[0], 0, "end")
    post.deliver()
    assert row(people[1]).state == "dropped"  # the prompt that came after it tells the same
    assert "Anna builds" in flat(post.last(people[1], "prompt").text)


def test_nothing_that_is_hidden_is_in_it(sit: Sit, people: list[Player]) -> None:
    """A game of secrets: who has laid what stands in nobody else's digest."""
    game = sit("highest_card")
    for seat in (0, 1):
        services.set_digest(people[seat], "daily")
    say(game, people[0], 0, "1", "boast")
    assert due(people[0]) == 1
    mine = told(people[0])
    assert any("You lay" in line for line in mine)
    say(game, people[1], 1, "2")
    assert due(people[1]) == 1
    assert not [line for line in told(people[1]) if line in mine and "lay" in line]
    assert "Anna boasts." in told(people[1])
    assert mine == log(game, 0)[-len(mine) :]


def test_no_number_of_an_event_leaves_the_house(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "prefer 1", "build")
    assert due(people[2]) == 1
    after, upto = row(people[2]).payload["after"], row(people[2]).payload["upto"]
    assert after < upto
    mail = post.last(people[2], "digest")
    assert f"turn.{game.pk.hex[:6]}.{Game.objects.get(pk=game.pk).moment}." in str(mail.message["Message-ID"])


def test_a_move_that_was_taken_back_is_told_as_such(game: Game, people: list[Player]) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert due(people[2]) == 1
    assert told(people[2])[-2:] == [
        "Anna builds: the wall has 1 stones. (taken back)", "Anna takes back the last move."
    ]  # fmt: skip
