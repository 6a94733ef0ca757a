"""People and tables, and a push service on this machine that keeps what it is sent."""

from __future__ import annotations

import base64
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from asgard_pbem.alerts import keys
from tests.web.conftest import astrid, bjorn, browse, eir, table

__all__ = ["astrid", "bjorn", "browse", "eir", "table"]


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Browser:
    """A browser's side of push (RFC 8291): its pair of keys, its secret, and what it can read of a notice."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def given(self) -> dict[str, str]:
        """What it gives to a page."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.secret)}

    def reads(self, body: bytes) -> str:
        read: bytes = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return read.decode()


@dataclass
class Service:
    """A push service: what came, and what it answers from now on."""

    url: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)  # path, headers, body


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    """On loopback; the one service that is called. What a real one does beyond RFC 8030 it does not show."""
    made = Service()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(made.status)
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing on the console."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_port}"
    settings.PUSH_SERVICES = [made.url]
    settings.VAPID_PRIVATE_KEY = keys.fresh()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()
