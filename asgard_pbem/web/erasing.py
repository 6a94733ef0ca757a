"""Ending a person's sessions, by their own wish and when they are forgotten or barred; dropping old games' pictures."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.signals import barred, erased, settling
from asgard_pbem.web.models import AccessToken, Session, SmallBoard


def end_sessions(player: Player, *, but: str | None = None) -> int:
    """Sign a person out everywhere, in the session with the key `but` excepted. Returns how many ended."""
    ended, _ = Session.objects.filter(player_id=player.pk).exclude(session_key=but).delete()
    return ended


@receiver([erased, barred])
def forget(sender: object, *, player: Player, **_: Any) -> None:
    """No session of theirs goes on, and no program of theirs is let in."""
    end_sessions(player)
    AccessToken.objects.filter(player=player).delete()


@receiver(settling)
def drop_pictures(sender: object, *, game_id: Any, **_: Any) -> None:
    """They are drawn anew for whoever looks."""
    SmallBoard.objects.filter(game_id=game_id).delete()
