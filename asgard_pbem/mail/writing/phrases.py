"""Small pieces of wording that many mails share."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, date, datetime
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from asgard_pbem.mail import links
from asgard_pbem.mail.writing.letter import Link
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.models.games import SHORT_ID
from asgard_pbem.tables.reading.dated import dated
from asgard_pbem.tables.store import fairness
from engine.core.moves import Seat
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game

MOST_OF_NAMES, MOST_OF_TITLE = 50, 40  # characters: so that a subject with its mark stays within 120


def sentinel(row: Outbox) -> str:
    """The first line of a mail, below which a reply is quotation. The code is of this one mail."""
    code = base64.b32encode(hashlib.sha256(row.id.bytes).digest()).decode()[:6]
    return _("Please write above this line. [Asgard %(code)s]") % {"code": code}


def day(when: date) -> str:
    """A day, as all mails write it, within a sentence too."""
    return dated(when, _("D j M Y"))


def moment_of_time(when: datetime, player: Player) -> str:
    """A time in the reader's zone and, where that differs, in UTC."""
    zone = player.zone
    local = when.astimezone(zone)
    text = f"{day(local)}, {local:%H:%M} ({zone.key})"
    if local.utcoffset() == when.astimezone(UTC).utcoffset():
        return text
    return f"{text} = {when.astimezone(UTC):%H:%M} UTC"


def numbered(seat: Seat) -> str:
    """A seat by its number, as one writes it: `P1`."""
    return _("P%(seat)d") % {"seat": seat + 1}


def quoted(text: str) -> str:
    """Somebody's words, or words to be sent, in the quotation marks of the reader's language."""
    return _("“%(text)s”") % {"text": text}


def subject(game: Game | None, fallback: str) -> str:
    """Constant for all mails of a game, so that mail programs keep them together; it says nothing of the turn.

    What is played, by whom and what the table is called; a mark of its own tells it from others of the same people.
    """
    if game is None:
        return fallback
    people = shorten(", ".join(game.begun_by), MOST_OF_NAMES)
    table = " - ".join(part for part in (people, shorten(game.title, MOST_OF_TITLE)) if part)
    return f"{_called(game)}{f': {table}' if table else ''} [{game.id.hex[:SHORT_ID]}]"


def shorten(text: str, most: int) -> str:
    """At most so many characters, and a mark where something was left out."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip(' ,')}…"


def _called(game: Game) -> str:
    """The name of what is played, in English whatever the reader's language: the subject stays the same for ever."""
    try:
        return find_game(game.key).words("en", ()).title()
    except UnknownRules:
        return game.key


def chain(game: Game) -> str:
    """The head of the public history, which the reader's mailbox keeps as a witness."""
    return _("Seal of moment %(moment)d: %(hash)s") % {
        "moment": game.moment,
        "hash": fairness.seal(game),
    }


def commitment(game: Game) -> str:
    """What binds us to the table's seed, for the reader to keep."""
    return _("Commitment to the seed: %(hash)s") % {"hash": game.commitment}


def game_url(game_id: UUID, moment: int | None = None) -> str:
    """The game's page, or the page of one moment."""
    return f"{settings.PUBLIC_URL}/g/{game_id}/" + (f"{moment}/" if moment is not None else "")


def rules_url(key: str) -> str:
    """The page with all the rules of a game, which anybody may read."""
    return f"{settings.PUBLIC_URL}/rules/{key}/"


def foot_links(player: Player, game: Game | None) -> tuple[Link, ...]:
    """What stands at the end of every mail to a player."""
    found: list[Link] = []
    if game is not None:
        found += [Link(_("The game on the web"), game_url(game.id)), Link(_("The rules"), rules_url(game.key))]
    found.append(Link(_("Settings"), f"{settings.PUBLIC_URL}/settings/"))
    found.append(Link(_("No more mail"), links.unsubscribe_url(player.id)))
    return tuple(found)
