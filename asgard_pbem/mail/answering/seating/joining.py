"""Sitting down by mail, and what the player adds to the seed by it (docs/fair-play.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asgard_pbem.mail.messages import Answer, Item
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation
from asgard_pbem.tables.store import fairness

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work, Writer


def accept(work: Work, command: Command) -> None:
    """Sit down at the table that one was invited to, with a word for its seed, else with this mail's Message-ID.

    In a game that runs nothing is added to the seed; who takes a seat over is shown what it sees.
    """
    writer = work.writer
    assert writer.subject is not None
    text = fairness.of_word(command.args.get("word", "")).decode()
    sent = "" if text else message_id(writer)
    seat = services.accept_invitation(
        writer.subject, player=writer.player, cause=writer.cause_of(command), entropy=(text or sent).encode()
    )
    offer = Invitation.objects.select_related("game").get(pk=writer.subject)
    work.game, work.seat = offer.game, seat
    work.did(command, "invitation_accepted", seat=seat)
    if offer.takes_over:
        work.answers += [Answer(kind=kind, game=work.game.pk, seat=seat) for kind in ("status", "board")]
    else:
        say_part(work, work.game, seat, word=text, sent=sent)
    ask_name(work)
    say_waits(work)


def say_waits(work: Work) -> None:
    """Who sits there, who was asked, and how free seats are filled: while the table waits for people."""
    assert work.game is not None
    if Game.objects.filter(pk=work.game.pk, status=Game.Status.OPEN).exists():
        shown = Answer(kind="table", game=work.game.pk, seat=work.seat)
        work.answers += [shown] if shown not in work.answers else []


def message_id(writer: Writer) -> str:
    """The Message-ID of the writer's mail, which stands in their own copy of it; empty when it has none.

    Not its bytes: on the way every server adds a line, so nobody could work their digest out again.
    """
    if writer.mail_id is None:
        return ""
    found = InboundMail.objects.values_list("message_id", flat=True).get(pk=writer.mail_id)
    return "" if found.startswith("sha256:") else found


def say_part(work: Work, game: Game, seat: int, *, word: str = "", sent: str = "") -> None:
    """What is in the log of the seat now. `sent`: the Message-ID that was taken for want of a word."""
    added = fairness.parts(game)[seat].added
    code = "word_counts" if word else "mail_counts"
    if added != fairness.added((word or sent).encode()):
        code = "counts_already"
    work.notes.append(
        Item(code=code if added else "nothing_counts", params={"hash": added, "word": word, "sent": sent})
    )
    work.notes.append(Item(code="commitment", params={"hash": game.commitment}))


def word(work: Work, command: Command) -> None:
    """Another word for the seed of the mail's table, while seats are free there."""
    game = work.game
    if game is None:
        work.refuse(command.line, command.text, Item(code="no_table_here"))
        return
    if any(one.name == "open" for one in work.sheet.commands):
        work.refuse(command.line, command.text, Item(code="word_too_early"))
        return
    said = fairness.of_word(command.args["word"])
    seat = services.add_word(game.pk, player=work.writer.player, cause=work.writer.cause_of(command), entropy=said)
    work.did(command, "word_set")
    say_part(work, game, seat, word=said.decode())


def say_opened(work: Work, game: Game) -> None:
    """A new table's commitment, and how its opener has a part in the seed: only a word that comes after it counts."""
    work.notes.append(Item(code="commitment", params={"hash": game.commitment}))
    begun = game.status != Game.Status.OPEN
    work.notes.append(Item(code="nothing_could_count" if begun else "word_wanted"))


def ask_name(work: Work, *, invites: bool = False) -> None:
    """Who has not said how to be called is a number to the others; `invites`: and somebody to those they invite."""
    if work.writer.player.name or any(one.name == "name" for one in work.sheet.commands):
        return
    asked = Item(code="nameless_host" if invites else "nameless", params={"seat": work.seat})
    work.notes = [one for one in work.notes if one.code not in {"nameless", "nameless_host"}] + [asked]
