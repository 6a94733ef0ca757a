"""One outbox row as a mail, in the language of its player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.utils import translation
from django.utils.translation import gettext as _

from asgard_pbem.mail.messages import Rendered
from asgard_pbem.mail.writing import digest, personal, phrases, turns
from asgard_pbem.mail.writing import receipt as receipts
from asgard_pbem.mail.writing.letter import Letter
from asgard_pbem.mail.writing.letter_lines import letter_lines
from asgard_pbem.mail.writing.markup import markup
from asgard_pbem.mail.writing.plain_text import written
from asgard_pbem.mail.writing.spoken import spoken
from asgard_pbem.tables.models import Outbox
from asgard_pbem.tables.reading import telling
from engine.table.registry import UnknownRules

_LETTERS: dict[str, Callable[[Outbox, str], Letter]] = {
    Outbox.Purpose.PROMPT: turns.prompt,
    Outbox.Purpose.REMINDER: turns.reminder,
    Outbox.Purpose.RECEIPT: receipts.receipt,
    Outbox.Purpose.NOTICE: turns.notice,
    Outbox.Purpose.PRESS: turns.press,
    Outbox.Purpose.INVITATION: personal.invitation,
    Outbox.Purpose.SIGN_IN: personal.sign_in,
    Outbox.Purpose.CONFIRM: personal.confirm,
    Outbox.Purpose.RESULT: turns.result,
    Outbox.Purpose.DIGEST: digest.digest,
}


def render(row: Outbox, *, reply_to: str) -> Rendered:
    """The mail that `row` owes, as things stand now."""
    with translation.override(row.player.language):
        try:
            letter = _resting(receipts.taken_in(_LETTERS[row.purpose](row, reply_to), row), row)
        except UnknownRules:
            letter = _unknown_rules(row)
        text = written(letter)
        html, images = markup(letter)
    return Rendered(
        subject=letter.subject,
        text=text,
        html=html,
        images=images,
        by=letter.by,
        sentinel=letter.sentinel,
        own_lines=letter_lines(text, html, [*letter.alts(), letter.preview], spoken(row, letter)),
    )


def _resting(letter: Letter, row: Outbox) -> Letter:
    """Every mail of a table that rests says so: whoever reads it last reads it."""
    if row.game is None or not row.game.rests or row.game.paused_at is None:
        return letter
    said = telling.rest(row.game, phrases.moment_of_time(row.game.paused_at, row.player))
    return replace(letter, intro=(*letter.intro, said))


def _unknown_rules(row: Outbox) -> Letter:
    """A game that this server cannot read at present."""
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(row.game, ""),
        headline=_("This game cannot go on just now"),
        intro=(
            _("This server lacks the rules with which the game was begun. Nothing is lost, but no move can be made."),
        ),
        links=phrases.foot_links(row.player, row.game),
    )
