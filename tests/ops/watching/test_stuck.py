"""What `stuck` names and what it leaves out: each kind by itself, on both sides of its grace."""

from __future__ import annotations

import smtplib
import socket
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone
from kombu import Connection
from psycopg.errors import DiskFull

from asgard_pbem import env
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.management import remedies, stuck
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables.guards import aside, pulse
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player, Pulse
from asgard_pbem.tables.models import Seat as SeatRow
from tests.mail.conftest import Post, _toy_is_installed, game, people, post, recipient_of
from tests.ops.watching.test_operators import alive

__all__ = ["_toy_is_installed", "game", "people", "post"]
pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def well(game: Game, post: Post) -> Game:
    """All processes live, and all mail is out."""
    alive()
    post.deliver()
    assert list(stuck.everything()) == []
    assert RawMail.objects.count() == 0, "it has taken back what it tried"
    return game


def named() -> list[tuple[str, str]]:
    return [(one.what, one.name) for one in stuck.everything()]


@pytest.mark.parametrize("minutes", [1, 3])
def test_a_mail_that_came_just_now_is_not_called_unread_and_after_two_minutes_it_is(well: Game, minutes: int) -> None:
    came = timezone.now() - minutes * MINUTE
    row = InboundMail.objects.create(received_at=came, source="smtp", sha256="a", size_bytes=1)
    assert named() == [("mail in", str(row.pk))] * (minutes > 2)


def test_a_mail_that_the_relay_has_refused_more_than_once_is_named_with_its_next_try(well: Game) -> None:
    row = Outbox.objects.filter(purpose="prompt")[0]
    then = timezone.now() + timedelta(hours=3)
    for attempts in (1, 2):
        Outbox.objects.filter(pk=row.pk).update(state="queued", attempts=attempts, due_at=then, error="450 4.2.0")
        assert named() == [("mail out", str(row.pk))] * (attempts > 1)
    [one] = stuck.everything()
    assert one.why == "prompt, tried 2 times: 450 4.2.0"
    assert one.do == f"next try {then:%d %b %H:%M} UTC"
    Outbox.objects.filter(pk=row.pk).update(due_at=timezone.now() - timedelta(hours=3))
    assert named() == [("mail out", str(row.pk))], "once, as the one that nobody sends"


@pytest.mark.parametrize("state", ["queued", "failed"])
def test_what_is_wrong_with_the_way_to_the_relay_is_named_with_its_remedy(well: Game, state: str) -> None:
    """`SSLError` says nothing to whoever wrote smtps:// for a port of STARTTLS."""
    row = Outbox.objects.filter(purpose="prompt")[0]
    then = timezone.now() + timedelta(hours=3)
    for error, remedy in (("SSLError", "smtp+tls://"), ("SMTPAuthenticationError 535 5.7.8", "password of EMAIL_URL")):
        Outbox.objects.filter(pk=row.pk).update(state=state, attempts=2, due_at=then, error=error)
        [one] = stuck.everything()
        assert remedy in one.do


def test_an_address_of_the_relay_that_speaks_another_tls_fails_by_a_class_that_has_a_remedy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        threading.Thread(target=lambda: plain.accept()[0].sendall(b"220 relay ESMTP\r\n"), daemon=True).start()
        with pytest.raises(OSError) as said:  # noqa: PT011  whichever of them: its class is what is asked about
            smtplib.SMTP_SSL("127.0.0.1", plain.getsockname()[1], timeout=5)
    assert "smtp+tls://" in remedies.of(type(said.value).__name__)


@pytest.mark.parametrize("queue", ["in", "out", "bots"])
def test_of_workers_that_live_and_do_not_come_to_it_nobody_is_told_to_start_them(
    queue: str, well: Game, with_a_bot: Game
) -> None:
    """A relay that hangs holds all of them, and to start them was what was advised."""
    ago = timezone.now() - 16 * MINUTE
    if queue == "in":
        InboundMail.objects.create(received_at=ago, source="smtp", sha256="a", size_bytes=1)
    elif queue == "out":
        row = Outbox.objects.filter(purpose="prompt")[0]
        Outbox.objects.filter(pk=row.pk).update(state="queued", attempts=0, due_at=ago)
    if queue != "bots":
        OpenDecision.objects.filter(game=with_a_bot).delete()
    Pulse.objects.create(name=f"worker {queue}", at=timezone.now())
    [one] = stuck.everything()
    assert one.do.startswith(f"the workers of queue {queue} live: their log says")
    Pulse.objects.filter(name=f"worker {queue}").update(at=timezone.now() - 3 * MINUTE)
    assert [found.do for found in stuck.everything()][-1] == f"start workers of queue {queue}"


def test_of_workers_those_are_named_that_are_silent_and_none_that_was_taken_away_long_ago(well: Game) -> None:
    for name, ago in (("out", MINUTE), ("in", 3 * MINUTE), ("bots", pulse.FORGOTTEN + MINUTE)):
        Pulse.objects.create(name=f"worker {name}", at=timezone.now() - ago)
    assert named() == [("process", "worker in")]


def test_a_clock_that_waits_is_named_as_long_as_it_waits(well: Game) -> None:
    for minutes in (-1, 1):
        Pulse.objects.filter(pk="clock").update(hold_until=timezone.now() + minutes * MINUTE)
        assert named() == [("clock", "clock")] * (minutes > 0)


