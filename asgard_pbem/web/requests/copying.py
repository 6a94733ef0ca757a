"""In a person's copy: where they are signed in, and their programs. Never what lets anybody in."""

from __future__ import annotations

from typing import Any

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading.personal.parts import part, time_of
from asgard_pbem.web.models import Session


@part("sessions", "web.Session.player_id")
def sessions(player: Player) -> list[dict[str, Any]]:
    """Browsers that are signed in."""
    found = Session.objects.filter(player_id=player.pk).order_by("expire_date")
    return [{"since": one.get_decoded().get("signed_in_at"), "until": time_of(one.expire_date)} for one in found]


@part("tokens", "web.AccessToken.player")
def tokens(player: Player) -> list[dict[str, Any]]:
    """By what they are called."""
    return [
        {"name": one.name, "read_only": one.read_only, "made": time_of(one.made_at), "used": time_of(one.used_at)}
        for one in player.access_tokens.order_by("made_at")
    ]
