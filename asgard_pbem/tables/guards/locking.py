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
    """Every game at which the player sits or that they opened, locked in the order of ids, and then the person. They
    may be thousands.

    `ended`: also those that are over, which are ever more: only what all games show for ever concerns these.
    """
    return hold_for_good(player, lambda: {*_theirs(player, ended=ended).values_list("pk", flat=True)})


def hold_before(player: Player, games: set[UUID], *, theirs: bool = False, ended: bool = True) -> None:
    """What one transaction of several acts will lock one after the other, before the first of them: else an act that
    holds the person would come before one that wants a game. `theirs`: all games of theirs too, as `hold_all_of` says.
    """

    def concerned() -> set[UUID]:
        found = {*Game.objects.filter(pk__in=games).values_list("pk", flat=True)}
        return found | {*_theirs(player, ended=ended).values_list("pk", flat=True)} if theirs else found

    hold_for_good(player, concerned)


def _theirs(player: Player, *, ended: bool) -> QuerySet[Game]:
    found = Game.objects.filter(tables_of(player))
    return found if ended else found.filter(ended_at=None)


def hold_for_good(player: Player, concerned: Callable[[], set[UUID]]) -> list[UUID]:
    """All games that are `concerned`, and then the person, who from here on sits down nowhere until the transaction
    ends.

    Whoever lets them sit down holds the game and then the person: with that in our hands no game can come any more, and
    a last look shows them all. One that we do not hold came just now; since no game is locked after a person, all is
    let go and begun anew.
    """
    while True:
        point = transaction.savepoint()
        held = hold_each(Game.objects.filter(pk__in=concerned()))
        Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        if concerned() <= set(held):
            transaction.savepoint_commit(point)
            return held
        transaction.savepoint_rollback(point)


def hold_each(games: QuerySet[Game]) -> list[UUID]:
    """These games, locked in the order of their ids."""
    ids = games.order_by("pk").values_list("pk", flat=True)
    if not settings.DATABASE_SPREAD:
        return list(ids.select_for_update(no_key=True))
    locking = Game.objects.select_for_update(no_key=True).values_list("pk", flat=True)
    # A cluster locks the rows of one game at a time.
    return [held for game in ids for held in locking.filter(pk=game)]
