"""Mail that came before a deadline counts, however late a worker gets to read it (mail notes 2)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.signals import about_to_time_out

LONGEST_WAIT = timedelta(days=7)  # after which a mail that nobody could read holds no clock any more


@receiver(about_to_time_out)
def answer_waits(sender: object, *, game_id: UUID, seat: int, deadline: datetime, **_: Any) -> bool:
    """Whether an unread mail to this seat's address arrived in time."""
    came = InboundMail.objects.filter(
        state=InboundMail.State.NEW, received_at__lte=deadline, received_at__gt=deadline - LONGEST_WAIT
    )
    texts = filter(None, map(tokens.token_in, came.values_list("envelope_to", flat=True)))
    found = filter(None, map(services.find_token, texts))
    return any((token.game_id, token.seat) == (game_id, seat) for token in found)
