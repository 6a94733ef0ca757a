"""The pair of keys by which push services know this server (RFC 8292, VAPID). Without it there is no push."""

from __future__ import annotations

import base64
import struct
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def on() -> bool:
    """Whether notices by the browser are offered here."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public() -> str:
    """The public key as browsers take it: base64url of the uncompressed point. Raises ImproperlyConfigured."""
    return _public(settings.VAPID_PRIVATE_KEY)


@cache
def _public(private: str) -> str:
    try:
        data = base64.urlsafe_b64decode(private + "=" * (-len(private) % 4))
        (number,) = struct.unpack("32s", data)  # of any other length too a key could be made
        key = ec.derive_private_key(int.from_bytes(number), ec.SECP256R1())
    except (ValueError, struct.error):
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY is not what `manage.py vapid_key` prints.") from None
    return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def fresh() -> str:
    """A new private key: base64url of its 32 bytes."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
