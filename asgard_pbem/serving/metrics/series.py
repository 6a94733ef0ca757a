"""Every figure that processes count by themselves: its name, what it counts, by what it is told apart.

Labels are words of this code (a step, a view, a state), so that their number is bounded and none of them is a person,
a table or a mail. Where METRICS_PORT or METRICS_TOKEN is set the figures lie in files (settings.py) that all
processes of a service share: what a child of a worker counts is told by its parent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from prometheus_client import Counter, Histogram

from asgard_pbem.serving.metrics import files

files.use()  # before the first figure is made, which opens one
_QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5.0, 10.0, 20.0, 60.0)
_WAITS: Final = (0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0, 7200.0, 43200.0)

mail_seconds: Final = Histogram(
    "asgard_mail_seconds", "Work on one mail, by step: read, carry_out, compose, send.", ["step"], buckets=_QUICK
)
mail_waited_seconds: Final = Histogram(
    "asgard_mail_waited_seconds", "From a mail's coming in to the end of reading it.", buckets=_WAITS
)
mail_owed_seconds: Final = Histogram(
    "asgard_mail_owed_seconds", "From owing a mail to handing it to the relay.", buckets=_WAITS
)
append_seconds: Final = Histogram(
    "asgard_append_seconds", "The write path: lock, load, act, append, commit.", buckets=_QUICK
)
task_seconds: Final = Histogram("asgard_task_seconds", "One task of a worker.", ["task"], buckets=_QUICK)
http_seconds: Final = Histogram(
    "asgard_http_seconds", "One request, by the page's name.", ["view", "method", "status"], buckets=_QUICK
)
mails_stored: Final = Counter("asgard_mails_stored", "Deliveries taken in, by door.", ["door"])
mails_put_off: Final = Counter(
    "asgard_mails_put_off", "Deliveries that could not be stored, and are to be sent again, by door.", ["door"]
)
mails_read: Final = Counter("asgard_mails_read", "Tries to read a mail, by how they ended.", ["state"])
mails_sent: Final = Counter("asgard_mails_sent", "Tries to send a mail: sent, later, refused, given_up.", ["outcome"])
tasks_failed: Final = Counter("asgard_tasks_failed", "Tasks that ended by an error.", ["task"])
clock_off: Final = Counter(
    "asgard_clock_off", "How often a process found its machine's clock to be another than the database's."
)
worker_children: Final = Counter(
    "asgard_worker_children", "Processes of a worker that have begun: one more for each that was replaced."
)


def told_from_zero(series: Counter, words: Iterable[str]) -> None:
    """Tell a counter before anything is counted: the first of a series is none that Prometheus sees it grow by."""
    for word in words:
        series.labels(word)
