"""How many stand at the doors at once. Each holds an open file, and where none is free nobody is let in at all."""

from __future__ import annotations

import asyncio
import logging
import resource
import time

_log = logging.getLogger(__name__)
AT_ONCE = 400  # a mail server opens some twenty; who is silent is shown out after five minutes
FULL = b"421 4.3.2 Too many connections, please come again\r\n"
SAID_S = 60.0


def at_once() -> int:
    """AT_ONCE, or half of the files that this process may open: up to 100 are let in before one is looked at."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return AT_ONCE if files == resource.RLIM_INFINITY else max(1, min(AT_ONCE, files // 2))


class Crowd:
    """Who stands there."""

    def __init__(self) -> None:
        self.here, self.most = 0, at_once()
        self.said_at = float("-inf")  # monotonic

    def takes_one_more(self) -> bool:
        """Counts them, until `goes`. Where it is full the log says so, once a minute: each of them would be a line."""
        if self.here < self.most:
            self.here += 1
            return True
        if time.monotonic() - self.said_at >= SAID_S:
            self.said_at = time.monotonic()
            _log.warning("%s connections are open: who else comes is told to come again", self.here)
        return False

    def goes(self) -> None:
        self.here -= 1


class TurnedAway(asyncio.Protocol):
    """Says that it is full, and hangs up (RFC 5321, section 3.8): a mail server comes again."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(FULL)
        transport.close()


crowd = Crowd()  # of this process, at whichever door
