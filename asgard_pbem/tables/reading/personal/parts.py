"""The parts of which a person's copy is made. Whoever keeps rows about persons adds the part that has them, and says
by which columns they are found; what no copy has is named here with its reason. A test holds both against all models.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.utils import timezone

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.models.sealing import asked_once

FORMAT: Final = "asgard-person/1"
Gather = Callable[[Player], Any]


class Part(NamedTuple):
    """What one name of the copy holds, and by which columns its rows are a person's."""

    gather: Gather
    of: tuple[str, ...]


PARTS: Final[dict[str, Part]] = {}
EXCEPTED: Final[Mapping[str, str]] = MappingProxyType({
    "admin.LogEntry.user": "nothing is ever written there: the pages for staff change nothing",
    "embedded.EmbeddedMail.owner": "the local mailbox of `make play` lies before its reader, whole",
    "tables.AuthorKey.player": "the key is not of the person: what it opens is in the copy, opened",
    "tables.Block.by": "who has blocked them is the business of those others",
    "tables.Erasure.player": "who is being erased has nothing left to be copied",
    "tables.ReplyToken.player": "a hash that says nothing: the mail it went out with is in the copy",
})  # fmt: skip


def part(name: str, *of: str) -> Callable[[Gather], Gather]:
    """Let what the function gives for a person stand in their copy under this name."""

    def added(gather: Gather) -> Gather:
        PARTS[name] = Part(gather, of)
        return gather

    return added


@asked_once()
def copy_of(player: Player) -> dict[str, Any]:
    """Everything, as data that JSON can hold."""
    head = {"format": FORMAT, "made_at": time_of(timezone.now()), "id": str(player.pk)}
    return {**head, **{name: one.gather(player) for name, one in sorted(PARTS.items())}}


def time_of(moment: datetime | None) -> str | None:
    """As all times of the copy are written."""
    return None if moment is None else moment.isoformat(timespec="seconds")
