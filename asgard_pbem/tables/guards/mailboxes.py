"""One mailbox, however it is spelt, and whether it is barred: known again by a keyed digest, which tells no address.

The keys are those under which things are stored (`FERNET_KEYS`): no key of theirs is ever dropped, where `SECRET_KEY`
may be after a while, and nobody may be let in by that.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from asgard_pbem.tables.models import Bar, Player

SALT = "asgard-pbem/bar"


def mailbox(address: str) -> str:
    """One spelling for all that reach one mailbox: compatible letters, whatever follows a plus, the domain in ASCII.

    Dots stay: only some providers leave them out.
    """
    local, _, domain = unicodedata.normalize("NFKC", address).casefold().strip().rpartition("@")
    with suppress(UnicodeError):  # not a name that DNS knows: as it stands
        domain = domain.encode("idna").decode()
    return f"{local.partition('+')[0]}@{domain}"


def people_of(address: str) -> list[Player]:
    """All who are here by the mailbox of this address, each by a spelling of their own."""
    box = mailbox(address)
    local = box.rpartition("@")[0]
    spelt = Q(email__startswith=f"{local}@") | Q(email__startswith=f"{local}+")  # as addresses begin there is an index
    return [one for one in Player.objects.filter(spelt) if mailbox(one.email) == box]


def marks(address: str) -> list[str]:
    """What may be kept of the mailbox of this address: by the first key, and by those of before."""
    one = mailbox(address)
    return [salted_hmac(SALT, one, secret=key, algorithm="sha256").hexdigest() for key in settings.FERNET_KEYS]


def bar_of(address: str, writer: Player | None = None) -> Bar | None:
    """The bar that keeps this address out; not looked for where it is that of a `writer` who may act here."""
    if writer is not None and writer.is_active and writer.email == address:
        return None
    return Bar.objects.filter(mark__in=marks(address)).first()


def is_barred(address: str) -> bool:
    """Whether the mailbox of this address is barred."""
    return bar_of(address) is not None
