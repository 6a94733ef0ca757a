"""What went out before a seat's first question, and is answered when it has been asked: its number was of no list."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post, Sent
from tests.mail.conftest import PLAY, letter

pytestmark = pytest.mark.django_db


@pytest.fixture
def before(people: list[Player], post: Post) -> Sent:
    """The receipt of the table that Anna opened, at which Boris sits down and the game begins."""
    post.take(letter(people[0].email, PLAY, "open aesir 2"), PLAY)
    found = post.last(people[0], "receipt")
    services.take_seat(Game.objects.get().pk, player=people[1], cause=uuid4(), entropy=b"boris")
    post.deliver()
    return found


def answered(post: Post, player: Player, mail: Sent, line: str) -> InboundMail:
    """`player` answers this mail, however old."""
    raw = reply_to(Incoming.read(mail.message.as_bytes()), player.email, [line])
    return post.take(raw, str(mail.message["Reply-To"]))


def test_it_answers_the_first_question_while_no_other_was_asked(before: Sent, people: list[Player], post: Post) -> None:
    assert answered(post, people[0], before, "1").state == "done"


def test_it_answers_none_of_the_later_ones(before: Sent, people: list[Player], post: Post) -> None:
    for player in people:
        assert post.answer(player, "1", purpose="prompt").state == "done"
    post.deliver()
    row = answered(post, people[0], before, "1")
    assert (row.state, row.reason) == ("refused", "old_prompt")
    assert "You answered an older mail" in post.last(people[0], "receipt").text
    assert answered(post, people[0], before, "status").state == "done"
