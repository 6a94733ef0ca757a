"""One mail being carried out: on whose behalf it speaks, what it says, and what became of each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from asgard_pbem.mail.messages import Answer, Item, Receipt, Refusal, Understood
from asgard_pbem.mail.reading.cutting.cut import Reply
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.commands import Command, Sheet
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.core.grammar.text import fold_order
from engine.table import registry
from engine.table.headings import Part
from engine.table.reading.within import within

MOST_COMMANDS = 20  # a mail; one that opens a table and invites to every seat has about 14


@dataclass(frozen=True, slots=True)
class Writer:
    """On whose behalf a mail speaks, and what it answers."""

    player: Player
    cause: UUID  # of this mail: asked twice, done once
    purpose: str = "player"  # of its token, see tables.ReplyToken
    game: Game | None = None
    seat: int | None = None
    prompt: int | None = None  # internal number of the prompt that it answers
    subject: UUID | None = None  # an invitation, or what waits for a yes
    mail_id: UUID | None = None
    current: bool = False  # known to answer the last prompt of the seat
    own: tuple[int, ...] = ()  # all seats of the player's in the game
    listed: str = ""  # the path of the further list that the answered mail shows
    ahead: bool = False  # the answered mail asked nothing, and invited to standing orders for the next turn

    @property
    def allowed(self) -> frozenset[str]:
        """The commands that this mail may carry."""
        if self.purpose == "invitation":
            return grammar.ANSWERING_INVITATION
        if self.purpose == "address":
            return grammar.AT_NEW_ADDRESS
        words = grammar.CONFIRMING if self.purpose == "confirm" else grammar.ALWAYS
        if self.seat is not None and self.game is not None and self.game.status == Game.Status.OVER:
            words |= grammar.ENDED
        if self.purpose == "confirm" and self.game is None:
            words |= {grammar.NUMBERED}
        return words | grammar.COUNSEL if self._takes_counsel else words

    @property
    def _takes_counsel(self) -> bool:
        """Whether players of the mail's game advise each other; else these words are left to the game."""
        known = registry.games().get(self.game.key) if self.game is not None else None
        return known is not None and known.counsel is not None

    def headings(self) -> dict[str, int]:
        """What a line may say to speak for another seat of the writer's in this game; nothing where they hold one."""
        if self.game is None or self.seat is None:
            return {}
        return history.headings(self.game, self.own, self.seat)

    def in_the_list(self, lines: Sequence[str], at: int | None) -> Sequence[str]:
        """The lines of a mail, the one at `at` with the path of the list that its writer was shown, if it is for it."""
        if not self.listed or at is None or self.game is None or self.seat is None:
            return lines
        desk = history.desk(self.game.pk, self.seat)
        if desk is None:
            return lines
        folded = fold_order(lines[at])
        whole = within(folded, self.listed, desk, history.notation(self.game))
        return lines if whole == folded else [*lines[:at], whole, *lines[at + 1 :]]

    def begins_order(self, word: str) -> bool:
        """Whether a word may begin an order of the mail's game."""
        return self.game is not None and history.notation(self.game).sounds_like_order(word)

    @property
    def place(self) -> tuple[Game, int]:
        """The game and seat of a mail that has them. Raises ValueError for any other."""
        if self.game is None or self.seat is None:
            raise ValueError("a mail of no seat")
        return self.game, self.seat

    def cause_of(self, command: Command) -> UUID:
        """One cause for each command of the mail."""
        return uuid5(self.cause, f"{command.name}:{command.line}")


@dataclass(slots=True)
class Work:
    """One mail being carried out."""

    writer: Writer
    sheet: Sheet
    reply: Reply
    understood: list[Understood] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    notes: list[Item] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    next: list[Item] = field(default_factory=list)
    reason: str = ""
    rest: int | None = None  # the line (from 0) at which reading stopped: nothing from it on counts
    acts_done: frozenset[int] = frozenset()  # lines of the game's acts (undo, drop plans) that were carried out
    refused_orders: bool = False  # an order was refused: then press about it is not sent
    resumed: Receipt | None = None  # what a mail did that waited for this one's yes
    pending: UUID | None = None
    meant: UUID | None = None  # what the receipt asks whether it was meant
    agreed: UUID | None = None  # what an earlier receipt asked so, and this mail says yes to
    parts: tuple[Part, ...] = ()  # of a mail that speaks for several seats of its writer's: which lines for which
    game: Game | None = None  # the game that the mail is about: its token's, or one that it opened or joined
    seat: int | None = None  # the writer's in it

    def seat_at(self, line: int) -> int | None:
        """For which seat a line (from 0) speaks."""
        return next((part.seat for part in self.parts if part.first <= line < part.last), self.writer.seat)

    def place_of(self, command: Command) -> tuple[Game, int]:
        """The game and seat that a command is for. Raises ValueError for a mail of no seat."""
        game, _ = self.writer.place
        seat = self.seat_at(command.line)
        assert seat is not None
        return game, seat

    def reads(self, command: Command) -> bool:
        """Whether a command stands above the line at which reading stopped."""
        return self.rest is None or command.line < self.rest

    @contextmanager
    def unsaid(self) -> Iterator[None]:
        """What a command says inside is taken back with what it did, when it raises: a table that it opened is none."""
        kept = {name: getattr(self, name) for name in ("game", "seat", "pending")}
        kept |= {name: list(getattr(self, name)) for name in ("understood", "notes", "answers", "next")}
        try:
            yield
        except Exception:
            for name, value in kept.items():
                setattr(self, name, value)
            raise

    def did(self, command: Command, code: str, **params: Any) -> None:
        """Note what a command did."""
        item = Item(code=code, params=params)
        self.understood.append(Understood(line=command.line + 1, text=command.text, did=item, seat=self._told(command)))

    def did_line(self, line: int, text: str, code: str, **params: Any) -> None:
        """Note what an order (at `line`, from 0) did."""
        seat = self.seat_at(line) if self.parts else None
        text = grammar.shorten(text)
        self.understood.append(Understood(line=line + 1, text=text, did=Item(code=code, params=params), seat=seat))

    def refuse(self, line: int, text: str, why: Item) -> None:
        """Note that a line (from 0) was not carried out."""
        seat = self.seat_at(line) if self.parts else None
        self.refused.append(Refusal(line=line + 1, text=grammar.shorten(text), why=why, seat=seat))

    def _told(self, command: Command) -> int | None:
        """The seat by which the receipt tells of a command, where a mail speaks for several."""
        return self.seat_at(command.line) if self.parts else None
