"""What a person wrote in a mail, at one go and in this process: for tests and benches of the pure half of mail in.

The service parses and cuts in a process apart (`sandbox`). Nothing here raises.
"""

from itertools import pairwise

from asgard_pbem.mail.reading.cutting.cut import Cut, Reply, cut_reply
from asgard_pbem.mail.reading.cutting.own_lines import fingerprint
from asgard_pbem.mail.reading.cutting.rules import squeezed
from asgard_pbem.mail.reading.parts.mime import MalformedError, parse
from asgard_pbem.mail.reading.parts.prescan import prescan
from asgard_pbem.mail.reading.read import ParsedMail, read_mail
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
_SCORED = {"list": "other", "loop": "other", "calendar": "other", "unreadable": "other"}


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


def classify(raw: bytes) -> str:
    """Only what kind of mail `raw` is: reply, auto-reply, bounce, complaint, mdn, or other. Never raises."""
    kind = read_mail(raw, domains=(), authserv_id=None).kind
    return _SCORED.get(kind, kind)


def line_hash(line: str) -> str:
    """The fingerprint by which a line of ours is known again in a reply; '' when it is too short to be known."""
    return fingerprint(squeezed(line))


def prompt_hashes(prompt: str) -> frozenset[str]:
    """Fingerprints of all lines of a text of ours alone, and of each two neighbours joined as rewrapping joins them.

    A letter's own are told apart by kind, see `letter_lines`.
    """
    single = [squeezed(line) for line in prompt.splitlines() if line.strip()]
    pairs = [a + b for a, b in pairwise(single)]
    return frozenset(filter(None, map(fingerprint, [*single, *pairs])))
