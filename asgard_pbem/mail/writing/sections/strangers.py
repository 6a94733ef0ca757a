"""Of a mail that came to somebody's reply address from elsewhere: from where, and what to do if it was theirs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.origin.sender import strict_address
from asgard_pbem.tables.models import Outbox

ABOUT_SENDERS = frozenset({"wrong_sender", "unclear_sender", "rate_limited", "lost_address"})


def intro(row: Outbox) -> tuple[str, ...]:
    """The address it came from, as far as it is known still, and the reader's own. Nothing for other notices."""
    if row.payload.get("what") != "wrong_sender":
        return ()
    mail = InboundMail.objects.filter(pk=row.payload.get("about_mail")).first()
    sender = strict_address(mail.envelope_from or "") if mail is not None else None
    told = (_("It came from %(address)s.") % {"address": sender},) if sender else ()
    own = _("If it was you, send it again from %(address)s, which is the address that we know you by.") % {
        "address": row.player.email
    }
    return (*told, own, _("If it was not you, you need do nothing. We write this at most once a day."))
