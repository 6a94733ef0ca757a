"""Words to somebody by name: to one who plays here, or why they went to nobody."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.writing.codes import sentence
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.mail.conftest import Post, make_game, receipt_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(people: list[Player]) -> Game:
    """A table at which Cleo has seat 3."""
    return make_game(people, seats=3)


def why(post: Post, player: Player) -> Item:
    """Why words to Cleo went to nobody."""
    return receipt_of(post.reply(player, "press Cleo: good luck")).refused[0].why


def test_whoever_has_left_is_no_stranger_and_the_seat_is_named(three: Game, people: list[Player], post: Post) -> None:
    dora = services.player_for("dora@home.example", name="Dora")
    services.resign(three.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    said = why(post, people[0])
    assert (said.code, said.params) == ("player_left_to_bot", {"name": "cleo", "seat": 2})
    services.substitute(three.pk, seat=2, player=dora, by=people[0], cause=uuid4())
    said = why(post, people[0])
    assert (said.code, said.params) == ("player_left", {"name": "cleo", "seat": 2})
    assert sentence(said, None).endswith("“press P3: …”.")
    assert not Outbox.objects.filter(purpose="press").exists()


def test_of_whoever_was_erased_nothing_is_told(three: Game, people: list[Player], post: Post) -> None:
    services.resign(three.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    Player.objects.filter(pk=people[2].pk).update(erased_at=timezone.now())
    assert why(post, people[0]).code == "no_such_player"


def test_a_name_that_somebody_has_taken_since_is_theirs(three: Game, people: list[Player], post: Post) -> None:
    services.resign(three.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    services.update_player(people[1], name="Cleo")
    assert post.reply(people[0], "press Cleo: good luck").state == "done"
