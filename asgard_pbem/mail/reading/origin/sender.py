"""Who a mail says it is from, and what our own receiver found out about it (mail notes 5 B 6 and 6). Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

Verdict = Literal["pass", "fail", "none", "unknown"]

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDR_SPEC = re.compile(
    rf"({_ATOM}(?:\.{_ATOM})*)@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9])"
)
# Words of a display name: atoms, letters beyond ASCII (RFC 6532), full stops (RFC 5322, obs-phrase), quoted strings.
_PHRASE = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\s\"\x80-\U0010ffff-]*")
_DMARC = re.compile(r"\s*dmarc(?:\s*/\s*\d+)?\s*=\s*([a-z]+)")
_ABOUT = re.compile(r"header\s*\.\s*from\s*=\s*(?:[^\s;\"@]*@)?([^\s;\"]+)")
_VERDICTS: dict[str, Verdict] = {"pass": "pass", "fail": "fail", "none": "none"}
_MAX_VALUE = 1000
_MAX_LOCAL = 64
_MAX_ADDRESS = 254


def strict_address(value: str) -> str | None:
    """The one address of a whole From value, in lower case, or None when two readers could find two senders in it.

    RFC 5322's `name <address>`, `address` and `address (name)`. Before the `<` only words, quoted strings and comments
    may stand, so that no list, group or second address is taken for a name: a mail server judges the first address of
    `eve@evil.example, <alice@victim.example>`, and its verdict must not be believed about the second. The address
    itself may stand as its own name, as careless programs write it.
    """
    plain = opaque(value) if len(value) <= _MAX_VALUE else None
    plain = plain.strip() if plain is not None else ""
    if plain.endswith(">"):
        before, bracket, inner = plain[:-1].rpartition("<")
        address = inner.strip()
        name = " ".join(word for word in before.split() if word.lower() != address.lower())
        if not bracket or not _PHRASE.fullmatch(name):
            return None
        plain = address
    found = _ADDR_SPEC.fullmatch(plain)
    if not found or len(found[1]) > _MAX_LOCAL or len(plain) > _MAX_ADDRESS:
        return None
    return plain.lower()


def domain_of(address: str) -> str:
    return address.rpartition("@")[2]


def dmarc_verdict(
    fields: Sequence[tuple[str, str]], authserv_id: str | None, from_domain: str | None, hops: int = 0
) -> Verdict:
    """DMARC as our own receiver wrote it into Authentication-Results (RFC 8601).

    `fields` are (name in lower case, raw value) from the top of the mail; `hops` is how many Received fields our own
    servers write above their verdict. `pass` and `none` must name the domain of the From line. Of several results the
    worst counts, and results that do not agree are `unknown`: one of them came from elsewhere.
    """
    if not authserv_id or not from_domain:
        return "unknown"
    block = _our_block(fields, authserv_id.strip().lower(), hops)
    verdicts = {verdict for value in block for verdict in _verdicts(value, from_domain)}
    if "fail" in verdicts:
        return "fail"
    return verdicts.pop() if len(verdicts) == 1 else "unknown"


def _our_block(fields: Sequence[tuple[str, str]], authserv_id: str, hops: int) -> Iterator[str]:
    """The Authentication-Results at the very top of the mail, as far as they carry our id.

    The first one of another id, and the first Received that is not our own server's, end it: what stands below came
    with the mail, whatever id it bears.
    """
    for name, value in fields:
        if name == "received":
            hops -= 1
            if hops < 0:
                return
        elif name == "authentication-results":
            plain = (opaque(value) or "").lower()
            words = plain.partition(";")[0].split()
            if not words or words[0] != authserv_id:
                return
            yield plain


def _verdicts(value: str, from_domain: str) -> Iterator[Verdict]:
    """The DMARC results of one field, each about `from_domain` or else unknown; a failure counts whatever it names."""
    for result in value.split(";")[1:]:
        found = _DMARC.match(result)
        if found:
            about = {domain.strip(".") for domain in _ABOUT.findall(result)}
            verdict = _VERDICTS.get(found[1], "unknown")
            yield verdict if verdict == "fail" or about == {from_domain} else "unknown"


def opaque(value: str) -> str | None:
    """A structured header value with a blank for each (nested) comment and a bare `"` for each quoted string.

    What is left can be split and searched: no sign in it was quoted. None when a comment or string stays open.
    """
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = sign != '"'
        elif sign == "(":
            kept.append("" if depth else " ")
            depth += 1
        elif depth:
            depth -= sign == ")"
        else:
            quoted = sign == '"'
            kept.append(sign)
    return None if quoted or depth else "".join(kept)
