"""The one order of locks: games before anything else of theirs, several games by their ids.

A game is locked without its key (FOR NO KEY UPDATE): rows that only point to it, such as the token of a mail that is
being sent, wait for nobody.
"""

from __future__ import annotations

from uuid import UUID

from django.conf import settings

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.models.games import tables_of


def hold(game_id: UUID) -> Game | None:
    """The game, locked until the transaction ends. None: there is no such game."""
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()


def hold_person(player: Player) -> bool:
    """Lock the row of a person, after all games. False: they have been forgotten, and nothing of theirs is kept."""
    return Player.objects.select_for_update(no_key=True).filter(pk=player.pk, erased_at=None).first() is not None


def hold_all_of(player: Player, *, ended: bool = True) -> list[UUID]:
    """Every game at which the player sits or that they opened, locked in the order of ids. They may be thousands.

    `ended`: also those that are over, which are ever more: only what all games show for ever concerns these.
    """
    theirs = Game.objects.filter(tables_of(player)).order_by("pk")
    if not ended:
        theirs = theirs.filter(ended_at=None)
    ids = theirs.values_list("pk", flat=True)
    if not settings.DATABASE_SPREAD:
        return list(ids.select_for_update(no_key=True))
    return [game for game in ids if hold(game) is not None]  # a cluster locks the rows of one game at a time
