"""What is wrong with a setting is said in one line, by every process, before anything is done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from asgard_pbem import env
from manage import forgotten
from tests.ops.production.test_deploy import PRODUCTION, manage
from tests.ops.production.test_init import Cluster, cluster

__all__ = ["cluster"]

ROOT = Path(__file__).resolve().parents[3]
HOST = "postgres://asgard_app:opensesame@postgres"
WRONG = [  # a variable, what it holds, what is said
    ("DATABASE_URL", "asgard", "DATABASE_URL must be an address of postgres://"),
    ("DATABASE_URL", "mysql://asgard_app:opensesame@mysql/asgard", "DATABASE_URL must be an address of postgres://"),
    ("DATABASE_URL", f"{HOST}:port/asgard", "DATABASE_URL must be an address of postgres://"),
    (
        "DATABASE_URL",
        "postgres://asgard_app:open/sesame@postgres/asgard",
        "DATABASE_URL must be an address of postgres://",
    ),
    (
        "DATABASE_URL",
        "postgres://asgard_app:open[sesame@postgres/asgard",
        "DATABASE_URL must be an address of postgres://",
    ),
    ("DATABASE_URL", f"{HOST}/asgard?waits=5", "DATABASE_URL must be like postgres://user:password@host:5432/asgard"),
    ("DATABASE_STATEMENT_S", "-1", "DATABASE_STATEMENT_S must be a number from 0 to 2000000, not -1."),
    ("DATABASE_LOCK_S", "99999999999", "DATABASE_LOCK_S must be a number from 0 to 2000000"),
    ("RAW_MAIL_DAYS", "0", "RAW_MAIL_DAYS must be a number from 1 to 36500, not 0."),
    ("GAME_MAIL_DAYS", "-45", "GAME_MAIL_DAYS must be a number from 0 to 36500, not -45."),
    ("MAIL_DATA_LIMIT_BYTES", "1", "MAIL_DATA_LIMIT_BYTES must be a number from 1024 to 1048576, not 1."),
    ("MAIL_DATA_LIMIT_BYTES", "1048577", "MAIL_DATA_LIMIT_BYTES must be a number from 1024 to 1048576, not 1048577."),
    ("METRICS_PORT", "91000", "METRICS_PORT must be a number from 0 to 65535, not 91000."),
    ("BEHIND_PROXY", "nginx", "BEHIND_PROXY must be 1 or 0, not 'nginx'."),
    ("DEBUG", "ja", "DEBUG must be 1 or 0, not 'ja'."),
    ("DEBUG", "1", "DEBUG must be off where PUBLIC_URL is an https:// address."),
    ("PUBLIC_URL", "games.example.org", "PUBLIC_URL must be an address of http:// or https://"),
    ("PUBLIC_URL", "https://[games.example.org", "PUBLIC_URL must be an address of http:// or https://"),
    ("PUBLIC_URL", "https://example.org/games", "PUBLIC_URL must be like https://games.example.org"),
    ("MAIL_DOMAIN", "games example", "MAIL_DOMAIN must be a domain, like games.example.org."),
    ("IN_DOMAIN", "play@games.example.org", "IN_DOMAIN must be a domain, like games.example.org."),
    ("FROM_EMAIL", "Asgard PBEM", "FROM_EMAIL must be like Asgard PBEM <games@example.org>."),
    ("ANYMAIL_WEBHOOK_SECRET", "opensesame", "ANYMAIL_WEBHOOK_SECRET must be user:password"),
    ("ANYMAIL_PROVIDER", "pigeons", "ANYMAIL_PROVIDER must be a name of django-anymail's manual."),
    ("ANYMAIL_PROVIDER", "postmark", "POSTMARK_SERVER_TOKEN"),
    ("VAPID_PRIVATE_KEY", "opensesame", "VAPID_PRIVATE_KEY is not what `manage.py vapid_key` prints."),
    ("SENTRY_DSN", "sentry", "SENTRY_DSN must be an address as Sentry gives it."),
    ("LOG_FORMAT", "xml", "LOG_FORMAT must be json or line, not 'xml'."),
    ("LOG_LEVEL", "loud", "LOG_LEVEL must be debug or info or warning or error or critical, not 'loud'."),
    ("STATIC_ROOT", "/proc/static", "STATIC_ROOT: /proc/static cannot be made"),
]
# One process asks for all of them: each child begins where its parent has loaded everything but our own modules.
ASKS = """
import json, os, sys
import anymail, celery, dj_database_url, django, prometheus_client, psycopg, psycopg.conninfo, sentry_sdk
os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
for name, value in json.loads(sys.argv[1]):
    if os.fork():
        os.wait()
        continue
    os.environ[name] = value
    from django.core.exceptions import ImproperlyConfigured
    try:
        django.setup()
        said = "nothing"
    except ImproperlyConfigured as why:
        said = str(why)
    except BaseException as why:
        said = repr(why)
    print(json.dumps(said), flush=True)
    os._exit(0)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a process says of each wrong setting, in their order."""
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    asked = json.dumps([(name, value) for name, value, _ in WRONG])
    folder = str(tmp_path_factory.mktemp("local"))
    done = subprocess.run(
        [sys.executable, "-c", ASKS, asked], cwd=ROOT, env={**kept, **PRODUCTION, "LOCAL_DIR": folder},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[f"{name}={value}" for name, value, _ in WRONG])
def test_a_wrong_setting_is_named_and_never_a_password(number: int, said: list[str]) -> None:
    assert WRONG[number][2] in said[number]
    assert "sesame" not in said[number]


@pytest.mark.parametrize(
    "command", ["manage.py stuck", "-m celery -A asgard_pbem worker", "-m celery -A asgard_pbem beat"]
)
def test_every_process_says_it_in_one_line(command: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    wrong = {**kept, **PRODUCTION, "ANYMAIL_PROVIDER": "pigeons"}
    words = [sys.executable, *command.split()]
    done = subprocess.run(words, cwd=ROOT, env=wrong, capture_output=True, text=True, check=False)
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.startswith("A setting is wrong: ANYMAIL_PROVIDER")
    assert done.stderr.count("\n") == 1


def test_a_command_that_ends_leaves_nothing_where_the_service_counts_that_another_user_would_own(
    tmp_path: Path,
) -> None:
    """Whoever migrates as root made the folder of figures, and the service was refused it afterwards."""
    counted = {**PRODUCTION, "LOCAL_DIR": str(tmp_path), "STATIC_ROOT": str(tmp_path), "METRICS_TOKEN": "t" * 20}
    line = "import os; print(os.environ.get('PROMETHEUS_MULTIPROC_DIR'))"
    done = manage("shell", "--no-imports", "-c", line, **counted)
    assert (done.stdout, done.returncode) == ("None\n", 0), done.stderr
    assert not (tmp_path / "metrics").exists()
    ours = tmp_path / "metrics" / "web"
    ours.mkdir(parents=True)  # the service's, and this is its user: what a pipe puts off is told by web
    assert manage("shell", "--no-imports", "-c", line, **counted).stdout == f"{ours}\n"


@pytest.mark.parametrize(
    "written",
    ["print('told')", "for _ in range(100_000): print('told')", "import sys; print('told'); sys.exit(1)"],
    ids=["at the end", "more than a pipe holds", "with an exit code"],
)
def test_who_reads_but_the_head_of_what_a_command_says_gets_no_traceback(written: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    reads, writes = os.pipe()
    os.close(reads)
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", written]
    done = subprocess.run(
        command, cwd=ROOT, env={**kept, **PRODUCTION}, stdout=writes, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_folder_of_another_user_is_none_to_count_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.is_own(tmp_path)
    assert not env.is_own(tmp_path / "missing")
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert not env.is_own(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ImproperlyConfigured, match=f"LOCAL_DIR: {tmp_path} cannot be written to by this user."):
        env.writable(tmp_path, "LOCAL_DIR")


@pytest.mark.parametrize("command, refused", [("stuck", False), ("receive_mail", True)])
def test_who_forgot_the_settings_of_production_is_told_and_a_mail_is_not_taken(
    command: str, refused: bool, tmp_path: Path
) -> None:
    """Without them a command looks at the local database: `stuck` finds nothing there, and a mail is lost in it."""
    assert forgotten(tmp_path, command) is None
    settings = tmp_path / "deploy" / "service.env"
    settings.parent.mkdir()
    settings.write_text("#DATABASE_URL=\nEMAIL_URL=smtp://127.0.0.1:25\n")
    assert forgotten(tmp_path, command) is None, "local play that sends real mail"
    settings.write_text("A=1\nDATABASE_URL=postgres://asgard_app:opensesame@postgres/asgard\n")
    told = forgotten(tmp_path, command)
    assert told is not None
    assert told == (f"DATABASE_URL is not set, and {settings} sets it: `set -a; source` that file first.", refused)
    assert forgotten(tmp_path, "play") is None


@pytest.mark.parametrize("cluster", ["the wheel's"], indirect=True)
def test_a_database_without_tables_is_said_in_one_line(cluster: Cluster) -> None:
    assert cluster.init("owners", "apps").returncode == 0
    done = manage("stuck", **{**PRODUCTION, "DATABASE_URL": cluster.url("asgard_app", "apps")})
    assert done.returncode == os.EX_TEMPFAIL
    assert done.stderr == "The database's tables are not of this release: run `manage.py migrate` first.\n"


@pytest.mark.parametrize("cluster", ["the wheel's"], indirect=True)
def test_a_migration_without_the_owner_and_a_key_that_is_lost_are_said_in_a_line_too(cluster: Cluster) -> None:
    assert cluster.init("owners", "apps").returncode == 0
    known = {**PRODUCTION, "FERNET_KEYS": "", "DATABASE_URL": cluster.url("asgard_app", "apps")}
    done = manage("migrate", "--verbosity=0", **known)
    assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1)
    assert "DATABASE_OWNER_URL" in done.stderr
    owner = {"DATABASE_OWNER_URL": cluster.url("asgard_owner", "owners")}
    assert manage("migrate", "--verbosity=0", **known, **owner).returncode == 0
    opened = manage("shell", "--verbosity=0", "--command", OPENED, **known)
    assert opened.returncode == 0, opened.stderr
    done = manage("pause", opened.stdout.split()[-1], **{**known, "SECRET_KEY": "lost" * 20})
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.splitlines()[-1].startswith("No key of this environment opens what is stored")
    assert "Traceback" not in done.stderr


OPENED = """
from uuid import uuid4
from asgard_pbem.tables import services
by = services.player_for("anna@home.example", name="Anna")
print(services.open_table(opened_by=by, key="aesir", seats=2, cause=uuid4(), bots={1: "random"}).pk)
"""
