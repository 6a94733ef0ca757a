"""The web process with production settings, as the image runs it: its health check, and a database that freezes."""

from __future__ import annotations

import json
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from asgard_pbem import env
from tests.ops.ports import free_port
from tests.ops.production.test_init import Cluster, cluster

__all__ = ["cluster"]

ROOT = Path(__file__).resolve().parents[3]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
TOKEN = "a token of the test"
MANIFEST = (ROOT / "deploy" / "kubernetes" / "asgard-pbem.yaml").read_text()
[GIVES_UP_S] = map(int, re.findall(r"path: /readyz.*timeoutSeconds: (\d+)", MANIFEST))


def image_command(word: str) -> list[str]:
    """The command after the last `word` of the Dockerfile."""
    return list(json.loads(re.findall(rf"{word}.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1]))


class Web:
    """gunicorn as the image starts it, on a port of its own."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
        self.environment = {
            **kept,
            "LOCAL_DIR": str(folder),
            "DATABASE_OWNER_URL": cluster.url("asgard_owner", "owners"),
            "DATABASE_URL": cluster.url("asgard_app", "apps"),
            "SECRET_KEY": "".join(map(chr, range(48, 122))),
            "PUBLIC_URL": "https://games.example.org",
            "MAIL_DOMAIN": "games.example.org",
            "METRICS_TOKEN": TOKEN,
        }
        self.run("manage.py", "migrate", "--verbosity=0")
        self.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")
        command = [word.replace(":8000", f":{self.port}") for word in image_command("CMD")]
        self.process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=self.environment)

    def run(self, *command: str) -> None:
        subprocess.run([sys.executable, *command], cwd=ROOT, env=self.environment, check=True)

    def get(self, path: str, host: str = "games.example.org", token: str = "") -> int:
        """The status; 0 when nobody answers."""
        headers = {"Host": host, "Authorization": f"Bearer {token}"}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                self.body = answer.read().decode()
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            self.body = refused.read().decode()
            return refused.code
        except OSError:
            return 0

    def check(self) -> int:
        """Exit code of the image's own health check."""
        program, *words = [word.replace(":8000", f":{self.port}") for word in image_command("HEALTHCHECK")]
        assert program == "python"
        return subprocess.run([sys.executable, *words], check=False, capture_output=True).returncode


@pytest.fixture
def web(cluster: Cluster, tmp_path: Path) -> Iterator[Web]:
    assert cluster.init("owners", "apps").returncode == 0
    made = Web(cluster, tmp_path)
    deadline = time.monotonic() + 60
    while made.get("/healthz") == 0 and time.monotonic() < deadline:
        time.sleep(0.1)
    yield made
    made.process.terminate()
    made.process.wait(20)


@pytest.mark.parametrize("cluster", ["the wheel's"], indirect=True)
def test_the_web_process_of_the_image_is_well_and_tells_when_its_database_is_not(web: Web, cluster: Cluster) -> None:
    assert settings.configured
    assert web.check() == 0
    assert web.get("/readyz") == 200
    assert web.get("/readyz", host=f"127.0.0.1:{web.port}") == 400
    assert [web.get("/metrics", token=token) for token in ("", "a guess", TOKEN)] == [404, 404, 200]
    counted = re.findall(r'asgard_http_seconds_count{method="GET",status="2xx",view="(\w+)"} (\d+)', web.body)
    assert {"healthz", "readyz"} <= {view for view, _ in counted}  # of both children of gunicorn, whoever was asked
    assert sum(int(often) for view, often in counted if view == "readyz") == 1
    assert "asgard_database_answers 1.0" in web.body
    with beside(web) as scraped:
        assert re.search(r'asgard_task_seconds_count\{task="asgard_pbem.tables.tasks.sweep"\} 1\.0', scraped["worker"])
        assert 'asgard_mails_stored_total{door="smtp"} 1.0' in scraped["listener"]
        assert "asgard_append_seconds_count 0.0" in scraped["beat"]  # it answers, and has moved nothing
        eventually(lambda: web.get("/readyz") == 200 and json.loads(web.body)["beat"] == "ok")
        assert json.loads(web.body) == {
            "database": "ok", "broker": "ok", "disk": "ok", "beat": "ok", "workers": "ok"
        }  # fmt: skip
    server = psutil.Process(int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0]))
    frozen = [server, *server.children(recursive=True)]
    for process in frozen:
        process.send_signal(signal.SIGSTOP)
    try:
        time.sleep(1.1)  # what was seen a second ago is told again
        for _ in range(3):
            began = time.monotonic()
            assert web.get("/readyz") == 503
            assert time.monotonic() - began < GIVES_UP_S  # later, the cluster's probe hears nothing at all
        assert json.loads(web.body)["database"] == "frozen"
        assert web.check() == 0
    finally:
        for process in frozen:
            process.send_signal(signal.SIGCONT)
    deadline = time.monotonic() + 30
    while web.get("/readyz") != 200:
        assert time.monotonic() < deadline
        time.sleep(0.2)


@contextmanager
def beside(web: Web) -> Iterator[dict[str, str]]:
    """A worker that has swept in one of its children, a listener that took a mail, beat: what each tells of itself."""
    ports = {name: free_port() for name in ("worker", "listener", "beat")}
    smtp, celery = free_port(), ["-m", "celery", "-A", "asgard_pbem", "--quiet"]
    commands = {
        "worker": [*celery, "worker", "--concurrency=2", "--without-gossip"],
        "listener": ["manage.py", "smtp_listener", f"--port={smtp}"],
    }
    with ExitStack() as running:

        def start(name: str, *words: str) -> None:
            variables = {**web.environment, "METRICS_PORT": str(ports[name])}
            process = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=variables, stderr=subprocess.DEVNULL)
            running.callback(process.wait, 20)
            running.callback(process.send_signal, signal.SIGQUIT if name == "worker" else signal.SIGTERM)

        for name, words in commands.items():
            start(name, *words)
        web.run(*celery, "call", "asgard_pbem.tables.tasks.sweep")
        eventually(lambda: sent(smtp))
        eventually(lambda: 'tasks.sweep"} 1.0' in scrape(ports["worker"]))
        told = {name: scrape(ports[name]) for name in commands}
        start("beat", *celery, "beat")  # last: it sends sweeps of its own
        eventually(lambda: bool(scrape(ports["beat"])))
        yield {**told, "beat": scrape(ports["beat"])}


