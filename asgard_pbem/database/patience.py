"""No statement, no lock and no dead line holds up a process for ever.

Behind a pool, which lends the sessions on, the role has the same time-outs (deploy/postgres/init.sh). Seconds; 0: no
end.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.adapt import Transformer
from psycopg.types.json import JsonbLoader

from asgard_pbem import env

T = TypeVar("T")

LONGEST_S: Final = 2_000_000  # PostgreSQL counts milliseconds
STATEMENT_S: Final = env.number("DATABASE_STATEMENT_S", 30, most=LONGEST_S)
LOCK_S: Final = env.number("DATABASE_LOCK_S", 15, most=LONGEST_S)
IDLE_S: Final = 120  # inside a transaction; longer than any task may take
# Whoever changes the schema waits for a lock this long, and all others queue behind: then it gives up, to try again.
MIGRATION_LOCK_S: Final = env.number("DATABASE_MIGRATION_LOCK_S", 5, most=LONGEST_S)
CONNECT_S: Final = env.number("DATABASE_CONNECT_S", 5, most=LONGEST_S)
# A server that is stopped, or whose machine hangs, ends no statement, and the kernel keeps its lines alive.
SILENCE_S: Final = STATEMENT_S + 5 if STATEMENT_S else None
OPTIONS: Final[dict[str, Any]] = {  # of a connection; the address may say otherwise
    "connect_timeout": CONNECT_S,
    "keepalives": 1, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3,
    "tcp_user_timeout": 60_000,  # milliseconds
}  # fmt: skip


def of_session(*, owner: bool) -> dict[str, str]:
    """Names and values of a session's time-outs. The owner's statements take as long as they need."""
    if owner:
        return {"statement_timeout": "0", "lock_timeout": f"{MIGRATION_LOCK_S}s"}
    return {
        "statement_timeout": f"{STATEMENT_S}s",
        "lock_timeout": f"{LOCK_S}s",
        "idle_in_transaction_session_timeout": f"{IDLE_S}s",
    }


class Patient(psycopg.Connection[Any]):
    """Gives up on a server that should have broken the statement off by itself, and says nothing at all."""

    silence_s: float | None = SILENCE_S  # None: waits for ever

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared: set[bytes] = set()  # the texts that `together` has prepared here

    # Both are made when they are first asked for: not before Django has told the connection its types.

    @cached_property
    def reader(self) -> Any:
        """Turns values into the server's text and back, as a cursor of Django's does: JSON stays text."""
        return Transformer(self)

    @cached_property
    def json_reader(self) -> Any:
        """The same, but that it reads JSON."""
        found = Transformer(psycopg.Cursor(self))  # with types of its own
        found.adapters.register_loader("jsonb", JsonbLoader)
        return found

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for what the server says."""
        try:
            return super().wait(gen, interval, self.silence_s if timeout is None else timeout)
        except errors._WaitTimeout:  # noqa: SLF001 - psycopg has no public name for it
            if timeout is not None:
                raise
            raise self.given_up() from None

    def given_up(self) -> errors.ConnectionTimeout:
        """What to raise. The line is closed: what the server says later would be taken for another answer."""
        self.close()
        return errors.ConnectionTimeout("the server says nothing")
