"""Who sits at a table, and what a reader may do about seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from asgard_pbem.tables.models import Game, Invitation
from asgard_pbem.tables.models import Seat as Holder
from asgard_pbem.tables.models.games import next_of
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading import holders as holding
from asgard_pbem.tables.store import fairness
from asgard_pbem.web.access import Access
from asgard_pbem.web.naming import seat_name
from asgard_pbem.web.templatetags.pages import day_and_time
from engine.core.contract import Words
from engine.core.speech import isolated


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat of the table."""

    seat: int
    name: str
    free: bool
    bot: bool
    me: bool
    score: int | None
    waited_for: bool
    won: bool
    added: str  # to the seed: hex SHA-256; empty: nothing


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom the reader has invited."""

    called: str  # by the address that the reader wrote to us; of whom `again` asked by what all call them here
    state: str  # a code of `Invitation.State`


@dataclass(frozen=True, slots=True)
class Lobby:
    """What may be done while seats are free."""

    filling: bool
    free: int
    may_join: bool
    may_leave: bool
    may_host: bool
    invitation: Invitation | None
    invited: tuple[Asked, ...]  # by the host: whom others asked, and at which address, is theirs


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Seats of a running game that bots play for those who have left, and what the reader may do about them."""

    names: tuple[str, ...]
    may_invite: bool
    invitation: Invitation | None
    invited: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """The same table anew, after a game that the reader has played to its end."""

    others: tuple[str, ...]  # people it is for besides the reader
    table: Game | None  # that is open or played already, and at which the reader sits; None: the form leads there


@dataclass(frozen=True, slots=True)
class Resting:
    """Whether a running table rests, and what the reader may do about it."""

    said: str  # that it does, and what that means; empty: it does not
    asked: str  # who would like it to
    may_pause: bool
    agrees: bool  # by a pause, with somebody who has asked
    may_go_on: bool


@dataclass(frozen=True, slots=True)
class Then:
    """What is told of the seats at a moment."""

    waited: frozenset[int]  # seats that the reader may know to have been waited for
    scores: tuple[int, ...]  # by seat; empty before the start
    winners: tuple[int, ...]


def resting(access: Access, words: Words) -> Resting | None:
    """None: the game does not run."""
    game, own = access.game, set(access.seats)
    if game.status != Game.Status.RUNNING:
        return None
    rest = history.rest_now(game.pk)
    wanted = rest.wanted_by(timezone.now()) if rest.since is None else frozenset()
    began = telling.rest(game, day_and_time(game.paused_at)) if game.paused_at is not None else ""
    who = ", ".join(words.seat(seat) for seat in sorted(wanted - own))
    asked = gettext("%(who)s would like the table to rest: no deadline would run.") % {"who": who} if who else ""
    if own & wanted:
        asked = gettext("You would like the table to rest. It does as soon as all the others want it too.")
    return Resting(
        said=began,
        asked=asked,
        may_pause=bool(own) and rest.since is None and not own <= wanted,
        agrees=bool(who),
        may_go_on=bool(own) and not rest.service and (rest.since is not None or bool(wanted)),
    )


def again(access: Access) -> Again | None:
    """None: there is no such game, or others have played it."""
    game = access.game
    if game.status != Game.Status.OVER or game.practice or not access.seats:
        return None
    people = {one.player_id: access.names[one.seat] for one in game.holders.all() if one.player_id is not None}
    assert access.player is not None
    others = tuple(name for who, name in people.items() if who != access.player.pk)
    after = Game.objects.filter(pk=next_of(game.pk), holders__player=access.player).exclude(status__in=Game.ENDED)
    return Again(others, after.first())


def holders(access: Access) -> dict[int, Holder]:
    """Who holds which seat."""
    return {holder.seat: holder for holder in access.game.holders.all()}


def players(access: Access, words: Words, held: dict[int, Holder], then: Then) -> tuple[Sitting, ...]:
    """Every seat in order, as it was at a moment."""
    return tuple(_sitting(access, words, held.get(seat), seat, then) for seat in range(access.game.seats))


def _sitting(access: Access, words: Words, holder: Holder | None, seat: int, then: Then) -> Sitting:
    game = access.game
    free = holder is None or not holder.taken
    return Sitting(
        seat=seat,
        name=words.seat(seat) if not free else seat_name(game, seat),
        free=free,
        bot=bool(holder and holder.bot),
        me=seat in access.seats,
        score=then.scores[seat] if seat < len(then.scores) else None,
        waited_for=seat in then.waited,
        won=seat in then.winners,
        added=holder.entropy if holder is not None else "",
    )


def lobby(access: Access) -> Lobby:
    """What this reader may do about seats."""
    game = access.game
    filling = game.status == Game.Status.OPEN
    taken = sum(holder.taken for holder in game.holders.all())
    public = game.visibility == Game.Visibility.PUBLIC
    return Lobby(
        filling=filling,
        free=game.seats - taken,
        may_join=filling and (game.several_seats if access.seats else public or access.may_host),
        may_leave=filling and bool(access.seats),
        may_host=filling and access.may_host,
        invitation=access.invitation if filling else None,
        invited=_asked(access, game.invitations.all()) if filling and access.may_host else (),
    )


def given_up(access: Access, words: Words) -> GivenUp | None:
    """None: there are no such seats, or the reader has no business with them."""
    may_invite = access.may_host or bool(access.seats)
    if access.game.status != Game.Status.RUNNING or not (may_invite or access.invitation):
        return None
    seats = holding.given_up(access.game)
    if not seats:
        return None
    return GivenUp(
        names=tuple(words.seat(seat) for seat in seats),
        may_invite=may_invite,
        invitation=access.invitation,
        invited=_asked(access, Invitation.standing().filter(game=access.game)) if may_invite else (),
    )


def _asked(access: Access, invitations: QuerySet[Invitation]) -> tuple[Asked, ...]:
    """Those of them that the reader has sent to others, the oldest first."""
    own = (
        invitations.filter(by=access.player)
        .exclude(player=access.player)
        .select_related("player")
        .order_by("created_at")
    )
    return tuple(Asked(_called(access, one), one.state) for one in own)


def _called(access: Access, one: Invitation) -> str:
    if one.by_address:
        return one.player.email
    assert one.seat is not None
    return isolated(one.player.name) or access.names[one.seat]


def part_in_seed(entropy: bytes) -> str:
    """What the reader has just added to the seed, with its hash for comparing; or that it was nothing."""
    if not entropy:
        return gettext("You added nothing to the seed.")
    said = {"word": entropy.decode(), "hash": fairness.added(entropy)}
    return gettext("Your word for the seed, “%(word)s”, has the SHA-256 %(hash)s.") % said
