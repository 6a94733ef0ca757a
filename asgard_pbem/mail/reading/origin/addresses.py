"""Where the secret of a reply address may be found in a mail (mail notes 3). Pure."""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from asgard_pbem.mail.reading.parts.mime import Headers

MAX_CANDIDATES = 20

_ADDRESS = re.compile(r"(?<![a-z0-9])([a-z2-7]{26})@([a-z0-9.-]{1,253})")
_BOX = re.compile(r"[a-z0-9+._-]{1,64}@[a-z0-9.-]{1,253}")
_MAX_LIST_CHARS = 20_000
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,500}@[^<>\s]{1,253})>")
_OUR_ID = re.compile(r"[!-~]{3,250}")
_BRACKETED = re.compile(r"\[([a-z2-7]{26})\]")
_TRACE_FIELDS = ("delivered-to", "x-original-to", "envelope-to", "x-gm-original-to")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A token as it stood in an address, in lower case, and where it was found."""

    token: str
    source: str  # envelope, the trace field's name, to, cc; references, subject


def token_candidates(headers: Headers, envelope_to: Iterable[str], domains: Collection[str]) -> tuple[Candidate, ...]:
    """Tokens in addresses of our `domains`, the most trusted place first, each token once, at most MAX_CANDIDATES.

    `play+{token}@domain` and `{token}@domain` count, in any case, also with the plus sign written as %2B.
    """
    places = [
        ("envelope", ", ".join(envelope_to)),
        *((name, headers.long(name)) for name in (*_TRACE_FIELDS, "to", "cc")),
    ]
    ours = {domain.lower() for domain in domains}
    found: dict[str, Candidate] = {}
    for source, text in places:
        for token, domain in _ADDRESS.findall(text.lower().replace("%2b", "+")):
            if domain.rstrip(".") in ours:
                found.setdefault(token, Candidate(token, source))
    if not found:
        found.update(_elsewhere(headers, ours))
    return tuple(found.values())[:MAX_CANDIDATES]


def _elsewhere(headers: Headers, ours: Collection[str]) -> Iterator[tuple[str, Candidate]]:
    """The one token of an answer to a mail without a token in its address: what it refers to last, or its subject."""
    answered = f"{headers.long('references')} {headers.long('in-reply-to')}".lower()
    named = [token for token, domain in _ADDRESS.findall(answered) if domain.rstrip(".") in ours]
    written = _BRACKETED.findall(headers.get("subject").lower())
    for source, tokens in (("references", named), ("subject", written)):
        if tokens:
            yield tokens[-1], Candidate(tokens[-1], source)
            return


def boxes(headers: Headers, domains: Collection[str]) -> tuple[str, ...]:
    """Addresses under our `domains` that the head names, in lower case, the most trusted first.

    To whom a mail was delivered when the transport does not say: what mail servers write, then To and Cc.
    """
    ours = {domain.lower() for domain in domains}
    named = (
        one
        for name in (*_TRACE_FIELDS, "to", "cc")
        for one in _BOX.findall(headers.long(name).lower()[:_MAX_LIST_CHARS])
    )
    return tuple(dict.fromkeys(one for one in named if one.rpartition("@")[2].rstrip(".") in ours))[:MAX_CANDIDATES]


def message_ids(text: str) -> tuple[str, ...]:
    """The ids of a References or In-Reply-To value without their brackets, split on blanks and commas, in order."""
    ids = (one for part in re.split(r"[\s,]+", text) for one in _MESSAGE_ID.findall(part) or [part])
    return tuple(dict.fromkeys(one for one in ids if "@" in one))


def referred_ids(headers: Headers) -> tuple[str, ...]:
    """All ids the mail answers, In-Reply-To first, then References from the latest."""
    return tuple(
        dict.fromkeys((*message_ids(headers.long("in-reply-to")), *reversed(message_ids(headers.long("references")))))
    )


def our_ids(ids: Iterable[str], domains: Collection[str]) -> tuple[str, ...]:
    """The first of `ids` that were made under our `domains`, in lower case; none that could be no id of ours."""
    ours = {domain.lower() for domain in domains}
    found = (one.lower() for one in ids if one.rpartition("@")[2].lower() in ours and _OUR_ID.fullmatch(one))
    return tuple(itertools.islice(found, MAX_CANDIDATES))
