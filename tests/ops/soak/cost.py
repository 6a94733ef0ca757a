"""`python -m tests.ops.soak.cost [KEY]`: what a mail costs production's processes in CPU, with all that it causes.

The way of the review of operations, which counted 85 ms: twenty tables of three (Aesir), answered by SMTP question by
question as fast as the answers come, driver and mailboxes on the same cores. Minutes of nothing but mail: what a worker
does once (translations, typefaces, first boards) is over by then.
"""

from __future__ import annotations

import os
import sys
import time

import django

from tests.ops.soak.stack import Stack, chosen, cpu_s, family, free_port, until

TABLES, SEATS, THREADS = 20, 3, 4
STARTS_S, WARMS_UP_S, LASTS_S, TIMES = 180.0, 25.0, 15.0, 3


def main(key: str) -> int:
    """Prints a line for each stretch of time: mails in a second, milliseconds for each by process."""
    sink_port = free_port()
    stack = Stack(chosen(os.environ.get("BROKER", "")), sink_port)
    try:
        stack.prepare()
        os.environ.update(stack.variables, DJANGO_SETTINGS_MODULE="asgard_pbem.settings")
        django.setup()
        _measured(stack, sink_port, key)
    finally:
        stack.stop()
    stack.forget()
    return 0


def _measured(stack: Stack, sink_port: int, key: str) -> None:
    from tests.ops.soak.players import Crowd, Sink

    with Sink(sink_port) as sink:
        stack.start()
        crowd = Crowd(sink, stack.smtp_port, 1)
        crowd.sit_down(TABLES, [(key, SEATS)], house=False)
        for person in crowd.people:
            person.bot = "random"  # answers what it is asked, and plans nothing
        until(lambda: len(sink.last) >= len(crowd.people) // 2, STARTS_S)
        people = crowd.play(THREADS)
        time.sleep(WARMS_UP_S)
        for _ in range(TIMES):
            before, came, went = _used(stack), len(crowd.posted), len(sink.message_ids)
            time.sleep(LASTS_S)
            came, went = len(crowd.posted) - came, len(sink.message_ids) - went
            spent = {name: 1000 * (now - before[name]) / max(1, came) for name, now in _used(stack).items()}
            each = ", ".join(f"{name} {ms:.1f}" for name, ms in spent.items() if ms >= 0.05)
            workers = sum(ms for name, ms in spent.items() if name.startswith("worker"))
            sys.stdout.write(
                f"{came / LASTS_S:.1f} mails in a second, {went} out for {came} in; ms of CPU for a mail in:"
            )
            sys.stdout.write(f" workers {workers:.1f} ({each})\n")
        crowd.stopping.set()
        for one in people:
            one.join(60)


def _used(stack: Stack) -> dict[str, float]:
    return {name: cpu_s(family(process.pid)) for name, process in stack.processes.items()}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if sys.argv[1:] else "aesir"))
