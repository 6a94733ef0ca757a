"""Messages between seats: to all, to one, to several."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid5

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.models import Player, Press
from asgard_pbem.tables.models.sealing import seal
from asgard_pbem.tables.services.persons.naming import unstacked
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.owing import asked_now
from asgard_pbem.tables.store.rows import Owed
from engine.core.moves import Seat
from engine.table.events import PressSent

PRESS_LIMIT = 4000  # characters
# What ends a line somewhere. Kept as it is, a text would have other lines in a mail's text than in its HTML part or in
# the answer that quotes it: a second line without the mark of the first would be taken for the words of who answers.
_LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")


def send_press(
    game_id: UUID, *, seat: Seat, player: Player, to: Sequence[Seat] | None, text: str, cause: UUID
) -> Press:
    """Send words to all other seats (`to` None) or to some. Raises ServiceError E_PRESS_EMPTY, E_PRESS_LONG,
    E_PRESS_SELF, E_NO_SEAT, E_NOT_YOURS, E_MANY_MESSAGES.
    """
    said = clean_text(text)
    if not said:
        raise ServiceError("E_PRESS_EMPTY")
    if len(said) > PRESS_LIMIT:
        raise ServiceError("E_PRESS_LONG", most=PRESS_LIMIT)
    press_id = uuid5(cause, f"press {game_id} {seat} {to}")
    if not Press.objects.filter(pk=press_id).exists():
        limits.press(player)

    def act(acting: Acting) -> None:
        acting.holds(seat, player.pk)
        seats = sorted(set(to) - {seat}) if to is not None else None
        if to and not seats:
            acting.refuse("E_PRESS_SELF")
        if seats is not None and (not seats or not all(0 <= one < acting.game.seats for one in seats)):
            acting.refuse("E_NO_SEAT")
        event = PressSent(seat=seat, to=tuple(seats) if seats is not None else None, press=press_id)
        acting.session.record(event)
        acting.after.append(lambda: _keep(acting, press_id, player, event, said))
        for reader, read_at in _readers(acting, player, seats).items():
            key = f"press:{press_id}:{read_at}"
            acting.owed.append(Owed(reader, "press", key, read_at, payload={"press": str(press_id)}))

    append(game_id, act, cause=uuid5(cause, "press"), within=True)
    return Press.objects.get(pk=press_id)


def _readers(acting: Acting, writer: Player, to: Sequence[Seat] | None) -> dict[UUID, Seat]:
    """Who is sent the words, once however many seats of theirs they go to, and at which: one that is asked, if any is,
    for the mail says what is wanted there still.
    """
    asked = {one.decision.seat for one in asked_now(acting.course)}
    found: dict[UUID, Seat] = {}
    for holder in sorted(acting.holders, key=lambda one: (one.seat not in asked, one.seat)):
        if holder.player not in {None, writer.pk} and (to is None or holder.seat in to):
            assert holder.player is not None
            found.setdefault(holder.player, holder.seat)
    return found


def _keep(acting: Acting, press_id: UUID, player: Player, event: PressSent, text: str) -> None:
    Press.objects.create(
        id=press_id, game_id=acting.game.id, author=player, seat=event.seat,
        to=list(event.to) if event.to is not None else None, text=seal(player.pk, text) or b"",
        moment=acting.game.moment, sent_at=acting.at,
    )  # fmt: skip


def clean_text(text: str) -> str:
    """Lines as typed, without controls, marks of direction, invisible characters and heaps of accents."""
    folded = unstacked(unicodedata.normalize("NFC", _LINE_ENDS.sub("\n", text)))
    return "".join(char for char in folded if char in "\n\t" or unicodedata.category(char)[0] != "C").strip()
