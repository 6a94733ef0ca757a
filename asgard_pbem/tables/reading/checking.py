"""Whether a log is what was played, and the rows are what the log says: `rebuild --check`. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection, transaction

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret, Moment, Snapshot
from asgard_pbem.tables.reading import logfile, projecting
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from engine.core.chance import commitment
from engine.log import exported as log
from engine.log.proof import Divergence, Proof
from engine.table.events import Event, GameEnded, GameOpened
from engine.table.registry import UnknownRules


@dataclass(slots=True)
class Checked:
    """What was found of one game. `faults`: sentences for an operator; none: all is as it was played."""

    faults: list[str] = field(default_factory=list)
    incomplete: bool = False  # what is there of the log holds, and its last events are missing
    unknown: str = ""  # the rules that nothing installed plays: then only the chain and the commitment were checked


@contextmanager
def one_look() -> Iterator[None]:
    """Let every read inside see the same moment, so that games that go on meanwhile give no false alarm.

    Inside a transaction of the caller's (tests) that one's level stays: PostgreSQL sets it before the first statement.
    """
    nested = connection.in_atomic_block
    with transaction.atomic():
        if not nested:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def check(game_id: UUID) -> Checked:
    """Every hash, the commitment, every draw, move and row of a game, over or not. Raises nothing for a broken one."""
    with one_look():
        found = Checked()
        game = Game.objects.get(pk=game_id)
        rows = store.events(game_id)
        try:
            events, _ = log.check_chain(str(game_id), map(logfile.event_json, rows))
        except Divergence as why:
            found.faults.append(f"log: {why}" if rows else "log: there is none")
        else:
            found.faults += _opened(game, events[0])
            _play(found, events, _seed(found, game, events[0]))
            found.incomplete = not found.faults and _ends_early(game, events)
        _rows(found, game_id)
    return found


def _ends_early(game: Game, events: list[Event]) -> bool:
    """Whether any row knows of events after the last one of the log."""
    over = game.status in Game.ENDED
    if game.head_seq > len(events) or (over and not any(isinstance(event, GameEnded) for event in events)):
        return True
    return any(model.objects.filter(game=game, seq__gt=len(events)).exists() for model in (Moment, Snapshot))


def _opened(game: Game, event: Event) -> Iterator[str]:
    """What the table agreed on, beside its first event."""
    if not isinstance(event, GameOpened):
        return  # the play will say so
    source = str(game.forked_from) if game.forked_from else None
    pairs = {
        "game": (game.key, event.game), "seats": (game.seats, event.seats), "options": (game.options, event.options),
        "commitment": (game.commitment, event.commitment), "forked_from": (source, event.forked_from),
    }  # fmt: skip
    yield from (f"game {name} is not that of event 1" for name, (kept, said) in pairs.items() if kept != said)


def _seed(found: Checked, game: Game, event: Event) -> bytes | None:
    """The seed that is kept, if it is the one that event 1 commits to."""
    if not GameSecret.objects.filter(pk=game.pk).exists():
        found.faults.append("the seed is missing")
        return None
    try:
        seed = loading.seed(game.pk)
    except crypto.InvalidToken:
        found.faults.append("the seed cannot be read with any key of this installation")
        return None
    if isinstance(event, GameOpened) and commitment(seed) != event.commitment:
        found.faults.append("the seed is not the one that event 1 commits to")
        return None
    return seed


def _play(found: Checked, events: list[Event], seed: bytes | None) -> None:
    try:
        Proof(events, seed).play()
    except Divergence as why:
        found.faults.append(f"log: {why}")
    except UnknownRules as why:
        found.unknown = str(why)


def _rows(found: Checked, game_id: UUID) -> None:
    """Every projection. A log that cannot be played again has been named by then: one line more says no harm."""
    try:
        found.faults += projecting.differences(game_id)
    except UnknownRules as why:
        found.unknown = str(why)
    except Exception as why:  # noqa: BLE001 - a broken game may fail in any way, and must stop no other
        found.faults.append(f"does not replay: {type(why).__name__}")
