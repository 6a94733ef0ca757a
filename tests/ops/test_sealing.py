"""Words that older versions kept in clear are sealed or dropped when the schema is brought up to date."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.ops.production.test_backup import Server

pytestmark = pytest.mark.django_db(transaction=True)
WHO, MAIL, OLD = (f"00000000-0000-4000-8000-00000000000{number}" for number in range(1, 4))
RECEIPT = {"outcome": "refused", "quoted": ["rhododendron"], "confirm": MAIL}


@pytest.fixture
def old() -> Iterator[tuple[Server, str]]:
    """A database as it was before words were sealed, with one mail of yesterday and one of last year."""
    server = Server()
    name = f"{server.base}_old"
    server.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    server.sql(f'CREATE DATABASE "{name}"')
    migrate(server, name, "tables", "0005")
    migrate(server, name, "mail", "0002")
    server.sql(
        "INSERT INTO tables_player (id, password, email, name, language, time_zone, mail_state, bounce_score,"
        f" is_active, joined_at) VALUES ('{WHO}', '!', 'a@home.example', 'A', 'en', 'UTC', 'on', 0, true, now())",
        name,
    )
    for key, days in ((MAIL, 1), (OLD, 365)):
        server.sql(
            "INSERT INTO mail_inboundmail (id, received_at, source, envelope_to, sha256, size_bytes, verdicts, state,"
            " kind, reason, message_id, kept, cuts, attachments, player_id, duplicate, outcome, attempts, error) VALUES"
            f" ('{key}', now() - interval '{days} days', 'smtp', '', '{key}', 1, '{{}}', 'refused', 'reply', '', '',"
            f" 'rhododendron', '[]', '{{}}', '{WHO}', false, '{json.dumps(RECEIPT)}', 1, '')",
            name,
        )
        payload = json.dumps({"mail": key, "receipt": RECEIPT})
        server.sql(
            "INSERT INTO tables_outbox (id, player_id, purpose, key, payload, state, attempts, due_at, message_id,"
            f" provider_id, line_hashes, created_at) VALUES ('{key}', '{WHO}', 'receipt', '{key}', '{payload}', 'sent',"
            f" 1, now(), '', '', '[]', now() - interval '{days} days')",
            name,
        )
    yield server, name
    server.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def migrate(server: Server, name: str, *target: str) -> None:
    done = server.run(name, sys.executable, "manage.py", "migrate", "--verbosity=0", *target)
    assert done.returncode == 0, done.stderr


def test_words_in_clear_are_sealed_and_old_ones_dropped(old: tuple[Server, str]) -> None:
    server, name = old
    migrate(server, name)
    rows = server.sql("SELECT id, kept IS NULL, outcome IS NULL FROM mail_inboundmail ORDER BY id", name)
    assert [(str(key), *gone) for key, *gone in rows] == [(MAIL, False, False), (OLD, True, True)]
    owed = server.sql("SELECT receipt IS NULL, payload FROM tables_outbox ORDER BY id", name)
    assert owed == [(False, {"mail": MAIL, "confirm": MAIL}), (True, {"mail": OLD, "confirm": MAIL})]
    shown = server.run(name, sys.executable, "manage.py", "show_mail", MAIL)
    assert "kept | 'rhododendron'" in shown.stdout
    dump = server.run(name, "pg_dump", "--data-only", "--dbname", server.url(name))
    assert isinstance(dump, subprocess.CompletedProcess)
    assert dump.returncode == 0, dump.stderr
    binary = b"".join(bytes.fromhex(found) for found in re.findall(r"\\\\x((?:[0-9a-f]{2})+)", dump.stdout))
    assert "rhododendron" not in dump.stdout
    assert b"rhododendron" not in binary
    assert connection.vendor == "postgresql"
