"""Names for open questions that may be shown to a reader: they tell nothing of the log."""

from __future__ import annotations

from uuid import UUID

from django.utils.crypto import salted_hmac


def question_id(game_id: UUID, seat: int, key: str, prompt: int) -> str:
    """A name of one asking: another when the same is asked again later. Not to be guessed or taken apart."""
    return salted_hmac("asgard_pbem.question", f"{game_id}:{seat}:{key}:{prompt}").hexdigest()[:20]
