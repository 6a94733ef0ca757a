"""Mail that came before a deadline counts, however late a worker gets to read it (mail notes 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F
from django.dispatch import receiver

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables.keys.reply_tokens import digest
from asgard_pbem.tables.models import ReplyToken
from asgard_pbem.tables.signals import Due, about_to_time_out

LONGEST_WAIT = timedelta(days=7)  # after which a mail that nobody could read holds no clock any more
AT_ONCE = 5000  # tokens looked up in one query


@receiver(about_to_time_out)
def answers_wait(sender: object, *, due: Sequence[Due], **_: Any) -> set[Due]:
    """The questions that an unread mail may answer which came in time: those to its writer's seats.

    The same few queries whatever is due and unread: a long outage leaves much of both, and anybody can mail to made-up
    addresses.
    """
    came = dict[tuple[UUID | None, int | None], list[datetime]]()
    for place, time in _arrivals(due):
        came.setdefault(place, []).append(time)
    return {
        one
        for one in due
        if any(one.deadline - LONGEST_WAIT < time <= one.deadline for time in came.get((one.game_id, one.seat), ()))
    }


def _arrivals(due: Sequence[Due]) -> Iterator[tuple[tuple[UUID | None, int | None], datetime]]:
    """(game and seat, when) of each unread mail that may concern one of these questions.

    To whichever of their seats' addresses somebody writes, a heading may speak for any other one.
    """
    deadlines = [one.deadline for one in due]
    unread = InboundMail.objects.filter(
        state=InboundMail.State.NEW, received_at__gt=min(deadlines) - LONGEST_WAIT, received_at__lte=max(deadlines)
    )
    times: dict[bytes, list[datetime]] = {}
    for address, time in unread.values_list("envelope_to", "received_at"):
        if token := tokens.box_of(address).token:
            times.setdefault(digest(token), []).append(time)
    hashes, games = list(times), {one.game_id for one in due}
    for start in range(0, len(hashes), AT_ONCE):
        found = ReplyToken.objects.filter(sha256__in=hashes[start : start + AT_ONCE], game_id__in=games)
        found = found.filter(seat__isnull=False, game__holders__player=F("player"))
        for sha256, game_id, seat in found.values_list("sha256", "game_id", "game__holders__seat"):
            yield from (((game_id, seat), time) for time in times[bytes(sha256)])
