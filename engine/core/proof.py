"""Playing a log again with distrust: every draw recomputed from the revealed seed, every move, the result."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from engine.core.chance import Ask, ChanceMismatch, Draw, chance_key, commitment, outcome_of
from engine.core.contract import IllegalMove
from engine.core.events import (
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    MoveMade,
    PlansFiled,
    PressSent,
    RulesRaised,
    SeatTaken,
    Undone,
)
from engine.core.registry import UnknownRules
from engine.core.session import Made, cannot_be_unseen
from engine.core.table import Recorded, Table, live


class Divergence(Exception):
    """The first event that is not what was played. `seq` 0: the header; one past the last event: the trailer."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(seq, why)
        self.seq, self.why = seq, why

    def __str__(self) -> str:
        return f"first divergence at seq {self.seq}: {self.why}"


class Proof:
    """Plays `events` (seq 1 first) through. `play` raises Divergence, or UnknownRules when nobody plays this game."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.seed: bytes | None = None
        self.entropy: dict[int, str] = {}
        self.key: bytes | None = None
        self.drawn = 0
        self.returns = {event.to for event in events if isinstance(event, Undone)}
        self.saved: dict[int, Table] = {}
        self.shown: set[int] = set()  # seqs of moves that drew by chance or showed somebody what they did not know
        self.table: Table

    def play(self) -> None:
        """Every event in its turn."""
        self.seed = self._seed()
        for seq, event in enumerate(self.events, 1):
            try:
                self._one(seq, event)
            except IllegalMove as why:
                raise Divergence(seq, f"the move is refused: {why}") from why
            except (ChanceMismatch, ValidationError, ValueError, LookupError) as why:
                if isinstance(why, UnknownRules):
                    raise
                raise Divergence(seq, f"the event does not fit what went before: {why}") from why
            if seq in self.returns:
                self.saved[seq] = self.table.copy()

    def _seed(self) -> bytes | None:
        """The seed that the end revealed; None while there is no end."""
        for seq, event in enumerate(self.events, 1):
            if isinstance(event, GameEnded):
                try:
                    return bytes.fromhex(event.seed)
                except ValueError:
                    raise Divergence(seq, "the seed is not hexadecimal") from None
        return None

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
            raise Divergence(seq, "the commitment is not that of the revealed seed")
        self.table = Table.opened(event)
        if self.table.rules.pins(self.table.options) != event.pins:
            raise Divergence(seq, "the data sets here are not those the game was played with")

    def _happen(self, seq: int, event: Event) -> None:
        started = self.table.state is not None
        if isinstance(event, SeatTaken):
            self._sit(seq, event, started=started)
        if isinstance(event, GameStarted):
            self._start(seq, event)
        if isinstance(event, MoveMade | PlansFiled) and not started:
            raise Divergence(seq, "the game had not started")
        if isinstance(event, GameStarted | MoveMade):
            self._draws(seq, event.draws)
        if isinstance(event, GameEnded):
            self._end(seq, event)
        happenings = self.table.advance(event)
        if cannot_be_unseen(Made(event, happenings)):
            self.shown.add(seq)

    def _sit(self, seq: int, event: SeatTaken, *, started: bool) -> None:
        if event.seat >= self.table.seats:
            raise Divergence(seq, "the table has no such seat")
        if not started:
            self.entropy[event.seat] = event.entropy

    def _start(self, seq: int, event: GameStarted) -> None:
        if self.table.state is not None:
            raise Divergence(seq, "the game had started")
        opened = self.events[0]
        if event.state is not None and isinstance(opened, GameOpened) and opened.forked_from is None:
            raise Divergence(seq, "only a fork begins with a given state: this game was to be dealt by its seed")
        if self.seed is not None:
            added = [bytes.fromhex(self.entropy.get(seat, "")) for seat in range(self.table.seats)]
            self.key = chance_key(self.seed, added)

    def _draws(self, seq: int, draws: Sequence[Draw]) -> None:
        for draw in draws:
            number, self.drawn = self.drawn, self.drawn + 1
            if self.key is None:
                continue
            ask = Ask(draw.label, draw.size, whole=len(draw.outcome) != 1)
            if draw.outcome != outcome_of(self.key, number, ask):
                raise Divergence(seq, f"draw {draw.label!r} is not what the seed gives")

    def _end(self, seq: int, event: GameEnded) -> None:
        if event.closed:
            if event.winners:
                raise Divergence(seq, "nobody wins a game that people closed")
            return
        result = self.table.rules.result(self.table.state) if self.table.state is not None else None
        if result is None or (result.winners, result.scores, result.why) != (event.winners, event.scores, event.why):
            raise Divergence(seq, "the result is not that of the play")

    def _undo(self, seq: int, event: Undone) -> None:
        if event.to not in self.saved or event.to >= seq or self.table.state is None:
            raise Divergence(seq, "it returns to where nothing can be returned to")
        for kept in live([Recorded(at, played) for at, played in enumerate(self.events[: seq - 1], 1)]):
            if kept.seq > event.to and isinstance(kept.payload, MoveMade):
                self._own(seq, event, kept.seq, kept.payload)
        table = self.saved[event.to].copy()
        for one in self.events[event.to : seq - 1]:
            if isinstance(one, RulesRaised):
                table.advance(one)
        self.table = table

    def _own(self, seq: int, undone: Undone, at: int, move: MoveMade) -> None:
        """Raises Divergence unless the move at `at` was the undoing seat's own to take back."""
        if at in self.shown:
            raise Divergence(seq, f"event {at} drew by chance or showed something, which cannot be taken back")
        if move.seat != undone.seat or move.by in {"timeout", "bot"}:
            raise Divergence(seq, f"event {at} was not this player's to take back")
