"""The one order of locks: games before anything else of theirs, several games by their ids; then the person.

A game is locked without its key (FOR NO KEY UPDATE): rows that only point to it, such as the token of a mail that is
being sent, wait for nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.models.games import tables_of


def hold(game_id: UUID) -> Game | None:
    """The game, locked until the transaction ends. None: there is no such game."""
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()


def hold_person(player: Player) -> bool:
    """Lock the row of a person, after all games. False: they have been forgotten or barred meanwhile, and nothing of
    theirs is kept.
    """
    return Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first() is not None


def hold_all_of(player: Player, *, ended: bool = True) -> list[UUID]:
    """Every game at which the player sits or that they opened, locked in the order of ids. They may be thousands.

    `ended`: also those that are over, which are ever more: only what all games show for ever concerns these.
    """
    theirs = Game.objects.filter(tables_of(player))
    return _hold_each(theirs if ended else theirs.filter(ended_at=None))


def hold_for_good(player: Player, concerned: Callable[[], set[UUID]]) -> list[UUID]:
    """All games that are `concerned`, and then the person, who from here on sits down nowhere until the transaction
    ends.

    Whoever lets them sit down holds the game and then the person: with that in our hands no game can come any more, and
    a last look shows them all. One that we do not hold came just now; since no game is locked after a person, all is
    let go and begun anew.
    """
    while True:
        point = transaction.savepoint()
        held = _hold_each(Game.objects.filter(pk__in=concerned()))
        Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        if concerned() <= set(held):
            transaction.savepoint_commit(point)
            return held
        transaction.savepoint_rollback(point)


def _hold_each(games: QuerySet[Game]) -> list[UUID]:
    ids = games.order_by("pk").values_list("pk", flat=True)
    if not settings.DATABASE_SPREAD:
        return list(ids.select_for_update(no_key=True))
    return [game for game in ids if hold(game) is not None]  # a cluster locks the rows of one game at a time
