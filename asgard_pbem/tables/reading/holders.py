"""Who sits where and sat there before, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from asgard_pbem.database.built import built_once
from asgard_pbem.database.snapshot import read_once
from asgard_pbem.tables.models import Game, Player, Seat
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.rows import GameRow, Holder
from engine.core.grammar.text import bare_name

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
        names.append(_apart(holder.name if holder.player is not None else holder.bot.capitalize(), names))
    return names


def _apart(base: str, names: Sequence[str]) -> str:
    """A name as none of these is; one that is empty stays so."""
    name, number = base, 1
    while name and name in names:
        number += 1
        name = f"{base} {number}"
    return name


Names = tuple[str | None, ...]  # by seat; None: who holds it now held it then, "": nobody, or nobody with a name


@dataclass(frozen=True, slots=True)
class Called:
    """What the seats of a game were called at a moment, where that tells more than what they are called now."""

    key: str  # of the game
    names: Names
    before: Names | None = None  # where somebody has just left a seat: what they were called until then

    def among(self, now: Sequence[str]) -> tuple[str, ...]:
        """The names then, of seats that are called so now."""
        return tuple(name if then is None else then for name, then in zip(now, self.names, strict=True))


_Who = tuple[int, UUID | None, str]  # a seat and its player, or bot, or neither


class _Taken(NamedTuple):
    """An event by which somebody sat down, or left a seat free."""

    seq: int
    at: datetime
    who: _Who


@dataclass(frozen=True, slots=True)
class Sittings:
    """Who held the seats of a game from its beginning on: past moves are told of whoever made them.

    The log has ids; names are with persons alone, as they are called now, and of whoever was erased none comes back.
    """

    key: str
    seats: int
    taken: tuple[_Taken, ...]
    names: Mapping[_Who, str | None]  # None: they hold the seat now

    @classmethod
    def of(cls, row: GameRow) -> Sittings:
        """Those of a game."""
        return read_once(("sittings", row.id), lambda: _sittings(row))

    def at(self, seq: int) -> Called | None:
        """What the seats were called after an event."""
        if not self.taken or seq > self.taken[-1].seq:  # nobody has sat down since: most of a game
            return None
        for place, one in enumerate(self.taken):
            if one.seq == seq:
                last = next((who for _, _, who in reversed(self.taken[:place]) if who[0] == one.who[0]), ())
                before = self._names(place) if any(last[1:]) else None
                return Called(self.key, self._names(place + 1), before)
        return self._called(sum(one.seq <= seq for one in self.taken))

    def on(self, time: datetime) -> Called | None:
        """The same of a time."""
        return self._called(sum(one.at <= time for one in self.taken))

    def held(self, seat: int) -> Callable[[datetime], bool]:
        """Whether who holds a seat now held it at some time too."""
        own = [one for one in self.taken if one.who[0] == seat]

        def then(time: datetime) -> bool:
            who = next((one.who for one in reversed(own) if one.at <= time), None)
            return who is not None and self.names[who] is None

        return then

    def _called(self, first: int) -> Called | None:
        names = self._names(first)
        return Called(self.key, names) if any(name is not None for name in names) else None

    def _names(self, first: int) -> Names:
        """After so many events. Who sits down first is as good as there before."""
        held = {who[0]: who for _, _, who in reversed(self.taken)} | {who[0]: who for _, _, who in self.taken[:first]}
        return tuple(self.names[held[seat]] if seat in held else None for seat in range(self.seats))


def _sittings(row: GameRow) -> Sittings:
    taken = tuple(
        _Taken(seq, at, (said["seat"], UUID(said["holder"]) if said["holder"] else None, said["bot"] or ""))
        for seq, at, said in store.taken(row.id)
    )
    names: dict[_Who, str | None] = dict.fromkeys({one.who[0]: one.who for one in taken}.values())
    left = [who for who in dict.fromkeys(one.who for one in taken) if who not in names]
    persons = Player.objects.filter(pk__in={who[1] for who in left if who[1]}, erased_at=None) if left else ()
    called = {one.pk: one.name for one in persons}
    told_apart = [name for name in row.names if name]
    for who in left:
        names[who] = _apart(called.get(who[1], "") if who[1] else who[2].capitalize(), told_apart)
        told_apart.append(names[who] or "")
    return Sittings(row.key, row.seats, taken, names)


def given_up(game: Game) -> list[int]:
    """Seats that began with a person and are played by a bot now: others may be invited to them while the game runs."""
    return sorted(one.seat for one in game.holders.all() if one.began is not None and one.bot)


def left_by(game: Game, player: Player) -> list[int]:
    """Those given up that nobody has held since this person left them."""
    last = {one.seat: one.began for one in game.holders.all()}
    for _, at, said in store.taken(game.pk):
        if game.started_at is not None and at > game.started_at and said["holder"]:
            last[said["seat"]] = UUID(said["holder"])
    return [seat for seat in given_up(game) if last[seat] == player.pk]


def once_called(row: GameRow, word: str) -> list[int]:
    """The seats that somebody has left who goes by this name; none of whoever was erased."""
    left = Sittings.of(row).names
    return sorted({who[0] for who, name in left.items() if name and bare_name(name) == bare_name(word)})


def played_by(game: Game, player: Player) -> set[int]:
    """The seats that were this person's at any time since the game began: they have seen what is hidden there."""
    began = {one.seat for one in game.holders.all() if one.began == player.pk}
    since, them = game.started_at, str(player.pk)
    later = ((said["seat"], said["holder"]) for _, at, said in store.taken(game.pk) if since is not None and at > since)
    return began | {seat for seat, who in later if who == them}


def _holder(seat: int, player: UUID | None, bot: str, entropy: str, *of_player: Any) -> Holder:
    return Holder(seat, player, bot, entropy, *(of_player if player is not None else ("", None, None)))
