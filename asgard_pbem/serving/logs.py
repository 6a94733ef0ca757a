"""Log lines without secrets: signed links and reply addresses are as good as passwords, and logs are read by many."""

from __future__ import annotations

import logging
import re
from typing import Any

from gunicorn.glogging import Logger

from asgard_pbem.serving import lines

# What follows these is signed or secret: links to sign in, to stop mail, to confirm, to a calendar, to a private feed
# (asgard_pbem.web.urls, mail.urls).
_LINK = re.compile(r"(/(?:sign-in|u|confirm|calendar|feed)/)[^/?#\s'\"<>]+")
# Tokens of reply addresses, and of addresses that stop mail (asgard_pbem.mail.tokens, mail.links).
_BOX = re.compile(r"(?<![a-z0-9])(?:[a-z2-7]{26}|[0-9a-f]{48})(?=@|%40)", re.IGNORECASE)
# Tokens of people's programs (asgard_pbem.web.requests.tokens), where one came into an address.
_ACCESS = re.compile(r"asgard_[A-Za-z0-9_-]{43}")
HIDDEN = "***"


def masked(text: str) -> str:
    """`text` with every signed link and reply token taken out."""
    return _ACCESS.sub(HIDDEN, _BOX.sub(HIDDEN, _LINK.sub(rf"\1{HIDDEN}", text)))


class Masked(logging.Formatter):
    """Masks the whole line, tracebacks too: who writes a log line need not think of it. `inner` makes the line."""

    def __init__(self, *args: Any, inner: logging.Formatter | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inner = inner

    def format(self, record: logging.LogRecord) -> str:
        return masked(self.inner.format(record) if self.inner else super().format(record))


def masked_json() -> Masked:
    """A formatter of JSON lines."""
    return Masked(inner=lines.Json())


class GunicornLogger(Logger):
    """Gunicorn's own logs, the access log too if it is switched on, with the same taken out of their lines."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                own = handler.formatter
                handler.setFormatter(masked_json() if lines.kind() == "json" else Masked(inner=own))
