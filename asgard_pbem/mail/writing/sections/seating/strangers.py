"""Of a mail that came to a reply address from elsewhere, or that failed: which one, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.origin.sender import strict_address
from asgard_pbem.mail.writing import phrases
from asgard_pbem.tables.models import Outbox

ABOUT_MAILS = frozenset({"wrong_sender", "unclear_sender", "rate_limited", "lost_address", "quarantined"})


def intro(row: Outbox) -> tuple[str, ...]:
    """What is known of the mail, and what its writer can do. Nothing for other notices."""
    told: dict[str, Callable[[Outbox, InboundMail | None], tuple[str, ...]]] = {
        "wrong_sender": _elsewhere, "quarantined": _failed,
    }  # fmt: skip
    words = told.get(str(row.payload.get("what")))
    return words(row, InboundMail.objects.filter(pk=row.payload.get("about_mail")).first()) if words else ()


def _elsewhere(row: Outbox, mail: InboundMail | None) -> tuple[str, ...]:
    """The address it came from, as far as it is known still, and the reader's own."""
    sender = strict_address(mail.envelope_from or "") if mail is not None else None
    named, known = {"address": sender}, {"address": row.player.email}
    told = (_("It came from %(address)s.") % named,) if sender else ()
    own = _("If it was you, send it again from %(address)s, which is the address that we know you by.") % known
    moves = _("Or answer this mail with “address %(address)s”, to play from there from now on.") % named
    not_you = _("If it was not you, you need do nothing. We write this at most once a day.")
    return (*told, own, *((moves,) if sender else ()), not_you)


def _failed(row: Outbox, mail: InboundMail | None) -> tuple[str, ...]:
    """When it came, that nothing of it is lost, and how its writer goes on meanwhile."""
    came = (
        (_("It came on %(when)s.") % {"when": phrases.moment_of_time(mail.received_at, row.player)},)
        if mail is not None
        else ()
    )
    kept = _("We look at it, and carry out what you wrote once the fault is mended; you then get your receipt.")
    clock = _(
        "The time for your answer runs on. To be sure of it, answer the last question again in few words, or on the"
        " page of the table: what you do there counts, and the kept mail then changes nothing of it."
    )
    return (*came, kept, clock) if row.game is not None else (*came, kept)
