"""A person's games, through the eyes that they have there now: what they did, and the messages that they may read.

Of a seat that they have given up it tells what happened while it was theirs; what its holder knows since is not theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from cryptography.fernet import InvalidToken
from django.db import DatabaseError
from django.db.models import Q

from asgard_pbem.tables.errors import place_of
from asgard_pbem.tables.models import Game, Player, Press
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import tables_of
from asgard_pbem.tables.models.sealing import unseal
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.reading.personal.parts import part, time_of
from engine.core.moves import Seat
from engine.table.events import SeatTaken

log = logging.getLogger(__name__)


@part("games", "tables.Seat.player", "tables.Seat.began", "tables.Game.opened_by", "tables.Press.author")
def games(player: Player) -> list[dict[str, Any]]:
    """Each table at which they sit or sat from its beginning, that they opened, or at which they wrote."""
    began = SeatRow.objects.filter(began=player.pk).values("game_id")
    wrote = Press.objects.filter(author=player).values("game_id")
    theirs = Game.objects.filter(tables_of(player) | Q(pk__in=began) | Q(pk__in=wrote))
    return [_game(game, player) for game in theirs.order_by("opened_at", "pk")]


def _game(game: Game, player: Player) -> dict[str, Any]:
    seats = sorted(one.seat for one in game.holders.all() if one.player_id == player.pk)
    eyes: list[Seat | None] = [*seats] or [None]
    return {
        "id": str(game.pk),
        "key": game.key,
        "title": game.title if seats or game.opened_by_id == player.pk or game.visibility == "public" else "",
        "status": game.status,
        "opened_by_them": game.opened_by_id == player.pk,
        "opened": time_of(game.opened_at),
        "started": time_of(game.started_at),
        "ended": time_of(game.ended_at),
        "seats": seats,
        "events": _events(game, player, eyes),
        "messages": _messages(game, player, eyes),
    }


def _events(game: Game, player: Player, eyes: Sequence[Seat | None]) -> list[dict[str, Any]]:
    """What they did, moment by moment; below each what they did unseen after it."""
    found: dict[int, dict[str, Any]] = {}
    for viewer in eyes:
        for entry, own in _own(game, player, viewer):
            told = logfile.moment_json(entry)
            told["notes"] = [one for one in told["notes"] if one["seat"] in own]
            if entry.seat in own or told["notes"]:
                kept = found.setdefault(entry.number, {**told, "notes": []})
                kept["notes"] += told["notes"]
    return [found[number] for number in sorted(found)]


def _own(game: Game, player: Player, viewer: Seat | None) -> Iterator[tuple[history.Entry, set[Seat]]]:
    """Every moment with the seats that were theirs then."""
    own: set[Seat] = set()
    for entry in _history(game, viewer):
        if isinstance(entry.payload, SeatTaken):
            own.discard(entry.payload.seat)
            if entry.payload.holder == player.pk:
                own.add(entry.payload.seat)
        yield entry, own


def _history(game: Game, viewer: Seat | None) -> Sequence[history.Entry]:
    """A game whose rules fail keeps nobody from their copy: its moments are told as those of unknown rules are."""
    try:
        return history.history(game.pk, viewer)
    except (DatabaseError, InvalidToken):  # not of this game alone
        raise
    except Exception as why:  # noqa: BLE001 - whatever a game's rules raise
        # What the error itself says may be a secret.
        log.error("a copy has no happenings of table %s, which fails: %s", game.pk, place_of(why))  # noqa: TRY400
        return history.bare(game.pk)


def _messages(game: Game, player: Player, eyes: Sequence[Seat | None]) -> list[dict[str, Any]]:
    """What they wrote, and what others wrote that they may read now."""
    own = {one.pk: one for one in Press.objects.filter(game=game, author=player)}
    looked = (viewer for viewer in eyes if history.may_look_as(game, player, viewer))
    read = {line.id: line for viewer in looked for line in history.press(game.pk, viewer) if line.id not in own}
    said = [(one.sent_at, one.seat, one.to, unseal(player.pk, one.text), True) for one in own.values()]
    heard = [(one.sent_at, one.seat, one.to, one.text, False) for one in read.values()]
    return [
        {"sent": time_of(sent), "seat": seat, "to": list(to) if to is not None else None, "text": text, "own": by_them}
        for sent, seat, to, text, by_them in sorted([*said, *heard], key=itemgetter(0))
    ]
