"""Which queue each task waits in, and what beat sends how often."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

# What must not wait for each other has queues of its own, and each queue its own workers: a relay that hangs keeps
# no mail from being read, a bot that thinks no deadline. A worker that is given no `-Q` serves all four.
TASKS = {
    "in": ["mail.tasks.process_inbound"],
    "out": ["mail.tasks.send_mail", "alerts.tasks.send_call"],
    "clock": [
        "tables.tasks.sweep",
        "tables.tasks.tick_deadlines",
        "tables.tasks.forget_old",
        "mail.tasks.sweep_inbound",
        "mail.tasks.purge_raw",
        "alerts.tasks.call_players",
        "alerts.tasks.forget_old_calls",
        "web.tasks.end_old_sessions",
    ],
    "bots": [  # and whatever else nobody waits for
        "bots.tasks.play_bots",
        "tables.tasks.analyse",
        "tables.tasks.go_on_erasing",
        "tables.tasks.bring_samples",
        "tables.tasks.settle_games",
        "mail.tasks.forget_old_mail",
    ],
}

# What is done twice a minute, and nobody waits for longer: under which name it notes that it began (`pulse`), and its
# task. The clock does two more, which note themselves.
OFTEN = {
    "sweep": "tables.tasks.sweep",
    "clock": "tables.tasks.tick_deadlines",
    "sweep inbound": "mail.tasks.sweep_inbound",
    "calls": "alerts.tasks.call_players",
}
# What is done once an hour: under which name it notes that it began (`pulse`), and its task.
HOURLY = {
    "forget old": "tables.tasks.forget_old",
    "forget old calls": "alerts.tasks.forget_old_calls",
    "end sessions": "web.tasks.end_old_sessions",
    "settle games": "tables.tasks.settle_games",
    "forget old mail": "mail.tasks.forget_old_mail",
    "purge raw mail": "mail.tasks.purge_raw",
}


def queue_of(name: str) -> str:
    """Whose workers do what notes its beginnings under this name."""
    others = {"samples": "tables.tasks.bring_samples", "erasing": "tables.tasks.go_on_erasing"}
    task = {**OFTEN, **HOURLY, **others}.get(name, OFTEN["clock"])
    return next(queue for queue, tasks in TASKS.items() if task in tasks)


def schedule(*, embedded: bool) -> dict[str, Any]:
    """What beat sends. Embedded it sweeps more often: somebody sits before it and waits."""
    return {
        "sweep": {
            "task": "asgard_pbem.tables.tasks.sweep",
            "schedule": timedelta(seconds=10 if embedded else 30),
        },
        "tick-deadlines": {
            "task": "asgard_pbem.tables.tasks.tick_deadlines",
            "schedule": timedelta(seconds=30),
        },
        "call-players": {
            "task": "asgard_pbem.alerts.tasks.call_players",
            "schedule": timedelta(seconds=30),
        },
        **{
            name.replace(" ", "-"): {"task": f"asgard_pbem.{task}", "schedule": timedelta(hours=1)}
            for name, task in HOURLY.items()
        },
    }
