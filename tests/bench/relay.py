"""Handing a mail to a relay as production does, over TLS: one session for many beside a session for each."""

from __future__ import annotations

import os
import ssl
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

from aiosmtpd.controller import Controller

from tests.bench.rows import Row, paired, rounds, row

MAILS = rounds(20, 2)
READY_S = 60.0
TEXT = f"{'a line of a mail '.ljust(75, '.')}\n" * 1000  # as long as a prompt with its board


def handing_over() -> Row:
    """CPU of this process for one mail, its message included. Certificates: the machine's, and one of our own."""
    from django.core.mail import EmailMessage
    from django.test import override_settings

    from asgard_pbem.mail.sending.transport import Transport

    def sent(send: Callable[[EmailMessage], object]) -> float:
        began = time.process_time()
        for _ in range(MAILS):
            send(EmailMessage("A mail", TEXT, "games@asgard.example", ["anna@home.example"]))
        return (time.process_time() - began) / MAILS * 1000

    way = Transport()
    with listening() as relay, override_settings(**relay):
        ours, theirs = paired(lambda: sent(way.send), lambda: sent(EmailMessage.send))
        way.close()
    return row("a mail handed to a relay over TLS, by a session that is kept", ours, "ms CPU", baseline=theirs,
               target="<= 5 ms (baseline: a session for each)", met=ours <= 5)  # fmt: skip


@contextmanager
def listening() -> Iterator[dict[str, Any]]:
    """A relay in a process of its own, trusted like the authorities of this machine; the settings that lead to it."""
    from tests.mail.doors.imap.dovecot import write_certificate
    from tests.ops.ports import free_port

    port, spawning = free_port(), get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ):
        certificate, key, trusted = (Path(folder) / name for name in ("cert.pem", "key.pem", "trusted.pem"))
        write_certificate(certificate, key)
        usual = ssl.get_default_verify_paths().cafile
        trusted.write_text((Path(usual).read_text() if usual else "") + certificate.read_text())
        os.environ["SSL_CERT_FILE"] = str(trusted)
        ready = spawning.Event()
        server = spawning.Process(target=_serve, args=(port, certificate, key, ready), daemon=True)
        server.start()
        try:
            assert ready.wait(READY_S), "the relay did not start"
            yield {
                "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_USE_TLS": True,
                "EMAIL_HOST": "localhost", "EMAIL_PORT": port,
            }  # fmt: skip
        finally:
            server.terminate()
            server.join(10)


class _Takes:
    async def handle_DATA(self, *_: object) -> str:  # noqa: N802  the protocol library's
        return "250 OK"


def _serve(port: int, certificate: Path, key: Path, ready: Any) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    door = Controller(_Takes(), hostname="127.0.0.1", port=port, tls_context=context)
    door.start()
    ready.set()
    time.sleep(600)