def sent(port: int) -> bool:
    """Whether a mail to somebody of ours was taken."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=5) as link:
            return not link.sendmail("anna@home.example", "play@games.example.org", "Subject: Hello\r\n\r\nHello\r\n")
    except OSError:
        return False


def scrape(port: int) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def eventually(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@contextmanager
def pool(cluster: Cluster, mode: str) -> Iterator[str]:
    """The database's address by way of a PgBouncer as deploy/pgbouncer has it, without anybody's name."""
    port = free_port()
    users, ini = cluster.folder / "userlist.txt", cluster.folder / "pgbouncer.ini"
    users.write_text('"asgard_app" "apps"\n"asgard_owner" "owners"\n')
    settled = (ROOT / "deploy" / "pgbouncer" / "pgbouncer.ini").read_text()
    for ours, here in (
        ("host=postgres port=5432", f"host=127.0.0.1 port={cluster.port}"),
        ("listen_port = 6432", f"listen_port = {port}"),
        ("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1"),
        ("/etc/pgbouncer/userlist.txt", str(users)),
        ("pool_mode = transaction", f"pool_mode = {mode}"),
    ):
        assert ours in settled
        settled = settled.replace(ours, here)
    ini.write_text(f"{settled}unix_socket_dir =\n")
    process = subprocess.Popen(["/usr/sbin/pgbouncer", str(ini)], stderr=subprocess.DEVNULL, **cluster.identity)
    try:
        yield f"127.0.0.1:{port}/asgard"
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("cluster", ["the wheel's"], indirect=True)
def test_games_are_played_through_pgbouncer_in_either_mode_whatever_is_said_of_it(
    cluster: Cluster, tmp_path: Path
) -> None:
    assert cluster.init("owners", "apps").returncode == 0
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    direct = cluster.url("asgard_owner", "owners")
    said = {"DATABASE_POOLED": "1", "DATABASE_CONN_MAX_AGE": "0"}
    played = ["simulate", "aesir", "--seats", "3", "--by-mail", "--seed"]

    def run(address: str, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        ours = {"LOCAL_DIR": str(tmp_path), "DATABASE_URL": address, "DATABASE_OWNER_URL": direct}
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**kept, **ours, "SECRET_KEY": "".join(map(chr, range(48, 122))), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    with pool(cluster, "transaction") as place:
        address = f"postgres://asgard_app:apps@{place}"
        done = [run(address, "migrate", "--verbosity=0", **said), run(address, *played, "2", **said)]
        done += [run(address, *played, "3"), run(address, "rebuild", "--check")]  # finds what the first had prepared
        other = run(f"postgres://asgard_owner:owners@{place}", "stuck")  # it would stay the owner
    with pool(cluster, "session") as place:
        address = f"postgres://asgard_app:apps@{place}"
        done += [run(address, *played, "4"), run(address, "rebuild", "--check", "--least", "3")]
    assert [one.stderr for one in done if one.returncode] == []
    assert "must log in as asgard_app" in other.stderr
