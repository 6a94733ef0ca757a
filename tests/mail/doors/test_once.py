"""The same mail again: stored once, done once, answered once."""

from __future__ import annotations

import email.feedparser
import threading
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from asgard_pbem.mail.answering import judging, process
from asgard_pbem.mail.answering.routes import cause_of
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.mail.reading import read, sandbox
from asgard_pbem.mail.tokens import bounce_address
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player
from tests.mail.conftest import PLAY, Post, letter, make_game, make_people


def accept(raw: bytes, to: str, event: str | None = None, source: str = "test") -> InboundMail:
    return inbound.accept(
        raw, envelope_from=None, envelope_to=[to], received_at=timezone.now(), source=source,
        provider_event_id=event, verdicts=AuthVerdicts(),
    )  # fmt: skip


@pytest.mark.django_db
def test_a_repeated_delivery_is_the_row_that_is_there(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    raw = reply_to(prompt, people[0].email, ["1"])
    rows = {accept(raw, prompt.reply_to, event).pk for event in (None, None, "e1", "e2")}
    assert len(rows) == 1
    for pk in list(rows) * 3:
        process.process(pk)
    assert Outbox.objects.filter(purpose="receipt").count() == 1
    assert Event.objects.filter(game=game, kind="move_made").count() == 1


def test_a_mail_gives_one_command_at_each_of_its_addresses() -> None:
    one, again, other = (InboundMail(sha256="f" * 64, envelope_to=f"{to}@in.example") for to in "aab")
    assert cause_of(one) == cause_of(again) != cause_of(other)
    assert cause_of(one) != cause_of(InboundMail(sha256="e" * 64, envelope_to=one.envelope_to))


@pytest.mark.django_db
def test_one_event_of_a_provider_is_one_row_whatever_its_bytes(db: None) -> None:
    first = accept(b"From: a@b.example\n\n1", "x@in.asgard.localhost", "event-7", "postmark")
    again = accept(b"From: a@b.example\nX: 1\n\n1", "x@in.asgard.localhost", "event-7", "postmark")
    assert first.pk == again.pk
    assert InboundMail.objects.count() == 1


@pytest.mark.django_db
def test_the_same_message_id_with_other_bytes_is_kept_and_not_answered(
    game: Game, people: list[Player], post: Post
) -> None:
    prompt = post.to(people[0])
    raw = reply_to(prompt, people[0].email, ["1"])
    post.take(raw)
    row = post.take(raw.replace(b"Subject: Re:", b"Subject: RE:"))
    assert (row.state, row.reason, row.duplicate) == ("ignored", "duplicate", True)
    assert Outbox.objects.filter(purpose="receipt").count() == 1


@pytest.mark.django_db
def test_a_mail_without_message_id_is_known_by_its_bytes(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    raw = b"From: anna@home.example\r\nTo: " + prompt.reply_to.encode() + b"\r\n\r\n1\r\n"
    row = post.take(raw)
    assert (row.state, row.message_id) == ("done", f"sha256:{row.sha256}")


@pytest.mark.django_db
def test_one_row_for_each_envelope_recipient(db: None) -> None:
    inbound.accept(
        b"From: a@b.example\n\n1", envelope_from="a@b.example", envelope_to=["One@x.example", "two@x.example"],
        received_at=timezone.now(), source="smtp", provider_event_id=None, verdicts=AuthVerdicts("pass"),
    )  # fmt: skip
    rows = InboundMail.objects.order_by("envelope_to")
    assert [row.envelope_to for row in rows] == ["one@x.example", "two@x.example"]
    assert {(row.state, row.verdicts["dmarc"]) for row in rows} == {("new", "pass")}
    kept = RawMail.objects.get()
    assert b"From: a@b.example" not in bytes(kept.data)
    assert {inbound.raw_of(row) for row in rows} == {b"From: a@b.example\n\n1"}


@pytest.mark.django_db
def test_a_mail_that_fails_is_tried_again_and_quarantined_after_five_times(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = post.to(people[0])
    broken = monkeypatch.context()
    with broken as patch:
        patch.setattr(judging, "claim_of", lambda *_: 1 / 0)
        row = accept(reply_to(prompt, people[0].email, ["1"]), prompt.reply_to)
        for attempt in range(1, 8):
            process.process(row.pk)
            row.refresh_from_db()
            assert row.attempts == min(attempt, 5)
            InboundMail.objects.update(next_attempt_at=None)
    assert (row.state, row.error) == ("quarantined", "ZeroDivisionError")
    assert Event.objects.filter(game=game, kind="move_made").count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["order", "only asks", "acts", "stranger", "too large", "bounce"])
def test_a_mail_is_parsed_once_and_cut_once_and_never_outside_the_child(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    prompt, bounced = post.to(people[0]), bounce_address(Outbox.objects.filter(player=people[0])[0].pk)
    raw, to = {
        "order": (reply_to(prompt, people[0].email, ["1"]), prompt.reply_to),
        "only asks": (letter(people[0].email, PLAY, "games"), PLAY),
        "acts": (letter(people[0].email, PLAY, "name Anna"), PLAY),
        "stranger": (letter("ada@far.example", PLAY, "play"), PLAY),
        "too large": (letter(people[0].email, prompt.reply_to, "x" * 1_100_000), prompt.reply_to),
        "bounce": (b"From: MAILER-DAEMON@x.example\r\nTo: " + bounced.encode() + b"\r\n\r\nStatus: 5.1.1", ""),
    }[kind]
    tasks, asked = list[str](), sandbox._asked

    def asking(task: str, *rest: Any) -> Any:
        tasks.append(task)
        return asked(task, *rest)

    def outside(*_: Any) -> None:
        raise AssertionError("a stranger's bytes were taken apart by the worker itself")

    row = accept(raw, to)
    with monkeypatch.context() as patch:
        patch.setattr(settings, "LOCAL_MAILBOX", kind == "stranger")
        patch.setattr(sandbox, "_asked", asking)
        patch.setattr(email.feedparser.FeedParser, "feed", outside)
        patch.setattr(read.ParsedMail, "cut", outside)
        process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, row.error) != ("new", "AssertionError")
    assert tasks == (["read"] if kind == "bounce" else ["read", "cut"])


@pytest.mark.django_db
def test_a_late_failure_takes_no_mail_back_that_another_worker_has_done(
    game: Game, people: list[Player], post: Post
) -> None:
    row = post.reply(people[0], "1")
    process._failed(row.pk, RuntimeError())
    row.refresh_from_db()
    assert (row.state, row.error) == ("done", "")


@pytest.mark.django_db(transaction=True)
def test_the_same_mail_five_times_at_once_is_one_set_of_events_and_one_receipt() -> None:
    people = make_people()
    game, post = make_game(people), Post()
    prompt = post.to(people[0])
    raw = reply_to(prompt, people[0].email, ["1"])
    failures: list[BaseException] = []
    together = threading.Barrier(5)

    def arrive(number: int) -> None:
        try:
            with notify.quietly():
                together.wait(10)
                row = accept(raw, prompt.reply_to, f"event-{number}" if number % 2 else None)
                process.process(row.pk)
        except BaseException as problem:  # noqa: BLE001  reported by the test
            failures.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=arrive, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == []
    assert InboundMail.objects.count() == 1
    assert Event.objects.filter(game=game, kind="move_made").count() == 1
    assert Outbox.objects.filter(purpose="receipt").count() == 1


def read_at_once(rows: list[InboundMail]) -> None:
    """Each by a worker of its own."""
    together = threading.Barrier(len(rows))

    def work(row: InboundMail) -> None:
        try:
            with notify.quietly():
                together.wait(10)
                process.process(row.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(row,)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)


@pytest.mark.django_db(transaction=True)
def test_two_mails_with_one_message_id_at_once_are_one_answer() -> None:
    people = make_people()
    game, post = make_game(people), Post()
    prompt = post.to(people[0])
    raw = reply_to(prompt, people[0].email, ["1"])
    read_at_once([accept(raw, prompt.reply_to), accept(raw + b"\r\n", prompt.reply_to)])
    assert sorted(InboundMail.objects.values_list("state", flat=True)) == ["done", "ignored"]
    assert Outbox.objects.filter(purpose="receipt").count() == 1
    assert Event.objects.filter(game=game, kind="move_made").count() == 1


@pytest.mark.django_db
def test_a_mail_that_came_in_time_is_read_before_the_clock_answers(
    game: Game, people: list[Player], post: Post
) -> None:
    """The worker was down over the deadline; the mail had come before it."""
    prompt = post.to(people[0])
    row = accept(reply_to(prompt, people[0].email, ["2"]), prompt.reply_to)
    now = timezone.now()
    Game.objects.update(days_per_decision=0)
    OpenDecision.objects.update(deadline=now)
    assert services.play_time_outs(now) == 1  # of the other seat alone
    assert not Event.objects.filter(game=game, kind="move_made", seat=0).exists()
    process.process(row.pk)
    assert Event.objects.get(game=game, kind="move_made", seat=0).payload["by"] == "player"


@pytest.mark.django_db
@pytest.mark.parametrize("to", [PLAY, f"{PLAY}.", "new@in.asgard.localhost", "games@asgard.localhost"])
@pytest.mark.parametrize("trace", [b"", b"Received: from home.example by another.example\r\n"])
def test_a_mail_to_constant_addresses_is_done_once_whichever_it_comes_to(
    people: list[Player], post: Post, to: str, trace: bytes
) -> None:
    """To two of them, or by two doors with another line of a server's on top."""
    raw = letter(people[0].email, PLAY, "open highest_card 2")
    assert post.take(raw, to=PLAY, dmarc="pass").state == "done"
    row = post.take(trace + raw, to=to, dmarc="pass")
    assert row.duplicate == (bool(trace) or to != PLAY)
    assert Game.objects.count() == Outbox.objects.filter(purpose="receipt").count() == 1


@pytest.mark.django_db(transaction=True)
def test_copies_to_two_constant_addresses_that_are_read_at_once_are_done_once() -> None:
    raw = letter(make_people()[0].email, PLAY, "open highest_card 2")
    read_at_once([accept(raw, PLAY), accept(raw, "new@in.asgard.localhost"), accept(b"X: 1\r\n" + raw, PLAY)])
    assert sorted(InboundMail.objects.values_list("state", flat=True)) == ["done", "ignored", "ignored"]
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_a_forged_message_id_stands_in_the_way_of_no_mail(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LOCAL_MAILBOX", False)
    raw = letter(people[0].email, PLAY, "name Anna the Second")
    for dmarc, state in (("none", "held"), ("fail", "ignored")):
        assert post.take(f"X: {dmarc}\r\n".encode() + raw, to=PLAY, dmarc=dmarc).state == state
    others = raw.replace(people[0].email.encode(), people[1].email.encode())
    assert post.take(others, to=PLAY, dmarc="pass").state == "done"
    assert post.take(raw, to=PLAY, dmarc="pass").state == "done"
    assert post.take(b"X: late\r\n" + raw, to=PLAY, dmarc="none").duplicate
    assert Player.objects.get(pk=people[0].pk).name == "Anna the Second"
