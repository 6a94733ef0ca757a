"""Who a mail says it is from, and what our own receiver found out about it (mail notes 5 B 6 and 6). Pure."""

import re
from collections.abc import Sequence
from typing import Literal

Verdict = Literal["pass", "fail", "none", "unknown"]

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDR_SPEC = re.compile(
    rf"({_ATOM}(?:\.{_ATOM})*)@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9])"
)
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"")
_VERDICTS: dict[str, Verdict] = {"pass": "pass", "fail": "fail", "none": "none"}
_MAX_LOCAL = 64
_MAX_ADDRESS = 254


def strict_address(value: str) -> str | None:
    """The one address of a From value, in lower case, or None.

    It is the last `<...>`, which must end the value, or else the whole value. What does not match strictly has no
    sender: `alice@example.org<bob@evil.example>` is from bob, and a list of two mailboxes is from nobody.
    """
    value = value.strip()[:1000]
    if value.endswith(">"):
        before, _, inner = value[:-1].rpartition("<")
        if not value[:-1].count("<") or re.search(r"[<>]", _QUOTED.sub("", before)):
            return None
        value = inner.strip()
    found = _ADDR_SPEC.fullmatch(value)
    if not found or len(found[1]) > _MAX_LOCAL or len(value) > _MAX_ADDRESS:
        return None
    return value.lower()


def domain_of(address: str) -> str:
    return address.rpartition("@")[2]


def dmarc_verdict(fields: Sequence[tuple[str, str]], authserv_id: str | None, from_domain: str | None) -> Verdict:
    """DMARC as our own receiver wrote it into Authentication-Results.

    `fields` are (name in lower case, raw value) from the top of the mail. Only the topmost block of our exact
    `authserv_id` counts: whatever stands further down came with the mail. A verdict about another From domain,
    an error, or no block of ours is `unknown`.
    """
    if not authserv_id:
        return "unknown"
    for value in _our_block(fields, authserv_id.strip().lower()):
        for result in value.split(";")[1:]:
            found = re.match(r"\s*dmarc(?:\s*/\s*\d+)?\s*=\s*([a-z]+)", result)
            if found:
                about = re.search(r"header\.from\s*=\s*\"?(?:[^\s;\"@]*@)?([^\s;\"]+)", result)
                return _verdict(found[1], about[1] if about else None, from_domain)
    return "unknown"


def _our_block(fields: Sequence[tuple[str, str]], authserv_id: str) -> list[str]:
    """The first run of neighbouring Authentication-Results fields that carry our id, comments removed, lower case."""
    block: list[str] = []
    for name, value in fields:
        plain = without_comments(value[:4000]).lower() if name == "authentication-results" else ""
        words = plain.partition(";")[0].split()
        if words and words[0] == authserv_id:
            block.append(plain)
        elif block:
            break
    return block


def _verdict(word: str, about: str | None, from_domain: str | None) -> Verdict:
    if about and from_domain and about.strip(".") != from_domain:
        return "unknown"
    return _VERDICTS.get(word, "unknown")


def without_comments(value: str) -> str:
    """A structured header value without its (nested) comments; an unclosed comment runs to the end."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign == '"' and not depth:
            quoted = not quoted
        elif sign == "(" and not quoted:
            depth += 1
        elif sign == ")" and depth and not quoted:
            depth -= 1
            continue
        if not depth:
            kept.append(sign)
    return "".join(kept)
