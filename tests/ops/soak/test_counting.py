"""The counters of a soak see what they are there for: each is shown one that is lost, doubled, stuck or unequal."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Moment, OpenDecision, Outbox, Player, SetAside
from tests.mail.conftest import Post, _toy_is_installed, make_people  # noqa: F401 - a fixture
from tests.ops.soak.counting import Posted, counts

pytestmark = pytest.mark.django_db


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def game() -> Game:
    people = make_people()
    opened = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def found(post: Post, *more: Posted, refused: int = 0) -> dict[str, int]:
    """What a soak would print that has to be 0, and is not."""
    posted = {Posted(row.message_id, row.envelope_to) for row in InboundMail.objects.all()} | set(more)
    delivered = [message.extra_headers["Message-ID"] for message in post.messages]
    return {one.name: one.number for one in counts(posted, refused, delivered) if one.bad and one.number}


def one_twice() -> None:
    row = InboundMail.objects.get()
    InboundMail.objects.create(
        received_at=row.received_at, source="smtp", envelope_to=row.envelope_to, sha256="0" * 64, size_bytes=1,
        state="done", message_id=row.message_id, duplicate=True,
    )  # fmt: skip


def a_table_that_fails() -> None:
    SetAside.objects.create(game=Game.objects.get(), failures=1, next_try_at=timezone.now(), since=timezone.now())


def an_answer_that_nobody_is_told_of() -> None:
    Outbox.objects.filter(purpose="receipt").delete()


def a_mail_that_says_it_was_sent() -> None:
    Outbox.objects.create(player=Player.objects.all()[0], purpose="notice", key="x", state="sent", message_id="a@b")


@pytest.mark.tampers
@pytest.mark.parametrize(
    "spoil, named",
    [
        (lambda: None, set()),
        (one_twice, {"doubled"}),
        (lambda: InboundMail.objects.update(state="quarantined"), {"stuck: unread"}),
        (an_answer_that_nobody_is_told_of, {"stuck: carried out"}),
        (lambda: Outbox.objects.filter(purpose="receipt").update(state="failed"), {"stuck: owed"}),
        (a_mail_that_says_it_was_sent, {"stuck: sent by the row"}),
        (a_table_that_fails, {"stuck: a bot"}),
        (lambda: OpenDecision.objects.filter(answered=False).update(prompt=99), {"stuck: people", "unequal"}),
        (lambda: Moment.objects.filter(number=1).delete(), {"unequal"}),
    ],
)
def test_each_counter_sees_its_own(post: Post, game: Game, spoil: Callable[[], object], named: set[str]) -> None:
    assert game.opened_by is not None
    assert post.reply(game.opened_by, "1").state == "done"
    post.deliver()
    spoil()
    assert {next(name for name in (*named, one) if one.startswith(name)) for one in found(post)} == named


def test_a_mail_that_was_acknowledged_and_has_no_row_is_lost_and_one_refused_for_good_is_told(
    post: Post, game: Game
) -> None:
    said = found(post, Posted("gone@players.example", "play+x@in.example"), refused=2)
    assert [number for name, number in said.items() if name.startswith("lost")] == [1]
    assert [number for name, number in said.items() if name.startswith("refused")] == [2]
