"""Errors told to Sentry, where SENTRY_DSN is set: what failed and where, and not a word of anybody.

sentry-sdk is an extra (`pip install asgard-pbem[sentry]`); without it, or without the address, nothing is told. Of an
event goes out what stands in KEPT and in frames; what an error says, values of variables, requests, breadcrumbs and
names do not, because any of them may hold a player's words, a token or an address. A list of what may pass is kept,
not one of what may not: a later version of the library that adds something tells nothing more.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from asgard_pbem.serving.logs import masked

KEPT: Final = {"event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk"}
FRAME: Final = {"filename", "function", "module", "lineno", "in_app"}
_log = logging.getLogger(__name__)


def begin(dsn: str, *, release: str = "", transport: Any = None) -> bool:
    """Tell errors from now on. False, with a line in the log, when the package is not installed.

    `transport` stands in for the network.
    """
    if not dsn:
        return False
    try:
        import sentry_sdk
    except ImportError:
        _log.warning("SENTRY_DSN is set and the package sentry-sdk is missing: nothing is told")
        return False
    try:
        sentry_sdk.utils.Dsn(dsn)
    except sentry_sdk.utils.BadDsn:
        raise ImproperlyConfigured("SENTRY_DSN must be an address as Sentry gives it.") from None
    sentry_sdk.init(
        dsn=dsn, release=release or None, transport=transport, before_send=scrubbed, before_send_transaction=_nothing,
        before_breadcrumb=_nothing, include_local_variables=False, include_source_context=False,
        max_request_body_size="never", max_breadcrumbs=0, traces_sample_rate=0.0, auto_session_tracking=False,
        server_name="asgard", send_client_reports=False,
    )  # fmt: skip
    return True


def scrubbed(event: Any, hint: Any) -> Any:
    """What of an event may leave: classes of errors and places in the code."""
    made = {name: value for name, value in event.items() if name in KEPT}
    values = (event.get("exception") or {}).get("values") or []
    made["exception"] = {"values": [_error(one) for one in values]}
    if not values:
        template = (event.get("logentry") or {}).get("message") or ""
        made["logentry"] = {"message": masked(str(template))}  # as it stands in the code, without what was put in
    return made


def _error(one: Any) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames") or []
    kept = [{name: value for name, value in frame.items() if name in FRAME} for frame in frames]
    return {"type": one.get("type"), "module": one.get("module"), "value": "", "stacktrace": {"frames": kept}}


def _nothing(*_: Any) -> None:
    return None
