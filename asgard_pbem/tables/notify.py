"""Telling Celery, after the commit, what there is to do. Keys only; a lost message is found again by the sweep."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from uuid import UUID

from celery import current_app
from django.db import transaction

SEND_MAIL = "asgard_pbem.mail.tasks.send_mail"
PLAY_BOTS = "asgard_pbem.bots.tasks.play_bots"
SWEEP_INBOUND = "asgard_pbem.mail.tasks.sweep_inbound"

_log = logging.getLogger(__name__)
_quiet: ContextVar[bool] = ContextVar("asgard_pbem_quiet", default=False)


@contextmanager
def quietly() -> Iterator[None]:
    """Tell nobody inside: for simulations, imports and measurements, which do the rest themselves."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


def after_commit(mails: Sequence[UUID], *, bots_of: UUID | None = None) -> None:
    """Queue the sending of `mails` and the moves of a game's bots, once the transaction has committed."""
    if _quiet.get() or not (mails or bots_of):
        return
    transaction.on_commit(partial(_tell_all, tuple(mails), bots_of), robust=True)


def _tell_all(mails: Sequence[UUID], bots_of: UUID | None) -> None:
    for mail in mails:
        tell(SEND_MAIL, str(mail))
    if bots_of is not None:
        tell(PLAY_BOTS, str(bots_of))


def tell(name: str, *arguments: str) -> bool:
    """Queue one task. False when the broker does not take it: the sweep will come to it."""
    try:
        task = current_app.tasks.get(name)
        if task is not None:
            task.apply_async(arguments, retry=False)
        else:
            current_app.send_task(name, arguments, retry=False)
    except current_app.connection_for_write().recoverable_connection_errors as why:  # the row says what is due
        _log.warning("the broker does not take %s: %s", name, type(why).__name__)
        return False
    return True
