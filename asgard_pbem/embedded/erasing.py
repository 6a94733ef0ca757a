"""The local mailbox forgets with the service: here its mails lie in our own database, not in people's mail programs."""

from __future__ import annotations

import re
import shutil
from email.message import EmailMessage as MimeMessage
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.dispatch import receiver

from asgard_pbem.embedded import maildir
from asgard_pbem.embedded.mailbox import body, message_of, parsed
from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.tables.models import Game, Player, Press
from asgard_pbem.tables.models.sealing import unseal
from asgard_pbem.tables.signals import erased

_BETWEEN = re.compile(r"[\s>]+")  # mails wrap their lines, answers quote them


@receiver(erased)
def forget(sender: object, *, player: Player, **_: Any) -> None:
    """Throw away the person's mailbox, and every other local mail that shows their address, name, title or words."""
    own = Q(owner=player.email) | Q(sender__iexact=player.email) | Q(recipient__iexact=player.email)
    EmbeddedMail.objects.filter(own).delete()
    shows = _shows(player)
    for mail in EmbeddedMail.objects.order_by("pk").iterator(chunk_size=50):
        if shows.search(_text(parsed(mail))) or shows.search(_BETWEEN.sub(" ", mail.subject)):
            mail.delete()
    if settings.EMAIL_BACKEND.endswith("embedded.mailbox.MailboxBackend"):
        shutil.rmtree(maildir.folder_of(player.email), ignore_errors=True)
        for path, raw in maildir.everything():
            if shows.search(_text(message_of(raw))):
                path.unlink(missing_ok=True)


def _shows(player: Player) -> re.Pattern[str]:
    """What tells that a text is about the person."""
    said = [unseal(one.author_id, one.text) or "" for one in Press.objects.filter(author=player)]
    titles = Game.objects.filter(opened_by=player).values_list("title", flat=True)
    marks = {_BETWEEN.sub(" ", text).strip() for text in (player.email, player.name, *titles, *said)} - {""}
    return re.compile("|".join(rf"(?<!\w){re.escape(mark)}(?!\w)" for mark in sorted(marks)), re.IGNORECASE)


def _text(message: MimeMessage) -> str:
    """All that a reader of the message sees, in one line."""
    headers = " ".join(f"{name}: {value}" for name, value in message.items())
    return _BETWEEN.sub(" ", f"{headers} {body(message, 'plain')} {body(message, 'html')}")
