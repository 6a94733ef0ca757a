"""Digests by the turn and by the round: one for each that is over, and none in the middle of one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.letters.conftest import Post
from tests.letters.digests.conftest import log, say, told

pytestmark = pytest.mark.django_db


def looked(ago: timedelta = timedelta()) -> int:
    """The clock looks, once."""
    return services.owe_digests(timezone.now() - ago)


def test_by_the_turn_there_is_one_for_each_turn_of_others_and_none_in_the_middle_of_one(
    game: Game, people: list[Player], post: Post
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "turn")
    post.deliver()
    say(game, people[0], 0, "build")
    looked()  # of the first turn, which has begun
    post.deliver()
    before = Outbox.objects.filter(player=cleo, purpose="digest").count()
    say(game, people[0], 0, "call P2")
    say(game, people[1], 1, "grant")  # asked in the middle of Anna's turn
    assert looked() == 0
    say(game, people[0], 0, "end")
    assert (looked(), looked()) == (1, 0)
    assert told(cleo)[-1] == log(game, 2)[-1]
    assert Outbox.objects.filter(player=cleo, purpose="digest").count() == before + 1
    say(game, people[1], 1, "end")  # Cleo's own turn: the prompt tells
    assert looked() == 0


def test_what_was_being_written_when_the_clock_looked_is_told_at_its_next_look(
    game: Game, people: list[Player], post: Post
) -> None:
    services.set_digest(people[2], "turn")
    now = timezone.now()
    Player.objects.filter(pk=people[2].pk).update(turns_seen_at=now - timedelta(minutes=5))
    post.deliver()
    looked()
    say(game, people[0], 0, "build", "end")
    Game.objects.filter(pk=game.pk).update(moved_at=now - timedelta(minutes=1))
    assert looked() == 1


def test_turns_that_pass_between_two_looks_are_one_mail_and_nothing_is_told_twice(
    game: Game, people: list[Player], post: Post
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "turn")
    services.set_digest(people[0], "turn")
    post.deliver()
    say(game, people[0], 0, "build", "end")
    assert looked() == 2  # Anna's turn is over; for her too it is somebody else's now
    first = told(cleo)
    say(game, people[1], 1, "end")
    say(game, cleo, 2, "build", "end")
    say(game, people[0], 0, "end")
    assert looked() == 2
    assert first[-1] not in told(cleo)
    assert "Cleo builds: the wall has 2 stones." in " ".join(told(cleo)).replace("You build", "Cleo builds")
    post.deliver()
    assert looked() == 0


def test_by_the_round_there_is_one_when_a_round_begins(game: Game, people: list[Player], post: Post) -> None:
    boris = people[1]
    services.set_digest(boris, "round")
    post.deliver()
    say(game, people[0], 0, "end")
    say(game, boris, 1, "build", "end")
    assert looked() == 0  # it is Cleo's turn, in the same round
    say(game, people[2], 2, "end")
    assert (looked(), looked()) == (1, 0)
    assert [line for line in told(boris) if "the wall has 1 stones" in line]


def test_where_nothing_was_played_since_the_last_look_no_table_is_looked_at(
    game: Game, people: list[Player], post: Post, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    services.set_digest(people[2], "turn")
    say(game, people[0], 0, "end")
    assert looked() == 1
    later = timezone.now() + timedelta(minutes=3)
    assert services.owe_digests(later) == 0
    with django_assert_max_num_queries(2):
        assert services.owe_digests(later) == 0


def test_what_was_played_at_the_moment_of_a_look_is_seen_by_the_next(
    game: Game, people: list[Player], post: Post
) -> None:
    """A move is dated when it is made and read when it is committed, a little later."""
    services.set_digest(people[2], "turn")
    say(game, people[0], 0, "build")
    looked()
    say(game, people[0], 0, "end")
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(minutes=1))
    Player.objects.filter(pk=people[2].pk).update(turns_seen_at=timezone.now() - timedelta(minutes=2))
    assert looked() == 1


def test_another_rhythm_ends_it(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "turn")
    services.set_digest(people[2], "weekly")
    say(game, people[0], 0, "end")
    assert looked() == 0
    assert Player.objects.get(pk=people[2].pk).turns_seen_at is None
