"""What the rows say: backlogs and their age, what failed, what does not go on, when the clock last ran.

One statement, by indexes that hold no more than what waits (a test asks PostgreSQL); bots' questions alone are looked
for among all that are open. It is the same whichever process asks, so `web` alone tells it; what was read stands for
some seconds, however many ask.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from asgard_pbem.serving import rounds

KEPT_S = 5.0
PATIENCE_MS = 2000
# Name of the figure, what it is, and the name of the label where it has one.
TOLD: Final[dict[str, tuple[str, str]]] = {
    "asgard_unread_mails": ("Mails that came in and are not read.", ""),
    "asgard_unread_oldest_seconds": ("Age of the oldest of them.", ""),
    "asgard_quarantined_mails": ("Mails that could not be read; `manage.py stuck` names them.", ""),
    "asgard_outbox_queued": ("Mails that are owed, due or not.", ""),
    "asgard_outbox_oldest_due_seconds": ("How long the one that is due longest has been due.", ""),
    "asgard_outbox_untaken": ("Mails that were tried and got no answer: no relay took them, or refused them.", ""),
    "asgard_outbox_oldest_untaken_seconds": ("How long the oldest of them has been owed.", ""),
    "asgard_outbox_failed": ("Mails that were given up, but to addresses that are gone; see `manage.py resend`.", ""),
    "asgard_due_questions": ("Questions whose time is up and that are not played.", ""),
    "asgard_due_oldest_seconds": ("How long the time of the oldest of them has been up.", ""),
    "asgard_bots_waiting": ("Questions to bots that are open for more than five seconds.", ""),
    "asgard_bots_oldest_seconds": ("How long the oldest of them is open.", ""),
    "asgard_games_set_aside": ("Tables at which the clock or the bots fail.", ""),
    "asgard_games_unknown_rules": ("Tables that no installed package plays.", ""),
    "asgard_games_paused": ("Tables that rest, by their people's will or the service's.", ""),
    "asgard_pulse_age_seconds": (
        "Since beat, the sweep, the clock and each queue's workers last ran, and since a mailbox was emptied.",
        "name",
    ),
    "asgard_pulse_undone_seconds": (
        "How long a round of beat's has come to no good end: it fails each time, ends its process, or is at work.",
        "name",
    ),
    "asgard_clock_held": ("1 while time-outs wait because the clock has leapt.", ""),
    "asgard_erasure_oldest_seconds": ("How long the oldest erasure of a person has not come to its end.", ""),
    "asgard_copies_away": ("1 while nobody receives the log of changes that `deploy/copies/wal.sh` has asked for.", ""),
    "asgard_copies_behind_bytes": ("How much of that log was not received.", ""),
    "asgard_copy_age_seconds": (
        "Since the last good copy of each kind of COPIES, or since there could have been one.",
        "name",
    ),
}
_HOURLY: Final = ", ".join(f"'{name}'" for name in rounds.HOURLY)
# Each try of a mail puts off when it is due, so of a relay that is away only what has been tried tells; a reply code in
# the error speaks of one mail or address. An address that is refused for good is no operator's to mend: there are
# always some, and `stuck` names them. Of ages the largest stands in `seconds`. Pulses of a week ago are of what is no
# more, but those of the rounds of each hour. The time is the statement's: an index is not searched for one that may
# differ from row to row. Without the slot of deploy/copies/wal.sh nothing is asked about the log: not every server
# would answer.
STATEMENT: Final = f"""
SELECT 'asgard_unread_mails', '', count(*), extract(epoch FROM statement_timestamp() - min(received_at))
FROM mail_inboundmail WHERE state = 'new'
UNION ALL SELECT 'asgard_quarantined_mails', '', count(*), NULL FROM mail_inboundmail WHERE state = 'quarantined'
UNION ALL SELECT 'asgard_outbox_queued', '', count(*), extract(epoch FROM statement_timestamp() - min(due_at))
FROM tables_outbox WHERE state = 'queued'
UNION ALL SELECT 'asgard_outbox_untaken', '', count(*), extract(epoch FROM statement_timestamp() - min(created_at))
FROM tables_outbox WHERE state = 'queued' AND attempts > 0 AND error !~ ' [45][0-9][0-9]'
UNION ALL SELECT 'asgard_outbox_failed', '', count(*), NULL FROM tables_outbox
WHERE state = 'failed' AND error !~ '^SMTPRecipientsRefused 5'
UNION ALL SELECT 'asgard_due_questions', '', count(*), extract(epoch FROM statement_timestamp() - min(d.deadline))
FROM tables_opendecision d JOIN tables_game g ON g.id = d.game_id
WHERE NOT d.answered AND d.deadline <= statement_timestamp() AND g.status = 'running'
UNION ALL SELECT 'asgard_bots_waiting', '', count(*), extract(epoch FROM statement_timestamp() - min(d.since))
FROM tables_seat s JOIN tables_opendecision d ON d.game_id = s.game_id AND d.seat = s.seat
JOIN tables_game g ON g.id = d.game_id
WHERE s.bot <> '' AND NOT d.answered AND d.since < statement_timestamp() - interval '5 seconds' AND g.status = 'running'
AND g.paused_at IS NULL
UNION ALL SELECT 'asgard_games_paused', '', count(*), NULL FROM tables_game
WHERE paused_at IS NOT NULL AND status = 'running'
UNION ALL SELECT 'asgard_games_set_aside', '', count(*), NULL FROM tables_setaside
WHERE place <> '' OR since < statement_timestamp() - interval '1 minute'
UNION ALL SELECT 'asgard_games_unknown_rules', '', count(*), NULL FROM tables_game WHERE status = 'unknown_rules'
UNION ALL SELECT 'asgard_pulse_age_seconds', name, extract(epoch FROM statement_timestamp() - at), NULL
FROM tables_pulse WHERE at > statement_timestamp() - interval '7 days' OR name IN ({_HOURLY})
UNION ALL SELECT 'asgard_pulse_undone_seconds', name, extract(epoch FROM statement_timestamp() - undone_since), NULL
FROM tables_pulse
WHERE undone_since IS NOT NULL AND (at > statement_timestamp() - interval '7 days' OR name IN ({_HOURLY}))
UNION ALL SELECT 'asgard_clock_held', '', count(*), NULL FROM tables_pulse WHERE hold_until > statement_timestamp()
UNION ALL SELECT 'asgard_erasure_oldest_seconds', '',
coalesce(extract(epoch FROM statement_timestamp() - min(since)), 0), NULL FROM tables_erasure
UNION ALL SELECT 'asgard_copies_away', '', count(*) FILTER (WHERE NOT active),
max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots WHERE slot_name = 'asgard_wal'
UNION ALL SELECT 'asgard_copy_age_seconds', name, extract(epoch FROM statement_timestamp() - since), NULL
FROM copies_since()
"""  # noqa: S608 - our own words
AGES: Final = {  # the figure whose row has this one beside it
    "asgard_unread_mails": "asgard_unread_oldest_seconds",
    "asgard_outbox_queued": "asgard_outbox_oldest_due_seconds",
    "asgard_outbox_untaken": "asgard_outbox_oldest_untaken_seconds",
    "asgard_due_questions": "asgard_due_oldest_seconds",
    "asgard_bots_waiting": "asgard_bots_oldest_seconds",
    "asgard_copies_away": "asgard_copies_behind_bytes",
}
Row = tuple[str, str, float]


class Gauges(Collector):
    """Reads the rows when it is asked, once in KEPT_S. A database that does not answer leaves the figures out."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.rows: list[Row] = []
        self.read_at = float("-inf")

    def describe(self) -> Iterable[Metric]:
        """The names, so that registering asks no database."""
        return [GaugeMetricFamily(name, text) for name, (text, _) in TOLD.items()]

    def collect(self) -> Iterator[Metric]:
        """Each figure, and whether the database told them."""
        with self.lock:
            if time.monotonic() - self.read_at > KEPT_S:
                self.rows, self.read_at = read(), time.monotonic()
            rows = list(self.rows)
        for name, (text, label) in TOLD.items():
            family = GaugeMetricFamily(name, text, labels=[label] if label else [])
            for _, word, value in (row for row in rows if row[0] == name):
                family.add_metric([word] if label else [], value)
            yield family
        yield GaugeMetricFamily("asgard_database_answers", "1 when the rows could be read.", value=float(bool(rows)))


def read() -> list[Row]:
    """The figures as they are; none when the database does not tell them in time."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {PATIENCE_MS}")
            cursor.execute(STATEMENT)
            told = cursor.fetchall()
    except DatabaseError:
        return []
    rows: list[Row] = []
    for name, word, value, age in told:
        if name == "asgard_copy_age_seconds" and word not in settings.COPIES:
            continue
        rows.append((name, word, float(value)))
        if name in AGES:
            rows.append((AGES[name], "", max(0.0, float(age or 0))))
    return rows
