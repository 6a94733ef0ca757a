"""Ports of the loopback for servers that a test starts."""

from __future__ import annotations

import socket
from typing import Final

_given: Final = set[int]()


def free_port() -> int:
    """A port that nobody listens on, and that was not given before: the kernel may name one twice in a row."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = int(probe.getsockname()[1])
        if port not in _given:
            _given.add(port)
            return port
