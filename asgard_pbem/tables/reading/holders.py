"""Who sits where, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from asgard_pbem.database.built import built_once
from asgard_pbem.tables.models import Game, Player, Seat
from asgard_pbem.tables.store.rows import Holder

# What a `Holder` is made of, in its order.
_COLUMNS = (
    "seat", "player_id", "bot", "entropy", "player__name", "player__absent_from", "player__absent_until",
)  # fmt: skip


def holders_of(game_id: UUID) -> list[Holder]:
    """Who sits where, by seat."""
    rows = Seat.objects.filter(game_id=game_id).order_by("seat")
    return [_holder(*row) for row in rows.values_list(*_COLUMNS)]


def holders_at(games: Sequence[UUID]) -> dict[UUID, list[Holder]]:
    """Who sits where at each of these games, by seat, in one query."""
    found: dict[UUID, list[Holder]] = {game: [] for game in games}
    seats = Seat.objects.filter(game_id__in=games).order_by("game_id", "seat")
    for game, *row in seats.values_list("game_id", *_COLUMNS):  # no rows of models: they may be of thousands of games
        found[game].append(_holder(*row))
    return found


def is_heard(game_id: UUID, writer: Player, to: Sequence[int] | None = None) -> bool:
    """Whether anybody but `writer` sits on one of these seats (None: on any), who reads what is written to them.

    Bots read nothing, and who plays alone writes for the record.
    """
    others = Seat.objects.filter(game_id=game_id, player__isnull=False).exclude(player=writer)
    return (others if to is None else others.filter(seat__in=to)).exists()


def now_seated(game: Game) -> None:
    """Read who holds the seats of `game` once, for all who ask it: what Django's `prefetch_related_objects` does."""
    seats: Any = game.holders.all()
    seats._result_cache = _seats(game.pk)  # noqa: SLF001  as Django leaves it
    game._prefetched_objects_cache = {"holders": seats}  # type: ignore[attr-defined]  # noqa: SLF001  see above


@built_once
def _seats(game: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game)


def shown_names(holders: list[Holder]) -> list[str]:
    """What the seats are called, told apart when one person or name has several; empty for a free seat."""
    names: list[str] = []
    for holder in holders:
        base = holder.name if holder.player is not None else holder.bot.capitalize()
        name, number = base, 1
        while name and name in names:
            number += 1
            name = f"{base} {number}"
        names.append(name)
    return names


def given_up(game: Game) -> list[int]:
    """Seats that began with a person and are played by a bot now: others may be invited to them while the game runs."""
    return sorted(one.seat for one in game.holders.all() if one.began is not None and one.bot)


def _holder(seat: int, player: UUID | None, bot: str, entropy: str, *of_player: Any) -> Holder:
    return Holder(seat, player, bot, entropy, *(of_player if player is not None else ("", None, None)))
