"""Opening and ending tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from pydantic import ValidationError

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import known, limits
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import cause_of_next
from asgard_pbem.tables.services.persons.naming import clean_title
from asgard_pbem.tables.services.seating.seats import lapse, sit_down
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from engine.core.chance import commitment
from engine.core.contract import told_apart
from engine.core.moves import Seat
from engine.log.chain import GENESIS
from engine.table import registry
from engine.table.events import GameEnded, GameOpened, RulesRaised
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game

DAYS_LIMIT = 60  # for a decision


def prepared_seed(mark: UUID) -> bytes:
    """The seed of a table that a form with this mark opens, so that the form can show the commitment to it beforehand.

    Made from the installation's key and the mark: nothing has to be stored for a form that nobody sends.
    """
    return salted_hmac("asgard-pbem/prepared-seed/v1", mark.bytes, algorithm="sha256").digest()


def open_table(
    *,
    opened_by: Player | None,
    key: str,
    seats: int,
    cause: UUID,
    title: str = "",
    options: Mapping[str, Any] | None = None,
    visibility: str = Game.Visibility.PUBLIC,
    days_per_decision: int | None = 7,
    reminders: bool = True,
    sit: Sequence[Seat] = (0,),
    several_seats: bool = False,
    bots: Mapping[Seat, str] | None = None,
    entropy: bytes = b"",
    seed: bytes | None = None,
) -> Game:
    """Open a table of the newest rules; its id is made from `cause`. Starts at once when `sit` and `bots` fill it.

    `sit`: the seats that the opener takes. `several_seats`: whether others, too, may hold more than one; so it is where
    the opener takes several, and at every table of a game that is played together. `entropy`: what the
    opener adds to the seed; it binds us only when `seed` is one whose commitment they saw before (`prepared_seed`), or
    that of a simulation. Else the seed is 32 random bytes.
    Raises ServiceError: E_UNKNOWN_GAME, E_SEATS, E_SEATS_WITH, E_OPTIONS, E_BOT, E_DAYS, E_TITLE_LONG, E_LINK,
    E_MANY_OPENED, E_MANY_WAITING, E_MANY_TABLES.
    """
    checked, called = _checked(key, seats, options or {}, bots or {}, days_per_decision), clean_title(title)
    game_id = uuid5(cause, "game")
    known.say_once(key)  # before anybody of an older release meets such a table

    def make() -> None:
        if opened_by is not None:
            limits.table(opened_by)
        secret = seed or secrets.token_bytes(32)
        game = Game.objects.create(
            id=game_id, key=key, rules_version=checked.rules, title=called, seats=seats, opened_by=opened_by,
            options=checked.options, names=[""] * seats, visibility=visibility, reminders=reminders,
            several_seats=several_seats or len(sit) > 1 or find_game(key).together,
            days_per_decision=days_per_decision, commitment=commitment(secret), head_hash=GENESIS,
        )  # fmt: skip
        GameSecret.objects.create(game=game, seed=crypto.encrypt(secret))
        SeatRow.objects.bulk_create(SeatRow(game=game, seat=seat) for seat in range(seats))
        opened = checked.model_copy(update={"commitment": game.commitment})
        taken = {**dict.fromkeys(sit if opened_by is not None else (), ""), **(bots or {})}
        append(game_id, partial(_open, opened, opened_by, taken, entropy), cause=cause, within=True)

    return made_once(game_id, make)


def open_next(before: Game, *, player: Player) -> Game:
    """The one table that follows a game for the same people and bots, whoever of them asks for it, and however often:
    they take their seats. Raises ServiceError as `open_table`.
    """
    holders = list(before.holders.order_by("seat"))
    own = [one.seat for one in holders if one.player_id == player.pk]
    with transaction.atomic():
        return open_table(
            opened_by=player, key=before.key, seats=before.seats, cause=cause_of_next(before.pk),
            title=title_of(before), options=before.options, visibility=before.visibility,
            days_per_decision=before.days_per_decision, reminders=before.reminders, sit=own,
            several_seats=before.several_seats,
            bots={one.seat: one.bot for one in holders if one.bot},
        )  # fmt: skip


def title_of(source: Game) -> str:
    """The title of a table for one that comes of it. The source is held until that one is there: whoever is erased
    takes their titles away table by table, and finds it.
    """
    held = hold(source.pk) if source.title else None
    return held.title if held is not None else ""


def made_once(game_id: UUID, make: Callable[[], None]) -> Game:
    """The game of this id; `make` makes it, in one transaction, unless it is there.

    A form that is sent twice at the same moment makes its game twice, and the database lets the second wait for the
    first and then refuses it: the second, too, gets the game of the first.
    """
    if (found := Game.objects.filter(pk=game_id).first()) is not None:
        return found
    try:
        with transaction.atomic():
            make()
    except IntegrityError:
        if not Game.objects.filter(pk=game_id).exists():
            raise
    return Game.objects.get(pk=game_id)


def _open(opened: GameOpened, by: Player | None, taken: Mapping[Seat, str], entropy: bytes, acting: Acting) -> None:
    """`taken`: bot or, empty, the opener by seat."""
    acting.session.record(opened)
    for seat in sorted(taken):
        bot = taken[seat]
        sit_down(acting, seat, player=None if bot else by, bot=bot, entropy=entropy if not bot else b"")


def _checked(
    key: str, seats: int, options: Mapping[str, Any], bots: Mapping[Seat, str], days: int | None
) -> GameOpened:
    """The opening event without its commitment."""
    try:
        game = find_game(key)
    except UnknownRules:
        raise ServiceError("E_UNKNOWN_GAME", game=key[:40]) from None
    rules = game.rules
    if seats not in rules.seats:
        raise ServiceError("E_SEATS", least=min(rules.seats), most=max(rules.seats))
    if days is not None and not 1 <= days <= DAYS_LIMIT:
        raise ServiceError("E_DAYS", most=DAYS_LIMIT)
    try:
        chosen = rules.Options.model_validate(dict(options))
    except ValidationError as why:
        names = [name for one in why.errors() for name in told_apart(one)]
        if names:
            raise ServiceError("E_OPTIONS_APART", fields=names) from None
        raise ServiceError(
            "E_OPTIONS", fields=sorted({str(one["loc"][0]) for one in why.errors() if one["loc"]})
        ) from None
    fitting = rules.seats_with(chosen)
    if seats not in fitting:
        raise ServiceError("E_SEATS_WITH", least=min(fitting), most=max(fitting))
    if any(name not in game.bots or not 0 <= seat < seats for seat, name in bots.items()):
        raise ServiceError("E_BOT", bots=sorted(game.bots))
    pins = rules.pins(chosen)
    return GameOpened(
        game=key, rules=rules.version, options=chosen.model_dump(mode="json"), seats=seats, commitment="", pins=pins
    )


def close_table(game_id: UUID, *, by: Player | None, cause: UUID) -> None:
    """End a table before the rules do: by whoever opened it, but not from others who play at it.

    Scores stand as they are; nobody has won. `by` None: the service itself.
    Raises ServiceError E_NOT_OPENER, E_STARTED, E_GAME_OVER.
    """

    def act(acting: Acting) -> None:
        table = acting.course.table
        if table.ended is not None:
            acting.refuse("E_GAME_OVER")
        if by is not None:
            if by.pk != acting.game.opened_by:
                acting.refuse("E_NOT_OPENER")
            if table.state is not None and any(one.player not in {None, by.pk} for one in acting.holders):
                acting.refuse("E_STARTED")
        seed = loading.seed(game_id).hex()
        scores = tuple(acting.game.scores)
        acting.session.record(GameEnded(winners=(), causes=("closed",), scores=scores, seed=seed, closed=True))
        acting.after.append(lambda: lapse(game_id))

    append(game_id, act, cause=cause, within=True)


def raise_rules(game_id: UUID, *, version: int, cause: UUID) -> None:
    """Let a running game go on under newer rules. Raises ServiceError E_UNKNOWN_RULES, E_OLDER_RULES."""

    def act(acting: Acting) -> None:
        acting.running()
        table = acting.course.table
        if version not in table.game.versions:
            acting.refuse("E_UNKNOWN_RULES", game=acting.game.key, version=version)
        if version <= table.rules.version:
            acting.refuse("E_OLDER_RULES", version=table.rules.version)
        acting.session.record(RulesRaised(rules=version))

    for key in Game.objects.filter(pk=game_id, key__in=registry.games()).values_list("key", flat=True):
        known.say_once(key)
    append(game_id, act, cause=cause)
