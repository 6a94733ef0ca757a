"""To whom a mail was delivered when the transport does not say: the fields that mail servers write, then To and Cc."""

from __future__ import annotations

import re

from asgard_pbem.mail import tokens
from asgard_pbem.mail.mime import Headers
from asgard_pbem.mail.prescan import prescan
from asgard_pbem.mail.read import ParsedMail

FIELDS = ("delivered-to", "x-original-to", "envelope-to", "x-gm-original-to", "to", "cc")
_ID = re.compile(r"[!-~]{3,250}")
_ADDRESS = re.compile(r"[a-z0-9+._-]{1,64}@[a-z0-9.-]{1,253}")


def our_ids(parsed: ParsedMail) -> set[str]:
    """The Message-IDs of ours that a mail answers, as far as they can be ids at all."""
    return {one for one in parsed.our_referred[:20] if _ID.fullmatch(one)}


def named_box(raw: bytes) -> str:
    """The first address of ours in the head, folded; empty when there is none or the head is past its limits."""
    scanned = prescan(raw)
    if scanned.refusal:
        return ""
    headers = Headers(scanned.head)
    found = (one for name in FIELDS for one in _ADDRESS.findall(headers.long(name).lower()[:20_000]))
    return next((address for address in found if tokens.is_ours(address)), "")
