"""A mail that failed too often: kept for `reparse`, and its writer is told once, at the address that we know.

Whose it is says the address that it answers, which nobody else knows; where there is none, the envelope names
somebody, who may be made up: then whoever has that address is told once a day at most.
"""

from __future__ import annotations

from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player

WHAT = "quarantined"


def tell_writer(mail: InboundMail) -> None:
    """Owe the one notice of a mail that was put aside, to whoever wrote it; to nobody where that is not known."""
    box = tokens.box_of(mail.envelope_to)
    token = services.find_token(box.token) if box.token else None
    key = f"{WHAT}:{mail.pk}"
    if token is not None:
        player = token.player
    else:
        known = Player.objects.filter(email=mail.envelope_from or "", is_active=True).first()
        if known is None or not known.email:
            return
        player, key = known, f"{WHAT}:{known.pk}:{timezone.now().date().isoformat()}"
    services.owe(
        player=player, purpose=Outbox.Purpose.NOTICE, key=key, game=token.game if token else None,
        seat=token.seat if token else None, payload={"what": WHAT, "about_mail": str(mail.pk)},
    )  # fmt: skip
