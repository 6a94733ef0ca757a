"""Addresses of persons: one spelling, and none that is the service's own, from which every mail is taken for a loop."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.mailboxes import mailbox


def address_of(email: str) -> str:
    """The address as it is kept. Raises ServiceError E_EMAIL, E_OWN_ADDRESS."""
    address = email.strip().casefold()
    try:
        validate_email(address)
    except ValidationError:
        raise ServiceError("E_EMAIL") from None
    if is_ours(address):
        raise ServiceError("E_OWN_ADDRESS")
    return address


def is_ours(address: str) -> bool:
    """Whether mails to it come back to us, or such from it are loops: nobody can play with it.

    Where nothing but one mailbox is ours, the others of its domain are people's.
    """
    box = mailbox(address)
    if box in {mailbox(parseaddr(settings.DEFAULT_FROM_EMAIL)[1]), mailbox(settings.PLAY_ADDRESS)}:
        return True
    return not settings.ONE_ADDRESS and box.rpartition("@")[2] in settings.OWN_DOMAINS
