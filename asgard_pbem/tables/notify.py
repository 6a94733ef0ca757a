"""Telling Celery, after the commit, what there is to do. Keys only; a lost message is found again by the sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from django.db import transaction

from . import publisher

SEND_MAIL = "asgard_pbem.mail.tasks.send_mail"
PLAY_BOTS = "asgard_pbem.bots.tasks.play_bots"
ANALYSE = "asgard_pbem.tables.tasks.analyse"
SETTLE = "asgard_pbem.tables.tasks.settle_games"
SAMPLES = "asgard_pbem.tables.tasks.bring_samples"
ERASE = "asgard_pbem.tables.tasks.go_on_erasing"
SWEEP_INBOUND = "asgard_pbem.mail.tasks.sweep_inbound"

LONGEST_S = 60.0  # a worker holds what it has to begin later; a broker gives it to others, or drops the worker

_quiet: ContextVar[bool] = ContextVar("asgard_pbem_quiet", default=False)


@contextmanager
def quietly() -> Iterator[None]:
    """Tell nobody inside of what commits: for simulations, imports and measurements, which do the rest themselves."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


def after_commit(mails: Sequence[UUID], *, bots_of: UUID | None = None, waits_s: float = 0) -> None:
    """Queue the sending of `mails`, due in `waits_s`, and the moves of a game's bots, after the commit.

    What waits longer than LONGEST_S is left to the sweep.
    """
    for mail in mails if waits_s <= LONGEST_S else ():
        tell_after_commit(SEND_MAIL, str(mail), after=waits_s)
    if bots_of is not None:
        tell_after_commit(PLAY_BOTS, str(bots_of))


def ended(game: UUID) -> None:
    """Queue what is done once when a game has ended."""
    tell_after_commit(ANALYSE, str(game))


def tell_after_commit(name: str, *arguments: str, after: float = 0) -> None:
    """Queue one task once the transaction has committed."""
    if _quiet.get():
        return

    def told() -> None:  # a function with a name: Django's report of a failing `partial` fails itself
        tell(name, *arguments, after=after)

    transaction.on_commit(told, robust=True)


def tell(name: str, *arguments: str, after: float = 0) -> bool:
    """Queue one task, to begin in `after` seconds.

    False, soon and without an error, when the broker does not take it: the sweep will come to it.
    """
    return publisher.tell(name, *arguments, after=after)
