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
        "tables.tasks.bring_samples",
        "tables.tasks.settle_games",
        "mail.tasks.forget_old_mail",
    ],
}


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
        "forget-old": {"task": "asgard_pbem.tables.tasks.forget_old", "schedule": timedelta(hours=1)},
        "call-players": {
            "task": "asgard_pbem.alerts.tasks.call_players",
            "schedule": timedelta(seconds=30),
        },
        "forget-old-calls": {"task": "asgard_pbem.alerts.tasks.forget_old_calls", "schedule": timedelta(hours=1)},
        "end-sessions": {"task": "asgard_pbem.web.tasks.end_old_sessions", "schedule": timedelta(hours=1)},
        "settle-games": {"task": "asgard_pbem.tables.tasks.settle_games", "schedule": timedelta(hours=1)},
        "forget-old-mail": {"task": "asgard_pbem.mail.tasks.forget_old_mail", "schedule": timedelta(hours=1)},
        "purge-raw-mail": {"task": "asgard_pbem.mail.tasks.purge_raw", "schedule": timedelta(hours=1)},
    }
