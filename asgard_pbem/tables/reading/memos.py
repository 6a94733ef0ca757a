"""A person's own notes. Whoever calls shows them to that person and to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from asgard_pbem.tables.models import Memo, Player
from asgard_pbem.tables.models.sealing import asked_once


@asked_once()
def memos(game_id: UUID, player: Player) -> Sequence[Memo]:
    """The notes of this person to this table: those to the whole of it first, then by moment, in the order written."""
    found = sorted(Memo.objects.filter(game_id=game_id, player=player), key=lambda one: (one.moment or 0, one.number))
    for one in found:
        assert one.text is not None  # opened here, where its writer's key is looked for but once
    return found


@asked_once()
def everywhere(player: Player) -> list[dict[str, Any]]:
    """All notes of this person as data, for them to take away: `{game, key, title, moment, text, written_at}`."""
    found = Memo.objects.filter(player=player).select_related("game").order_by("game_id", "number")
    return [
        {
            "game": str(one.game_id), "key": one.game.key, "title": one.game.title, "number": one.number,
            "moment": one.moment, "text": one.text, "written_at": one.written_at.isoformat(timespec="seconds"),
        }
        for one in found
    ]  # fmt: skip
