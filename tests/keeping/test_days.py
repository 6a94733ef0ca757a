"""What has an age of its own goes after as many days as docs/forgetting.md says, and not a day sooner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from asgard_pbem.mail import tasks as mail_tasks
from asgard_pbem.mail.models import Counter, DeliveryEvent, InboundMail, Pending, RawMail, Remembered
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.models import Game, Outbox, Player, ReplyToken
from asgard_pbem.web import tasks as web_tasks
from asgard_pbem.web.models import Session
from tests.mail.conftest import PLAY, Post, letter, make_game

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def forget() -> None:
    """What the clock does every hour."""
    tasks.settle_games()
    mail_tasks.forget_old_mail()
    web_tasks.end_old_sessions()


def _notice(player: Player, at: datetime) -> Any:
    row = services.owe(player=player, purpose=Outbox.Purpose.NOTICE, key=str(uuid4()))
    Outbox.objects.filter(pk=row.pk).update(created_at=at)
    return row


def _address(player: Player, at: datetime) -> Any:
    token = services.find_token(services.issue_token(player=player, purpose=ReplyToken.Purpose.PLAYER))
    assert token is not None
    ReplyToken.objects.filter(pk=token.pk).update(issued_at=at)
    return token


def _mail(player: Player, at: datetime) -> Any:
    return InboundMail.objects.create(
        received_at=at, source="test", envelope_to=PLAY, sha256=uuid4().hex * 2, size_bytes=1, player=player,
        state=InboundMail.State.DONE,
    )  # fmt: skip


def _return(player: Player, at: datetime) -> Any:
    row = DeliveryEvent.objects.create(key=uuid4().hex, kind="bounced", player=player)
    DeliveryEvent.objects.filter(pk=row.pk).update(received_at=at)
    return row


def _question(player: Player, at: datetime) -> Any:
    return Pending.objects.create(kind=Pending.Kind.RESIGN, player=player, expires_at=at)


def _count(player: Player, at: datetime) -> Any:
    return Counter.objects.create(day=at.date(), what="loop", count=3)


def _session(player: Player, at: datetime) -> Any:
    """Of whom the last visit was then."""
    ends = at + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return Session.objects.create(session_key=uuid4().hex, session_data="", player_id=player.pk, expire_date=ends)


AGED: dict[str, tuple[str, Callable[[Player, datetime], Any]]] = {
    "a mail of ours that belongs to no game": ("mail_of_persons", _notice),
    "a reply address of no game": ("mail_of_persons", _address),
    "a mail to a constant address": ("mail_of_persons", _mail),
    "a mail of ours that came back": ("delivery", _return),
    "what waited for a yes": ("questions", _question),
    "a count of mails left out": ("counters", _count),
    "a session": ("sessions", _session),
}


@pytest.mark.parametrize("what", sorted(AGED))
def test_it_goes_on_its_day_and_not_before(people: list[Player], what: str) -> None:
    name, make = AGED[what]
    days, now = settings.KEPT_DAYS[name], timezone.now()
    young, old = make(people[0], now - (days - 1) * DAY), make(people[0], now - (days + 1) * DAY)
    forget()
    left = set(type(old).objects.values_list("pk", flat=True))
    assert young.pk in left
    assert old.pk not in left


def test_a_mail_that_nobody_has_read_is_kept_however_old_it_is(people: list[Player]) -> None:
    """It was acknowledged, and whatever kept the readers away for so long is mended one day."""
    unread = _mail(people[0], timezone.now() - 4000 * DAY)
    InboundMail.objects.filter(pk=unread.pk).update(state=InboundMail.State.NEW)
    forget()
    assert InboundMail.objects.filter(pk=unread.pk).exists()


def test_the_mails_of_a_game_go_with_it_and_not_by_their_own_age(people: list[Player], post: Post) -> None:
    """Some games go on for years."""
    game = make_game(people)
    answer = post.reply(people[0], "1")
    long_ago = timezone.now() - 4000 * DAY
    InboundMail.objects.update(received_at=long_ago)
    Outbox.objects.update(created_at=long_ago)
    ReplyToken.objects.update(issued_at=long_ago)
    kept = [model.objects.filter(game=game).count() for model in (Outbox, ReplyToken)]
    forget()
    assert InboundMail.objects.filter(pk=answer.pk).exists()
    assert [model.objects.filter(game=game).count() for model in (Outbox, ReplyToken)] == kept


def test_of_answers_to_a_settled_game_nothing_stays_read_or_not(people: list[Player], post: Post) -> None:
    """Their reply addresses are gone, so that nothing they ask could be carried out any more: no digest is needed."""
    game = make_game(people)
    mails = [post.reply(people[0], "status"), post.reply(people[0], "rules")]
    InboundMail.objects.filter(pk=mails[0].pk).update(state=InboundMail.State.HELD)
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=timezone.now() - 46 * DAY)
    forget()
    assert not InboundMail.objects.exists()
    assert not Remembered.objects.exists()


def test_the_same_words_to_another_of_our_addresses_are_another_mail(people: list[Player], post: Post) -> None:
    """What was read at one constant address long ago tells nothing about what comes to another."""
    raw = letter(people[0].email, PLAY, "games")
    post.take(raw, dmarc="pass", to=PLAY)
    InboundMail.objects.update(received_at=timezone.now() - 400 * DAY)
    forget()
    assert not InboundMail.objects.exists()
    domain = PLAY.partition("@")[2]
    assert post.take(raw, dmarc="pass", to=f"abuse@{domain}").reason != "duplicate"
    assert post.take(raw, dmarc="pass", to=PLAY).reason == "duplicate"


def test_what_nobody_could_read_is_known_by_its_bytes_when_it_comes_again(people: list[Player], post: Post) -> None:
    """Of a mail that was put aside, and let go of, no name is known."""
    raw = letter(people[0].email, PLAY, "games")
    post.take(raw, dmarc="pass", to=PLAY)
    InboundMail.objects.update(received_at=timezone.now() - 400 * DAY, message_id="", state="ignored")
    forget()
    assert not InboundMail.objects.exists()
    assert post.take(raw, dmarc="pass", to=PLAY).reason == "duplicate"


def test_a_receipt_keeps_what_it_quotes_until_it_is_old(people: list[Player], post: Post) -> None:
    make_game(people)
    mail = post.reply(people[0], "nonsense")
    post.deliver()
    days = settings.KEPT_DAYS["raw_mail"]
    for age, kept in ((days - 1, True), (days + 1, False)):
        then = timezone.now() - age * DAY
        InboundMail.objects.update(received_at=then)
        RawMail.objects.update(received_at=then)
        Outbox.objects.update(created_at=then)
        mail_tasks.purge_raw()
        assert bool(Outbox.objects.get(purpose="receipt").receipt) is kept
        assert bool(InboundMail.objects.get(pk=mail.pk).kept) is kept
        assert RawMail.objects.exists() is kept