def test_a_broker_that_does_not_answer_is_named_before_the_workers_who_wait_for_it(
    well: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them fall silent, and nobody can start them."""
    Pulse.objects.filter(pk="clock").update(at=timezone.now() - 3 * MINUTE)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setattr(
        "celery.current_app.connection_for_write", lambda **_: Connection(f"redis://127.0.0.1:{port}/0")
    )
    assert named() == [("process", "broker"), ("process", "clock")]
    assert "BROKER_URL" in next(stuck.everything()).do


def test_a_database_without_room_for_a_mail_is_named_though_all_who_live_can_say_so(
    well: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every mail was put off by 451, every one of ours failed, and "Everything goes on." was said."""
    kept = RawMail.objects.count()

    def full(*_: object, **__: object) -> None:
        raise OperationalError("no room") from DiskFull("no room")

    monkeypatch.setattr(RawMail, "save", full)
    [one] = stuck.everything()
    assert (one.what, one.name, one.why.split(":")[0]) == ("disk", "database", "has no room for a mail")
    assert "AsgardMailPutOff" in one.do
    assert RawMail.objects.count() == kept


@pytest.fixture
def with_a_bot(well: Game) -> Game:
    """Its second seat is a bot's, whose question has been open for long, as that of the person at the first is."""
    OpenDecision.objects.filter(game=well).update(since=timezone.now() - timedelta(hours=1))
    assert named() == [], "people take their time"
    SeatRow.objects.filter(game=well, seat=1).update(player=None, bot="greedy")
    return well


def test_a_bot_that_does_not_answer_is_named_when_it_has_had_its_time(with_a_bot: Game) -> None:
    [one] = stuck.everything()
    assert (one.what, one.name, one.why) == ("table", str(with_a_bot.pk), "waits for a bot")
    bots = OpenDecision.objects.filter(game=with_a_bot, seat=1)
    bots.update(since=timezone.now() - stuck.LATE + MINUTE)
    assert named() == []
    bots.update(since=timezone.now() - timedelta(hours=1), answered=True)
    assert named() == [], "it has answered, and the person at the table has not"


def test_a_table_at_which_its_bot_fails_is_named_once_with_what_mends_it(with_a_bot: Game) -> None:
    """More workers are no help: they are told not to try it."""
    OpenDecision.objects.filter(game=with_a_bot, seat=0).update(deadline=timezone.now() - timedelta(hours=1))
    aside.attempt(with_a_bot.pk, timezone.now())
    aside.failed(with_a_bot.pk, ZeroDivisionError(), doing="the bots")
    [one] = stuck.everything()
    assert (one.name, one.why.split(":")[0]) == (str(with_a_bot.pk), "failed 1 times")
    assert one.do.startswith("mend it; next try ")


def test_a_table_is_over_its_time_by_its_oldest_question_and_none_that_has_ended_is(well: Game) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    for seat in (0, 1):
        OpenDecision.objects.filter(game=well, seat=seat).update(deadline=long_ago + seat * MINUTE)
    [one] = stuck.everything()
    assert (one.name, one.since, one.why) == (str(well.pk), long_ago, "is over its time")
    OpenDecision.objects.filter(game=well).update(deadline=timezone.now() - stuck.LATE + MINUTE)
    assert named() == [], "the clock may be at it"
    OpenDecision.objects.filter(game=well).update(deadline=long_ago, answered=True)
    assert named() == []
    OpenDecision.objects.filter(game=well).update(answered=False)
    Game.objects.filter(pk=well.pk).update(status=Game.Status.CLOSED)
    assert named() == []


def test_a_table_that_nothing_installed_plays_is_named_with_its_rules(well: Game) -> None:
    Game.objects.filter(pk=well.pk).update(status=Game.Status.UNKNOWN_RULES)
    [one] = stuck.everything()
    assert (one.name, one.why) == (str(well.pk), "nothing plays highest_card 1")


def test_whoever_only_wants_the_count_gets_one_line(well: Game, people: list[Player], capsys: Any) -> None:
    Outbox.objects.filter(player=people[0]).update(state="failed")
    with pytest.raises(SystemExit):
        call_command("stuck", quiet=True)
    assert capsys.readouterr().out == "1 things do not go on.\n"


def test_keys_that_do_not_open_what_is_stored_are_named_with_the_remedy(well: Game, settings: Any) -> None:
    right, wrong = env.derived_key("right", "fernet"), env.derived_key("wrong", "fernet")
    before = list(settings.FERNET_KEYS)
    settings.FERNET_KEYS = [right, *before]
    assert named() == []
    settings.FERNET_KEYS = [wrong]
    found = list(stuck.everything())
    assert {(one.what, one.name) for one in found} == {("setting", "FERNET_KEYS")}
    assert "do not open what is stored in tables_gamesecret" in found[0].why
    assert found[0].do.startswith("Add the former key to FERNET_KEYS")


def test_a_mail_that_came_under_wrong_keys_is_carried_out_when_they_stand_behind_the_right_ones(
    well: Game, people: list[Player], post: Post, settings: Any
) -> None:
    right, answer = list(settings.FERNET_KEYS), reply_to(post.to(people[0]), people[0].email, ["1"], "top")
    settings.FERNET_KEYS = [env.derived_key("wrong", "fernet")]
    row = inbound.accept(
        answer, envelope_from=None, envelope_to=[recipient_of(answer)], source="test", provider_event_id=None,
        verdicts=AuthVerdicts(),
    )  # fmt: skip
    settings.FERNET_KEYS = right
    InboundMail.objects.filter(pk=row.pk).update(attempts=4)
    process.process(row.pk)
    assert InboundMail.objects.get(pk=row.pk).error == "InvalidToken"
    settings.FERNET_KEYS = [*right, env.derived_key("wrong", "fernet")]
    call_command("reparse", str(row.pk), apply=True)
    assert InboundMail.objects.get(pk=row.pk).state == "done"
