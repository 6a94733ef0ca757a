"""What fails is told: a mail that cannot be read to who wrote it, one that cannot be delivered to who invited."""

from __future__ import annotations

import logging
import smtplib
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from anymail.exceptions import AnymailAPIError
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import failing
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.writing.render import render
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.services.persons.signing_in import NOBODY as NOBODY_HERE
from asgard_pbem.tables.services.persons.signing_in import owe_newcomer
from tests.mail.conftest import Post, letter, plain_render

pytestmark = pytest.mark.django_db
SECRET = "Thor goes to the well"


def fails(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError(SECRET)


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a mail asks of its game fails."""
    monkeypatch.setattr("asgard_pbem.mail.answering.orders.play", fails)


def try_until_put_aside(row: InboundMail) -> InboundMail:
    for _ in range(process.MAX_ATTEMPTS):
        InboundMail.objects.filter(pk=row.pk).update(next_attempt_at=None)
        process.process(row.pk)
    row.refresh_from_db()
    assert row.state == "quarantined"
    return row


def told(player: Player) -> list[Outbox]:
    return list(Outbox.objects.filter(player=player, payload__what="quarantined"))


@pytest.mark.parametrize(
    "language, words", [("en", ("a fault of ours", "runs on")), ("ru", ("наша ошибка", "Время на ваш ответ идёт"))]
)
def test_whose_mail_cannot_be_read_is_told_once_in_their_language_what_to_do(
    language: str, words: tuple[str, ...], game: Game, people: list[Player], post: Post, unreadable: None
) -> None:
    Player.objects.filter(pk=people[0].pk).update(language=language)
    row = try_until_put_aside(post.reply(people[0], "1"))
    notices = told(people[0])
    assert [(one.game, one.seat) for one in notices] == [(game, 0)]
    assert sending.send(notices[0].pk, render)
    text = " ".join(str(django_mail.outbox[-1].body).split())
    assert all(word in text for word in words)
    assert str(game.pk) in text
    InboundMail.objects.filter(pk=row.pk).update(state="new", attempts=0, next_attempt_at=None)
    try_until_put_aside(row)
    assert len(told(people[0])) == 1


def test_whose_mail_kills_its_worker_is_told_as_well(
    game: Game, people: list[Player], post: Post, unreadable: None
) -> None:
    row = post.reply(people[0], "1")
    died = {"state": "new", "attempts": process.MAX_ATTEMPTS, "next_attempt_at": timezone.now() - timedelta(seconds=1)}
    InboundMail.objects.filter(pk=row.pk).update(**died)
    process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, len(told(people[0]))) == ("quarantined", 1)


def test_a_last_attempt_that_still_goes_on_is_left_alone(
    game: Game, people: list[Player], post: Post, unreadable: None
) -> None:
    row = post.reply(people[0], "1")
    works = {"state": "new", "attempts": process.MAX_ATTEMPTS, "next_attempt_at": timezone.now() + process.LEASE}
    InboundMail.objects.filter(pk=row.pk).update(**works)
    process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, told(people[0])) == ("new", [])


def test_a_mail_that_fails_waits_longer_each_time(
    game: Game, people: list[Player], post: Post, unreadable: None
) -> None:
    row, waits = post.reply(people[0], "1"), []
    for attempt in range(1, process.MAX_ATTEMPTS):
        row.refresh_from_db()
        assert (row.state, row.attempts) == ("new", attempt)
        assert row.next_attempt_at is not None
        waits.append((row.next_attempt_at - timezone.now()) / process.PAUSE)
        InboundMail.objects.filter(pk=row.pk).update(next_attempt_at=None)
        process.process(row.pk)
    assert [round(one) for one in waits] == [1, 2, 3, 4]


def test_a_mail_of_no_address_of_ours_tells_its_sender_once_a_day_and_strangers_never(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asgard_pbem.mail.answering.process.judge", fails)
    for sender in (people[0].email, people[0].email, "nobody@elsewhere.example"):
        raw = letter(sender, "play@in.asgard.localhost", "help")
        try_until_put_aside(post.take(raw, envelope_from=sender))
    assert Outbox.objects.filter(payload__what="quarantined").count() == len(told(people[0])) == 1


def test_the_log_has_the_place_in_the_code_and_not_a_word_of_the_mail(
    game: Game, people: list[Player], post: Post, unreadable: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        row = post.reply(people[0], "1")
    line = next(one.getMessage() for one in caplog.records if "failed" in one.getMessage())
    assert str(row.pk) in line
    assert "ZeroDivisionError at " in line
    assert "_carry_out > trust/test_failures_told.py" in line
    assert SECRET not in caplog.text


def relay_says(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise problem

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)


def prompt(player: Player) -> Outbox:
    return Outbox.objects.get(player=player, purpose="prompt")


NOBODY = (550, b"5.1.1 no such user anna@home.example")


def test_a_5xx_to_the_recipient_is_a_bounce_at_once(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row = prompt(people[0])
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({people[0].email: NOBODY}))
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    people[0].refresh_from_db()
    assert (row.state, row.attempts, row.error) == ("failed", 1, "SMTPRecipientsRefused 550 5.1.1")
    assert people[0].mail_state == Player.MailState.BOUNCED
    assert "@" not in caplog.text


@pytest.mark.parametrize(
    "problem, state, score",
    [
        (smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.7.1 not today")}), "failed", 1.0),
        (smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"mailbox unavailable")}), "failed", 4.0),
        (smtplib.SMTPDataError(554, b"5.7.1 looks like spam"), "failed", 0.0),
        (smtplib.SMTPRecipientsRefused({"a@b.example": (450, b"4.2.0 later")}), "queued", 0.0),
        (smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.1.8 Sender address rejected")}), "queued", 0.0),
        (smtplib.SMTPSenderRefused(550, b"5.7.1 who are you", "games@asgard.localhost"), "queued", 0.0),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 no"), "queued", 0.0),
        (ConnectionRefusedError(), "queued", 0.0),
        (ValueError("a template"), "queued", 0.0),
    ],
)
def test_what_is_said_of_us_or_of_the_mail_speaks_against_no_address(
    problem: Exception, state: str, score: float, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = prompt(people[0])
    relay_says(monkeypatch, problem)
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    people[0].refresh_from_db()
    assert (row.state, people[0].bounce_score) == (state, score)


@pytest.mark.parametrize(
    "problem, said",
    [
        (smtplib.SMTPSenderRefused(550, b"5.7.1 who are you", "games@asgard.localhost"), "SMTPSenderRefused 550 5.7.1"),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 no"), "SMTPAuthenticationError 535 5.7.8"),
        (smtplib.SMTPConnectError(421, b"too busy"), "SMTPConnectError 421"),
        (AnymailAPIError("no such account", status_code=401), "AnymailAPIError 401"),
        (ConnectionRefusedError(), "ConnectionRefusedError"),
    ],
)
def test_the_row_of_a_mail_that_waits_has_the_code_of_what_was_said_of_us(
    problem: Exception, said: str, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = prompt(people[0])
    relay_says(monkeypatch, problem)
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    assert (row.state, row.error) == ("queued", said)


def test_a_relay_that_refuses_everybody_ends_nobodys_mail_and_what_it_refused_goes_out_later(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A locked account: 550 for each address. The first ones cannot be told from addresses that are gone."""
    failing.taken()
    owed = [prompt(people[0]), *(prompt_of(number) for number in range(8))]
    with monkeypatch.context() as patched:
        for row in owed:
            relay_says(patched, smtplib.SMTPRecipientsRefused({row.player.email: (550, b"relay not permitted")}))
            assert not sending.send(row.pk, plain_render)
    states = list(Outbox.objects.filter(pk__in=[row.pk for row in owed]).values_list("state", flat=True))
    assert (states.count("failed"), states.count("queued")) == (failing.REFUSED_BEFORE, 9 - failing.REFUSED_BEFORE)
    readers = Player.objects.filter(pk__in=[row.player_id for row in owed])
    assert sum(one.bounce_score > 0 for one in readers) == failing.REFUSED_BEFORE
    Outbox.objects.filter(pk=owed[-1].pk).update(due_at=timezone.now())
    assert sending.send(owed[-1].pk, plain_render)  # and from here on it is about addresses again
    one = prompt_of(9)
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({one.player.email: (550, b"mailbox unavailable")}))
    assert not sending.send(one.pk, plain_render)
    one.refresh_from_db()
    assert one.state == "failed"


