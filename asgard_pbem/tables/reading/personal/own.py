"""What a person chose and wrote down for themselves, and whom they asked or were asked by."""

from __future__ import annotations

from typing import Any

from asgard_pbem.tables.guards.mailboxes import bar_of
from asgard_pbem.tables.models import Invitation, Outbox, Player
from asgard_pbem.tables.reading import memos
from asgard_pbem.tables.reading.personal.parts import part, time_of


@part("profile", "tables.Player.email")
def profile(player: Player) -> dict[str, Any]:
    """Address and settings."""
    return {
        "address": player.email,
        "name": player.name,
        "language": player.language,
        "time_zone": player.time_zone,
        "mail": player.mail_state,
        "digest": player.digest,
        "receipts": player.receipts,
        "page": player.has_page,
        "joined": time_of(player.joined_at),
    }


@part("signed_in")
def signed_in(player: Player) -> dict[str, Any]:
    """When the address was proven theirs, and when they last came in by a link."""
    return {"proven": time_of(player.verified_at), "last": time_of(player.last_login)}


@part("delivering")
def delivering(player: Player) -> dict[str, Any]:
    """What failed deliveries have added up to."""
    return {"score": player.bounce_score, "scored": time_of(player.bounce_scored_at)}


@part("barred")
def barred(player: Player) -> dict[str, Any]:
    """Since when the service is closed to them, and why; empty where it is not."""
    found = bar_of(player.email)
    return {} if found is None else {"since": time_of(found.since), "why": found.why, "told": time_of(found.told_at)}


@part("absences", "tables.Absence.player")
def absences(player: Player) -> list[dict[str, Any]]:
    """When they were, are or will be away."""
    return [{"since": time_of(one.since), "until": time_of(one.until)} for one in player.absences.order_by("since")]


@part("blocks", "tables.Block.player")
def blocks(player: Player) -> list[dict[str, Any]]:
    """From whom they want no invitations: by the name that everybody reads; null: from anybody."""
    return [{"by": one.by.name if one.by is not None else None} for one in player.blocks.select_related("by")]


@part("notes", "tables.Memo.player")
def notes(player: Player) -> list[dict[str, Any]]:
    """Private notes to tables."""
    return memos.everywhere(player)


@part("invitations", "tables.Invitation.player", "tables.Invitation.by")
def invitations(player: Player) -> list[dict[str, Any]]:
    """To them and by them: what came of each. Not whom they asked, for that is somebody else's address."""
    found = Invitation.objects.filter(player=player) | Invitation.objects.filter(by=player)
    return [
        {
            "game": str(one.game_id), "sent": one.by_id == player.pk, "seat": one.seat, "state": one.state,
            "made": time_of(one.created_at), "answered": time_of(one.answered_at),
        }
        for one in found.order_by("created_at")
    ]  # fmt: skip


@part("mails_out", "tables.Outbox.player")
def mails_out(player: Player) -> list[dict[str, Any]]:
    """What we wrote to them and when. What it said is written when it is sent, and not kept but for receipts."""
    return [
        {
            "id": str(one.pk), "purpose": one.purpose, "game": str(one.game_id) if one.game_id else None,
            "seat": one.seat, "state": one.state, "owed": time_of(one.created_at), "sent": time_of(one.sent_at),
            "message_id": one.message_id, "receipt": one.receipt or None,
        }
        for one in Outbox.objects.filter(player=player).order_by("created_at")
    ]  # fmt: skip
