"""A relay that takes nothing for as long as a mail is tried: what it did not say of an address ends nobody's mail."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator

import pytest

from asgard_pbem.mail.sending import failing
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.mail.conftest import plain_render
from tests.mail.trust.test_failures_told import prompt, prompt_of, relay_says

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_was_refused() -> Iterator[None]:
    failing.taken()
    yield
    failing.taken()


def tried(row: Outbox, attempt: int) -> Outbox:
    """The row after its try of this number, which fails."""
    long_ago = row.created_at
    Outbox.objects.filter(pk=row.pk).update(attempts=attempt - 1, due_at=long_ago)
    assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize(
    "problem",
    [
        ConnectionRefusedError(),
        TimeoutError(),
        smtplib.SMTPAuthenticationError(535, b"5.7.8 no"),
        smtplib.SMTPSenderRefused(450, b"4.7.1 too many", "games@asgard.localhost"),
        smtplib.SMTPDataError(451, b"4.3.1 disk full"),
        ValueError("a template"),
    ],
)
def test_days_in_which_nothing_was_said_of_an_address_speak_against_none(
    problem: Exception, game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sits at eight tables has eight such mails, and soft ones of as many would end their mail."""
    relay_says(monkeypatch, problem)
    assert tried(prompt(people[0]), failing.MAX_ATTEMPTS).state == "failed"
    people[0].refresh_from_db()
    assert people[0].bounce_score == 0


def test_a_relay_that_puts_off_everybody_for_days_speaks_against_nobody(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    owed = [prompt(people[0]), *(prompt_of(number) for number in range(failing.REFUSED_BEFORE))]
    for attempt in (1, failing.MAX_ATTEMPTS):
        for row in owed:
            relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({row.player.email: (451, b"4.3.0 later")}))
            tried(row, attempt)
    assert {row.state for row in owed} == {"failed"}
    assert not Player.objects.filter(bounce_score__gt=0).exists()


def test_an_address_that_is_put_off_for_days_while_others_are_taken_has_a_soft_bounce(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [prompt_of(number) for number in range(failing.REFUSED_BEFORE)]
    for row in others:
        relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({row.player.email: (451, b"4.3.0 later")}))
        tried(row, 1)
    failing.taken()
    relay_says(monkeypatch, smtplib.SMTPRecipientsRefused({people[0].email: (450, b"4.2.0 greylisted")}))
    tried(prompt(people[0]), failing.MAX_ATTEMPTS)
    people[0].refresh_from_db()
    assert people[0].bounce_score == 1.0
