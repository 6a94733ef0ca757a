"""Encryption at rest: seeds, and press under a key per author."""

from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

__all__ = ["InvalidToken", "decrypt", "decrypt_under", "encrypt", "encrypt_under", "new_key"]


@cache
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(data: bytes) -> bytes:
    """Under the first key of the installation."""
    return _fernet(tuple(settings.FERNET_KEYS)).encrypt(data)


def decrypt(data: bytes | memoryview) -> bytes:
    """With any key of the installation. Raises InvalidToken."""
    return _fernet(tuple(settings.FERNET_KEYS)).decrypt(bytes(data))


def new_key() -> bytes:
    """A key for `encrypt_under`."""
    return Fernet.generate_key()


def encrypt_under(key: bytes, data: bytes) -> bytes:
    """Under a key of its own."""
    return Fernet(key).encrypt(data)


def decrypt_under(key: bytes, data: bytes | memoryview) -> bytes:
    """The inverse of `encrypt_under`. Raises InvalidToken."""
    return Fernet(key).decrypt(bytes(data))
