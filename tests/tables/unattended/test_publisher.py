"""Whoever tells the broker waits a moment at most, whatever the broker does; what was not told is left to the sweep."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from asgard_pbem.tables import notify, publisher
from asgard_pbem.tables.publisher import PATIENCE_S, PAUSE_S, Link, Publisher, Task


@dataclass
class Broker:
    """A link that takes, refuses, or hangs until it is let go."""

    refuses: Exception | None = None
    hangs: bool = False
    let_go: threading.Event = field(default_factory=threading.Event)
    tried: list[Task] = field(default_factory=list)
    loads_s: float = 0.0

    def load(self) -> None:
        time.sleep(self.loads_s)
        if isinstance(self.refuses, ModuleNotFoundError):
            raise self.refuses

    def publish(self, task: Task) -> None:
        self.tried.append(task)
        if self.hangs:
            self.let_go.wait(30)
        if self.refuses is not None:
            raise self.refuses


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def broker() -> Iterator[Broker]:
    made = Broker()
    yield made
    made.let_go.set()


def test_a_task_is_with_the_broker_when_tell_says_so(broker: Broker) -> None:
    assert Publisher(broker).tell("send", "1")
    assert broker.tried == [("send", ("1",), 0)]


def test_a_process_that_has_just_begun_and_loads_for_long_still_tells_a_broker_that_answers(broker: Broker) -> None:
    broker.loads_s = 2 * PATIENCE_S
    assert Publisher(broker).tell("send", "1")


def test_what_speaks_to_the_broker_is_loaded_before_anybody_waits_for_it() -> None:
    code = "import sys; from celery import current_app; from asgard_pbem.tables.publisher import Link\n"
    code += "Link('redis://127.0.0.1:1/0').load(); sys.exit('kombu.transport.redis' not in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "problem", [OperationalError("away"), ConnectionRefusedError(), ModuleNotFoundError("packaging")], ids=repr
)
def test_a_broker_that_refuses_is_left_alone_for_a_pause(broker: Broker, problem: Exception) -> None:
    clock, broker.refuses = Clock(), problem
    one = Publisher(broker, clock=clock)
    assert [one.tell("send", str(number)) for number in range(20)] == [False] * 20
    assert len(broker.tried) == 1
    clock.now += PAUSE_S
    broker.refuses = None
    assert one.tell("send", "20")
    assert one.tell("send", "21")


def test_a_broker_that_hangs_costs_twenty_tellers_at_once_one_moment(broker: Broker) -> None:
    broker.hangs = True
    one = Publisher(broker, clock=Clock())
    answers: list[bool] = []
    tellers = [threading.Thread(target=lambda: answers.append(one.tell("send"))) for _ in range(20)]
    began = time.monotonic()
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    assert time.monotonic() - began < len(tellers) / 2 * PATIENCE_S  # one after the other they would take twice that
    assert answers == [False] * 20


def test_after_the_broker_came_back_tasks_are_taken_again(broker: Broker) -> None:
    clock, broker.hangs = Clock(), True
    one = Publisher(broker, clock=clock)
    assert not one.tell("send", "1")
    broker.hangs = False
    broker.let_go.set()
    clock.now += PAUSE_S
    assert one.tell("send", "2")


def test_a_kept_connection_that_died_is_made_anew_at_the_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Kept(Link):
        def _send(self, task: Task) -> None:
            if self.producer is None:
                made.append("connection")
                self.producer = len(made)
            if self.producer == 1 and task[0] == "second":
                raise ConnectionResetError

        def drop(self) -> None:
            self.producer = None

    link = Kept()
    link.publish(("first", ()))
    link.publish(("second", ()))
    assert made == ["connection", "connection"]


def test_a_machine_without_threads_to_give_tells_nobody_and_fails_nobody(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    one = Publisher(broker)
    assert not one.tell("send")
    monkeypatch.undo()
    one.not_before = 0.0
    assert one.tell("send")


def test_a_forked_process_has_a_publisher_of_its_own() -> None:
    parents = publisher._here.own
    child = os.fork()
    if child == 0:
        os._exit(0 if publisher._here.own is not parents else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.django_db(transaction=True)
def test_a_task_whose_telling_fails_fails_no_commit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: str) -> bool:
        raise OSError("whatever")

    monkeypatch.setattr(publisher, "tell", fail)
    loud = notify._quiet.set(False)  # the tests of tables tell nobody else
    with caplog.at_level(logging.ERROR), transaction.atomic():
        notify.tell_after_commit("send", "1")
    notify._quiet.reset(loud)
    assert "tell_after_commit" in caplog.text  # Django names the function, which a `partial` would not let it


@pytest.mark.django_db(transaction=True)
def test_what_waits_long_is_left_to_the_sweep_for_a_worker_would_hold_it_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, float]] = []

    def tell(name: str, *_: str, after: float) -> bool:
        told.append((name, after))
        return True

    monkeypatch.setattr(publisher, "tell", tell)
    loud = notify._quiet.set(False)  # as above
    with transaction.atomic():
        notify.after_commit([uuid4()], waits_s=10)
        notify.after_commit([uuid4()], waits_s=365 * 86400)
    notify._quiet.reset(loud)
    assert told == [(notify.SEND_MAIL, 10)]
