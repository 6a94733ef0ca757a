"""Playing a log again with distrust: every draw recomputed from the revealed seed, every move, the result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import ValidationError

from engine.core.chance import WORDS, Ask, ChanceMismatch, Draw, chance_key, commitment, outcome_of
from engine.core.contract import Result
from engine.core.moves import IllegalMove
from engine.table.events import (
    Endorsed,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    MoveMade,
    PlansFiled,
    PressSent,
    Proposed,
    SeatTaken,
    Undone,
)
from engine.table.registry import UnknownRules, rules
from engine.table.session import Made, cannot_be_unseen
from engine.table.table import Recorded, Table, live, takes_back
from engine.table.undo import Returns, take_back

ADDED = re.compile(r"(?:[0-9a-f]{64})?")  # what a seat adds: a SHA-256, or nothing
WHY_CHARS = 300  # of a reason: a forged log may hold anything, and its reader wants a sentence


class Divergence(Exception):
    """The first event that is not what was played. `seq` 0: the header; one past the last event: the trailer."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(seq, why)
        self.seq, self.why = seq, why

    def __str__(self) -> str:
        return f"first divergence at seq {self.seq}: {self.why}"


class Proof:
    """Plays `events` (seq 1 first) through. `play` raises Divergence, or UnknownRules when nobody plays this game.

    `seed`: the table's, where it is known before the end reveals it: then the draws of a running game are proved too.
    """

    def __init__(self, events: Sequence[Event], seed: bytes | None = None) -> None:
        self.events = events
        self.seed = seed
        self.added: list[str] = []  # what each seat adds to the seed, by seat; hex, empty: nothing
        self.taken: list[bool] = []
        self.key: bytes | None = None
        self.drawn = 0
        self.returns: Returns[Table] = Returns(events)
        self.shown: set[int] = set()  # seqs of moves that drew by chance or showed somebody what they did not know
        self.table: Table

    def play(self) -> None:
        """Every event in its turn."""
        self.seed = self._seed()
        for seq, event in enumerate(self.events, 1):
            try:
                self._one(seq, event)
            except (Divergence, UnknownRules, MemoryError):
                raise
            except IllegalMove as why:
                raise Divergence(seq, f"the move is refused: {why}") from why
            except Exception as why:
                raise Divergence(seq, f"the event does not fit what went before: {_reason(why)}") from why
            self.returns.keep(seq, self.table)

    def _seed(self) -> bytes | None:
        """The seed: given, or revealed by the end; None while neither is there."""
        for seq, event in enumerate(self.events, 1):
            if isinstance(event, GameEnded):
                try:
                    revealed = bytes.fromhex(event.seed)
                except ValueError:
                    raise Divergence(seq, "the seed is not hexadecimal") from None
                if self.seed not in {None, revealed}:
                    raise Divergence(seq, "the seed is not the one that is kept for this table")
                return revealed
        return self.seed

    def _one(self, seq: int, event: Event) -> None:
        if (seq == 1) != isinstance(event, GameOpened):
            raise Divergence(seq, "a log begins with game_opened, and has one")
        if isinstance(event, GameOpened):
            self._open(seq, event)
        elif self.table.ended is not None and not isinstance(event, PressSent):
            raise Divergence(seq, "the game was over")
        elif isinstance(event, Undone):
            self._undo(seq, event)
        else:
            self._happen(seq, event)

    def _open(self, seq: int, event: GameOpened) -> None:
        if self.seed is not None and commitment(self.seed) != event.commitment:
            raise Divergence(seq, "the commitment is not that of the seed")
        if event.seats not in rules(event.game, event.rules).seats:  # before anything is made of that size
            raise Divergence(seq, "the game is not played by so many")
        self.table = Table.opened(event)
        if event.seats not in self.table.rules.seats_with(self.table.options):
            raise Divergence(seq, "the game is not played by so many with these options")
        self.added, self.taken = [""] * event.seats, [False] * event.seats
        if self.table.rules.pins(self.table.options) != event.pins:
            raise Divergence(seq, "the data sets here are not those the game was played with")

    def _happen(self, seq: int, event: Event) -> None:
        started = self.table.state is not None
        if isinstance(event, SeatTaken):
            self._sit(seq, event, started=started)
        if isinstance(event, GameStarted):
            self._start(seq, event)
        if isinstance(event, MoveMade | PlansFiled | Proposed | Endorsed) and not started:
            raise Divergence(seq, "the game had not started")
        if isinstance(event, Proposed):
            self._propose(seq, event)
        if isinstance(event, GameStarted | MoveMade):
            self._draws(seq, event.draws)
        if isinstance(event, GameEnded):
            self._end(seq, event)
        happenings = self.table.advance(event)
        if cannot_be_unseen(Made(event, happenings)):
            self.shown.add(seq)

    def _propose(self, seq: int, event: Proposed) -> None:
        """A proposal is made to a seat that is asked, or is sure to be, by one of its team, in moves of the game."""
        if (event.to, event.topic) not in self.table.topics() or not {event.seat, event.to} <= set(event.team):
            raise Divergence(seq, "nobody could be advised so")
        for order in event.orders:
            for move in order.moves:
                self.table.rules.moves.validate_python(move)

    def _sit(self, seq: int, event: SeatTaken, *, started: bool) -> None:
        """What a seat adds is its player's, from before the start: who knows the seed could choose anything else."""
        if event.seat >= self.table.seats:
            raise Divergence(seq, "the table has no such seat")
        if ADDED.fullmatch(event.entropy) is None:
            raise Divergence(seq, "what the seat adds to the seed is no SHA-256")
        if event.entropy and (started or event.holder is None):
            raise Divergence(seq, "only who sits down before the start adds to the seed: no bot, no substitute")
        if not started:
            self.added[event.seat] = event.entropy
            self.taken[event.seat] = event.holder is not None or event.bot is not None

    def _start(self, seq: int, event: GameStarted) -> None:
        if self.table.state is not None:
            raise Divergence(seq, "the game had started")
        if not all(self.taken):
            raise Divergence(seq, "a seat was free")
        opened = self.events[0]
        if event.state is not None and isinstance(opened, GameOpened) and opened.forked_from is None:
            raise Divergence(seq, "only a fork begins with a given state: this game was to be dealt by its seed")
        if self.seed is not None:
            self.key = chance_key(self.seed, [bytes.fromhex(added) for added in self.added])

    def _draws(self, seq: int, draws: Sequence[Draw]) -> None:
        for draw in draws:
            number, self.drawn = self.drawn, self.drawn + 1
            whole = len(draw.outcome) != 1
            if not _possible(draw, whole=whole):
                raise Divergence(seq, f"draw {draw.label!r} of {draw.size} can have no such outcome")
            if self.key is not None and draw.outcome != outcome_of(
                self.key, number, Ask(draw.label, draw.size, whole=whole)
            ):
                raise Divergence(seq, f"draw {draw.label!r} is not what the seed gives")

    def _end(self, seq: int, event: GameEnded) -> None:
        if event.closed:
            if event.winners:
                raise Divergence(seq, "nobody wins a game that people closed")
            return
        result = self.table.rules.result(self.table.state) if self.table.state is not None else None
        if result is None or result != Result(event.winners, event.causes, event.scores):
            raise Divergence(seq, "the result is not that of the play")

    def _undo(self, seq: int, event: Undone) -> None:
        if event.to not in self.returns or self.table.state is None:
            raise Divergence(seq, "it returns to where nothing can be returned to")
        counted = live([Recorded(at, played) for at, played in enumerate(self.events[: seq - 1], 1)])
        since = [one for one in counted if one.seq > event.to]
        for one in since:
            if takes_back(event, one) and isinstance(one.payload, MoveMade):
                self._own(seq, event, one.seq, one.payload)
        if not event.whole and take_back(self.returns[event.to], since, event.seat) is None:
            raise Divergence(seq, "it was not to be taken back any more")
        self.table = self.returns.back(event, counted, lambda table, one: table.advance(one.payload))

    def _own(self, seq: int, undone: Undone, at: int, move: MoveMade) -> None:
        """Raises Divergence unless the move at `at` was the undoing seat's own to take back."""
        if at in self.shown:
            raise Divergence(seq, f"event {at} drew by chance or showed something, which cannot be taken back")
        if move.seat != undone.seat or move.by in {"timeout", "bot"}:
            raise Divergence(seq, f"event {at} was not this player's to take back")


def _possible(draw: Draw, *, whole: bool) -> bool:
    """Whether the outcome is a number below the size, or a permutation. Nothing of a claimed size is made for it."""
    if whole:
        return draw.size == len(draw.outcome) and sorted(draw.outcome) == list(range(draw.size))
    return 1 <= draw.size <= WORDS and 0 <= draw.outcome[0] < draw.size


def _reason(why: Exception) -> str:
    """One line of an error."""
    if isinstance(why, ValidationError):
        return str(why.errors()[0]["msg"])[:WHY_CHARS]
    if isinstance(why, ChanceMismatch | ValueError) and str(why):
        return str(why).splitlines()[0][:WHY_CHARS]
    return type(why).__name__
