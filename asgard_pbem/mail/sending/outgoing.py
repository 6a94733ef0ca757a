"""One outbox row as a message with all its headers (mail notes 4). Header names are constants, never data."""

from __future__ import annotations

import re
import unicodedata
from email.message import EmailMessage, Message
from email.mime.base import MIMEBase
from email.utils import formataddr, parseaddr
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from asgard_pbem.database import asking
from asgard_pbem.mail import links, tokens
from asgard_pbem.mail.messages import Rendered
from asgard_pbem.mail.sending.wire import Headers, Parts, html, picture
from asgard_pbem.tables.models import Outbox
from asgard_pbem.tables.models.games import SHORT_ID

MAX_HEADER_CHARS = 120
MAX_NAME_CHARS = 40
# Not the joiners: a name keeps those alone that shape what is seen (`naming.one_line`), and is another without.
_BIDI = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
_BEFORE = """
SELECT (SELECT message_id FROM mail_inboundmail WHERE id = %(mail)s), (
    SELECT message_id FROM tables_outbox
    WHERE game_id = %(game)s AND player_id = %(player)s AND purpose = 'prompt' AND state = 'sent' AND id <> %(own)s
    ORDER BY sent_at DESC LIMIT 1
)
"""


class LetterMessage(EmailMultiAlternatives):
    """multipart/alternative: the text, then the HTML together with its pictures (RFC 2387), as mail programs expect."""

    def message(self, **how: Any) -> EmailMessage[Any, Any]:
        found = super().message(**how)
        found.policy = Headers()
        return found

    def _create_message(self, msg: Message) -> Message:
        alternative = Parts("alternative")
        alternative.attach(msg)
        for words, _kind in self.alternatives:
            part: Message = html(str(words))
            if self.attachments:
                related = Parts("related")
                for piece in (part, *self.attachments):
                    related.attach(piece)
                part = related
            alternative.attach(part)
        return alternative if self.alternatives else msg


def clean_header(value: str) -> str:
    """A header value that holds words of players: one line, no controls or bidi marks, at most 120 characters."""
    plain = "".join(" " if unicodedata.category(char) in {"Cc", "Zl", "Zp"} else char for char in value)
    return re.sub(r" +", " ", _BIDI.sub("", plain)).strip()[:MAX_HEADER_CHARS]


def new_message_id(row: Outbox) -> str:
    """Without brackets; the same for a row whenever it is made: one that a restored copy owes still may have gone out.

    Counts public moments only: an event's number would tell of secret ones.

    Short enough to stand beside the header's name: a longer one begins with an empty folded line (RFC 5322, 2.2.3).
    """
    what = f"turn.{row.game_id.hex[:SHORT_ID]}.{row.moment or 0}" if row.game_id else "mail"
    own = salted_hmac("asgard_pbem.message_id", row.pk.bytes, algorithm="sha256").hexdigest()[:16]
    return f"{what}.{own}@{settings.MAIL_DOMAIN}"


def thread_id(game_id: UUID) -> str:
    """What all mails about a table refer to first, so that they stand together. No mail has it for its own."""
    return f"game.{game_id}@{settings.MAIL_DOMAIN}"


def compose(row: Outbox, rendered: Rendered, token: str) -> LetterMessage:
    """The message of `row`, whose `message_id` is set. `token`: of the reply address."""
    message = LetterMessage(
        subject=clean_header(rendered.subject),
        body=rendered.text,
        from_email=tokens.bounce_address(row.pk),  # the envelope sender; readers see the From header
        to=[row.player.email],
        reply_to=[tokens.reply_address(token)],
        headers={**headers(row, token), "From": sender(rendered.by)},
    )
    if rendered.html:
        message.attach_alternative(rendered.html, "text/html")
        for content_id, png in rendered.images:
            message.attach(_picture(content_id, png))
    return message


def sender(name: str = "") -> str:
    """The From header: our own address, and before it whose words come through us."""
    ours, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    shown = clean_header(name)[:MAX_NAME_CHARS]
    return formataddr((_("%(name)s via %(service)s") % {"name": shown, "service": ours} if shown else ours, address))


def headers(row: Outbox, token: str = "") -> dict[str, str]:
    """All headers but those that Django writes itself. `token`: of the reply address."""
    answered, last = _before(row)
    chain = [f"<{thread_id(row.game_id)}>"] if row.game_id else []
    chain += [last] if last else []
    chain += [answered] if answered else []
    chain += tokens.reply_ids(token)
    found = {
        "Message-ID": f"<{row.message_id}>",
        "References": " ".join(dict.fromkeys(chain)),
        "In-Reply-To": answered or last,
        "Auto-Submitted": "auto-replied" if _mail_of(row) else "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "List-Id": f"<games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": ", ".join(f"<{way}>" for way in links.ways_to_unsubscribe(row.player_id)),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if row.purpose == Outbox.Purpose.DIGEST:  # whoever wants no digest wants to be told of their turn all the same
        found["List-Unsubscribe"] = f"<{links.digest_url(row.player_id)}>"
    if row.newcomer is not None:  # nobody who could be written to again
        del found["List-Unsubscribe"], found["List-Unsubscribe-Post"]
    return {name: value for name, value in found.items() if value}


def _mail_of(row: Outbox) -> str | None:
    """The player's mail that is answered: by a receipt, or by a question that takes one in."""
    found: str | None = row.payload.get("mail") or row.payload.get("answers")
    return found


def _before(row: Outbox) -> tuple[str, str]:
    """Message-IDs, with brackets: of the player's mail that this row answers, and of the last prompt that they got for
    this game. Empty where there is none, and for a mail that had none worth naming.
    """
    known = {"mail": _mail_of(row), "game": row.game_id, "player": row.player_id, "own": row.pk}
    ((answered, last),) = asking.rows(connection, _BEFORE, **known)
    wanted = f"<{(answered or '').strip('<>')}>"
    worthy = _MESSAGE_ID.fullmatch(wanted) and not wanted.startswith("<sha256:")
    return wanted if worthy else "", f"<{last}>" if last else ""


def _picture(content_id: str, png: bytes) -> MIMEBase:
    image = picture(png)
    image.add_header("Content-ID", f"<{content_id}>")
    image.add_header("Content-Disposition", "inline", filename="board.png")
    return image
