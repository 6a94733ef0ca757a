"""How a log line looks: one JSON object in production, words for people in play (docs/decisions/watching.md).

What a line is about (a mail, a row of the outbox, a task) is said once, by whoever begins with it, and stands in every
line until it is done: `manage.py trace` goes on from there. An error is told by its class and its way through the code.
What it says may quote a player's mail, so it is never written down.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from pythonjsonlogger.json import JsonFormatter

from asgard_pbem import env
from asgard_pbem.tables.errors import trail

if TYPE_CHECKING:
    from django.core.management.base import OutputWrapper

_about: ContextVar[Mapping[str, str]] = ContextVar("asgard_pbem_about", default={})  # noqa: B039 - a mapping that nobody changes
CELERYS: Final = "celery.app.trace"  # whose message quotes what a task raised and was given
LEVELS: Final = ("debug", "info", "warning", "error", "critical")


def kind() -> str:
    """`json` or `line`: as LOG_FORMAT says, else by whether this is a production."""
    return env.word("LOG_FORMAT", "json" if env.text("DATABASE_URL") else "line", ("json", "line"))


def configuration(form: str, level: str) -> dict[str, Any]:
    """Python's logging for every process: one handler, one formatter (`json` or `line`)."""
    formatters = {
        "line": {"()": "asgard_pbem.serving.logs.Masked", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "asgard_pbem.serving.logs.masked_json"},
    }
    return {
        "version": 1, "disable_existing_loggers": False, "formatters": formatters,
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["console"], "level": level},
    }  # fmt: skip


def greet(out: OutputWrapper, text: str) -> None:
    """Say that a process is ready. It is so without room for the words: a full disk of logs keeps nobody from work."""
    with suppress(OSError):
        out.write(text)
        out.flush()


@contextmanager
def about(**ids: object) -> Iterator[None]:
    """Every line that is written inside says these ids too."""
    token = _about.set({**_about.get(), **{name: str(value) for name, value in ids.items()}})
    try:
        yield
    finally:
        _about.reset(token)


class Json(JsonFormatter):
    """time, level, logger, message; ids it is about; the way of an error through the code."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger"}
        super().__init__("%(levelname)s %(name)s %(message)s", rename_fields=names, timestamp="time")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {**log_data, **_about.get()}

    def format(self, record: logging.LogRecord) -> str:
        return super().format(without_words(record))

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        super().add_fields(log_data, record, message_dict)
        for unwanted in set(log_data) - KNOWN:  # what libraries add: Celery its task's arguments, Django its request
            del log_data[unwanted]


KNOWN: Final = {
    "time", "level", "logger", "message", "error", "mail", "outbox", "game", "state", "reason", "cause", "first",
    "last", "purpose", "door", "task", "status_code",
}  # fmt: skip


def without_words(record: logging.LogRecord) -> logging.LogRecord:
    """A copy that says where an error came from and not what it says."""
    made = logging.makeLogRecord(record.__dict__)
    if record.exc_info and record.exc_info[1] is not None:
        made.error = trail(record.exc_info[1])
    made.exc_info = made.exc_text = None
    data = getattr(record, "data", None)
    if record.name == CELERYS and isinstance(data, dict):
        made.msg, made.args = "%s %s", (data.get("name", "a task"), data.get("description", "ended"))
    return made
