"""What an address names, to whoever may see it: a table and through whose eyes, an invitation, a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from asgard_pbem.tables.guards.networks import customer
from asgard_pbem.tables.models import Game, Invitation, Player
from asgard_pbem.web.naming import seat_name
from engine.core.contract import Game as EngineGame
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game

SPECTATOR = "spectator"
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Access:
    """One table, and what the reader is to it."""

    game: Game
    player: Player | None  # None: not signed in
    seats: tuple[int, ...]  # the reader's own, ascending; empty for a spectator
    invitation: Invitation | None  # an open one of the reader's

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; a free seat is named by its number."""
        return tuple(seat_name(self.game, seat) for seat in range(self.game.seats))

    @property
    def over(self) -> bool:
        """Whether the table has ended, so that nothing is hidden any more."""
        return self.game.status in Game.ENDED

    @property
    def may_host(self) -> bool:
        """Whether the reader opened this table."""
        return self.player is not None and self.game.opened_by_id == self.player.pk


@dataclass(frozen=True, slots=True)
class Lens:
    """Through whose eyes the history is shown."""

    code: str  # what stands in addresses: a seat's number, `spectator` or `table`
    label: str
    viewer: int | None  # for `Rules.view`; None: a spectator (also for the whole table, which shows every seat's view)

    @property
    def whole_table(self) -> bool:
        """Whether every seat's view is shown."""
        return self.code == TABLE


def me(request: HttpRequest) -> Player:
    """The signed-in reader of a view behind `login_required`."""
    assert isinstance(request.user, Player)
    return request.user


def somebody(request: HttpRequest) -> Player | None:
    """Whoever is signed in; None: a stranger."""
    return request.user if isinstance(request.user, Player) else None


def find(request: HttpRequest, game_id: UUID) -> Access:
    """The table, for a reader who may see it. Raises Http404: a private table does not exist for strangers."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise Http404
    player = somebody(request)
    seats, invitation = _of(game, player)
    access = Access(game, player, seats, invitation)
    if game.visibility == Game.Visibility.PRIVATE and not (seats or invitation or access.may_host):
        raise Http404
    return access


def _of(game: Game, player: Player | None) -> tuple[tuple[int, ...], Invitation | None]:
    if player is None:
        return (), None
    prefetch_related_objects([game], "holders")  # pages ask for all of them again
    seats = tuple(sorted(one.seat for one in game.holders.all() if one.player_id == player.pk))
    invited = Invitation.standing().filter(game=game, player=player).first()
    return seats, invited


def spectator() -> Lens:
    """The eyes of whoever looks on: what everybody may see."""
    return Lens(SPECTATOR, gettext("a spectator"), None)


def find_public(game_id: UUID) -> Access:
    """A public table as a stranger has it, whoever asks. Raises Http404 for a private one as for none."""
    game = Game.objects.filter(pk=game_id, visibility=Game.Visibility.PUBLIC).first()
    if game is None:
        raise Http404
    return Access(game, None, (), None)


def own_invitation(request: HttpRequest, invitation_id: UUID) -> Invitation:
    """An invitation of the signed-in reader's. Raises Http404 for one to somebody else, as for none."""
    found = Invitation.objects.select_related("game", "by").filter(pk=invitation_id, player=me(request)).first()
    if found is None:
        raise Http404
    return found


def installed(key: str) -> EngineGame[Any]:
    """A game that is played here. Raises Http404 for any other."""
    try:
        return find_game(key)
    except UnknownRules:
        raise Http404 from None


def lenses(access: Access, names: tuple[str, ...]) -> tuple[Lens, ...]:
    """Every way in which this reader may look: the own seats, a spectator's, and after the end everybody's."""
    own = [Lens(str(seat), _own_label(access, names, seat), seat) for seat in access.seats]
    found = [*own, spectator()]
    if access.over:
        others = (seat for seat in range(access.game.seats) if seat not in access.seats)
        found += [Lens(str(seat), names[seat], seat) for seat in others]
        found.append(Lens(TABLE, gettext("the whole table"), None))
    return tuple(found)


def _own_label(access: Access, names: tuple[str, ...], seat: int) -> str:
    return gettext("me") if len(access.seats) == 1 else gettext("me as %(name)s") % {"name": names[seat]}


def choose(access: Access, names: tuple[str, ...], wanted: str) -> Lens:
    """The lens asked for, by default the first. Raises Http404 for one that this reader may not use."""
    offered = lenses(access, names)
    if not wanted:
        return offered[0]
    lens = next((one for one in offered if one.code == wanted), None)
    if lens is None:
        raise Http404
    return lens


def asker(request: HttpRequest) -> str:
    """Who asks, by network address. Behind our proxy its last word counts: what stands before, the asker wrote."""
    told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")) if settings.SECURE_PROXY_SSL_HEADER else ""
    return customer(told.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", "")))


def reads_pages(request: HttpRequest) -> bool:
    """Whether a person's browser asks, to show what it is given as a page of its own: what stands in a picture's or a
    frame's place, and programs, are told less.
    """
    alone = request.headers.get("Sec-Fetch-Dest", "document") == "document"
    return alone and "text/html" in request.headers.get("Accept", "")
