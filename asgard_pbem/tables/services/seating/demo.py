"""The table that a first start opens."""

from __future__ import annotations

from uuid import uuid4

from django.utils import timezone

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.services.persons.people import player_for
from asgard_pbem.tables.services.seating.seats import usual_bot
from asgard_pbem.tables.services.seating.tables import open_table
from engine.table import registry

_SEATS = 3


def whose_service(email: str) -> Player | None:
    """Whoever started the service here, with this address; or, if they play from another one since, who opened the
    first table of all. None: nobody yet, or they are forgotten.
    """
    first = Game.objects.order_by("opened_at").values_list("opened_by", flat=True)[:1]
    by_address = Player.objects.filter(email=email, is_active=True).first()
    return by_address or Player.objects.filter(pk__in=list(first), is_active=True).first()


def ensure_demo_table(email: str, *, key: str = "aesir") -> Game:
    """The running table of whoever started the service here, against bots; opened when there is none."""
    player = whose_service(email) or player_for(email, name="Guest")
    if player.verified_at is None:
        player.verified_at = timezone.now()
        player.save(update_fields=["verified_at"])
    running = Game.objects.filter(holders__player=player, status=Game.Status.RUNNING, key=key, practice=False)
    found = running.order_by("-opened_at").first()
    if found is not None:
        return found
    bots = dict.fromkeys(range(1, _SEATS), usual_bot(registry.game(key).bots))
    return open_table(
        opened_by=player, key=key, seats=_SEATS, cause=uuid4(), title="First table", bots=bots, days_per_decision=None
    )
