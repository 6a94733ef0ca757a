"""No statement, no lock and no dead line holds up a process for ever.

Behind a pool, which lends the sessions on, the role has the same time-outs (deploy/postgres/init.sh). Seconds; 0: no
end.
"""

from __future__ import annotations

from typing import Any, Final

from asgard_pbem import env

STATEMENT_S: Final = env.number("DATABASE_STATEMENT_S", 30)
LOCK_S: Final = env.number("DATABASE_LOCK_S", 15)
IDLE_S: Final = 120  # inside a transaction; longer than any task may take
# Whoever changes the schema waits for a lock this long, and all others queue behind: then it gives up, to try again.
MIGRATION_LOCK_S: Final = env.number("DATABASE_MIGRATION_LOCK_S", 5)
OPTIONS: Final[dict[str, Any]] = {  # of a connection; the address may say otherwise
    "connect_timeout": env.number("DATABASE_CONNECT_S", 5),
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
