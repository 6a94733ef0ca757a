"""What a person wrote in a mail, at one go and in this process: for tests and benches of the pure half of mail in.

The service parses and cuts in a process apart (`sandbox`). Nothing here raises.
"""

from asgard_pbem.mail.reading.cutting.cut import Cut, Reply, cut_reply
from asgard_pbem.mail.reading.cutting.own_lines import line_hash, prompt_hashes
from asgard_pbem.mail.reading.parts.mime import MalformedError, parse
from asgard_pbem.mail.reading.parts.prescan import prescan
from asgard_pbem.mail.reading.read import ParsedMail, classify, read_mail
from asgard_pbem.mail.reading.text.body import Body, read_body

__all__ = [
    "Cut",
    "ParsedMail",
    "Reply",
    "classify",
    "cut_reply",
    "line_hash",
    "prompt_hashes",
    "read_mail",
    "read_reply",
    "visible_text",
]

_NONE: frozenset[str] = frozenset()


def visible_text(raw: bytes) -> str:
    """What the writer wrote, without quotation, forwards and signature; '' when it cannot be read. Never raises."""
    return read_reply(raw).text


def read_reply(raw: bytes, *, sentinel: str | None = None, own_lines: frozenset[str] = _NONE) -> Reply:
    """The cut text of `raw` with what was cut and why; see `cut_reply`. An unreadable mail gives an empty reply."""
    body = body_of(raw)
    return cut_reply(body.text, sentinel=sentinel, own_lines=own_lines, clipped=body.clipped)


def body_of(raw: bytes) -> Body:
    """The body of `raw`; its refusal is also `too_large`, `malformed` or `empty` where the limits forbid to look."""
    scanned = prescan(raw)
    if scanned.refusal:
        return Body("", refusal=scanned.refusal)
    try:
        return read_body(parse(scanned.head, scanned.body))
    except (MalformedError, RecursionError):
        return Body("", refusal="malformed")
