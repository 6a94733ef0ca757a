"""A mail that failed too often: kept for `reparse`, and its writer is told once, at the address that we know.

An operator lets go of one that nobody will mend: else `stuck` and the alert would name it for as long as it is kept,
and tell nothing of the next one.

Whose it is says the address that it answers, which nobody else knows; where there is none, the envelope names
somebody, who may be made up: then whoever has that address is told once a day at most.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player, ReplyToken

WHAT, LET_GO = "quarantined", "let_go"


def tell_writer(mail: InboundMail) -> None:
    """Owe the one notice of a mail that was put aside, to whoever wrote it; to nobody where that is not known."""
    token = _answered(mail)
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


@transaction.atomic
def let_go(mail_id: UUID, *, why: str = "") -> str:
    """Wait for its mending no more. Returns in a sentence's end what became of it.

    Its row says whose it is from now on, so that it goes with them when they are erased: of what is put aside alone the
    addresses are looked through.
    """
    aside = InboundMail.objects.select_for_update(of=("self",))
    row = aside.filter(pk=mail_id, state=InboundMail.State.QUARANTINED).first()
    if row is None:
        return "was not put aside"
    token = _answered(row) if row.player_id is None else None
    InboundMail.objects.filter(pk=row.pk).update(
        state=InboundMail.State.IGNORED, reason=LET_GO, processed_at=timezone.now(),
        player=token.player_id if token is not None else row.player_id,
    )  # fmt: skip
    services.note_deed("let go", row.pk, why=why)
    return "is let go of"


def _answered(mail: InboundMail) -> ReplyToken | None:
    """The token of the reply address that it came to."""
    box = tokens.box_of(mail.envelope_to)
    return services.find_token(box.token) if box.token else None
