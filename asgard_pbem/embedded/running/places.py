"""Where local play was last time, and where it is now: for the next start, and for one beside it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def last() -> dict[str, int]:
    """Ports of the last start: with the same ones the links of older mails stay right."""
    with suppress(OSError, ValueError):
        known = json.loads(_ports().read_text())
        if isinstance(known, dict):
            return {name: port for name, port in known.items() if isinstance(port, int) and 0 < port < 65536}
    return {}


def welcome() -> str:
    """What the service that runs now has printed at its start; empty before it is ready."""
    with suppress(OSError):
        return _welcome().read_text()
    return ""


def keep(text: str, **ports: int) -> None:
    """Remember what is printed, and the ports."""
    _welcome().write_text(text)
    _ports().write_text(json.dumps(ports))


def forget_welcome() -> None:
    """Nothing runs any more."""
    _welcome().unlink(missing_ok=True)


def _welcome() -> Path:
    return Path(settings.LOCAL_DIR) / "welcome"


def _ports() -> Path:
    return Path(settings.LOCAL_DIR) / "ports.json"