@pytest.mark.parametrize(
    "problem, state",
    [
        (smtplib.SMTPDataError(554, b"5.6.0 cannot be read"), "failed"),
        (smtplib.SMTPDataError(552, b"5.3.4 too big"), "failed"),
        (smtplib.SMTPRecipientsRefused({"a@b.example": (450, b"4.2.0 greylisted")}), "queued"),
    ],
)
def test_mails_of_many_that_are_refused_by_what_they_say_or_only_for_now_speak_of_no_refusal_of_everybody(
    problem: Exception, state: str, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing.taken()
    owed = [prompt_of(number) for number in range(failing.REFUSED_BEFORE + 2)]
    for row in owed:
        relay_says(monkeypatch, problem)
        assert not sending.send(row.pk, plain_render)
    assert {row.state for row in Outbox.objects.filter(pk__in=[row.pk for row in owed])} == {state}
    row = prompt(people[0])
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({people[0].email: (550, b"mailbox unavailable")}))
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    assert row.state == "failed"


@pytest.mark.parametrize("said", [b"5.4.5 daily sending limit", b"5.7.1 looks like spam", b"sender is not verified"])
def test_a_relay_that_refuses_each_mail_once_it_has_it_is_tried_again_and_speaks_against_nobody(
    said: bytes, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So mailboxes say that a day's limit is reached, and providers that they do not know the sender."""
    failing.taken()
    owed = [prompt(people[0]), *(prompt_of(number) for number in range(8))]
    relay_says(monkeypatch, smtplib.SMTPDataError(550, said))
    for row in owed:
        assert not sending.send(row.pk, plain_render)
    failing.taken()
    states = list(Outbox.objects.filter(pk__in=[row.pk for row in owed]).values_list("state", flat=True))
    assert (states.count("failed"), states.count("queued")) == (failing.REFUSED_BEFORE, 9 - failing.REFUSED_BEFORE)
    assert not Player.objects.filter(bounce_score__gt=0).exists()


def test_mailboxes_that_are_gone_are_each_a_bounce_at_once_however_many_there_are(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    owed = [prompt(people[0]), *(prompt_of(number) for number in range(failing.REFUSED_BEFORE + 2))]
    for row in owed:
        relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({row.player.email: (550, b"5.1.1 no such user")}))
        assert not sending.send(row.pk, plain_render)
    assert {row.state for row in Outbox.objects.filter(pk__in=[row.pk for row in owed])} == {"failed"}


@pytest.mark.parametrize("said", [b"5.1.8 Sender address rejected", b"relay not permitted"])
def test_what_is_said_of_us_for_days_ends_a_mail_and_speaks_against_no_address(
    said: bytes, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing.taken()
    for number in range(failing.REFUSED_BEFORE):
        failing._refuses_everybody(prompt_of(number).player_id, failing.Refusal(550, of_recipient=True))
    row = prompt(people[0])
    Outbox.objects.filter(pk=row.pk).update(attempts=failing.MAX_ATTEMPTS - 1)
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({people[0].email: (550, said)}))
    assert not sending.send(row.pk, plain_render)
    failing.taken()
    row.refresh_from_db()
    people[0].refresh_from_db()
    assert (row.state, people[0].bounce_score) == ("failed", 0)


def test_a_letter_to_a_stranger_that_comes_back_keeps_none_from_the_next_stranger(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters to who is no player are owed in the name of one and the same row."""
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({"a@b.example": NOBODY}))
    for number in range(3):
        owe_newcomer(f"typo{number}@far.example", "en", purpose="sign_in", key=f"letter {number}")
    for row in Outbox.objects.filter(purpose="sign_in"):
        assert not sending.send(row.pk, plain_render)
    assert {row.state for row in Outbox.objects.filter(purpose="sign_in")} == {"failed"}
    nobody = Player.objects.get(pk=NOBODY_HERE)
    assert (nobody.bounce_score, nobody.mail_state) == (0, Player.MailState.ON)


def test_a_mail_that_is_owed_no_more_when_its_sending_fails_is_not_owed_again(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reader was forgotten in those seconds, or stopped their mail."""
    row = prompt(people[0])

    def dropped(*_: Any, **__: Any) -> int:
        Outbox.objects.filter(pk=row.pk).update(state=Outbox.State.DROPPED)
        raise ConnectionResetError

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", dropped)
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    assert (row.state, row.error) == ("dropped", "")


def prompt_of(number: int) -> Outbox:
    """The first question of somebody else, who plays alone."""
    player = services.player_for(f"alone{number}@elsewhere.example", name=f"Alone {number}")
    bots = {1: "random"}
    services.open_table(opened_by=player, key="highest_card", seats=2, cause=uuid4(), options={"hand": 5}, bots=bots)
    return prompt(player)


def test_what_is_put_off_is_tried_for_four_to_five_days_and_at_least_twice_in_the_first_hour() -> None:
    waits = [failing.pause(attempt) for attempt in range(1, failing.MAX_ATTEMPTS)]
    assert timedelta(days=4) <= sum(waits, timedelta()) <= timedelta(days=5)
    assert sum(waits[:2], timedelta()) < timedelta(hours=1)
    assert max(waits) <= timedelta(hours=6)


def test_who_is_given_up_after_days_has_a_soft_bounce(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = prompt(people[0])
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({people[0].email: (450, b"later")}))
    Outbox.objects.filter(pk=row.pk).update(attempts=failing.MAX_ATTEMPTS - 1)
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    people[0].refresh_from_db()
    assert (row.state, people[0].bounce_score) == ("failed", 1.0)


def test_whoever_invited_hears_that_the_mail_came_back(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), options={"hand": 5})
    services.invite(game.pk, by=people[0], email="gone@elsewhere.example", cause=uuid4())
    row = Outbox.objects.get(purpose="invitation")
    with monkeypatch.context() as patched:
        relay_says(patched, smtplib.SMTPRecipientsRefused({"gone@elsewhere.example": NOBODY}))
        assert not sending.send(row.pk, plain_render)
    news = Outbox.objects.get(player=people[0], payload__what=services.TABLE_NEWS)
    assert sending.send(news.pk, render)
    text = str(django_mail.outbox[-1].body)
    assert "gone@elsewhere.example" in text
    assert "the mail could not be delivered" in text
    assert Invitation.objects.get().state == "open"


def test_whoever_invited_hears_of_a_mail_that_ended_its_worker_each_time(people: list[Player]) -> None:
    """Nobody was left to note a failure; the next worker finds that it was tried often enough."""
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), options={"hand": 5})
    services.invite(game.pk, by=people[0], email="gone@elsewhere.example", cause=uuid4())
    row = Outbox.objects.get(purpose="invitation")
    Outbox.objects.filter(pk=row.pk).update(attempts=sending.MOST_CLAIMS)
    assert not sending.send(row.pk, plain_render)
    news = Outbox.objects.get(player=people[0], payload__what=services.TABLE_NEWS)
    assert sending.send(news.pk, render)
    assert "the mail could not be delivered" in str(django_mail.outbox[-1].body)
