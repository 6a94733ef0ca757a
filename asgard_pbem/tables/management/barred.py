"""Mailboxes as operators name them: by an address, by a person's id, or by the mark that `bar --list` shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.core.management.base import CommandError

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.mailboxes import bar_of, marks
from asgard_pbem.tables.management.whom import here
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.models.bars import WHY_LIMIT
from asgard_pbem.tables.services.persons.addressing import address_of
from asgard_pbem.tables.services.persons.naming import one_line

MARK = re.compile(r"[0-9a-f]{64}")
_ROW = re.compile(
    rf"(?P<mark>{MARK.pattern})\t(?P<since>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00)\t[^\t]*\t(?P<why>[^\t]+)"
)


def mark_of(who: str) -> str:
    """The mark of a mailbox; where it is barred, the one that it is barred by. Raises CommandError."""
    if MARK.fullmatch(who):
        return who
    address = _address(who)
    found = bar_of(address)
    return found.mark if found is not None else marks(address)[0]


def _address(who: str) -> str:
    try:
        UUID(who)
    except ValueError:
        pass
    else:
        return here(who).email
    try:
        return address_of(who)
    except ServiceError as why:
        said = "is our own address" if why.code == "E_OWN_ADDRESS" else "is no email address and no id"
        raise CommandError(f"{who} {said}.") from None


def reason(why: str) -> str:
    """An operator's reason, in one line. It lies beside copies, so it names nobody's address. Raises CommandError."""
    line = one_line(why)
    if not line:
        raise CommandError("Say --why: whoever looks after you wants to know it.")
    if len(line) > WHY_LIMIT:
        raise CommandError(f"The reason has {len(line)} characters; {WHY_LIMIT} is the most.")
    if "@" in line:
        raise CommandError("The reason holds an @: it names no address.")
    return line


def row(mark: str, since: datetime, why: str, people: Sequence[Player]) -> str:
    """One bar in a line of `bar --list`. Ids, as whoever was erased has nothing else, and for the list lies about."""
    who = ",".join(str(one.pk) for one in people) or "-"
    return "\t".join((mark, since.isoformat(timespec="seconds"), who, why))


def read_row(line: str) -> tuple[str, datetime, str]:
    """Mark, since when and why, of such a line. Raises CommandError."""
    found = _ROW.fullmatch(line.rstrip("\n"))
    if found is None:
        raise CommandError("These are not lines of bar --list. Nobody was barred.")
    return found["mark"], datetime.fromisoformat(found["since"]), found["why"]
