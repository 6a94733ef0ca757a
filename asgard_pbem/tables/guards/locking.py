"""The one order of locks: games before anything else of theirs, several games by their ids.

A game is locked without its key (FOR NO KEY UPDATE): rows that only point to it, such as the token of a mail that is
being sent, wait for nobody.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.models import Seat as SeatRow


def hold(game_id: UUID) -> Game | None:
    """The game, locked until the transaction ends. None: there is no such game."""
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()


def hold_all_of(player: Player) -> list[Game]:
    """Every game at which the player sits or that they opened, locked in the order of ids."""
    theirs = Q(opened_by=player) | Q(pk__in=SeatRow.objects.filter(player=player).values("game_id"))
    games = Game.objects.filter(theirs).order_by("pk").values_list("pk", flat=True)
    return [game for one in games if (game := hold(one)) is not None]  # a cluster locks the rows of one game at a time
