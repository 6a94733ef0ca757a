"""Links in mails: signed, each purpose with its own salt and life. A GET of any of them changes nothing."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

_UNSUBSCRIBE = signing.Signer(salt="asgard_pbem.mail.unsubscribe")
_DIGEST = signing.Signer(salt="asgard_pbem.mail.digest")
_CONFIRM = signing.TimestampSigner(salt="asgard_pbem.mail.confirm")
CONFIRM_LIFE = timedelta(days=8)  # an upper bound: each pending action has its own, shorter one


def unsubscribe_url(player_id: UUID) -> str:
    """Stops mail to this player; valid for ever, as RFC 8058 readers expect."""
    return settings.PUBLIC_URL + reverse("mail:unsubscribe", args=[_UNSUBSCRIBE.sign(player_id.hex)])


def unsubscribe_address(player_id: UUID) -> str:
    """The mailto: half of List-Unsubscribe. Local parts may be lower-cased on the way, so the signature is in hex."""
    return f"stop+{player_id.hex[:16]}{_mac(player_id, settings.SECRET_KEY)}@{settings.IN_DOMAIN}"


def ways_to_unsubscribe(player_id: UUID) -> list[str]:
    """What List-Unsubscribe names; a page alone, where there is but one address."""
    page = unsubscribe_url(player_id)
    return [page] if settings.ONE_ADDRESS else [page, f"mailto:{unsubscribe_address(player_id)}"]


def unsubscribed_player(detail: str) -> tuple[str, str] | None:
    """(first 16 hex digits of the player's id, signature) of such an address; `matches` checks a candidate."""
    return (detail[:16], detail[16:]) if len(detail) == 48 else None


def matches(player_id: UUID, mac: str) -> bool:
    """Whether the signature is of this player, by the key of today or by one of before: mails are kept for years."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(_mac(player_id, key), mac) for key in keys)


def _mac(player_id: UUID, key: str) -> str:
    made = salted_hmac("asgard_pbem.mail.stop", player_id.bytes, secret=key, algorithm="sha256")
    return made.hexdigest()[:32]


def read_unsubscribe(signed: str) -> UUID | None:
    """The player of such a link; None when it was altered."""
    try:
        return UUID(_UNSUBSCRIBE.unsign(signed))
    except (signing.BadSignature, ValueError):
        return None


def digest_url(player_id: UUID) -> str:
    """Stops digests to this player, and no other mail; valid for ever."""
    return settings.PUBLIC_URL + reverse("mail:no_digest", args=[_DIGEST.sign(player_id.hex)])


def read_digest(signed: str) -> UUID | None:
    """The player of such a link; None when it was altered."""
    try:
        return UUID(_DIGEST.unsign(signed))
    except (signing.BadSignature, ValueError):
        return None


def confirm_url(pending_id: UUID) -> str:
    """Shows what waits for a yes, with a form."""
    return settings.PUBLIC_URL + reverse("mail:confirm", args=[_CONFIRM.sign(pending_id.hex)])


def read_confirm(signed: str) -> UUID | None:
    """The pending action of such a link; None when it was altered or is too old."""
    try:
        return UUID(_CONFIRM.unsign(signed, max_age=CONFIRM_LIFE))
    except (signing.BadSignature, ValueError):
        return None
