"""`python -m tests.ops.soak [MINUTES]`: plays under kills for so long, lets it settle, prints one table. 0: all well.

BROKER=rabbitmq, redis or files chooses; else the first that is installed, else that of local play. TABLES: how many.
MOVE=1: after the kills the whole service goes to another machine, see moving.py.
What needs Django is imported when the addresses of database and broker are known: they are its settings.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import django

from tests.ops.soak.stack import Stack, chosen, free_port, until

STARTS_S = 180.0
SETTLES_S = 480.0  # a mail out whose worker died twice is tried again after six minutes
BETWEEN_KILLS_S = (5.0, 12.0)
WARMS_UP_S = 15.0
AFTER_THE_KILLS_S = 30.0
THREADS = 4  # of people


def main(minutes: float) -> int:
    """The exit code: 1 when anything is lost, doubled, stuck or unequal."""
    broker, sink_port = chosen(os.environ.get("BROKER", "")), free_port()
    if broker == "files":
        _say("Neither RabbitMQ nor Redis: the broker of local play stands in their place, and is not killed.")
    stack = Stack(broker, sink_port)
    _say(f"Broker: {broker}. Logs: {stack.folder}")
    bad = 1
    try:
        stack.prepare()
        os.environ.update(stack.variables, DJANGO_SETTINGS_MODULE="asgard_pbem.settings")
        django.setup()
        bad = _soak(stack, sink_port, minutes)
    finally:
        stack.stop()
    if not bad:
        stack.forget()
    return int(bool(bad))


def _soak(stack: Stack, sink_port: int, minutes: float) -> int:
    """How many things are not as they must be."""
    from tests.ops.soak import counting, moving
    from tests.ops.soak.players import Crowd, Sink

    if moving_wanted := bool(os.environ.get("MOVE")):
        moving.keep_copies(stack)
    with Sink(sink_port) as sink:
        stack.start()
        seed = int(os.environ.get("SEED", "1"))
        crowd = Crowd(sink, stack.smtp_port, seed)
        crowd.sit_down(int(os.environ.get("TABLES", "16")))
        _say(f"{len(crowd.people)} people at their tables.")
        if not until(lambda: len(sink.last) >= len(crowd.people) // 2, STARTS_S):
            _say("No mail came: look at the logs.")
            return 1
        people = crowd.play(THREADS)
        kills = _kill(stack, random.Random(seed), minutes * 60)
        _say(f"{sum(kills.values())} kills, {len(crowd.posted)} mails acknowledged. Now without kills.")
        if moving_wanted:
            seconds, before = moving.move(stack)
            _say(f"On another machine after {seconds:.0f} s.")
        replaced = _replaced(stack)
        crowd.stopping.set()
        for one in people:
            one.join(60)
        settled = until(counting.settled, SETTLES_S, 3.0)
        _say("Settled." if settled else f"Not settled after {SETTLES_S:.0f} s.")
        found = counting.counts(crowd.posted, crowd.refused, sink.message_ids)
        found.append(counting.Counted("processes of workers that ended by themselves", replaced))
        if moving_wanted:
            further = counting.moves() - before
            found.append(counting.Counted("moves on the other machine", further, bad=False))
            found.append(counting.Counted("stuck: nothing was played there", int(not further)))
        _show(kills, crowd.tried_again, found)
        if any(one.bad and one.number for one in found):
            _name()
        return sum(one.number for one in found if one.bad)


def _kill(stack: Stack, whim: random.Random, seconds: float) -> Counter[str]:
    """Kill one thing after the other for so long; what was hit, and how often."""
    done: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(whim.uniform(*BETWEEN_KILLS_S))
        kinds = stack.kinds(whim)
        name = whim.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
        with stack.lock, suppress(OSError, ValueError, IndexError):  # it is just coming back
            done[name] += bool(kinds[name][1]())
    return done


def _replaced(stack: Stack) -> int:
    """How many processes of workers end by themselves while nothing is killed: those that may not grow as large as they
    have to do, again and again, and begin with nothing in memory.
    """
    time.sleep(WARMS_UP_S)  # whoever was killed last starts
    workers = stack.workers()
    time.sleep(AFTER_THE_KILLS_S)
    return sum(not one.is_running() for one in workers)


def _show(kills: Counter[str], tried_again: int, found: list[Any]) -> None:
    rows = [(f"killed: {name}", number, "") for name, number in sorted(kills.items())]
    rows += [("handed over again: listener or database was away", tried_again, "")]
    rows += [(one.name, one.number, "" if not one.bad else "BAD" if one.number else "ok") for one in found]
    width = max(len(name) for name, _, _ in rows)
    sys.stdout.writelines(f"{name:<{width}}  {number:>7}  {verdict}\n" for name, number, verdict in rows)


def _name() -> None:
    """What does not go on, one by one: when the database has stopped nobody can ask it any more."""
    from asgard_pbem.mail.management import stuck
    from asgard_pbem.tables.models import SetAside

    for one in stuck.everything():
        _say(f"{one.what} {one.name}, since {one.since}: {one.why}")
    for row in SetAside.objects.select_related("game"):
        _say(f"set aside: {row.pk} ({row.game.status}), {row.failures} failures, {row.deaths} deaths, {row.place!r}")


def _say(text: str) -> None:
    sys.stderr.write(f"[{time.strftime('%H:%M:%S')}] {text}\n")


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if sys.argv[1:] else 3.0))
