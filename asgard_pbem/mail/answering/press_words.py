"""What of a press text is its writer's own. A letter of ours below it carries a hand and the secret reply address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings

from asgard_pbem.mail.reading.cutting.cut import Reply


@dataclass(frozen=True, slots=True)
class Words:
    """The text that may go to others, and the line at which it ends because of `left` ('' when nothing was left out).

    `why`: `ours` for words of our mails, `secret` for an address or link that speaks for the writer.
    """

    text: str
    left: str = ""
    why: str = ""


def own_words(text: str, first: int, reply: Reply) -> Words:
    """`text` up to the first line that is not its writer's own or tells a secret; `first`: its command in `reply`."""
    lines = text.split("\n")
    stops = _stops(first, reply)
    for n, (line, at) in enumerate(zip(lines, _places(lines, first, reply), strict=True)):
        why = "ours" if at in stops else "secret" if secret(line) else ""
        if why:
            return Words("\n".join(lines[:n]).strip(), line.strip(), why)
    return Words(text)


def ends_before(line: int, first: int, reply: Reply) -> bool:
    """Whether words of ours begin at `line` or above it, below the first message: then none follows."""
    return any(first < at <= line for at in _stops(first, reply))


def _stops(first: int, reply: Reply) -> set[int]:
    return {*reply.ours, *(gap for gap in reply.gaps if gap > first)}


def _places(lines: list[str], first: int, reply: Reply) -> Iterator[int]:
    """The lines of the reply that the lines of its press stand in: the first one may begin behind the command."""
    written = [line.strip() for line in reply.text.split("\n")]
    behind = written[first].partition(":")[2]
    begun = {text.strip(" *_") for text in (behind, behind.partition(":")[2])}  # behind a heading and the command
    at = first
    for line in map(str.strip, lines):
        if line and not (at == first and line in begun):
            at = next((n for n in range(at, len(written)) if written[n] == line), at)
        yield at


def secret(line: str) -> bool:
    """Whether a line holds an address or a link of ours that speaks for its reader, in whatever encoding."""
    return _signs(settings.IN_DOMAIN.lower(), settings.PUBLIC_URL.lower()).search(line.lower()) is not None


@cache
def _signs(domain: str, url: str) -> re.Pattern[str]:
    """An address, id or subject with a token, and a link of ours that is signed or shows one seat's view.

    Percent-encoded too, once or twice, as `mailto:` links and redirecting services have it.
    """
    plus, at, colon, slash, query, opens, closes = (
        rf"(?:{sign}|%(?:25)?{code})"
        for sign, code in (
            (r"\+", "2b"), ("@", "40"), (":", "3a"), ("/", "2f"), (r"\?", "3f"), (r"\[", "5b"), (r"\]", "5d"),
        )
    )  # fmt: skip
    host = re.escape(url.partition("://")[2]).replace(":", colon)
    personal = rf"{slash}(?:u|i|confirm|sign-in){slash}|[^\s]{{0,400}}?(?:{colon}|{query})(?=[\w%-])"
    code = "[a-z2-7]{26}"
    address = rf"{plus}[a-z0-9]{{20,60}}{at}|{code}{at}{re.escape(domain)}"
    without_address = rf"\breply\.{code}{at}|{opens}{code}{closes}"  # with a single mailbox, see `mail.tokens`
    return re.compile(rf"{address}|{without_address}|{host}(?:{personal})")
