"""What operators have at hand: what does not go on, sending again, following a mail; and what of it is written down."""

from __future__ import annotations

import io
import os
import smtplib
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from asgard_pbem.mail.management import stuck
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import again, failing
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.serving import rounds
from asgard_pbem.tables.guards import aside, copies, pulse
from asgard_pbem.tables.models import Deed, Event, Game, OpenDecision, Outbox, Player, Pulse, SetAside
from tests.mail.conftest import Post, _toy_is_installed, game, people, plain_render, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.django_db


def run(*arguments: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def alive() -> None:
    for name in ("beat", *rounds.OFTEN, *rounds.HOURLY):
        pulse.turn(name, timedelta())


@pytest.mark.parametrize("command", ["rebuild --check", "migrate"])
def test_while_the_database_is_away_a_command_says_so_and_is_to_be_tried_again(command: str) -> None:
    """Not as 1, by which `rebuild --check` says that a game differs from its log and `stuck` that something stands."""
    nowhere = "postgres://asgard:x@127.0.0.1:1/asgard"
    away = {
        **os.environ, "DATABASE_URL": nowhere, "DATABASE_OWNER_URL": nowhere, "SECRET_KEY": "k" * 64,
        "BROKER_URL": "redis://127.0.0.1:1/0", "PUBLIC_URL": "http://127.0.0.1:1", "IN_DOMAIN": "in.home.example",
        "MAIL_DOMAIN": "home.example", "EMAIL_URL": "smtp://127.0.0.1:1",
    }  # fmt: skip
    line = [sys.executable, "manage.py", *command.split()]
    said = subprocess.run(line, env=away, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 75
    assert said.stderr.startswith("The database does not do it now: connection")
    assert "Traceback" not in said.stderr + said.stdout


@pytest.mark.parametrize(
    "options",
    [{"port": 99999}, {"port": 2998, "host": "192.0.2.1"}, {"fd": 987}, {"port": 0, "lmtp_at": "/nowhere/x.sock"}],
)
def test_a_listener_that_cannot_listen_says_why(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.serving.metrics.exposing.serve", lambda: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setenv("AIOSMTPD_CONTROLLER_TIMEOUT", "0.3")  # seconds that it waits for a server that fails at once
    with pytest.raises(CommandError, match="Cannot listen there: "):
        run("smtp_listener", **options)


# --- stuck ---------------


def test_where_everything_goes_on_nothing_is_named(game: Game, post: Post) -> None:
    alive()
    post.deliver()
    assert run("stuck") == "Everything goes on.\n"


def test_everything_that_does_not_go_on_is_named_with_why_and_what_to_do(
    game: Game, people: list[Player], post: Post
) -> None:
    alive()
    long_ago = timezone.now() - timedelta(hours=3)
    Pulse.objects.filter(pk="beat").update(at=long_ago)
    post.deliver()
    given_up, unsent = Outbox.objects.filter(purpose="prompt")
    Outbox.objects.filter(pk=given_up.pk).update(state="failed", attempts=22, error="SMTPRecipientsRefused 450 4.2.0")
    Outbox.objects.filter(pk=unsent.pk).update(state="queued", due_at=long_ago)
    unread = InboundMail.objects.create(received_at=long_ago, source="smtp", sha256="a", size_bytes=1)
    put_aside = InboundMail.objects.create(
        received_at=long_ago, source="smtp", sha256="b", size_bytes=1, state="quarantined", attempts=5, error="KeyError"
    )
    OpenDecision.objects.filter(seat=0).update(deadline=long_ago)
    found = {one.name: one for one in stuck.everything()}
    assert set(found) == {"beat", str(given_up.pk), str(unsent.pk), str(unread.pk), str(put_aside.pk), str(game.pk)}
    assert "SMTPRecipientsRefused 450 4.2.0" in found[str(given_up.pk)].why
    assert found[str(given_up.pk)].do.startswith(f"resend {given_up.pk}, or with --let-go")
    assert found[str(put_aside.pk)].do.endswith(f"reparse --apply {put_aside.pk}, or --let-go if nobody will")
    aside.attempt(game.pk, timezone.now())
    aside.failed(game.pk, ZeroDivisionError("a secret"), doing="the clock")
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("stuck", stdout=out)
    assert ended.value.code == 1
    said = out.getvalue()
    assert "failed 1 times: ZeroDivisionError" in said
    assert f"since {long_ago:%Y-%m-%d %H:%M} UTC: " in said
    assert not any(word in said for word in ("a secret", "home.example", "Anna"))


def test_of_many_the_oldest_are_named_and_all_are_counted(game: Game, people: list[Player]) -> None:
    alive()
    mails = Outbox.objects.bulk_create(
        Outbox(key=str(number), player=people[0], game=game, purpose="prompt", state=Outbox.State.FAILED, payload={})
        for number in range(60)
    )
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("stuck", stdout=out)
    said = out.getvalue()
    assert sum(f"-> resend {one.pk}" in said for one in mails) == 50
    assert "mail out and 10 more" in said
    assert said.endswith("60 things do not go on.\n")


def test_a_table_that_is_tried_just_now_is_not_stuck_and_one_that_nothing_tries_any_more_names_the_way(
    game: Game, post: Post
) -> None:
    alive()
    post.deliver()
    now = timezone.now()
    aside.attempt(game.pk, now)
    assert list(stuck.everything(now)) == [], "its try runs"
    [died] = stuck.everything(now + timedelta(seconds=90))
    assert (died.name, died.why) == (str(game.pk), "failed 1 times: its worker died")
    assert "next try" in died.do
    SetAside.objects.filter(pk=game.pk).update(failures=8, deaths=aside.MOST_DEATHS)
    [dead] = stuck.everything(now + timedelta(seconds=90))
    assert dead.do == f"nothing tries it any more: mend the fault, then: retry {game.pk}"
    run("retry", str(game.pk))
    assert list(stuck.everything(now + timedelta(seconds=90))) == []


def test_what_should_be_thrown_away_once_an_hour_and_was_not_for_hours_is_named_with_who_does_it(
    game: Game, django_assert_num_queries: Any
) -> None:
    """Though it is a week ago: an alert may be silenced, and whoever asks here is told."""
    alive()
    for hours, named in ((3, False), (5, True), (24 * 30, True)):
        Pulse.objects.filter(pk="settle games").update(at=timezone.now() - timedelta(hours=hours))
        with django_assert_num_queries(1):
            assert ["settle games"] * named == [one.name for one in stuck._silent(timezone.now())]
    Pulse.objects.filter(pk="purge raw mail").delete()
    never, late = sorted(stuck._silent(timezone.now()), key=lambda one: one.name)
    assert (never.name, never.since, never.why) == ("purge raw mail", None, "is done once an hour, and never was")
    assert (late.what, late.why) == ("round", "is done once an hour, and was not since")
    assert "queue clock" in never.do
    assert "queue bots" in late.do


def test_of_a_beat_that_is_silent_it_is_not_told_too_what_it_asks_for_no_more(game: Game) -> None:
    alive()
    Pulse.objects.filter(pk__in=["beat", *rounds.HOURLY]).update(at=timezone.now() - timedelta(days=1))
    assert [one.name for one in stuck._silent(timezone.now())] == ["beat"]


def test_a_round_that_ends_its_process_each_time_is_named_though_it_begins_again_and_again(game: Game) -> None:
    alive()
    Pulse.objects.filter(pk="forget old mail").update(unended=pulse.SOON)
    assert list(stuck._silent(timezone.now())) == [], "they may be at it just now"
    Pulse.objects.filter(pk="forget old mail").update(unended=pulse.SOON + 1)
    [one] = stuck._silent(timezone.now())
    assert (one.what, one.name, one.why) == ("round", "forget old mail", "began 4 times, and came to no end")
    assert "queue bots" in one.do


@pytest.mark.parametrize("name", [*rounds.OFTEN, *rounds.HOURLY])
def test_a_round_that_fails_each_time_is_named_with_where_though_it_has_begun_just_now(game: Game, name: str) -> None:
    alive()
    most = stuck.UNFORGOTTEN if name in rounds.HOURLY else stuck.UNDONE
    for since, named in ((most - timedelta(minutes=1), False), (most + timedelta(minutes=1), True)):
        Pulse.objects.filter(pk=name).update(undone_since=timezone.now() - since, place="ValueError at x.py:7 in y")
        assert [name] * named == [one.name for one in stuck._silent(timezone.now())]
    [one] = stuck._silent(timezone.now())
    assert (one.what, one.why) == ("round", "fails each time: ValueError at x.py:7 in y")
    assert one.since == Pulse.objects.get(pk=name).undone_since
    assert f"queue {rounds.queue_of(name)}" in one.do


@pytest.mark.parametrize("name", ["sweep inbound", "calls"])
def test_a_round_of_each_half_minute_that_is_not_even_begun_is_named(game: Game, name: str) -> None:
    alive()
    Pulse.objects.filter(pk=name).update(at=timezone.now() - stuck.UNDONE - timedelta(minutes=6))
    [one] = stuck._silent(timezone.now())
    assert (one.what, one.name, one.why) == ("round", name, "is done twice a minute, and was not since")


def test_a_copy_that_is_late_is_named_where_our_scripts_are_to_make_it(settings: Any) -> None:
    alive()
    long_after = timezone.now() + copies.LATE
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute("SELECT copy_made('base')")
    assert list(stuck._uncopied(long_after)) == [], "it is embedded: nothing makes copies"
    settings.COPIES = ["base", "dump"]
    assert list(stuck._uncopied(timezone.now())) == []
    assert {(one.what, one.name) for one in stuck._uncopied(long_after + timedelta(minutes=1))} == {
        ("copy", "base"), ("copy", "dump"),
    }  # fmt: skip


# --- resend ---------------


def refused(*_: Any, **__: Any) -> int:
    raise smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.7.1 no")})


@pytest.fixture
def given_up(game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch) -> Outbox:
    row = Outbox.objects.get(player=people[0], purpose="prompt")
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refused)
        assert not sending.send(row.pk, plain_render)
    row.refresh_from_db()
    assert row.state == "failed"
    return row


def test_what_was_given_up_is_sent_again_once_however_often_it_is_asked_for(given_up: Outbox) -> None:
    assert "is owed again" in run("resend", str(given_up.pk), why="the relay is well")
    assert "is owed already" in run("resend", str(given_up.pk))
    with pytest.raises(CommandError, match="Not every id"):
        run("resend", str(uuid4()))
    assert sending.send(given_up.pk, plain_render)
    assert "was sent" in run("resend", str(given_up.pk))
    assert not sending.send(given_up.pk, plain_render)
    assert len(django_mail.outbox) == 1
    deed = Deed.objects.get()
    assert (deed.what, deed.subject, deed.why) == ("resend", str(given_up.pk), "the relay is well")
    assert deed.by


def test_all_that_were_given_up_are_sent_again_by_one_word(given_up: Outbox) -> None:
    assert "1 mails looked at" in run("resend", failed=True)
    assert sending.send(given_up.pk, plain_render)
    assert "0 mails looked at" in run("resend", failed=True)


def test_what_nobody_waits_for_is_let_go_of_and_names_itself_no_more(given_up: Outbox) -> None:
    assert str(given_up.pk) in {one.name for one in stuck.everything()}
    for wrong in ({"waiting": True}, {"again": True}, {"question": [str(uuid4()), "1"]}):
        with pytest.raises(CommandError, match="given up"):
            run("resend", let_go=True, **wrong)
    assert "is owed no more" in run("resend", failed=True, let_go=True, why="moved away")
    assert "was not given up" in run("resend", str(given_up.pk), let_go=True)
    assert str(given_up.pk) not in {one.name for one in stuck.everything()}
    assert not sending.send(given_up.pk, plain_render)
    assert (Deed.objects.get().what, Deed.objects.get().why) == ("let go", "moved away")
    assert "is owed again" in run("resend", str(given_up.pk), again=True)
    assert "was not given up" in run("resend", str(given_up.pk), let_go=True)
    assert sending.send(given_up.pk, plain_render)


def test_what_waits_for_its_next_try_goes_out_by_one_word_when_the_relay_is_back(given_up: Outbox) -> None:
    in_hours = timezone.now() + timedelta(hours=5)
    Outbox.objects.filter(pk=given_up.pk).update(state="queued", attempts=9, due_at=in_hours)
    Outbox.objects.filter(state="queued", attempts=0).delete()
    assert not sending.send(given_up.pk, plain_render)
    assert "1 mails looked at" in run("resend", waiting=True)
    assert sending.send(given_up.pk, plain_render)
    assert "0 mails looked at" in run("resend", waiting=True)


def test_the_question_of_a_seat_is_sent_once_more_under_the_same_message_id_and_can_be_answered(
    game: Game, people: list[Player], post: Post
) -> None:
    first = post.to(people[0])
    assert "is owed again" in run("resend", question=[str(game.pk), "1"])
    second = post.to(people[0])
    assert (first.message_id, first is second) == (second.message_id, False)
    assert post.reply(people[0], "1").state == "done"


def test_the_question_that_is_sent_once_more_is_the_last_one_of_that_seat(
    game: Game, people: list[Player], post: Post
) -> None:
    post.deliver()
    for one in people[:2]:
        post.reply(one, "1")
    post.deliver()
    asked = Outbox.objects.filter(game=game, seat=1, purpose="prompt").order_by("prompt")
    assert len(asked) == 2
    assert run("resend", question=[str(game.pk), "2"]).startswith(f"{asked[1].pk} is owed again")
    assert list(Outbox.objects.filter(state="queued").values_list("pk", flat=True)) == [asked[1].pk]


def test_what_a_worker_may_be_sending_just_now_is_left_alone_and_says_when_to_ask_again(
    game: Game, people: list[Player]
) -> None:
    row = Outbox.objects.get(player=people[0], purpose="prompt")
    for attempt in (1, 2):
        assert sending.claim(row.pk) is not None
        due = Outbox.objects.get(pk=row.pk).due_at
        said = run("resend", str(row.pk))
        until = due - failing.pause(attempt) + timedelta(seconds=again.AT_WORK_S)
        assert f"may be with the relay just now: ask again after {until:%H:%M:%S} UTC" in said
        Outbox.objects.filter(pk=row.pk).update(due_at=timezone.now())
    Outbox.objects.filter(pk=row.pk).update(
        due_at=timezone.now() + failing.pause(2) - timedelta(seconds=again.AT_WORK_S)
    )
    assert again.resend(row.pk) == "is owed again"


def test_a_first_try_that_has_failed_is_over_and_is_made_again_at_once(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The relay is back, and whoever says so would be told for a minute and a half that the mail was on its way."""
    row = Outbox.objects.get(player=people[0], purpose="prompt")
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", lambda *_: 1 / 0)
        assert not sending.send(row.pk, plain_render)
    assert f"{row.pk} is owed again" in run("resend", waiting=True)
    assert sending.send(row.pk, plain_render)


def test_what_nobody_knows_cannot_be_sent(game: Game) -> None:
    assert again.resend(uuid4()) == "is not in the outbox"
    for wrong in (["no id", "1"], [str(game.pk), "one"], [str(game.pk), "9"]):
        with pytest.raises(CommandError):
            run("resend", question=wrong)
    with pytest.raises(CommandError):
        run("resend")


# --- trace ---------------


@pytest.fixture
def answered(game: Game, people: list[Player], post: Post) -> InboundMail:
    post.reply(people[1], "2")
    row = post.reply(people[0], "1", "press: Odin knows it")
    post.deliver()
    return row


def test_from_a_mail_to_its_events_and_answers_and_back(game: Game, answered: InboundMail) -> None:
    lines = run("trace", str(answered.pk)).splitlines()
    assert {line[23:29] for line in lines} == {" UTC  "}
    said = [line.split()[3] for line in lines]
    assert said[0] == "arrived"
    assert {"arrived", "read", "event", "owed", "sent"} <= set(said)
    times = [line[:23] for line in lines]
    assert times == sorted(times)
    move = Event.objects.filter(game=game, kind="move_made", seat=0).latest("seq")
    press = Event.objects.get(game=game, kind="press_sent")
    text = "\n".join(lines)
    receipt = Outbox.objects.get(purpose="receipt", payload__mail=str(answered.pk))
    assert all(f"{game.pk}/{one.seq}" in text for one in (move, press))
    assert str(receipt.pk) in text
    short = game.pk.hex[:6]  # as in the subjects of its mails
    for other in (f"{game.pk}/{move.seq}", str(receipt.pk), str(game.pk), short, f"{short}/{move.seq}"):
        assert str(answered.pk) in run("trace", other)


def test_no_trace_has_a_word_a_name_or_an_address(game: Game, answered: InboundMail, people: list[Player]) -> None:
    text = run("trace", str(answered.pk)) + run("trace", str(game.pk))
    assert "Odin" not in text
    assert not any(one.name in text or one.email in text for one in people)
    assert "@in.asgard" not in text


def test_what_is_no_id_or_of_nothing_is_said() -> None:
    for wrong in ("nonsense", str(uuid4()), f"{uuid4()}/1", f"{uuid4()}/x", "abcdef", "abcdef/1"):
        with pytest.raises(CommandError):
            run("trace", wrong)
