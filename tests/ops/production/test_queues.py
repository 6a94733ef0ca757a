"""The workers of production, one a queue, as real processes on a real broker: none waits for another's trouble."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import psutil
import pytest
import redis
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Producer
from pytest_django import DjangoDbBlocker

from asgard_pbem import env
from asgard_pbem.bots.tasks import BESIDE
from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.guards import aside
from asgard_pbem.tables.models import Game, Outbox, Player, Pulse, SetAside
from asgard_pbem.tables.publisher import Link
from asgard_pbem.tables.store import loading
from engine.table import registry
from tests.ops.production.test_real_brokers import ROOT, RealBroker, wait_for
from tests.toys.killer import KNOWN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.tampers]
PROCESS = "asgard_pbem.mail.tasks.process_inbound"


class HangingRelay:
    """Takes connections, and never says a word."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(30)
        self.callers: list[socket.socket] = []

    def is_called(self) -> None:
        self.callers.append(self.server.accept()[0])

    def close(self) -> None:
        for one in (self.server, *self.callers):
            one.close()


class Workers:
    """One process for the tasks of each queue, at the database of the tests and a Redis of their own."""

    def __init__(self, broker: RealBroker, folder: Path, relay: HangingRelay) -> None:
        self.link, self.redis, self.relay = Link(broker.url), redis.Redis(port=broker.port), relay
        self.deaths, self.processes = folder / "deaths", list[subprocess.Popen[bytes]]()
        base = connection.settings_dict
        host = base["HOST"].replace("/", "%2F")
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in env.ASKED},
            "LOCAL_DIR": str(folder),
            "DATABASE_URL": f"postgres://{base['USER']}@{host}/{connection.settings_dict['NAME']}",
            "BROKER_URL": broker.url,
            "EMAIL_URL": f"smtp://127.0.0.1:{relay.server.getsockname()[1]}",
            "SECRET_KEY": settings.SECRET_KEY,
            "IN_DOMAIN": settings.IN_DOMAIN,
            "MAIL_DOMAIN": settings.MAIL_DOMAIN,
            "DEATHS": str(self.deaths),
            "PROMPT_WAITS_S": "0",
            "RECEIPT_WAITS_S": "0",
        }
        self.logs = {queue: folder / f"{queue}.log" for queue in ("in", "out", "bots")}

    def start(self) -> None:
        program = [sys.executable, "-m", "celery", "-A", "tests.ops.production.toy_workers", "worker", "-l", "INFO"]
        bare = ["--concurrency=1", "--without-gossip", "--without-mingle", "--without-heartbeat"]
        for queue, log in self.logs.items():
            command = [*program, "-Q", queue, "-n", f"{queue}@%h", *bare]
            with log.open("wb") as said:
                process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=said, stderr=said)
            self.processes.append(process)
        wait_for(lambda: all(b" ready." in log.read_bytes() for log in self.logs.values()))

    def stop(self) -> None:
        """Each parent stands still before its children are counted: one that it began meanwhile would outlive it, with
        its session with the tests' database, which then cannot be dropped.
        """
        for process in self.processes:
            process.send_signal(signal.SIGSTOP)
            family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
            for one in family:
                with suppress(psutil.NoSuchProcess):
                    one.send_signal(signal.SIGKILL)
            process.wait(10)
            psutil.wait_procs(family, timeout=10)

    def tell(self, name: str, *keys: str) -> None:
        self.link.publish((name, keys, 0))

    def put(self, queue: str, head: dict[str, object], body: str) -> None:
        """What is no message of ours, as it stands."""
        with current_app.connection_for_write(self.link.url) as link:
            Producer(link.channel()).publish(
                body, exchange=queue, routing_key=queue, headers=head, content_type="application/json",
                content_encoding="utf-8",
            )  # fmt: skip

    def nothing_left(self, queue: str) -> bool:
        """Whether no task of this queue waits or is being done."""
        done_late = f'"routing_key": "{queue}"'.encode()
        return not self.redis.llen(queue) and not any(done_late in task for task in self.redis.hvals("unacked"))

    def died(self) -> int:
        return len(self.deaths.read_text().splitlines()) if self.deaths.exists() else 0


@pytest.fixture(scope="module")
def workers(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Workers]:
    folder, relay = Path(mkdtemp(prefix="asgard-queues-")), HangingRelay()
    broker = RealBroker("redis", folder)
    broker.start()
    made = Workers(broker, folder, relay)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        with django_db_blocker.unblock():  # they say that they live, and did so once more since the last test
            Pulse.objects.all().delete()
        broker.end()
        relay.close()
        shutil.rmtree(folder)


@pytest.fixture
def people(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Player]]:
    """Two of them; workers are told by the tests alone."""
    monkeypatch.setattr(registry, "games", lambda: KNOWN)
    with notify.quietly():
        yield [services.player_for(f"{name}@home.example", name=name) for name in ("Anna", "Boris")]
    loading.shelf.clear()


