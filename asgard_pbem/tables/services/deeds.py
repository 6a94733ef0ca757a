"""What operators do by hand is written down."""

from __future__ import annotations

import getpass
import logging

from asgard_pbem.tables.models import Deed

_log = logging.getLogger(__name__)


def note_deed(what: str, subject: object, *, why: str = "") -> Deed:
    """Whoever is logged in on this machine did what to what, and why."""
    made = Deed.objects.create(by=_login()[:80], what=what[:40], subject=str(subject)[:80], why=why[:200])
    _log.info("by hand: %s of %s", made.what, made.subject)
    return made


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user has no name
        return "nobody known"
