"""The brokers of production, really started, killed and frozen: Redis always, RabbitMQ where it is installed.

`.ci/prerequisites test` installs Debian's redis-server. RabbitMQ with its Erlang is heavy; these tests run on it
wherever somebody has it (`apt install rabbitmq-server`).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest
from celery import current_app
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from kombu.exceptions import OperationalError

from asgard_pbem import env
from asgard_pbem.tables.publisher import PATIENCE_S, SOCKET_S, Link, Publisher
from tests.ops.ports import free_port

ROOT = Path(__file__).resolve().parents[3]
START_S = 90.0
TASK = "asgard_pbem.mail.tasks.sweep_inbound"
SCHEMES = {"redis": "redis-server", "amqp": "rabbitmq-server"}


def wait_for(done: Callable[[], bool], seconds: float = START_S) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.1)


class RealBroker:
    """One broker of its own port and folder, as a process that may be killed, frozen and started again."""

    def __init__(self, scheme: str, folder: Path) -> None:
        self.scheme, self.folder, self.port = scheme, folder, free_port()
        self.url = f"{scheme}://127.0.0.1:{self.port}//"
        self.other_ports = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command, more = self._redis() if self.scheme == "redis" else self._rabbitmq()
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **more}, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        wait_for(self.answers)

    def _redis(self) -> tuple[list[str], dict[str, str]]:
        port = str(self.port)
        return ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)], {}

    def _rabbitmq(self) -> tuple[list[str], dict[str, str]]:
        epmd, distribution = map(str, self.other_ports)
        return ["/usr/lib/rabbitmq/bin/rabbitmq-server"], {
            "HOME": str(self.folder),
            "ERL_EPMD_PORT": epmd,
            "RABBITMQ_DIST_PORT": distribution,
            "RABBITMQ_NODENAME": f"test{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_MNESIA_BASE": str(self.folder),
            "RABBITMQ_LOG_BASE": str(self.folder),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
        }

    def answers(self) -> bool:
        try:
            with current_app.connection_for_write(self.url, connect_timeout=2) as link:
                link.ensure_connection(max_retries=0, timeout=2)
        except (OSError, OperationalError):
            return False
        return True

    def family(self) -> list[psutil.Process]:
        assert self.process is not None
        try:
            first = psutil.Process(self.process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def send(self, sign: signal.Signals) -> None:
        for process in self.family():
            with suppress(psutil.NoSuchProcess):  # its parent's death may have ended it
                process.send_signal(sign)

    def kill(self) -> None:
        family = self.family()
        self.send(signal.SIGKILL)
        psutil.wait_procs(family, timeout=10)

    def end(self) -> None:
        self.kill()
        if self.scheme == "amqp":  # Erlang's name service, which the first node starts beside itself
            subprocess.run(["epmd", "-port", str(self.other_ports[0]), "-kill"], check=False, capture_output=True)

    def held(self) -> int:
        """Tasks in the queue."""
        with current_app.connection_for_write(self.url, connect_timeout=5) as link:
            queue = current_app.amqp.queues[current_app.conf.task_default_queue](link.channel())
            return int(queue.queue_declare(passive=False).message_count)


@pytest.fixture(params=[scheme for scheme, program in SCHEMES.items() if scheme == "redis" or shutil.which(program)])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RealBroker]:
    made = RealBroker(request.param, tmp_path)
    made.start()
    yield made
    made.send(signal.SIGCONT)
    made.end()


def test_tasks_reach_a_broker_and_reach_it_again_after_it_was_killed(broker: RealBroker) -> None:
    link = Link(broker.url)
    assert Publisher(link).tell(TASK)
    assert broker.held() == 1

    broker.kill()
    began = time.monotonic()
    assert not any(Publisher(link).tell(TASK) for _ in range(5))
    assert time.monotonic() - began < 5 * SOCKET_S  # nobody waited for a socket's own time-out

    broker.start()
    kept = Publisher(Link(broker.url))
    assert kept.tell(TASK)
    broker.kill()
    broker.start()
    before = broker.held()
    assert kept.tell(TASK)  # on the connection of before: the first task told is not lost in a dead socket
    wait_for(lambda: broker.held() == before + 1, 5)


class Enough(Exception):
    """So often was it tried."""


def test_a_worker_looks_for_a_broker_as_long_as_it_is_away() -> None:
    """After a hundred tries, some 48 minutes, it ended, and with exit code 0: who restarts what fails did nothing."""
    tries = 0

    def noted(why: Exception, interval: float) -> None:
        nonlocal tries
        tries += 1
        if tries == 200:
            raise Enough

    with current_app.connection_for_write(f"redis://127.0.0.1:{free_port()}/0") as link, pytest.raises(Enough):
        link.ensure_connection(
            noted, current_app.conf.broker_connection_max_retries, interval_start=0, interval_step=0, interval_max=0
        )


def test_a_frozen_broker_stops_nobody_and_is_used_again_when_it_wakes(broker: RealBroker) -> None:
    kept = Publisher(Link(broker.url))
    assert kept.tell(TASK)
    broker.send(signal.SIGSTOP)
    began = time.monotonic()
    for _ in range(20):
        kept.tell(TASK)  # True is right as well: the kernel may take the message for the sleeper
    fresh = Publisher(Link(broker.url))
    assert not fresh.tell(TASK)
    assert time.monotonic() - began < 10 * PATIENCE_S  # were each to wait: twenty-one
    broker.send(signal.SIGCONT)
    wait_for(lambda: fresh.tell(TASK) and kept.tell(TASK), 4 * SOCKET_S)
    assert broker.held() >= 2


SAYS = """
import django; django.setup()
from asgard_pbem import env
from asgard_pbem.tables.publisher import Link
Link().publish(("asgard_pbem.mail.tasks.sweep_inbound", (), 0))
print("told")
"""


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that nobody else has signed, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "cert.pem", folder / "key.pem"
    pem.write_bytes(made.public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return pem, secret


def test_a_redis_behind_tls_is_told_only_when_its_certificate_is_known(tmp_path: Path) -> None:
    pem, key = certificate(tmp_path)
    port = free_port()
    command = (
        f"redis-server --port 0 --tls-port {port} --tls-cert-file {pem} --tls-key-file {key} --tls-auth-clients no"
    )
    server = subprocess.Popen([*command.split(), "--save", ""], stdout=subprocess.DEVNULL, cwd=tmp_path)

    def told(**more: str) -> bool:
        kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
        mine = {"BROKER_URL": f"rediss://localhost:{port}/0", "DJANGO_SETTINGS_MODULE": "asgard_pbem.settings"}
        done = subprocess.run(
            [sys.executable, "-c", SAYS],
            cwd=ROOT,
            env={**kept, **mine, "LOCAL_DIR": str(tmp_path), **more},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip() == "told"

    try:
        wait_for(lambda: told(SSL_CERT_FILE=str(pem)))
        assert not told()
    finally:
        server.kill()
        server.wait(10)