def a_table(people: list[Player]) -> Game:
    game = services.open_table(opened_by=people[0], key="aesir", seats=2, cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    return game


def an_answer(game: Game, player: Player) -> InboundMail:
    """A stored mail that plays the first line of the first seat's list."""
    prompt = services.current_prompt(game.pk, 0)
    token = services.issue_token(player=player, game=game, seat=0, prompt=prompt)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = player.email, tokens.reply_address(token), "Re: Toy"
    letter["Message-ID"] = f"<{uuid4().hex}@home.example>"
    letter.set_content("1\n")
    return inbound.accept(
        letter.as_bytes(), envelope_from=player.email, envelope_to=[tokens.reply_address(token)],
        received_at=timezone.now(), source="test", provider_event_id=None, verdicts=AuthVerdicts(),
    )  # fmt: skip


def state(mail: InboundMail) -> tuple[str, int]:
    mail.refresh_from_db()
    return mail.state, mail.attempts


def test_a_relay_that_hangs_keeps_no_mail_from_being_read(workers: Workers, people: list[Player]) -> None:
    game = a_table(people)
    owed = list(Outbox.objects.filter(game=game, state="queued").values_list("pk", flat=True))
    assert len(owed) == 2
    for one in owed:
        workers.tell(notify.SEND_MAIL, str(one))
    workers.relay.is_called()
    mail = an_answer(game, people[0])
    workers.tell(PROCESS, str(mail.pk))
    wait_for(lambda: state(mail) == ("done", 1), 15)
    assert game.events.filter(kind="move_made").count() == 1
    assert not workers.nothing_left("out")


def sessions() -> int:
    """How many sessions the database of the tests has had."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def test_a_worker_keeps_its_session_from_task_to_task_and_makes_it_anew_when_it_was_ended(
    workers: Workers, people: list[Player]
) -> None:
    before = sessions()
    for _ in range(30):
        workers.tell(PROCESS, str(uuid4()))  # a mail that is not there: three statements
    wait_for(lambda: workers.nothing_left("in"), 15)
    assert sessions() - before <= 2 + len(workers.processes)  # each of which may have said by one that it lives
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # as a restart does
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    mail = an_answer(a_table(people), people[0])
    workers.tell(PROCESS, str(mail.pk))
    wait_for(lambda: state(mail) == ("done", 1), 15)


def test_a_bot_that_kills_its_worker_is_tried_a_few_times_then_less_and_less_and_at_last_not_at_all(
    workers: Workers, people: list[Player]
) -> None:
    """It was 230 times a minute, for ever, and other tables' bots stood still."""
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), bots={1: "killer"})
    sound = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), bots={1: "greedy"})
    for one in [*[game.pk] * 8, sound.pk]:
        workers.tell(notify.PLAY_BOTS, str(one))
    wait_for(lambda: sound.events.filter(kind="move_made").exists() and workers.nothing_left("bots"), 20)
    row = SetAside.objects.get()
    assert (row.game_id, row.deaths, row.place) == (game.pk, workers.died(), "")
    assert workers.died() == 1 + BESIDE
    assert row.next_try_at - timezone.now() > timedelta(minutes=3)

    SetAside.objects.update(deaths=aside.MOST_DEATHS - 1, failures=aside.MOST_DEATHS - 1, next_try_at=timezone.now())
    workers.tell(notify.PLAY_BOTS, str(game.pk))
    wait_for(lambda: workers.died() == 2 + BESIDE, 10)
    SetAside.objects.update(next_try_at=timezone.now())
    assert tasks.games_waiting_for_bots() == []
    workers.tell(notify.PLAY_BOTS, str(game.pk))
    workers.tell(notify.PLAY_BOTS, str(sound.pk))
    wait_for(lambda: workers.nothing_left("bots"), 10)
    assert workers.died() == 2 + BESIDE


GARBLED = [
    ({"id": "1", "task": PROCESS, "timelimit": "a minute"}, "[[], {}, {}]"),
    ({"id": "2", "task": PROCESS, "eta": "soon"}, "[[], {}, {}]"),
    ({"id": "3", "task": PROCESS}, "5"),
    ({"id": "4", "task": PROCESS}, "[1, 2]"),
    ({"id": "5", "task": "nobody.knows"}, "[[], {}, {}]"),
    ({"id": "6", "task": PROCESS}, "[" * 10_000),
    ({"id": "7", "task": PROCESS}, '[["no id of a mail"], {}, {}]'),
    ({}, f'{{"task": "{PROCESS}"}}'),
    ({}, f'{{"task": "{PROCESS}", "args": 5, "kwargs": 7, "id": 3}}'),
    ({}, "nothing at all"),
]


@pytest.mark.parametrize("head, body", GARBLED)
def test_a_message_that_nobody_understands_ends_no_worker(
    head: dict[str, object], body: str, workers: Workers, people: list[Player]
) -> None:
    """Such a one was handed from worker to worker, each of which ended at once, and no mail was read any more."""
    [at, *_] = workers.processes
    workers.put("in", head, body)
    mail = an_answer(a_table(people), people[0])
    workers.tell(PROCESS, str(mail.pk))
    wait_for(lambda: InboundMail.objects.get(pk=mail.pk).state == InboundMail.State.DONE, 30)
    wait_for(lambda: workers.nothing_left("in"), 10)
    assert at.poll() is None
