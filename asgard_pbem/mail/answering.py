"""The one answer to a mail, and when there is none (mail notes 9)."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from asgard_pbem.mail import inbound
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail, count
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player

REFUSALS_AN_HOUR = 5
REFUSALS_A_DAY = 20
STATES = {
    "done": InboundMail.State.DONE, "partly": InboundMail.State.DONE, "asked": InboundMail.State.DONE,
    "refused": InboundMail.State.REFUSED, "held": InboundMail.State.HELD,
}  # fmt: skip


def answer(mail: InboundMail, player: Player, receipt: Receipt, *, purpose: str = Outbox.Purpose.RECEIPT) -> None:
    """Set what became of `mail`, and owe its writer exactly one mail, unless they had too many refusals lately."""
    mail.state = STATES[receipt.outcome]
    mail.reason = receipt.reason
    mail.outcome = receipt.model_dump(mode="json")
    mail.player = player
    if receipt.outcome == "refused" and _too_many(player):
        _notice_once(player)
        return
    owe_receipt(f"receipt:{mail.pk}", player, receipt, mail, purpose)


def owe_receipt(
    key: str, player: Player, receipt: Receipt, mail: InboundMail, purpose: str = Outbox.Purpose.RECEIPT
) -> None:
    """Put the receipt into the outbox, once a key."""
    game = Game.objects.filter(pk=receipt.game).first() if receipt.game else None
    payload = {"mail": str(mail.pk)}
    if receipt.confirm is not None:
        payload["confirm"] = str(receipt.confirm)
    services.owe(
        player=player, purpose=purpose, key=key, game=game, seat=receipt.seat if game is not None else None,
        payload=payload, receipt=receipt.model_dump(mode="json"),
    )  # fmt: skip


def _too_many(player: Player) -> bool:
    refused = InboundMail.objects.filter(player=player, state=InboundMail.State.REFUSED)
    now = timezone.now()
    this_hour = refused.filter(processed_at__gt=now - timedelta(hours=1)).count()
    return (
        this_hour >= REFUSALS_AN_HOUR
        or refused.filter(processed_at__gt=now - timedelta(days=1)).count() >= REFUSALS_A_DAY
    )


def _notice_once(player: Player) -> None:
    """A notice for the web alone, once a day: the row is never sent."""
    day = timezone.now().date().isoformat()
    Outbox.objects.get_or_create(
        key=f"refusals:{player.pk}:{day}",
        defaults={
            "player": player, "purpose": Outbox.Purpose.NOTICE, "state": Outbox.State.DROPPED,
            "payload": {"what": "refusals_limited"},
        },
    )  # fmt: skip


def notify_wrong_sender(mail: InboundMail, player: Player) -> None:
    """Tell the address on file, at most once a day, that somebody else answered for it. The writer is told nothing."""
    mail.state, mail.reason, mail.player = InboundMail.State.REFUSED, "wrong_sender", player
    day = timezone.now().date().isoformat()
    token = mail.token
    services.owe(
        player=player, purpose=Outbox.Purpose.NOTICE, key=f"wrong-sender:{player.pk}:{day}",
        game=token.game if token else None, seat=token.seat if token else None, payload={"what": "wrong_sender"},
    )  # fmt: skip


def ignore(mail: InboundMail, reason: str) -> None:
    """No answer to anybody; counted, so that an attack can be seen. Bytes for nobody are not kept."""
    mail.state, mail.reason = InboundMail.State.IGNORED, reason
    count(reason, timezone.now().date())
    if reason == "unknown_token":
        inbound.forget(mail)
