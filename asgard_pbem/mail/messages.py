"""What mails say, as data: made by the reader of orders, kept as JSON in the outbox, turned into words by the renderer.

No sentence, name or address stands here, only codes and keys; a receipt shows the state of the moment it is rendered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from engine.table.reading.answers import MORE

# Whose code it is: "mail" (`writing/codes.py` has its words), "table" (a refusal of the services), "game" (the words of
# the game, `Words.refusal`).
Speaker = Literal["mail", "table", "game"]
# done: all was carried out · partly: some commands were refused · refused: nothing was done · held: waits for a
# confirmation · asked: a question of ours that wants a reply (resign, a stranger's first mail).
Outcome = Literal["done", "partly", "refused", "held", "asked"]
Kind = Literal[
    "status", "board", "history", "replay", "rules", "help", "plans", "games", "menu", "memos", "welcome",
    "table", "invitation",
]  # fmt: skip


class Part(BaseModel):
    """Common to all parts of a receipt."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Item(Part):
    """One thing to say."""

    code: str
    params: dict[str, Any] = {}
    by: Speaker = "mail"


class Understood(Part):
    """A line (or several, joined by line ends) of the player's, and what it did."""

    line: int  # from 1, in the text that was left after cutting
    text: str  # as typed, at most 200 characters
    did: Item
    seat: int | None = None  # for which seat, in a mail that spoke for several


class Refusal(Part):
    """A line that could not be carried out."""

    line: int  # from 1; 0: the mail as a whole
    text: str
    why: Item
    seat: int | None = None  # as above


class Answer(Part):
    """A section that was asked for. Keys only: the renderer looks up what this seat may see now."""

    kind: Kind
    game: UUID | None = None
    seat: int | None = None
    moment: int | None = None  # replay: the public moment, from 1
    topic: str = ""  # rules and help; for the menu the path of a further list; for a welcome the table that is wanted;
    # the id of an invitation that is answered with neither yes nor no


class Receipt(Part):
    """The one answer to a mail. Sections stand in the order in which they were asked for."""

    outcome: Outcome
    reason: str = ""  # why the mail as a whole was refused or held: one of `REASONS`
    game: UUID | None = None  # the game and seat that were written from, if any
    seat: int | None = None
    understood: tuple[Understood, ...] = ()
    refused: tuple[Refusal, ...] = ()
    notes: tuple[Item, ...] = ()
    answers: tuple[Answer, ...] = ()
    next: tuple[Item, ...] = ()  # what happens next
    quoted: tuple[str, ...] = ()  # at most 3 lines of the player's mail, and a mark where there are more
    left_out: tuple[Item, ...] = ()  # which lines were not read, see `left_out`
    confirm: UUID | None = None  # a pending action: `links.confirm_url` makes its link, a reply of `yes` does it too

    @property
    def offered(self) -> UUID | None:
        """The invitation that it shows again."""
        return next((UUID(answer.topic) for answer in self.answers if answer.kind == "invitation"), None)

    @property
    def listed(self) -> str:
        """The path of the further list that it shows, asked for by its number, alone or below other orders."""
        asked = [answer.topic for answer in self.answers if answer.kind == "menu"]
        refused = [line.why.params["path"] for line in self.refused if line.why.code == MORE]
        return next(iter((*asked, *refused)), "")


MORE_WRITTEN = "…"  # in `quoted`: the mail has more lines
REASONS = (
    "too_large", "malformed", "no_sender", "wrong_sender", "unclear_sender", "old_prompt", "not_your_turn", "game_over",
    "empty", "only_quotes", "no_orders", "illegal_order", "ambiguous", "encrypted", "tnef", "attachment_only",
    "rate_limited", "held", "held_unproven", "one_seat", "stopped", "lost_address", "long_over", "quarantined",
    "cancelled",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail in words, ready for its headers."""

    subject: str
    text: str
    html: str = ""
    images: list[tuple[str, bytes]] = field(default_factory=list)  # (Content-ID without brackets, PNG)
    sentinel: str = ""  # the first line: from it down, a reply is quotation
    own_lines: frozenset[str] = frozenset()  # fingerprints of its lines, see `asgard_pbem.mail.writing.letter_lines`
    by: str = ""  # the name of whoever speaks through us; empty: we do


class Render(Protocol):
    """`asgard_pbem.mail.writing.render.render`: one outbox row in the language of its player.

    `reply_to` is the token address of this very mail, for `mailto:` buttons.
    """

    def __call__(self, row: Any, *, reply_to: str) -> Rendered: ...
