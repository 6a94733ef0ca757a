"""Ports of local play, taken before anything else: a port that was only looked at may be somebody's a moment later."""

from __future__ import annotations

import socket

HOST = "127.0.0.1"
TRIES = 200


def listening(wanted: int) -> socket.socket:
    """A socket that listens at `wanted` or at the next free port above it; at any free one for 0.

    Bound is not enough: two may bind one port, and only one of them listen. Raises OSError when all are taken.
    """
    for port in range(wanted, min(wanted + TRIES, 65536)) if wanted else [0]:
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, port))
            found.listen(128)
        except OSError:
            found.close()
            continue
        return found
    raise OSError(f"No free port from {wanted} on.")


def number(taken: socket.socket) -> int:
    """Its port."""
    return int(taken.getsockname()[1])
