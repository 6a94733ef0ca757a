"""What comes along to another address, and who hears of the wish for one."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from tests.letters.conftest import Post
from tests.letters.outcomes.test_another_address import NEW, asked, count_to, fresh, newest, says

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("how", ["it was sent", "it waits for a next try"])
def test_an_open_question_comes_along_however_many_mails_came_after_it(
    how: str, game: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    post.deliver()
    question = Outbox.objects.get(player=anna, purpose="prompt")
    other = services.open_table(opened_by=anna, key="aesir", seats=2, cause=uuid4(), bots={1: "greedy"})
    Outbox.objects.bulk_create(
        Outbox(player=anna, purpose="prompt", key=f"later {n}", game=other, seat=0, prompt=0, state="sent")
        for n in range(60)
    )
    if how == "it was sent":
        services.take_address(fresh(anna), NEW)
    else:  # the mailbox was full, or away: the next try is hours away
        Outbox.objects.filter(pk=question.pk).update(
            state="queued", attempts=9, due_at=timezone.now() + timedelta(hours=6)
        )
        services.take_address(fresh(anna), NEW)
    post.deliver()
    there = [one for one in post.sent if one.to == NEW and one.purpose == "prompt"]
    assert len(there) == 2, "of both games"
    question.refresh_from_db()
    assert (question.state, question.attempts) == ("sent", 1)


def test_who_was_invited_there_is_so_still(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    opened = services.open_table(opened_by=boris, key="aesir", seats=2, cause=uuid4())
    services.invite(opened.pk, by=boris, email=NEW, cause=uuid4())
    says(post, asked(post, anna), "yes")
    post.deliver()
    assert Invitation.objects.get(game=opened).player == fresh(anna)
    offer = next(one for one in reversed(post.sent) if one.to == NEW and one.purpose == "invitation")
    assert says(post, offer, "accept").state == "done"
    assert opened.holders.filter(player=anna).exists()


def test_who_sits_there_already_is_not_invited_once_more(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    opened = services.open_table(opened_by=boris, key="aesir", seats=3, cause=uuid4())
    services.take_seat(opened.pk, player=anna, cause=uuid4())
    services.invite(opened.pk, by=boris, email=NEW, cause=uuid4())
    says(post, asked(post, anna), "yes")
    assert fresh(anna).email == NEW
    assert not Invitation.objects.filter(game=opened).exists()


def test_who_wants_no_mail_hears_of_a_wish_in_their_name(people: list[Player], post: Post) -> None:
    """Perhaps somebody has got hold of their session."""
    anna = people[0]
    services.stop_mail(anna)
    services.ask_for_address(fresh(anna), NEW)
    assert count_to(post, anna.email) == 1
    says(post, newest(post, anna.email), "no", sender=anna.email)
    says(post, newest(post, NEW), "yes")
    assert fresh(anna).email == anna.email


def test_a_mailbox_is_asked_a_few_times_and_not_each_day(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads there may never have heard of us, and no word of theirs would end it."""
    for number in range(3):
        services.ask_for_address(services.player_for(f"p{number}@home.example"), f"victim+{number}@far.example")
    later = timezone.now() + timedelta(days=29)
    monkeypatch.setattr("asgard_pbem.tables.guards.tallies.timezone.now", lambda: later)
    with pytest.raises(services.ServiceError, match="E_ADDRESS_OFTEN"):
        services.ask_for_address(people[0], "victim@far.example")
    services.ask_for_address(people[0], "anna@elsewhere.example")


def test_a_from_line_alone_moves_nobody(game: Game, people: list[Player], post: Post, settings: Settings) -> None:
    """Whoever was shown a mail of ours has its reply address, and may write any From line where no DMARC forbids it."""
    settings.LOCAL_MAILBOX = False
    anna = people[0]
    prompt = post.last(anna, "prompt")
    raw = reply_to(Incoming.read(prompt.message.as_bytes()), anna.email, [f"address {NEW}"], "top")
    row = post.take(raw, str(prompt.message["Reply-To"]), dmarc="none")
    assert row.state == "held"
    assert count_to(post, NEW) == 0
    asks = post.last(anna)
    raw = reply_to(Incoming.read(prompt.message.as_bytes()), anna.email, ["yes"], "top")
    post.take(raw, str(prompt.message["Reply-To"]), dmarc="none")
    assert count_to(post, NEW) == 0, "not to the address that was shown"
    says(post, asks, "yes", sender=anna.email)
    assert count_to(post, NEW) == 1
    says(post, newest(post, NEW), "yes")
    assert fresh(anna).email == NEW
